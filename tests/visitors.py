"""Every kind of visitor with their tokens, and the address of every route as each of them would call it."""

from base64 import b64decode
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.routing import Rule

from scorekeeper import i18n, ledger
from scorekeeper.clubs import accounts, logos, named_games, nights, roster, sign_ins
from scorekeeper.clubs.series import keeping
from scorekeeper.clubs.series.scheme import Scheme
from scorekeeper.games.engine.match import begin
from scorekeeper.paper import proof_codes
from scorekeeper.paper.stored_match_sheet import fingerprint_of
from scorekeeper.store.club_models import SignIn
from scorekeeper.store.models import Match, Sitting, db, now
from scorekeeper.web import links
from scorekeeper.web.signed_numbers import signed_number
from scorekeeper.web.tournament_address import PURPOSE
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.evenings import TRESETTE, keys, points, write
from tests.tournaments.made import entrant

PAIRS = ((1, "Anna", "Bruno"), (2, "Carla", "Dino"), (3, "Mia", "Sam"), (4, "Olga", "Maria"))  # of a tournament
PASSWORD = "four aces of coins"
ONE_HAND = (points(8, 3),)
NOBODYS = "1-AAAAAAAAAAAAAAAAAAAAAA"  # well-formed, with a wrong signature
VISITORS = ("nobody", "watcher", "scorer", "other scorer", "member", "club scorer", "owner", "other owner")
LOGINS = {"member": "mia", "club scorer": "sam", "owner": "olga", "other owner": "otto"}
CLUB = "bocce-e-carte"
A_DOT = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)  # a PNG

# What a form or script sends, so that it is well made and would be done; by endpoint.
ENTRY = {"way": "quick", "points.0": "7", "points.1": "4", "seen": "2", "key": "k"}
SENT = {
    "hands.record": ENTRY,
    "hands.correct": ENTRY,
    "hands.preview": ENTRY,
    "hands.strike": {"seen": "2"},
    "hands.note": {"seen": "2", "note": "late"},
    "hands.undo": {"seen": "2"},
    "hands.redo": {"seen": "2"},
    "hands.finish": {"seen": "2"},
    "tournament_tables.call_time": {"round": "1"},
    "tournament_tables.end_all": {"round": "1"},
    "hands.call": {"act": "clear", "side": "0", "number": "0"},
    "table.seat": {"seen": "2", "name": "Ada"},
    "table.names": {"seen": "2", "seats.0": "Eva"},
    "table.clock": {"seen": "2", "minutes": "30"},
    "table.confirming": {"seen": "2", "what": "hands"},
    "table.side": {"seen": "2", "side": "0"},
    "table.confirm": {"seen": "2", "side": "0"},
    "stakes.save": {"amount": "0.50", "unit": "€"},
    "sittings.describe": {"name": "Spoilt"},
    "sittings.make_link": {"may": "score"},
    "sync.arrived": {"hands": "[]"},
    "sync.declined": {"entry": "{}", "kind": "record", "hand": "1"},
    "sync.take_in": {"head": '{"format": "scorekeeper/1", "game": "truco"}', "key": "k"},
    "tables.open_table": {"name": "Sunday"},
    "club_games.keep": {"game": "own", "options.name": "Bocce"},
    "people.invite": {"role": "member"},
    "people.change": {"role": "scorer"},
    "people.arbiter": {"arbiter": "1"},
    "settlements.save": {"amount": "0.50", "unit": "€"},
    "approvals.set_approving": {"approving": "1"},
    "approvals.approve": {"seen": "2"},
    "approvals.reopen": {"seen": "2", "reason": "miscounted"},
    "approvals.undo": {"seen": "2", "reason": "miscounted"},
    "players.add": {"name": "Zoe"},
    "players.add_several": {"players": "Zoe, 8"},
    "night_forms.change": {"name": "Friday", "day": "2026-11-20"},
    "night_forms.close": {"closed": "1"},
    "night_forms.publish": {"public": "1"},
    "tournament_following.switch": {"public": "1"},
    "tournament_entries.enter": {"player-0": "Ada", "player-1": "Eva"},
    "tournament_entries.enter_lines": {"lines": "Ada, Eva; Lecce"},
    "tournament_entries.ask_fee": {"fee": "10"},
    "tournament_entrant.change": {"was": "Pair 1", "player-0": "Ada", "player-1": "Eva"},
    "tournament_entrant.substitute": {"was": "Pair 1", "at": "0", "player": "Ada"},
    "tournament_door.tick": {"entrant": "1", "what": "present", "on": "1"},
    "series.make": {"name": "Season", "count": "sums", "who": "players"},
    "series.change": {"name": "Season", "count": "sums", "who": "pairs"},
    "series.publish": {"public": "1"},
    "tournament_pairing.publish": {"seen": "1", "proposal": '{"tables": [], "bye": null}'},
    "tournament_pairing.take_back": {"seen": "1"},
    "tournament_rulings.unrule": {"seen": "1", "ruling": "{}"},
    "tournament_clock.change": {"do": "start", "minutes": "45"},
    "nights.plan": {"name": "Friday", "day": "2026-11-20", "tables": "1"},
    "players.change": {"name": "Anna Maria", "active": "1"},
    "players.merge": {"other": "Bruno"},
    "password_reset.send": {"who": "olga"},
    "password_reset.set_address": {"known": PASSWORD, "email": "olga@example.org"},
    "people.change_password": {"old": PASSWORD, "password": PASSWORD + "!"},
}
VALUES = {
    "number": 2,
    "hand": 1,
    "seat": 0,
    "account": 3,
    "one": 1,
    "two": 2,
    "club": CLUB,
    "secret": "no-such-secret",
    "version": "0123456789",
    "filename": "css/base.css",
    "locale": "it",
    "name": "0",
    "job": "0" * 32,
}
OF_ENDPOINT: dict[str, dict[str, object]] = {
    "sheets.blank": {"slug": "truco"},
    "rules.game": {"slug": "truco"},
    "engine.game_file": {"slug": "truco"},
    "claims.show": {"slug": "target"},
    "claims.sheet": {"slug": "won", "side": 0},  # `side` in the question: only a claim that can be judged has a sheet
    "sittings.qr": {"number": 1},  # the watching link
    "sittings.end_link": {"number": 3},  # a link that nobody here uses
    "players.part": {"number": 3},
    "nights.show": {"number": 1},
    "night_page.board": {"number": 1},
    **{f"series.{act}": {"number": 1} for act in ("show", "edit", "change", "publish", "delete")},
    "series_paper.standings_pdf": {"number": 1},
    **{f"night_forms.{act}": {"number": 1} for act in ("edit", "change", "close", "publish", "ask", "delete")},
    "players.delete": {"number": 1},
    "start.agreement_code": {"game": "own"},
    "club_games.drop": {"number": 1},
    "tournament_papers.sheet": {"kind": "draw"},
    **{f"settlements.{each}": {"number": 1} for each in ("show", "save", "sheet")},
    "nights.add_table": {"number": 1},
    "nights.cards": {"number": 1},
    "papers.sheets": {"number": 1},
    "papers.choose": {"number": 1},
    "papers.blanks": {"number": 1, "slug": "truco"},
    **{f"approvals.{act}": {"number": 4} for act in ("show", "approve", "reopen", "undo")},
    "import_export.import_file": {"name": "0" * 32},
    "import_export.previewed": {"name": "0" * 32},
    "people.end": {"number": 1},
    "standings.player": {"number": 1},
    "players.edit": {"number": 1},
    "players.change": {"number": 1},
    "players.merge": {"number": 1},
    "erasing.ask": {"number": 1},
    "erasing.erase": {"number": 1},
    "account.end": {"number": 2},  # sam's
}


class World(NamedTuple):
    """A sitting of a club, another table, and the tokens by who has them."""

    app: Flask
    tokens: dict[str, str]

    def browser(self, visitor: str) -> FlaskClient:
        """A browser of that visitor, signed in where they have an account."""
        client = self.app.test_client()
        if visitor in LOGINS:
            self.sign_in(client, LOGINS[visitor])
        return client

    def sign_in(self, client: FlaskClient, login: str) -> None:
        """Sign in without the form."""
        with client.session_transaction() as visit:
            visit["_user_id"] = self.tokens[f"session of {login}"]
            visit["_fresh"] = True

    def address(self, rule: Rule, visitor: str) -> str:
        """The route's address for this visitor, who knows no token but their own."""
        values: dict[str, object] = {name: VALUES[name] for name in rule.arguments if name in VALUES}
        values |= OF_ENDPOINT.get(rule.endpoint, {})
        if "token" in rule.arguments:
            values["token"] = self.tokens.get(visitor, NOBODYS)
        of_tournament = rule.endpoint.startswith("tournament")
        if of_tournament:
            values |= {"number": 1, "round": 1, "table": 1, "entrant": 1}
        if "code" in rule.arguments:
            values["code"] = self.tokens["tournament" if of_tournament else "sheet"]
        with self.app.test_request_context():
            return self.app.url_for(rule.endpoint, **values)  # type: ignore[arg-type]  # checked by the routes themselves


# The SQLite file of a world, and its tokens: made once, copied for each test; by how a table is called in its language,
# and by what is played.
KEPT: dict[tuple[str, str], tuple[bytes, dict[str, str]]] = {}


def a_world(app: Flask, head: dict[str, Any] = TRESETTE, hands: Sequence[dict[str, Any]] = ONE_HAND) -> World:
    """A club with its people and a table of two matches; another club; another table.

    `head` is the document that every match begins with, `hands` what is recorded in each.
    """
    with app.app_context():
        engine, kind = db.engine, (i18n.gettext("Table {number}"), repr((head, hands)))
    if engine.dialect.name != "sqlite":
        return World(app, _filled(app, head, hands))
    file = Path(str(engine.url.database))
    engine.dispose()  # with its last connection, SQLite puts everything into the one file
    if kind in KEPT:
        file.write_bytes(KEPT[kind][0])
    else:
        tokens = _filled(app, head, hands)
        engine.dispose()
        KEPT[kind] = (file.read_bytes(), tokens)
    return World(app, dict(KEPT[kind][1]))


def _filled(app: Flask, head: dict[str, Any], hands: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Fill an empty database: the tokens by who has them."""
    sessions: dict[str, str] = {}
    with app.app_context():
        club, other_club = accounts.found_club("Bocce e Carte"), accounts.found_club("Elsewhere")
        people = (("olga", "owner"), ("sam", "scorer"), ("mia", "member"), ("otto", "owner"))
        for login, role in people:
            account = accounts.make_account(login, login.title(), PASSWORD)
            accounts.join(other_club if login == "otto" else club, account, role)
            sessions[f"session of {login}"] = sign_ins.begin(account, "Firefox, Linux", "192.0.2.x")
        db.session.execute(update(SignIn).values(confirmed_at=now() + timedelta(days=1)))  # worlds are kept for long
        logos.set_logo(club, A_DOT)
        for name in ("Anna", "Bruno", "Carla"):
            roster.add_player(club, name)
        roster.merge(roster.find_player(club, 2), roster.find_player(club, 3))  # type: ignore[arg-type]  # they are there
        named_games.keep(club, begin({**TRESETTE, "game": "own", "variant": "own", "options": {"name": "Rook"}}))
        ours, theirs = ledger.open_sitting("Ours"), ledger.open_sitting("Theirs")
        ledger.play_for(ours, "5", "")
        watcher, scorer = links.make_link(ours, "watch"), links.make_link(ours, "score")
        links.make_link(ours, "score", "spare")
        other = links.make_link(theirs, "score")
        night = nights.plan_night(club, "Thursday", "", "2026-11-19")
        tables = nights.add_tables(club, night, 1)
        links.make_link(tables[0], "score")
        ledger.play_for(tables[0], "5", "")
        for sitting in (ours, ours, theirs, *tables):
            a_match(sitting, head, hands)
        cup = a_tournament(club, [entrant(at, name=f"{one} – {two}", players=[one, two]) for at, one, two in PAIRS])
        publish_next(cup)
        cup.public = "followed"
        keeping.choose(keeping.make(club, "Autumn cup", Scheme()), [cup.id], [])
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


def a_match(sitting: Sitting, head: dict[str, Any] = TRESETTE, hands: Sequence[dict[str, Any]] = ONE_HAND) -> None:
    """A match with these hands; of one hand it is at version 2."""
    match = ledger.start_match(sitting, head, actor="", key=next(keys))
    for entry in hands:
        write(ledger.record, match, entry)
