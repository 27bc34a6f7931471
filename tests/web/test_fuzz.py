"""Any request or document gets a readable response within a second, never status 500."""

import json
import time
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.bounded_json import SMALL, is_sound
from tests.support.filled_database import SYSTEMS, VISITORS
from tests.support.fuzzing import tries
from tests.support.hostile_texts import FIELDS, HANG, NASTY, QUICK, TEXT
from tests.support.visitors import PASSWORD, SENT, World
from tests.web.test_access import ROUTES

pytestmark = [pytest.mark.fuzz, pytest.mark.shares]

PDF = {"sheets.match", "sheets.blank", "claims.sheet", "nights.cards", "night_papers.sheets", "night_papers.blanks"}

# JSON of any shape, with the keys of documents.
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
AS_JSON = {"sync.take_in": "head", "sync.declined": "entry", "sync.arrived": "hands", "past_match.judge": "document"}
GETS = [name for name in ROUTES if name.startswith("GET")]


BLUEPRINTS = sorted({ROUTES[name].endpoint.partition(".")[0] for name in GETS})


def send(client: FlaskClient, address: str, method: str, fields: dict[str, Any], accept: str) -> None:
    """Sends the request; fails if the response is late or a server error (which raises an exception here)."""
    began = time.thread_time()
    where = {"query_string": fields} if method == "GET" else {"data": fields}
    with client.open(address, method=method, headers={"Accept": accept}, **where) as answer:  # type: ignore[arg-type]  # by name
        assert answer.status_code < 500
        answer.get_data()
    if not address.endswith(".pdf"):
        assert time.thread_time() - began < HANG


@pytest.mark.parametrize("blueprint", BLUEPRINTS)
def test_every_question_takes_anything(world: World, blueprint: str) -> None:
    clients = {visitor: world.browser(visitor) for visitor in VISITORS}
    clients["nobody"].get("/engine.json")  # the first request of a process for it builds it
    for name in GETS:
        endpoint = ROUTES[name].endpoint
        if endpoint.partition(".")[0] == blueprint and endpoint not in PDF:
            _ask_anything(world, clients, name)


def _ask_anything(world: World, clients: dict[str, FlaskClient], name: str) -> None:
    rule, usual = ROUTES[name], SENT.get(ROUTES[name].endpoint, {})

    @QUICK
    @given(
        fields=FIELDS,
        keep=st.booleans(),
        accept=st.sampled_from(["text/html", "application/json"]),
        visitor=st.sampled_from(VISITORS),
        tournament=st.integers(1, 1 + len(SYSTEMS)),
    )
    def check(fields: dict[str, str], keep: bool, accept: str, visitor: str, tournament: int) -> None:
        address = world.address(rule, visitor, tournament).partition("?")[0]
        send(clients[visitor], address, "GET", {**usual, **fields} if keep else fields, accept)

    check()


def test_every_page_of_every_tournament_is_there(world: World) -> None:
    client, missing = world.browser("owner"), []
    for name in GETS:
        rule = ROUTES[name]
        if not rule.endpoint.startswith("tournament") or "club" not in rule.arguments or rule.rule.endswith(".pdf"):
            continue
        for number in range(1, 2 + len(SYSTEMS)):
            with client.get(world.address(rule, "owner", number), buffered=True) as answer:
                missing += [(name, number)] if answer.status_code == 404 else []
                assert answer.status_code < 500, (name, number)
    assert {name.partition(".")[0] for name, number in missing if number == 2} == {
        "GET tournament_results",
        "GET tournament_typed",
        "GET tournament_photographs",
        "GET tournament_scanner",
    }
    assert {number for _name, number in missing} == {2}  # not begun: there is no table


@pytest.mark.parametrize("digits", [10, 19, 5000])
def test_a_number_that_no_row_can_have_leads_nowhere(world: World, digits: int) -> None:
    token, number = world.tokens["scorer"], "9" * digits
    for path in (f"m/{number}", f"m/{number}/claims/", f"m/{number}/sheet.pdf", f"links/{number}/qr.svg"):
        assert world.browser("scorer").get(f"/s/{token}/{path}").status_code == 404


@pytest.mark.parametrize("name", [name for name, rule in ROUTES.items() if rule.endpoint in AS_JSON])
def test_every_document_takes_anything(world: World, name: str) -> None:
    rule, client = ROUTES[name], world.browser("scorer")
    address, field = world.address(rule, "scorer"), AS_JSON[rule.endpoint]
    client.post(address, data=SENT.get(rule.endpoint)).close()  # as above

    @settings(QUICK, max_examples=tries(8))
    @given(value=HEADS | JSON | st.lists(JSON, max_size=5))
    def check(value: object) -> None:
        send(client, address, "POST", {**SENT.get(rule.endpoint, {}), field: json.dumps(value)}, "text/html")

    check()


@pytest.mark.parametrize("typed", NASTY)
def test_a_name_may_be_anything_or_is_refused_in_words(world: World, typed: str) -> None:
    head = {"format": "scorekeeper/1", "game": "truco", "sides": [{"name": typed, "players": [typed, "B"]}, {}]}
    head["sides"][1] = {"name": "Them", "players": ["C", "D"]}  # type: ignore[index]  # a list, as written above
    client = world.browser("nobody")
    answer = client.post("/sync/matches", data={"head": json.dumps(head)})
    assert answer.status_code in ({200, 422} if is_sound(typed) and len(typed) <= SMALL.text else {400})
    if answer.status_code == 200:
        told = answer.get_json()
        page = client.get(f"/s/{told['token']}/m/{told['number']}")
        assert page.status_code == 200
        assert "<script>alert" not in page.text


def test_a_document_of_a_thousand_hands_is_judged_in_time(world: World) -> None:
    began = time.thread_time()
    answer = world.browser("nobody").post("/over/", data={"document": _a_document(1_000)})
    assert (answer.status_code, "1000 – 0" in answer.text) == (200, True)  # each hand's winner gets a point
    assert time.thread_time() - began < HANG


@pytest.mark.parametrize("hands", [2_001, 10_000, 20_000])
def test_a_document_of_very_many_hands_is_refused_in_words(world: World, hands: int) -> None:
    client, document = world.browser("nobody"), _a_document(hands)
    played = {"head": _a_document(0), "hands": json.dumps(json.loads(document)["hands"]), "key": "k"}
    client.get("/over/")
    began = time.thread_time()
    told = client.post("/over/", data={"document": document})
    assert time.thread_time() - began < HANG
    assert (told.status_code, f"This match has {hands} hands" in told.text) == (422, True)
    began = time.thread_time()
    assert client.post("/sync/matches", data=played).status_code == 422
    assert time.thread_time() - began < HANG


def _a_document(hands: int) -> str:
    sides = [{"name": "Us", "players": ["Anna"]}, {"name": "Them", "players": ["Bruno"]}]
    head = {"format": "scorekeeper/1", "game": "albastini", "sides": sides}
    return json.dumps({**head, "hands": [{"points": [70, 50]}] * hands})


def test_an_overlong_password_costs_no_more_than_any(world: World) -> None:
    began = time.thread_time()
    world.browser("nobody").post("/login", data={"login": "olga", "password": PASSWORD * 50_000})
    assert time.thread_time() - began < HANG
