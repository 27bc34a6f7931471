"""Whatever is asked of a page or sent as a document: an answer in words within a second, never a failure of ours."""

import json
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.security import generate_password_hash

from scorekeeper.clubs import accounts
from tests.test_access import ROUTES
from tests.visitors import PASSWORD, SENT, World, a_world

SLOWEST = 1.0  # seconds of this thread's own work for an answer that is no PDF
PDF = {"sheets.match", "sheets.blank", "claims.sheet", "nights.cards", "nights.sheets"}

NASTY = (
    "", " ", "\0", "a\0b", "\x1b[31m", "\r\nSet-Cookie: x=1", "\u202eannA\u202c", "\u2066x", "\u200d", "👩‍👩‍👧‍👦" * 30,
    "अन्ना", "アンナ", "عَنَّا", "Z̸̡͙a̴lgo" * 40, "<script>alert(1)</script>", "{{ 7*7 }}", "{name}", "{0.__class__}", "%(x)s",
    "%s%n", "'; DROP TABLE hand; --", "=1+1", "../../passwd", "//evil.example", "٣", "²", "1e999", "-1", "NaN", "0x10",
    "9" * 30, "9" * 5000, "-" + "9" * 30, "2147483648", "4294967296", "9223372036854775808", "x" * 20_000, "[", "{}",
    "[" * 3000 + "]" * 3000, '{"a":' * 2000 + "1" + "}" * 2000, "null", "true", '"\\ud800"', "1.5", "\ufeff1",
)  # fmt: skip
TEXT = st.sampled_from(NASTY) | st.text(max_size=40)
NAMES = (
    "key", "seen", "way", "note", "hand", "may", "label", "name", "place", "token", "entry", "head", "hands", "kind",
    "rules", "file", "document", "preset", "totals", "game", "variant", "shape", "start", "shown_shape", "side",
    "points.0", "points.1", "points", "aces.0", "figures.1", "last_trick", "tricks.0", "winner", "stake",
    "sides.0.melds", "sides.1.pot", "honours.0.player", "honours.0.kind", "honours.999999.kind", "at", "back",
    "since", "lang", "paper", "before", "from", "to", "order", "page", "q", "login", "password", "next", "club",
    "role", "other", "old", "number", "active", "account", "day", "tables", "player.0.0", "players.0.1",
    "side_name.0", "first_dealer", "options.target", "check", "add", "drop", "theme", "strike_rest", "m",
    "a.b.c.d.e.f.g",
)  # fmt: skip
FIELDS = st.dictionaries(st.sampled_from(NAMES) | TEXT, TEXT, max_size=8)

# JSON of any shape, with the words that documents use.
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
WORDS = st.sampled_from(
    (
        "format", "game", "variant", "options", "sides", "players", "name", "seats",
        "first_dealer", "points", "number", "entry", "at",
    )
)  # fmt: skip
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | TEXT, inner, max_size=5), max_leaves=12
)
HEADS = st.fixed_dictionaries(
    {"format": st.just("scorekeeper/1"), "game": st.sampled_from(["tresette", "truco", "albastini", "buraco"])},
    optional={
        "variant": JSON,
        "options": JSON,
        "first_dealer": JSON,
        "hands": JSON,
        "sides": JSON
        | st.lists(st.fixed_dictionaries({"name": TEXT, "players": st.lists(TEXT, max_size=3)}), max_size=4),
    },
)
AS_JSON = {"sync.take_in": "head", "sync.declined": "entry", "sync.arrived": "hands", "over.judge": "document"}
GETS = [name for name in ROUTES if name.startswith("GET")]
QUICK = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.fixture
def world(app: Flask, monkeypatch: pytest.MonkeyPatch) -> World:
    """Everybody and everything; passwords cost nothing and may be tried as often as one likes."""
    monkeypatch.setattr(accounts, "generate_password_hash", lambda text: generate_password_hash(text, "pbkdf2:sha1:1"))
    monkeypatch.setitem(app.config, "RATELIMIT_ENABLED", False)
    return a_world(app)


def send(client: FlaskClient, address: str, method: str, fields: dict[str, Any], accept: str) -> None:
    """Send it, and want an answer in time that is not our failure (which would come here as an exception)."""
    began = time.thread_time()
    where = {"query_string": fields} if method == "GET" else {"data": fields}
    with client.open(address, method=method, headers={"Accept": accept}, **where) as answer:  # type: ignore[arg-type]  # by name
        assert answer.status_code < 500
        answer.get_data()
    if not address.endswith(".pdf"):
        assert time.thread_time() - began < SLOWEST


def visitor_of(name: str) -> str:
    """Who may do most there."""
    return "owner" if "club" in ROUTES[name].arguments else "scorer"


@pytest.mark.parametrize("name", [name for name in GETS if ROUTES[name].endpoint not in PDF])
def test_every_question_takes_anything(world: World, name: str) -> None:
    rule, client = ROUTES[name], world.browser(visitor_of(name))
    address, usual = world.address(rule, visitor_of(name)), SENT.get(rule.endpoint, {})
    client.get(address).get_data()  # the first question of a process also builds what it keeps, as the phone's engine

    @QUICK
    @given(fields=FIELDS, keep=st.booleans(), accept=st.sampled_from(["text/html", "application/json"]))
    def check(fields: dict[str, str], keep: bool, accept: str) -> None:
        send(client, address, name.split()[0], {**usual, **fields} if keep else fields, accept)

    check()


@pytest.mark.parametrize("digits", [10, 19, 5000])
def test_a_number_that_no_row_can_have_leads_nowhere(world: World, digits: int) -> None:
    token, number = world.tokens["scorer"], "9" * digits
    for path in (f"m/{number}", f"m/{number}/claims/", f"m/{number}/sheet.pdf", f"links/{number}/qr.svg"):
        assert world.browser("scorer").get(f"/s/{token}/{path}").status_code == 404


@pytest.mark.parametrize("name", [name for name, rule in ROUTES.items() if rule.endpoint in AS_JSON])
def test_every_document_takes_anything(world: World, name: str) -> None:
    rule, client = ROUTES[name], world.browser("scorer")
    address = world.address(rule, "scorer")

    @settings(QUICK, max_examples=15)
    @given(value=HEADS | JSON | st.lists(JSON, max_size=5))
    def check(value: object) -> None:
        field = AS_JSON[rule.endpoint]
        send(client, address, "POST", {**SENT.get(rule.endpoint, {}), field: json.dumps(value)}, "text/html")

    check()


@pytest.mark.parametrize("typed", NASTY)
def test_a_name_may_be_anything_or_is_refused_in_words(world: World, typed: str) -> None:
    head = {"format": "scorekeeper/1", "game": "truco", "sides": [{"name": typed, "players": [typed, "B"]}, {}]}
    head["sides"][1] = {"name": "Them", "players": ["C", "D"]}  # type: ignore[index]  # a list, as written above
    client = world.browser("nobody")
    answer = client.post("/sync/matches", data={"head": json.dumps(head)})
    assert answer.status_code in {200, 422}
    if answer.status_code == 200:
        told = answer.get_json()
        page = client.get(f"/s/{told['token']}/m/{told['number']}")
        assert page.status_code == 200
        assert "<script>alert" not in page.text


def test_more_than_a_megabyte_is_refused(world: World) -> None:
    for name in ("POST hands.record", "POST hands.note", "POST over.judge", "POST start.open_table"):
        address = world.address(ROUTES[name], "scorer")
        assert world.browser("scorer").post(address, data={"note": "x" * 1_100_000}).status_code == 413


def test_a_document_of_a_thousand_hands_is_judged_in_time(world: World) -> None:
    hands = [{"points": [70, 50]}] * 1_000
    document = {"format": "scorekeeper/1", "game": "albastini", "hands": hands}
    began = time.thread_time()
    assert world.browser("nobody").post("/over/", data={"document": json.dumps(document)}).status_code in {200, 422}
    assert time.thread_time() - began < SLOWEST


def test_an_overlong_password_costs_no_more_than_any(world: World) -> None:
    began = time.thread_time()
    world.browser("nobody").post("/login", data={"login": "olga", "password": PASSWORD * 50_000})
    assert time.thread_time() - began < SLOWEST
