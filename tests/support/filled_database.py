"""A database with a row of every kind: clubs with members, tables, a night, a tournament, a championship."""

from base64 import b64decode
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from flask import Flask
from sqlalchemy import select, update

from scorekeeper import jobs, ledger
from scorekeeper.clubs import accounts, club_settings, named_games, nights, roster, series, tokens, webhooks
from scorekeeper.clubs.series import Scheme
from scorekeeper.clubs.tournaments import embedding, registrations
from scorekeeper.games.engine.setup import begin
from scorekeeper.jobs import orders
from scorekeeper.paper import proof_codes
from scorekeeper.paper.stored_match_sheet import fingerprint_of
from scorekeeper.store.club_models import Club, Passkey, SignIn
from scorekeeper.store.models import Job, JobPiece, Match, Sitting, db, now
from scorekeeper.store.tournament_models import Registration, Tournament
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.web import links, night_texts, public_address, work
from scorekeeper.web.public_address import signed_number
from scorekeeper.web.sheet_readings import NIGHT_SHEETS
from scorekeeper.web.tournament_pages import entries as entry_pages
from scorekeeper.web.views.clubs import series as series_views
from tests.clubs.evenings import play
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.matches import TRESETTE, keys, points, write
from tests.tournaments.made import CUP, MATCH, Document, entrant

PAIRS = (
    (1, "Anna", "Bruno"),
    (2, "Carla", "Dino"),
    (3, "Mia", "Sam"),
    (4, "Olga", "Maria"),
)  # entrants of the tournament
PASSWORD = "four aces of coins"
ONE_HAND = (points(8, 3),)
VISITORS = ("nobody", "watcher", "scorer", "other scorer", "member", "club scorer", "owner", "other owner")
PUBLIC = "followed"  # the nonce of every public page
CLAIM = {"claim": {"side": 0, "aces": 2, "figures": 6, "last_trick": True}}
NOT_BEGUN, PAIRED, PLAYED, CLOSED = range(4)
SYSTEMS: tuple[tuple[int, Document], ...] = (  # of tournaments beside the first one: how far they are, settings
    (NOT_BEGUN, {"system": {"kind": "draw", "rounds": 3}}),
    (PAIRED, {"system": {"kind": "danese", "rounds": 3, "singles": True}}),
    (CLOSED, {"system": {"kind": "mitchell", "rounds": 3}}),
    (PLAYED, {"system": {"kind": "round_robin"}, "scoring": MATCH}),
    (PLAYED, {"system": {"kind": "groups", "size": 4, "qualify": 2, "then": CUP}, "scoring": MATCH}),
    (PAIRED, {"system": CUP, "scoring": {"kind": "match", "best_of": 3}}),
)
A_DOT = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)  # a PNG


def filled(app: Flask, head: dict[str, Any], hands: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Fills an empty database; returns the tokens by visitor."""
    with app.app_context():
        club, other_club = accounts.create_club("Bocce e Carte"), accounts.create_club("Elsewhere")
        sessions = _people(club, other_club)
        _roster(club)
        program = tokens.make(club, "Website", [*tokens.SCOPES]).secret
        ours, theirs = ledger.open_sitting("Ours"), ledger.open_sitting("Theirs")
        ledger.play_for(ours, "5", "")
        watcher, scorer = links.make_link(ours, "watch"), links.make_link(ours, "score")
        links.make_link(ours, "score", "spare")
        other = links.make_link(theirs, "score")
        for sitting in (ours, ours, theirs, _table_of_a_night(club)):
            a_match(sitting, head, hands)
        a_match(ours, TRESETTE, (points(7, 4), CLAIM))
        play(club, "Anna", "Bruno", "Mia", "Sam", game="tresette")
        printed = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert printed is not None
        return {
            "program": program,
            "sheet": proof_codes.code_of(printed, fingerprint_of(printed)),
            "watcher": links.token(watcher),
            "scorer": links.token(scorer),
            "other scorer": links.token(other),
            **sessions,
            **_public_pages(club),
            **_one_time_links(club),
            **_jobs(club, ours),
        }


def _people(club: Club, other_club: Club) -> dict[str, str]:
    """Creates accounts in both clubs and logs them in; returns the secrets of their sessions."""
    sessions = {}
    for login, role in (("olga", "owner"), ("sam", "scorer"), ("mia", "member"), ("otto", "owner")):
        account = accounts.create_account(login, login.title(), PASSWORD)
        accounts.join(other_club if login == "otto" else club, account, role)
        sessions[f"session of {login}"] = accounts.start_session(account, "Firefox, Linux", "192.0.2.x")
    db.session.execute(update(SignIn).values(confirmed_at=now() + timedelta(days=1)))  # the database is reused for long
    return sessions


def _roster(club: Club) -> None:
    """Adds a logo, a webhook, players (two of them merged), and a custom game."""
    about = {"language": "en", "root": "http://localhost/"}
    hook = webhooks.add(club, "https://hooks.example.org/x", webhooks.JSON, [webhooks.ROUND], about, "key").webhook
    webhooks.send_test(hook)
    club_settings.set_logo(club, A_DOT)
    for name in ("Anna", "Bruno", "Carla"):
        roster.add_player(club, name)
    roster.merge(roster.find_player(club, 2), roster.find_player(club, 3))  # type: ignore[arg-type]  # they are there
    named_games.save_game(club, begin({**TRESETTE, "game": "own", "variant": "own", "options": {"name": "Rook"}}))


def _table_of_a_night(club: Club) -> Sitting:
    """Adds a table of a night, with stakes."""
    (table,) = nights.add_tables(club, nights.plan_night(club, "Thursday", "", "2026-11-19"), 1)
    links.make_link(table, "score")
    ledger.play_for(table, "5", "")
    return table


def _public_pages(club: Club) -> dict[str, str]:
    """Adds tournaments of every system and a championship; returns the codes of the public pages."""
    cup, of_table = _tournament(club)
    season, night = series.make(club, "Autumn cup", Scheme()), nights.nights(club)[0]
    series.set_parts(season, [cup.id], [])
    others = [_at_its_stage(club, *about) for about in SYSTEMS]
    for made in (cup, *others):
        registrations.set_form(made, PUBLIC, registrations.Settings(None, None, False, True), "Olga")
    entered = _from_home(others[0])
    for page in (cup, *others, season, night):
        page.public = PUBLIC
    embedding.allow_embedding(cup, True, "Olga")
    club.calendar = club.standings = PUBLIC
    db.session.flush()
    return {
        "tournament": code_of(cup),
        "calendar": signed_number(public_address.CALENDAR, club.id, PUBLIC),
        "standings": signed_number(public_address.STANDINGS, club.id, PUBLIC),
        "season": signed_number(series_views.PURPOSE, season.id, PUBLIC),
        "night": signed_number(night_texts.PURPOSE, night.id, PUBLIC),
        "form": signed_number(entry_pages.FORM, others[0].id, PUBLIC),
        "entry": signed_number(entry_pages.OWN, entered.id, entered.public),
        **of_table,
    }


def _from_home(tournament: Tournament) -> Registration:
    """Adds two entries from home, one of a player without a partner; returns the first."""
    form, sent = registrations.form_of(tournament), []
    for names in (["Rita", "Tino"], ["Ugo"]):
        entry = registrations.read_sent(read_newcomer(names), 2, alone=len(names) == 1, contact="", remark="")
        sent.append(registrations.send(tournament, form, entry, names[0], "en"))
    return sent[0]


def code_of(tournament: Tournament) -> str:
    """Returns the code of a tournament's public page."""
    return signed_number(public_address.PURPOSE, tournament.id, PUBLIC)


def _tournament(club: Club) -> tuple[Tournament, dict[str, str]]:
    """Adds a tournament with a round under way; returns it with the tokens at its first table by visitor."""
    cup = a_tournament(club, [entrant(at, name=f"{one} – {two}", players=[one, two]) for at, one, two in PAIRS])
    table = publish_next(cup)[0]
    kinds = {"watcher": "watch", "scorer": "score"}
    return cup, {f"{who} at the cup": links.token(links.make_link(table, may)) for who, may in kinds.items()}


def _at_its_stage(club: Club, stage: int, settings: Document) -> Tournament:
    """Adds a tournament of eight that has gone so far; one that is played has a round behind it and one under way."""
    made = a_tournament(club, [entrant(at, name=f"Anna {at} – Bruno {at}") for at in range(1, 9)], **settings)
    if stage >= PLAYED:
        play_round(made)
    if stage in (PAIRED, PLAYED):
        publish_next(made)
    if stage == PLAYED:
        enter(made, 2, 1, 800, 300)
    made.closed_at = now() if stage == CLOSED else None
    return made


def _one_time_links(club: Club) -> dict[str, str]:
    """Adds an invitation for each visitor, a link for a new password, and a passkey; returns the secrets."""
    invitations = {f"invitation of {visitor}": accounts.invite(club, "member")[1] for visitor in VISITORS}
    owner, member = (accounts.find_account(login) for login in ("olga", "mia"))
    assert owner is not None
    assert member is not None
    db.session.add(Passkey(account_id=owner.id, credential=b"id", public_key=b"key", sign_count=0, name="spare"))
    return {**invitations, "reset": accounts.reset_link(club, member)[1]}


def _jobs(club: Club, sitting: Sitting) -> dict[str, str]:
    """Adds finished files of the club and of a table, an upload to be imported, and sheets as read; their numbers."""
    told = dict.fromkeys(("good", "known", "hands", "players", "tournaments", "strangers", "nights"), 1)
    upload = {**told, "bad": [], "may_be_imported": True}
    sheet = {"picture": 1, "game": "truco", "table": 1, "points": [12, None], "doubts": [], "cut": ""}
    numbers = {
        "sheets": _job(NIGHT_SHEETS, "", club=club.id, role="scorer", asked={"night": 1}, told={"sheets": [sheet]}),
        "file of the table": _job(work.SHEETS, "long.pdf", sitting=sitting.id),
        "file of the club": _job(work.PAGES, "cards.pdf", club=club.id),
        "upload": _job(work.PREVIEW, "", club=club.id, role="owner", asked={"account": 1}, told=upload),
    }
    db.session.execute(update(Job).values(made_at=now() + timedelta(days=1)))
    db.session.commit()
    return numbers


def _job(kind: str, name: str, *, told: Document | None = None, **about: Any) -> str:
    """Adds a finished job with a file."""
    usual = {"title": "Friday", "back": "/", "total": 1, "asked": {}, "language": "en", "root": "http://localhost/"}
    order = orders.Order(kind=kind, name=name, visitor="192.0.2.0", **{**usual, **about})
    number = jobs.submit(order, [b"{}\n"], told or {}).number
    (packed,) = orders.in_pieces([b"%PDF"])
    db.session.add(JobPiece(job=number, sent=False, number=0, content=packed))
    return number


def a_match(sitting: Sitting, head: dict[str, Any] = TRESETTE, hands: Sequence[dict[str, Any]] = ONE_HAND) -> None:
    """Adds a match with these hands; with one hand it is at version 2."""
    match = ledger.start_match(sitting, head, actor="", key=next(keys))
    for entry in hands:
        write(ledger.record, match, entry)
