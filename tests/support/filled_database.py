"""A database with a row of every kind: clubs with members, tables, a night, a tournament, a championship."""

from base64 import b64decode
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from flask import Flask
from sqlalchemy import select, update

from scorekeeper import ledger
from scorekeeper.clubs import accounts, logos, named_games, nights, roster, series
from scorekeeper.clubs.series import Scheme
from scorekeeper.games.engine.setup import begin
from scorekeeper.paper import proof_codes
from scorekeeper.paper.stored_match_sheet import fingerprint_of
from scorekeeper.store.club_models import Club, SignIn, Tournament
from scorekeeper.store.models import Match, Sitting, db, now
from scorekeeper.web import links
from scorekeeper.web.public_address import PURPOSE, signed_number
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.support.matches import TRESETTE, keys, points, write
from tests.tournaments.made import entrant

PAIRS = (
    (1, "Anna", "Bruno"),
    (2, "Carla", "Dino"),
    (3, "Mia", "Sam"),
    (4, "Olga", "Maria"),
)  # entrants of the tournament
PASSWORD = "four aces of coins"
ONE_HAND = (points(8, 3),)
A_DOT = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)  # a PNG


def filled(app: Flask, head: dict[str, Any], hands: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Fills an empty database; returns the tokens by visitor."""
    with app.app_context():
        club, other_club = accounts.create_club("Bocce e Carte"), accounts.create_club("Elsewhere")
        sessions = _people(club, other_club)
        _roster(club)
        ours, theirs = ledger.open_sitting("Ours"), ledger.open_sitting("Theirs")
        ledger.play_for(ours, "5", "")
        watcher, scorer = links.make_link(ours, "watch"), links.make_link(ours, "score")
        links.make_link(ours, "score", "spare")
        other = links.make_link(theirs, "score")
        for sitting in (ours, ours, theirs, _table_of_a_night(club)):
            a_match(sitting, head, hands)
        cup = _tournament(club)
        db.session.commit()
        printed = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert printed is not None
        return {
            "sheet": proof_codes.code_of(printed, fingerprint_of(printed)),
            "tournament": signed_number(PURPOSE, cup.id, "followed"),
            "watcher": links.token(watcher),
            "scorer": links.token(scorer),
            "other scorer": links.token(other),
            **sessions,
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
    """Adds a logo, players (two of them merged), and a custom game."""
    logos.set_logo(club, A_DOT)
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


def _tournament(club: Club) -> Tournament:
    """Adds a tournament with a public page and a round, in a championship."""
    cup = a_tournament(club, [entrant(at, name=f"{one} – {two}", players=[one, two]) for at, one, two in PAIRS])
    publish_next(cup)
    cup.public = "followed"
    series.set_parts(series.make(club, "Autumn cup", Scheme()), [cup.id], [])
    return cup


def a_match(sitting: Sitting, head: dict[str, Any] = TRESETTE, hands: Sequence[dict[str, Any]] = ONE_HAND) -> None:
    """Adds a match with these hands; with one hand it is at version 2."""
    match = ledger.start_match(sitting, head, actor="", key=next(keys))
    for entry in hands:
        write(ledger.record, match, entry)
