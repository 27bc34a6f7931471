"""Every form that makes something, sent twice at once: one thing is made, and both get the same answer."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper import mail
from scorekeeper.clubs import accounts
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Base, SentForm, db
from scorekeeper.web import once
from scorekeeper.web.tournament_pages.settings_form import usual
from tests.conftest import MakeApp
from tests.support.visitors import PASSWORD, SENT, World, a_world
from tests.web.test_access import POSTS, ROUTES

pytestmark = pytest.mark.filterwarnings("ignore:DELETE statement")  # two delete the same thing

MATCH = {"game": "truco", "shape": "2x2", "shown_shape": "2x2", "start": "1", "key": "one"}
PAIR = {"player-0": "Ada", "player-1": "Eva"}
RULING = {"entrant": "3", "round": "1", "vp": "-1", "reason": "late", "seen": "1"}
# By endpoint: the table that gets a row (empty if a document changes), and fields beside those of SENT.
MAKES: dict[str, tuple[str, dict[str, str]]] = {
    "start.open_table": ("match", MATCH),
    "start.start_next": ("match", MATCH),
    "hands.record": ("hand", {}),
    "hands.rematch": ("match", {"key": "one"}),
    "sync.take_in": (
        "match",
        {"head": '{"format": "scorekeeper/1", "game": "truco", "sides": [{"name": "A"}, {"name": "B"}]}'},
    ),
    "sittings.make_link": ("link", {}),
    "sign_in.create_club": ("", {}),  # one visitor only makes the first club
    "sign_in.join": ("account", {"login": "nora", "name": "Nora"}),
    "sign_in.send_reset": ("", {}),
    "nights.plan": ("night", {}),
    "nights.add_table": ("night_table", {}),
    "night_photographs.enter": ("", {}),
    "series.make": ("series", {}),
    "people.invite": ("pass", {}),
    "people.reset": ("pass", {}),
    "players.add": ("player", {}),
    "players.change": ("player", {}),  # the entry with the former name
    "roster_lists.read": ("", {"players": "Zoe, 8", "do": "take"}),
    "club.open_table": ("sitting", {}),
    "club.add_game": ("club_game", {}),
    "club_cards.keep": ("club_game", {}),
    "webhooks.add": ("webhook", {}),
    "webhooks.renew": ("", {}),
    "webhooks.test": ("webhook_delivery", {}),
    "tokens.make": ("club_token", {}),
    "account.add_passkey": ("", {}),
    "account.renew_codes": ("", {}),
    "tournaments.make": ("tournament", {**usual(), "name": "Cup", "day": "2026-11-27"}),
    "tournament_entries.enter": ("", {}),
    "tournament_entries.enter_lines": ("", {}),
    "tournament_entries.enter_from_roster": ("", {}),
    "tournament_door.enter": ("", PAIR),
    "tournament_pairing.publish": ("", {}),
    "tournament_results.rule": ("", RULING),
    "tournament_registrations.accept_all": ("", {}),
    "tournament_registrations.pair": ("", {}),
    "registering.enter": ("registration", {"key": "home", "contact": "ada@example.org"}),
}
# All other forms change, end, delete or ask for what is there, or send a file once for its content.
CHANGES = """
    account.change_passkey account.end account.end_others account.log_in_with_passkey account.new_passkey_challenge
    account.passkey_challenge account.set_second_step api_entering.add_entries api_entering.enter
    api_entering.enter_at_night api_entering.seat approvals.approve approvals.approve_all approvals.reopen
    approvals.set_approving approvals.undo calendars.switch cards.make cards.take claims.judge
    club.remove_game club_settings.change club_settings.save_logo confirming.confirm demonstration.log_in
    hands.bid hands.call hands.contest hands.correct hands.finish hands.note hands.preview hands.redo hands.strike
    hands.undo import_export.import_file import_export.preview night_papers.save_settlement night_photographs.send
    nights.change nights.close nights.delete nights.identify nights.publish own_page.link past_match.judge
    people.arbiter people.change people.change_password people.end people.set_address players.delete players.erase
    players.merge players.merge_guests players.part preferences.forget preferences.save registering.withdraw
    roster_lists.take_back series.change series.delete series.publish sharing.receive sign_in.check_passkey
    sign_in.check_password sign_in.choose_password sign_in.log_out sittings.describe sittings.end_link
    sittings.end_papers spreadsheets.switch stakes.save start.share sync.arrived sync.declined table.clock table.confirm
    table.confirming table.names table.seat table.side tokens.revoke tournament_cash.change
    tournament_cash.change_categories tournament_cash.set_entry_fee tournament_door.change_hall tournament_door.tick
    tournament_door.tick_all tournament_embedding.switch tournament_entries.bring_back tournament_entries.change
    tournament_entries.identify tournament_entries.remove tournament_entries.reorder
    tournament_entries.send_absent_away tournament_entries.substitute
    tournament_entries.undo_substitute tournament_entries.withdraw tournament_following.hold
    tournament_following.switch tournament_forbidden.change tournament_pairing.change tournament_pairing.take_back
    tournament_photographs.send tournament_registrations.accept tournament_registrations.change
    tournament_registrations.change_link tournament_registrations.decline tournament_registrations.decline_recent
    tournament_results.enter tournament_results.unrule tournament_scanner.read tournament_tables.call_arbiter
    tournament_tables.call_time tournament_tables.change_clock tournament_tables.come tournament_tables.end_all
    tournament_typed.enter tournaments.change tournaments.close tournaments.delete webhooks.delete webhooks.switch
""".split()  # noqa: SIM905 (shorter)
LOGS = {"change", "club_act", "tournament_change", "sent_form", "recovery_code"}


@pytest.fixture
def app(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application that does not count requests."""
    app = make_app(RATELIMIT_ENABLED=False)
    monkeypatch.setitem(app.config, "SMTP_HOST", "127.0.0.1")
    monkeypatch.setattr(mail, "submit", lambda _task: None)
    return app


def rows(app: Flask) -> Counter[str]:
    """Returns the number of rows by table, without the logs."""
    tables = [table for table in Base.metadata.sorted_tables if table.name not in LOGS]
    with app.app_context():
        return Counter({table.name: db.session.scalar(select(func.count()).select_from(table)) for table in tables})


def sent_twice(world: World, endpoint: str) -> set[tuple[int, str | None, bytes]]:
    """Sends the route's form twice at once from one browser; returns the different answers."""
    rule, begin = ROUTES[f"POST {endpoint}"], Barrier(2)
    visitor = "scorer" if "token" in rule.arguments else "nobody" if endpoint == "sign_in.join" else "owner"
    form = {**SENT.get(endpoint, {}), **MAKES.get(endpoint, ("", {}))[1], "once": "random"}
    address = world.address(rule, visitor)

    def send(_turn: int) -> tuple[int, str | None, bytes]:
        browser = world.browser(visitor)
        with browser.session_transaction() as visit:
            visit["device"] = "this browser"  # as the page of the form sets it
        begin.wait()
        with browser.post(address, data=form) as answer:
            made = answer.status_code == 201
            return answer.status_code, answer.headers.get("Location"), answer.get_data() if made else b""

    with ThreadPoolExecutor(2) as both:
        return set(both.map(send, range(2)))


def test_every_form_makes_something_or_only_changes_something() -> None:
    """A new route that makes something has `once` of `web/once.py` and a line in the table."""
    assert sorted(["POST " + name for name in (*MAKES, *CHANGES)]) == sorted(POSTS)


@pytest.mark.parametrize("endpoint", MAKES)
def test_a_form_sent_twice_at_once_makes_one_thing(app: Flask, endpoint: str) -> None:
    world = a_world(app)
    before, answers = rows(app), sent_twice(world, endpoint)
    gained, (table, _fields) = rows(app) - before, MAKES[endpoint]
    assert [status < 500 for status, _address, _body in answers] == [True]
    assert gained[table] == 1 if table else not gained


@pytest.mark.night
@pytest.mark.parametrize("endpoint", CHANGES)
def test_no_form_sent_twice_at_once_fails(app: Flask, endpoint: str) -> None:
    assert all(status < 500 for status, _address, _body in sent_twice(a_world(app), endpoint))


def test_two_who_choose_one_log_in_name_at_the_same_moment(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        monkeypatch.setattr(accounts, "find_account", lambda _login: None)  # neither sees the other
        accounts.create_account("nina", "Nina", PASSWORD)
        with pytest.raises(Refusal, match="taken"):
            accounts.create_account("Nina", "Another", PASSWORD)


def test_a_used_invitation_leads_its_account_to_the_club_and_nobody_else(app: Flask) -> None:
    world = a_world(app)
    address, browser, form = world.address(ROUTES["POST sign_in.join"], "nobody"), app.test_client(), {"once": "x"}
    for tapped in (app.test_client(), browser):  # the answer to the first tap is lost, with its cookie
        assert tapped.post(address, data=SENT["sign_in.join"] | form).status_code == 303
    assert browser.get("/c/bocce-e-carte").status_code == 200
    assert browser.get(address).location == browser.post(address).location == "/c/bocce-e-carte"
    assert {app.test_client().get(address).status_code, world.browser("other owner").get(address).status_code} == {410}


def test_answers_are_sealed_and_forgotten(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    world = a_world(app)
    browser, address = world.browser("owner"), world.address(ROUTES["POST people.invite"], "owner")
    first = browser.post(address, data={"role": "member", "once": "x"}).text
    assert browser.post(address, data={"role": "member", "once": "x"}).text == first
    assert browser.post(address, data={"role": "scorer", "once": "x"}).text != first  # another form
    with app.app_context():
        assert not any(b"/join/" in sealed for sealed in db.session.scalars(select(SentForm.sealed)))
        monkeypatch.setattr(once, "KEPT", timedelta(0))
        once.forget_old()
        assert not db.session.scalars(select(SentForm)).all()
