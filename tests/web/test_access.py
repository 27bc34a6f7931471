"""A table of every route for every kind of visitor. A new route needs a line in it."""

import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from sqlalchemy import text
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper import mail
from scorekeeper.app import create_app
from scorekeeper.store.models import Link, db
from scorekeeper.web import links
from tests.conftest import MakeApp
from tests.support.at_home import offered
from tests.support.filled_database import VISITORS
from tests.support.fuzzing import in_turn
from tests.support.visitors import JSON_SENT, SENT, World, a_world

pytestmark = pytest.mark.shares

# The response to each visitor, in the order of VISITORS: . allowed, W only with a link that scores (403), R not with
# this role (403), - not found (404), L to the log-in page.
OPEN = "........"
NOWHERE = "--------"  # only in a demonstration
SEE, WRITE, TABLE = "-..-----", "-W.-----", "-...----"  # TABLE: the sitting's page; other visitors have another sitting
CHANGE_TABLE = "-W..----"
MEMBER, SCORER, OWNER = "LLLL...-", "LLLLR..-", "LLLLRR.-"
ACCOUNT = "LLLL...."
# With a token of a club, which no browser has, and as JSON (tests/clubs/test_tokens.py).
BY_TOKEN, NO_FORM = "TTTTTTTT", "JJJJJJJJ"

TABLE_OF_ACCESS = {
    "GET home.index": OPEN,
    "GET home.games": OPEN,
    "GET home.history": OPEN,  # each browser sees its own
    "GET past_records.show": OPEN,
    "GET past_records.drawn": OPEN,
    "GET home.export_history": OPEN,
    "GET home.history_csv": OPEN,
    "GET start.first": OPEN,
    "POST start.share": OPEN,
    "POST start.open_table": OPEN,
    "GET start.following": CHANGE_TABLE,
    "POST start.start_next": CHANGE_TABLE,
    "GET start.names": CHANGE_TABLE,
    "GET sittings.show": TABLE,
    "POST sittings.describe": CHANGE_TABLE,
    "POST sittings.make_link": CHANGE_TABLE,
    "POST sittings.end_link": WRITE,
    "GET sittings.qr": SEE,
    "POST sittings.end_papers": CHANGE_TABLE,
    "GET sittings.as_json": TABLE,
    "GET stakes.show": TABLE,
    "POST stakes.save": CHANGE_TABLE,
    "GET stakes.sheet": "-..-----",  # the other table has no stakes
    "GET sittings.share": TABLE,
    "GET board.sitting_state": TABLE,
    "GET board.match_state": SEE,
    "GET board.board": SEE,
    "GET matches.show": SEE,
    "GET matches.former": SEE,
    "GET results.show": SEE,
    "GET results.drawn": SEE,
    "GET results.hands_csv": SEE,
    "GET matches.older": SEE,
    "POST hands.record": WRITE,
    "GET hands.correction": WRITE,
    "POST hands.correct": WRITE,
    "POST hands.preview": WRITE,
    "POST hands.strike": WRITE,
    "POST hands.contest": WRITE,
    "POST hands.note": WRITE,
    "POST hands.undo": WRITE,
    "POST hands.redo": WRITE,
    "POST hands.finish": WRITE,
    "POST hands.bid": WRITE,
    "POST hands.call": WRITE,
    "POST hands.rematch": WRITE,
    "GET table.show": WRITE,
    "POST table.seat": WRITE,
    "POST table.names": WRITE,
    "POST table.clock": WRITE,
    "POST table.confirming": WRITE,
    "POST table.side": WRITE,
    "POST table.confirm": WRITE,
    "GET match_rules.show": SEE,
    "GET claims.index": SEE,
    "GET claims.show": SEE,
    "POST claims.judge": NO_FORM,
    "GET claims.sheet": SEE,
    "GET claims.recorded": SEE,
    "GET sheets.match": SEE,
    "GET sheets.print_match": SEE,
    "GET sheets.progress": SEE,
    "GET sheets.file": SEE,
    "GET sheets.choose": OPEN,
    "GET proof.show": OPEN,  # for everybody with the sheet
    "GET sheets.blank": OPEN,
    "GET arguments.index": OPEN,
    "GET arguments.of_game": OPEN,
    "GET arguments.show": OPEN,
    "GET past_match.ask": OPEN,
    "POST past_match.judge": OPEN,
    "GET cards.index": OPEN,
    "GET cards.new": OPEN,
    "POST cards.make": OPEN,
    "GET cards.show": OPEN,
    "POST cards.take": OPEN,
    "GET cards.code": OPEN,
    "GET cards.file": OPEN,
    "POST club_cards.keep": SCORER,
    "GET rules.index": OPEN,
    "GET rules.game": OPEN,
    "GET rules.card": OPEN,
    "GET help.contents": OPEN,
    "GET help.page": OPEN,
    "GET engine.manifest": OPEN,
    "GET engine.service_worker": OPEN,
    "GET engine.shell": OPEN,
    "GET engine.about": OPEN,
    "GET engine.file": OPEN,
    "GET engine.card_file": OPEN,
    "GET engine.game_file": OPEN,
    "GET engine.messages": OPEN,
    "GET engine.language": OPEN,
    "GET static": OPEN,
    "GET sync.token": OPEN,
    "GET sharing.show": OPEN,
    "POST sharing.receive": OPEN,  # reads and writes nothing
    "GET preferences.show": OPEN,
    "POST preferences.save": OPEN,
    "POST sync.take_in": OPEN,
    "GET sync.kept": SEE,
    "POST sync.declined": WRITE,
    "POST sync.arrived": SEE,  # a query: nothing is written
    "GET health.healthz": OPEN,
    "GET about.privacy": OPEN,
    "GET about.accessibility": OPEN,
    "GET about.licences": OPEN,
    "GET about.security_txt": OPEN,  # if a contact is configured
    "GET discovery.robots": OPEN,
    "GET discovery.sitemap": OPEN,  # if search engines may list pages
    "GET discovery.asset_links": OPEN,  # if an app is configured
    "GET trust.show": OPEN,  # if https is offered in a local network
    "GET trust.certificate": OPEN,
    "GET trust.profile": OPEN,
    "GET preferences.ask_forget": OPEN,
    "POST preferences.forget": OPEN,
    "GET openapi.show": OPEN,
    "GET documents.games": OPEN,
    "GET documents.schema": OPEN,
    "GET sign_in.enter": OPEN,
    "GET sign_in.set_up": OPEN,
    "POST sign_in.create_club": OPEN,
    "GET sign_in.log_in": OPEN,
    "POST sign_in.check_password": OPEN,
    "POST sign_in.log_out": OPEN,
    "POST demonstration.log_in": NOWHERE,
    "GET sign_in.invitation": OPEN,  # with the secret
    "POST sign_in.join": OPEN,  # with the secret
    "GET sign_in.reset_form": OPEN,  # with the secret
    "POST sign_in.choose_password": OPEN,  # with the secret
    "GET sign_in.ask_reset": OPEN,
    "POST sign_in.send_reset": OPEN,
    "POST people.set_address": MEMBER,
    "GET club.show": MEMBER,
    "GET club.logo_image": MEMBER,
    "POST club_settings.save_logo": OWNER,
    "GET club_settings.show": OWNER,
    "GET own_page.show": MEMBER,
    "POST own_page.link": OWNER,
    "POST club_settings.change": OWNER,
    "POST spreadsheets.switch": OWNER,
    "GET spreadsheets.standings_csv": OPEN,  # with its secret address
    "GET webhooks.show": OWNER,
    "POST webhooks.add": OWNER,
    "POST webhooks.renew": OWNER,
    "POST webhooks.switch": OWNER,
    "POST webhooks.test": OWNER,
    "POST webhooks.delete": OWNER,
    "GET tokens.show": OWNER,
    "POST tokens.make": OWNER,
    "POST tokens.revoke": OWNER,
    **dict.fromkeys(
        (
            "GET api.club",
            "GET api.players",
            "GET api.all_nights",
            "GET api.night",
            "GET api.all_tournaments",
            "GET api.tournament",
            "GET api.all_standings",
            "GET api.all_championships",
            "GET api.championship",
        ),
        BY_TOKEN,
    ),
    **{f"POST api_entering.{act}": NO_FORM for act in ("enter", "add_entries", "enter_at_night", "seat")},
    "POST club.open_table": SCORER,
    "POST club.add_game": SCORER,
    "POST club.remove_game": SCORER,
    "GET standings.show": MEMBER,
    "GET records.show": MEMBER,
    "GET records.drawn": MEMBER,
    "GET standings.player": MEMBER,
    "GET standings.pair": MEMBER,
    "GET standings.matches": MEMBER,
    "GET players.index": MEMBER,
    "POST players.add": SCORER,
    "GET roster_lists.show": SCORER,
    "POST roster_lists.read": SCORER,
    "POST roster_lists.take_back": SCORER,
    "POST players.delete": SCORER,
    "GET players.roster_csv": SCORER,
    "GET players.edit": SCORER,
    "POST players.change": SCORER,
    "POST players.merge": OWNER,
    "POST players.merge_guests": OWNER,
    "POST players.part": OWNER,
    "GET players.ask_erasing": OWNER,
    "POST players.erase": OWNER,
    "GET nights.index": MEMBER,
    "POST nights.plan": SCORER,
    "GET nights.show": MEMBER,
    "POST nights.add_table": SCORER,
    "GET nights.board": MEMBER,
    "GET nights.public": OPEN,  # with the public address
    "GET series.index": MEMBER,
    "GET series.show": MEMBER,
    "GET season_papers.series_pdf": MEMBER,
    "GET season_papers.series_csv": MEMBER,
    "GET tournament_entries.show": MEMBER,
    "GET tournaments.export_document": MEMBER,
    "GET tournaments.export_matches": MEMBER,
    "GET tournament_results.show": MEMBER,
    "GET tournament_standings.show": MEMBER,
    "GET tournaments.index": MEMBER,
    "GET tournaments.winners": MEMBER,
    "GET tournaments.show": MEMBER,
    "GET series.edit": SCORER,
    "GET tournaments.edit": SCORER,
    "GET tournament_door.show": SCORER,
    "GET tournament_entries.edit": SCORER,
    "GET tournament_door.hall_page": SCORER,
    "GET tournaments.log_page": SCORER,
    "GET tournament_pairing.ask_back": SCORER,
    "GET tournament_pairing.show": SCORER,
    "GET tournament_pairing.show_again": SCORER,
    "GET tournament_papers.choose": SCORER,
    "GET tournament_papers.sheet": SCORER,
    "GET tournament_papers.table": MEMBER,
    "GET tournament_results.ask": SCORER,
    "GET tournament_typed.ask": SCORER,
    "GET tournament_photographs.ask": SCORER,
    "GET tournament_scanner.show": SCORER,
    "GET tournament_results.rulings": SCORER,
    "GET tournaments.new": SCORER,
    "POST series.make": SCORER,
    "POST series.change": SCORER,
    "POST series.publish": SCORER,
    "POST tournaments.change": SCORER,
    "POST tournaments.close": SCORER,
    "POST tournament_door.tick": SCORER,
    "POST tournament_entries.bring_back": SCORER,
    "POST tournament_entries.change": SCORER,
    "POST tournament_entries.identify": SCORER,
    "POST tournament_entries.remove": SCORER,
    "POST tournament_entries.reorder": SCORER,
    "POST tournament_entries.substitute": SCORER,
    "POST tournament_entries.undo_substitute": SCORER,
    "POST tournament_entries.withdraw": SCORER,
    "POST tournament_cash.set_entry_fee": SCORER,
    "POST tournament_entries.enter": SCORER,
    "POST tournament_entries.enter_from_roster": SCORER,
    "POST tournament_entries.enter_lines": SCORER,
    "POST tournament_entries.send_absent_away": SCORER,
    "POST tournament_door.change_hall": SCORER,
    "GET tournament_cash.show": SCORER,
    "POST tournament_cash.change": SCORER,
    "POST tournament_cash.change_categories": SCORER,
    "GET tournament_forbidden.show": SCORER,
    "GET tournament_entries.entry_table": SCORER,
    "POST tournament_following.hold": SCORER,
    "POST tournament_embedding.switch": SCORER,
    "GET tournament_embedding.ranking": OPEN,  # with the public address, once it is allowed
    "GET tournament_what_if.show": SCORER,
    "POST tournament_forbidden.change": SCORER,
    "POST tournament_door.tick_all": SCORER,
    "POST tournament_door.enter": SCORER,
    "POST tournament_pairing.change": SCORER,
    "POST tournament_pairing.publish": SCORER,
    "POST tournament_pairing.take_back": SCORER,
    "POST tournament_results.enter": SCORER,
    "POST tournament_typed.enter": SCORER,
    "POST tournament_photographs.send": SCORER,
    "POST tournament_scanner.read": SCORER,
    "POST tournament_results.rule": SCORER,
    "POST tournament_results.unrule": SCORER,
    "POST tournament_tables.call_time": SCORER,
    "POST tournament_tables.come": SCORER,
    "POST tournament_tables.end_all": SCORER,
    "POST tournaments.make": SCORER,
    "GET tournament_registrations.show": SCORER,
    "GET tournament_registrations.code": SCORER,
    "POST tournament_registrations.change": SCORER,
    "POST tournament_registrations.accept": SCORER,
    "POST tournament_registrations.accept_all": SCORER,
    "POST tournament_registrations.decline": SCORER,
    "POST tournament_registrations.decline_recent": SCORER,
    "POST tournament_registrations.pair": SCORER,
    "POST tournament_registrations.change_link": SCORER,
    "GET registering.show": OPEN,  # with the public address, while the form is on
    "POST registering.enter": OPEN,
    "GET registering.mine": OPEN,  # with the entry's private address
    "POST registering.withdraw": OPEN,
    "GET tournament_chat_texts.show": SCORER,
    "POST calendars.switch": SCORER,
    "GET calendars.of_club": OPEN,  # with its secret address
    "GET calendars.of_players_page": OPEN,
    "GET calendars.of_form": OPEN,
    "GET calendars.of_entry": OPEN,
    "GET tournaments.confirm_delete": OWNER,
    "POST tournaments.delete": OWNER,
    "POST series.delete": OWNER,
    "GET series.public": OPEN,
    "GET tournament_tables.play": TABLE,
    "POST tournament_tables.call_arbiter": "-W.-----",  # the other table is in no tournament
    "GET tournament_wall.show": MEMBER,
    "GET tournament_wall.code": MEMBER,
    "POST tournament_tables.change_clock": SCORER,
    "POST tournament_following.switch": SCORER,
    "GET tournament_following.show": OPEN,  # with the public address, while the page is on
    "GET tournament_following.remember": OPEN,
    "GET tournament_following.tables": OPEN,
    "GET tournament_following.ranking": OPEN,
    "GET nights.edit": SCORER,
    "POST nights.change": SCORER,
    "POST nights.close": SCORER,
    "POST nights.identify": SCORER,
    "POST nights.publish": SCORER,
    "GET nights.ask_delete": OWNER,
    "POST nights.delete": OWNER,
    "GET nights.cards": SCORER,
    "GET night_papers.sheets": MEMBER,
    "GET night_papers.ranking_csv": MEMBER,
    "GET night_papers.choose": SCORER,
    "GET night_papers.blanks": SCORER,
    "GET night_photographs.ask": SCORER,
    "POST night_photographs.send": SCORER,
    "GET night_photographs.read": SCORER,
    "POST night_photographs.enter": SCORER,
    "GET season_papers.standings_pdf": MEMBER,
    "GET season_papers.certificate": MEMBER,
    "GET print_jobs.show": MEMBER,
    "GET print_jobs.file": MEMBER,
    "GET import_export.show": MEMBER,
    "GET import_export.matches_jsonl": MEMBER,
    "GET import_export.results_csv": MEMBER,
    "GET import_export.standings_csv": MEMBER,
    "POST import_export.preview": OWNER,
    "GET import_export.previewed": OWNER,  # the owner who sent it
    "POST import_export.import_file": OWNER,
    "GET people.show": OWNER,
    "POST people.invite": OWNER,
    "POST people.reset": OWNER,
    "POST people.change": OWNER,
    "POST people.end": OWNER,
    "POST people.arbiter": OWNER,
    "GET approvals.index": OWNER,  # and for scorers who are arbiters
    "POST approvals.set_approving": OWNER,
    "GET approvals.show": OWNER,
    "POST approvals.approve": OWNER,
    "POST approvals.approve_all": OWNER,
    "POST approvals.reopen": OWNER,
    "POST approvals.undo": OWNER,
    "GET night_papers.settlement": MEMBER,
    "POST night_papers.save_settlement": SCORER,
    "GET night_papers.settlement_pdf": MEMBER,
    "GET log_search.show": SCORER,
    "GET log_search.csv": SCORER,
    "GET sign_in.ask_passkey": OPEN,  # without a password: to the log-in page
    "POST sign_in.check_passkey": OPEN,
    "GET confirming.ask": ACCOUNT,
    "POST confirming.confirm": ACCOUNT,
    "GET account.show": ACCOUNT,
    "POST account.end": "LLLL-.--",  # only one's own sessions
    "POST account.end_others": ACCOUNT,
    "POST account.passkey_challenge": OPEN,
    "POST account.log_in_with_passkey": OPEN,
    "POST account.new_passkey_challenge": ACCOUNT,
    "POST account.add_passkey": ACCOUNT,
    "POST account.change_passkey": "LLLL--.-",  # who has a passkey
    "POST account.renew_codes": "LLLL--.-",
    "POST account.set_second_step": ACCOUNT,
    "GET log_search.security_log": OWNER,
    "GET people.own_password": MEMBER,
    "POST people.change_password": MEMBER,
}
EXPORTS = {  # written into the club's log
    "GET players.roster_csv", "GET import_export.matches_jsonl", "GET import_export.results_csv",
    "GET import_export.standings_csv", "GET log_search.csv", "GET tournaments.export_document",
    "GET tournament_entries.entry_table", "GET tournaments.export_matches",
}  # fmt: skip
REFUSED = {"W": 403, "R": 403, "-": 404, "T": 401, "J": 415}
DONE = {200, 201, 303, 302, 304, 409, 422}  # 409, 422: allowed, but a conflict or invalid


def routes() -> dict[str, Rule]:
    """Returns every route of the application by method and endpoint."""
    with TemporaryDirectory() as instance:
        app = create_app({"TESTING": True, "SECRET_KEY": "x", "DATABASE_URL": "sqlite://", "INSTANCE_PATH": instance})
    rules = app.url_map.iter_rules()
    return {f"{method} {rule.endpoint}": rule for rule in rules for method in (rule.methods or set()) & {"GET", "POST"}}


ROUTES = routes()
WITH_A_TOKEN = [name for name, rule in ROUTES.items() if "token" in rule.arguments]
POSTS = [name for name in ROUTES if name.startswith("POST")]


@pytest.fixture
def world(app: Flask, monkeypatch: pytest.MonkeyPatch) -> World:
    """Returns the filled database, and a browser for every kind of visitor; mail and the operator are configured."""
    monkeypatch.setitem(app.config, "SMTP_HOST", "127.0.0.1")
    monkeypatch.setitem(app.config, "OPERATOR_EMAIL", "cards@example.org")
    monkeypatch.setitem(app.config, "SEARCHABLE", True)
    monkeypatch.setitem(app.config, "ANDROID_APP", ("org.example.cards", ["1F"]))
    monkeypatch.setitem(app.config, "AT_HOME", (offered("192.168.1.20", "localhost"),))
    monkeypatch.setattr(mail, "submit", lambda _task: None)
    return a_world(app)


def call(world: World, name: str, visitor: str) -> TestResponse:
    """Requests the route as the visitor; returns the complete response."""
    rule = ROUTES[name]
    method = name.split()[0]
    data = SENT.get(rule.endpoint, {}) if method == "POST" else None
    answer = world.browser(visitor).open(world.address(rule, visitor), method=method, data=data)
    answer.get_data()
    answer.close()
    return answer


@contextmanager
def contents_of(app: Flask) -> Iterator[Callable[[], bool]]:
    """Yields a function that returns True while the database contains what it does now."""
    file = Path(app.instance_path) / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file)) as connection, closing(sqlite3.connect(":memory:")) as before:
        connection.backup(before)
        committed = _commits(connection)
        yield lambda: _commits(connection) == committed or list(connection.iterdump()) == list(before.iterdump())


def _commits(connection: sqlite3.Connection) -> int:
    """Returns a number that changes with each commit of another connection."""
    number: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return number


def test_every_route_is_in_the_table_and_no_other() -> None:
    assert set(TABLE_OF_ACCESS) == set(ROUTES)


def test_every_route_leads_somebody_to_something_that_is_there() -> None:
    """Otherwise a route could return 404 to all visitors because the test created nothing."""
    nobodys = [name for name, row in TABLE_OF_ACCESS.items() if "." not in row and row not in (BY_TOKEN, NO_FORM)]
    assert nobodys == ["POST demonstration.log_in"]


@pytest.mark.parametrize("turn, name", list(enumerate(TABLE_OF_ACCESS)))
def test_everybody_gets_what_the_table_says(world: World, turn: int, name: str) -> None:
    """Each response also has the headers that restrict the browser. Reading changes nothing."""
    expected = dict(zip(VISITORS, TABLE_OF_ACCESS[name], strict=True))
    with contents_of(world.app) as unchanged:
        for visitor in asking(expected, turn):
            answer = call(world, name, visitor)
            check_headers(answer)
            if name.startswith("GET"):
                check_links(answer.data)
            if visitor == "watcher":
                assert world.tokens["scorer"].encode() not in answer.data  # nobody who watches sees the way to score
            if expected[visitor] == ".":
                assert answer.status_code in DONE, (visitor, answer.status_code)
                assert name.startswith("POST") or name in EXPORTS or unchanged(), visitor
                continue
            if expected[visitor] == "L":
                assert (answer.status_code, answer.location.split("?")[0]) == (303, "/login"), visitor
            else:
                assert answer.status_code == REFUSED[expected[visitor]], (visitor, answer.status_code)
            assert unchanged(), f"{visitor} changed something"


def asking(expected: dict[str, str], turn: int) -> list[str]:
    """Returns the visitors who ask for a route, those who are allowed last.

    By day these are the one with the fewest rights and another in turn, and one of those who have to log in.
    """
    by_answer = {each: [visitor for visitor in VISITORS if expected[visitor] == each] for each in "WR-LTJ."}
    to_log_in, allowed = by_answer.pop("L"), by_answer.pop(".")
    chosen = [*chain(*by_answer.values()), *(in_turn(to_log_in, turn) if to_log_in else ()), *allowed[:1]]
    return chosen + (in_turn(allowed[1:], turn) if allowed[1:] else [])


def check_headers(answer: TestResponse) -> None:
    """Checks the headers that every response has."""
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def check_links(page: bytes) -> None:
    """Checks that a page leads to no other site.

    Nothing is loaded from elsewhere either: the policy forbids it, and a referrer would contain the address.
    """
    assert b'href="http' not in re.sub(rb'href="https?://localhost', b"", page)


@pytest.mark.parametrize("name", [name for name in TABLE_OF_ACCESS if "sittings." in name or "share." in name])
def test_nobody_sees_another_table_by_the_own_link(world: World, name: str) -> None:
    assert "Ours" not in call(world, name, "other scorer").text


def test_a_link_ends_at_once_for_every_route(world: World) -> None:
    client = world.browser("scorer")
    state = client.get(world.address(ROUTES["GET board.match_state"], "scorer"))
    with world.app.app_context():
        for token in {world.token(ROUTES[name], "scorer") for name in WITH_A_TOKEN}:
            links.revoke(db.session.get_one(Link, int(token.partition("-")[0])))
        db.session.commit()
    known = {"If-None-Match": state.headers["ETag"]}

    def status(name: str) -> int:
        address, endpoint = world.address(ROUTES[name], "scorer"), ROUTES[name].endpoint
        sent = {"json": JSON_SENT[endpoint]} if endpoint in JSON_SENT else {"data": SENT.get(endpoint)}
        return client.open(address, method=name.split()[0], **sent, headers=known).status_code

    assert [name for name in WITH_A_TOKEN if status(name) != 404] == []
    assert "Ours" not in client.get("/").text


def test_nothing_is_written_for_a_form_without_its_token(make_app: MakeApp) -> None:
    world = a_world(make_app(WTF_CSRF_ENABLED=True))
    with contents_of(world.app) as unchanged:
        for name in POSTS:
            visitor = "owner" if "club" in ROUTES[name].arguments else "scorer"
            by_program = TABLE_OF_ACCESS[name] == NO_FORM
            expected = 303 if name == "POST sharing.receive" else 415 if by_program else 400  # the first reads nothing
            assert call(world, name, visitor).status_code == expected, name
            assert unchanged(), name


def test_no_link_stands_in_a_log(make_app: MakeApp, caplog: pytest.LogCaptureFixture) -> None:
    world = a_world(make_app(TESTING=False))

    def fail() -> None:
        raise RuntimeError("a mistake of ours")

    world.app.before_request(fail)
    caplog.set_level(logging.DEBUG)
    for name in WITH_A_TOKEN:
        if ROUTES[name].endpoint not in JSON_SENT:
            assert call(world, name, "scorer").status_code == 500
    assert "a mistake of ours" in caplog.text
    assert world.tokens["scorer"].partition("-")[2] not in caplog.text


def test_a_failing_statement_is_logged_without_what_was_entered(world: World) -> None:
    with world.app.app_context(), pytest.raises(Exception, match="hide_parameters") as failed:
        db.session.execute(text("SELECT nothing FROM nowhere WHERE name = :name"), {"name": "Anna"})
    assert "Anna" not in str(failed.value)
