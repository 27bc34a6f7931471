"""Every kind of visitor with their tokens, and the address of every route for each of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorekeeper import i18n
from scorekeeper.games.card.library import card_named
from scorekeeper.store.models import Base, db
from scorekeeper.web import phone_engine
from scorekeeper.web.card_pages.packing import packed
from tests.support.filled_database import ONE_HAND, PASSWORD, filled
from tests.support.matches import TRESETTE

NOBODYS = "1-AAAAAAAAAAAAAAAAAAAAAA"  # well-formed, with a wrong signature
LOGINS = {"member": "mia", "club scorer": "sam", "owner": "olga", "other owner": "otto"}
CLUB = "bocce-e-carte"
A_CARD = packed(card_named("skyjo"))

# Valid form values by endpoint.
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
    "hands.bid": ENTRY,
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
    "club.open_table": {"name": "Sunday"},
    "club.add_game": {"game": "own", "options.name": "Bocce"},
    "club_cards.keep": {"card": A_CARD},
    "cards.take": {"text": A_CARD},
    "start.share": {"game": "truco"},
    "people.invite": {"role": "member"},
    "spreadsheets.switch": {"public": "1"},
    "webhooks.add": {"address": "https://hooks.example.org/x", "form": "json", "events": "match"},
    "webhooks.switch": {"active": "1"},
    "tokens.make": {"name": "Website", "scopes": "read"},
    "people.change": {"role": "scorer"},
    "people.arbiter": {"arbiter": "1"},
    "night_papers.save_settlement": {"amount": "0.50", "unit": "€"},
    "approvals.set_approving": {"approving": "1"},
    "approvals.approve": {"seen": "2"},
    "approvals.reopen": {"seen": "2", "reason": "miscounted"},
    "approvals.undo": {"seen": "2", "reason": "miscounted"},
    "players.add": {"name": "Zoe"},
    "players.add_several": {"players": "Zoe, 8"},
    "nights.change": {"name": "Friday", "day": "2026-11-20"},
    "nights.close": {"closed": "1"},
    "nights.publish": {"public": "1"},
    "tournament_following.switch": {"public": "1"},
    "tournament_embedding.switch": {"embed": "1"},
    "tournament_entries.enter": {"player-0": "Ada", "player-1": "Eva"},
    "tournament_entries.enter_lines": {"lines": "Ada, Eva; Lecce"},
    "tournament_cash.set_entry_fee": {"fee": "10"},
    "tournament_entries.change": {"was": "Pair 1", "player-0": "Ada", "player-1": "Eva"},
    "tournament_entries.substitute": {"was": "Pair 1", "at": "0", "player": "Ada"},
    "tournament_door.tick": {"entrant": "1", "what": "present", "on": "1"},
    "series.make": {"name": "Season", "count": "sums", "who": "players"},
    "series.change": {"name": "Season", "count": "sums", "who": "pairs"},
    "series.publish": {"public": "1"},
    "tournament_pairing.publish": {"seen": "1", "proposal": '{"tables": [], "bye": null}'},
    "tournament_pairing.take_back": {"seen": "1"},
    "tournament_results.unrule": {"seen": "1", "ruling": "{}"},
    "tournament_tables.change_clock": {"do": "start", "minutes": "45"},
    "tournament_registrations.change": {"places": "8", "accepting": "1", "public": "1"},
    "tournament_registrations.accept": {"entry": "1"},
    "tournament_registrations.decline": {"entry": "1"},
    "tournament_registrations.pair": {"entry": "2"},
    "tournament_registrations.change_link": {"entry": "1"},
    "registering.enter": {"player-0": "Ada", "player-1": "Eva"},
    "calendars.switch": {"public": "1"},
    "nights.plan": {"name": "Friday", "day": "2026-11-20", "tables": "1"},
    "players.change": {"name": "Anna Maria", "active": "1"},
    "players.merge": {"other": "Bruno"},
    "sign_in.send_reset": {"who": "olga"},
    "people.set_address": {"known": PASSWORD, "email": "olga@example.org"},
    "sign_in.join": {"login": "nina", "name": "Nina", "password": PASSWORD + "!"},
    "sign_in.choose_password": {"password": "short"},  # refused in words: the link is for one who uses it
    "people.change_password": {"old": PASSWORD, "password": PASSWORD + "!"},
}
JSON_SENT = {"claims.judge": {"claim": {"type": "won", "side": 0}}}  # of views that take no form
VALUES = {
    "number": 2,
    "hand": 1,
    "seat": 0,
    "account": 3,
    "one": 1,
    "two": 2,
    "club": CLUB,
    "year": 2026,
    "filename": "css/base.css",
    "name": "file.pdf",
}
OF_ENDPOINT: dict[str, dict[str, object]] = {
    "documents.schema": {"name": "match"},
    "sheets.blank": {"slug": "truco"},
    "rules.game": {"slug": "truco"},
    "cards.code": {"card": A_CARD},
    "cards.file": {"card": A_CARD},
    "cards.show": {"card": A_CARD},
    "rules.card": {"variant": "wizard"},
    "help.page": {"name": "first-match"},
    "arguments.of_game": {"game": "truco"},
    "arguments.show": {"game": "truco", "slug": "won"},
    "claims.show": {"slug": "target"},
    "claims.sheet": {"slug": "won", "side": 0},  # with `side`, as only a complete claim has a sheet
    "sittings.qr": {"number": 1},  # the watch link
    "sittings.end_link": {"number": 3},  # a link that no visitor here uses
    "players.part": {"number": 3},
    "nights.show": {"number": 1},
    "nights.board": {"number": 1},
    **{f"series.{act}": {"number": 1} for act in ("show", "edit", "change", "publish", "delete")},
    "season_papers.series_pdf": {"number": 1},
    "season_papers.series_csv": {"number": 1},
    **{
        f"nights.{act}": {"number": 1}
        for act in ("edit", "change", "close", "identify", "publish", "ask_delete", "delete")
    },
    "players.delete": {"number": 1},
    "start.agreement_code": {"game": "own"},
    "club.remove_game": {"number": 1},
    "tournament_papers.sheet": {"kind": "draw"},
    **{f"night_papers.{each}": {"number": 1} for each in ("settlement", "save_settlement", "settlement_pdf")},
    "nights.add_table": {"number": 1},
    "nights.cards": {"number": 1},
    "night_papers.sheets": {"number": 1},
    "night_papers.ranking_csv": {"number": 1},
    "night_papers.choose": {"number": 1},
    "night_papers.blanks": {"number": 1, "slug": "truco"},
    **{f"night_photographs.{each}": {"number": 1} for each in ("ask", "send", "read", "enter")},
    **{f"approvals.{act}": {"number": 4} for act in ("show", "approve", "reopen", "undo")},
    "claims.recorded": {"number": 3},
    "account.change_passkey": {"number": 1},
    "people.end": {"number": 1},
    **{f"webhooks.{act}": {"number": 1} for act in ("renew", "switch", "test", "delete")},
    "tokens.revoke": {"number": 1},
    **{f"api.{act}": {"number": 1} for act in ("night", "tournament", "championship")},
    **{f"api_entering.{act}": {"number": 1} for act in ("enter", "add_entries", "enter_at_night", "seat")},
    "standings.player": {"number": 1},
    "players.edit": {"number": 1},
    "players.change": {"number": 1},
    "players.merge": {"number": 1},
    "players.ask_erasing": {"number": 1},
    "players.erase": {"number": 1},
    "account.end": {"number": 2},  # sam's
}


OF_CODE = {
    "nights.public": "night", "series.public": "season", "registering.show": "form", "registering.enter": "form",
    "registering.mine": "entry", "registering.withdraw": "entry",
    "spreadsheets.standings_csv": "standings",
    "calendars.of_club": "calendar", "calendars.of_players_page": "tournament", "calendars.of_form": "form",
    "calendars.of_entry": "entry",
}  # fmt: skip
RESETTING = ("sign_in.reset_form", "sign_in.choose_password")
UPLOADED = ("import_export.previewed", "import_export.import_file")
OF_ENGINE: dict[str, Callable[[dict[str, Any]], str]] = {  # the address of each file, in /engine.json
    "engine.file": lambda about: str(about["engine"]),
    "engine.game_file": lambda about: str(about["games"]["truco"]),
    "engine.messages": lambda about: str(about["messages"]),
    "engine.language": lambda about: str(about["languages"]["it"]["about"]),
}


class World(NamedTuple):
    """A sitting of a club, another table, and the tokens by visitor."""

    app: Flask
    tokens: dict[str, str]

    def browser(self, visitor: str) -> FlaskClient:
        """Returns a browser of that visitor, logged in if the visitor has an account."""
        client = self.app.test_client()
        if visitor in LOGINS:
            self.sign_in(client, LOGINS[visitor])
        return client

    def sign_in(self, client: FlaskClient, login: str) -> None:
        """Logs in without the form."""
        with client.session_transaction() as visit:
            visit["_user_id"] = self.tokens[f"session of {login}"]

    def token(self, rule: Rule, visitor: str) -> str:
        """Returns the token of the visitor's link; for calling an arbiter, the link at the tournament's table."""
        own = f"{visitor} at the cup" if rule.endpoint == "tournament_tables.call_arbiter" else visitor
        return self.tokens.get(own, self.tokens.get(visitor, NOBODYS))

    def address(self, rule: Rule, visitor: str, tournament: int = 1) -> str:
        """Returns the route's address with the visitor's own token; those of tournaments for the one with this id."""
        values: dict[str, object] = {name: VALUES[name] for name in rule.arguments if name in VALUES}
        values |= OF_ENDPOINT.get(rule.endpoint, {})
        if "token" in rule.arguments:
            values["token"] = self.token(rule, visitor)
        of_tournament = rule.endpoint.startswith("tournament")
        if of_tournament:
            values |= {"number": tournament, "round": 1, "table": 1, "entrant": 1}
        if rule.endpoint in OF_ENGINE:
            return OF_ENGINE[rule.endpoint](self.app.test_client().get("/engine.json?lang=it").get_json())
        values |= self._keys(rule, visitor)
        with self.app.test_request_context():
            if rule.endpoint == "engine.card_file":
                return phone_engine.address_of_card("wizard", phone_engine.engine().cards)
            return self.app.url_for(rule.endpoint, **values)  # type: ignore[arg-type]  # checked by the routes themselves

    def _keys(self, rule: Rule, visitor: str) -> dict[str, object]:
        """Returns the secret parts of the address: codes of public pages, numbers of files, one-time links."""
        page = "tournament" if rule.endpoint.startswith("tournament") else OF_CODE.get(rule.endpoint, "sheet")
        secret = "reset" if rule.endpoint in RESETTING else f"invitation of {visitor}"
        keys: dict[str, object] = {
            "code": self.tokens[page],
            "job": self.tokens["file of the table" if "token" in rule.arguments else "file of the club"],
            "secret": self.tokens[secret],
        }
        if rule.endpoint in ("night_photographs.read", "night_photographs.enter"):
            keys["job"] = self.tokens["sheets"]
        own = {name: key for name, key in keys.items() if name in rule.arguments}
        return own | ({"name": self.tokens["upload"]} if rule.endpoint in UPLOADED else {})


# The SQLite file of a world and its tokens, by the word for a table in the language, and the match: created once,
# copied for each test.
KEPT: dict[tuple[str, str], tuple[bytes, dict[str, str]]] = {}


def _empty(app: Flask) -> None:
    """Deletes every row: other tests may have used the database."""
    with app.app_context():
        for table in reversed(Base.metadata.sorted_tables):
            db.session.execute(table.delete())
        db.session.commit()


def a_world(app: Flask, head: dict[str, Any] = TRESETTE, hands: Sequence[dict[str, Any]] = ONE_HAND) -> World:
    """Returns a club with members and a table of two matches; another club; another table.

    Every match begins with the document `head`; `hands` are recorded in each.
    """
    with app.app_context():
        engine, kind = db.engine, (i18n.gettext("Table {number}"), repr((head, hands)))
    if engine.dialect.name != "sqlite":
        return World(app, filled(app, head, hands))
    file = Path(str(engine.url.database))
    engine.dispose()  # closing its last connection, SQLite merges the WAL into the file
    if kind in KEPT:
        file.write_bytes(KEPT[kind][0])
    else:
        _empty(app)
        tokens = filled(app, head, hands)
        engine.dispose()
        KEPT[kind] = (file.read_bytes(), tokens)
    return World(app, dict(KEPT[kind][1]))
