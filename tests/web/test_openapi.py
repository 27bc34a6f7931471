"""/openapi.json is correct: it has every JSON response, and a fuzzer finds no other."""

import json
import re
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from werkzeug.routing import BuildError

from scorekeeper.games.engine.match_state import MatchState, Shown
from scorekeeper.web.request_limits import FORM
from scorekeeper.web.views.openapi import DESCRIBED, document
from tests.support.fuzzing import tries
from tests.support.matches import TRUCO
from tests.support.visitors import SENT, World, a_world
from tests.web.test_access import ROUTES
from tests.web.test_guide_for_scripts import plain, rows

pytestmark = pytest.mark.shares

NO_ANSWERS = {
    "GET engine.file",
    "GET engine.card_file",
    "GET engine.game_file",
    "GET engine.messages",
    "GET engine.language",
    "GET engine.manifest",
    "POST tournament_scanner.read",
}  # files that a phone caches, and what a page says to its own script
JSON = {"Accept": "application/json", "Accept-Encoding": "identity"}


def test_every_json_answer_is_described(world: World) -> None:
    left_out = set()
    for name, rule in ROUTES.items():
        visitor = "owner" if "club" in rule.arguments else "scorer"
        if name in NO_ANSWERS or rule.rule.endswith(".pdf"):
            continue
        try:
            address = world.address(rule, visitor)
        except BuildError:  # a route without values in `tests.support.visitors`; `test_access` fails for it
            continue
        sent = {"data": SENT.get(rule.endpoint)} if name.startswith("POST") else {}
        with world.browser(visitor).open(address, method=name.split()[0], headers=JSON, **sent) as answer:
            if answer.mimetype == "application/json" and answer.status_code not in {404, 410}:
                left_out |= {name} - set(DESCRIBED)
    assert not left_out


def test_nothing_is_described_that_there_is_not() -> None:
    assert set(DESCRIBED) <= set(ROUTES)


def test_every_error_has_the_same_shape(world: World) -> None:
    scorer, base = world.browser("scorer"), world.address(ROUTES["GET matches.show"], "scorer")
    for answer, code in (
        (scorer.post(f"{base}/hands", data={"seen": "2", "points.0": "9", "points.1": "9"}, headers=JSON), 422),
        (scorer.post(f"{base}/hands", data={"seen": "1", "points.0": "9"}, headers=JSON), 409),
        (scorer.post("/sync/matches", data={"head": "{}"}), 422),
        (scorer.post("/sync/matches", data={"head": "["}), 400),
        (scorer.post("/over/", data={"totals": "x"}, headers=JSON), 422),
        (scorer.get("/s/1-AAAAAAAAAAAAAAAAAAAAAA/m/1/state.json"), 404),
        (world.browser("watcher").post(f"{base[:3]}{world.tokens['watcher']}/m/1/undo", headers=JSON), 403),
        (scorer.post("/over/", data={"document": "x" * 1_100_000}, headers=JSON), 413),
    ):
        assert answer.status_code == code
        error = answer.get_json()["error"]
        assert set(error) == {"message", "hand", "field", "rule"}, code
        assert error["message"]


def test_an_error_names_hand_field_and_rule(world: World) -> None:
    answer = world.browser("scorer").post(
        world.address(ROUTES["POST hands.record"], "scorer"),
        data={"seen": "2", "way": "quick", "points.0": "9", "points.1": "9"},
        headers=JSON,
    )
    error = answer.get_json()["error"]
    assert (error["hand"], error["field"], error["rule"][:4]) == (2, "points", "TRE-")


def test_a_match_document_is_judged_for_a_script(client: FlaskClient) -> None:
    verdict = client.post("/over/", data={"preset": "truco:brazilian", "totals": "12 3"}, headers=JSON).get_json()
    assert (verdict["upheld"], verdict["winner"], verdict["totals"]) == (True, 0, [12, 3])


@pytest.fixture
def operations(world: World) -> list[Any]:
    """Every operation of the document, as schemathesis reads it."""
    with world.app.app_context():
        described = document()
    schema = schemathesis.openapi.from_dict(described)
    schema.config.generation.update(modes=[schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE])
    schema.app = world.app
    return [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]  # it is well made


REFUSED_HERE = {  # in this database, whatever is sent
    "POST /s/{token}/m/{number}/call": 422,  # Tresette has no calls
    "POST /s/{token}/m/{number}/bids": 422,
    "POST /s/{token}/m/{number}/confirm": 422,
    "POST /s/{token}/m/{number}/redo": 422,
    "POST /s/{token}/m/{number}/arbiter": 404,
    "GET /cards/card.json": 404,  # without a card in the query
}


def test_every_operation_does_what_it_is_for_and_answers_as_described(operations: list[Any], world: World) -> None:
    statuses = {}
    for operation in operations:
        content = operation.definition.raw.get("requestBody", {}).get("content", {})
        if "application/json" in content or operation.method == "get":
            sent = {"body": valid_json(operation.path), "media_type": "application/json"} if content else {}
            path = {name: "match" if name == "name" else 1 for name in re.findall(r"{(\w+)}", operation.path)}
            case = operation.Case(path_parameters=path, **sent)
            statuses[operation.label] = answer(a_world(world.app), case, "scorer")
    refused = {name: status for name, status in statuses.items() if status != 200}
    assert refused == REFUSED_HERE
    assert len(statuses) > 50


@pytest.mark.fuzz
def test_a_machine_that_tries_everything_gets_what_is_described(operations: list[Any], world: World) -> None:
    for operation in operations:
        _try_out(world, operation)


def _try_out(world: World, operation: Any) -> None:
    valid = _well_made(operation)

    @settings(max_examples=tries(3), suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), visitor=st.sampled_from(["scorer", "watcher", "other"]), well=st.booleans())
    def check(case: Case[Any], visitor: str, well: bool) -> None:
        for name in ("number", "hand"):
            if name in case.path_parameters and well:
                case.path_parameters[name] = 1
        if well and isinstance(case.body, dict):
            case.body = case.body | valid if case.media_type == FORM else valid_json(operation.path)
        answer(world, case, visitor)

    check()


def answer(world: World, case: Case[Any], visitor: str) -> int:
    """Sends a request of a visitor; checks that the answer is as described, and returns its status."""
    if visitor != "other" and "token" in case.path_parameters:
        case.path_parameters = {**case.path_parameters, "token": world.tokens[visitor]}
    by_token = case.path.startswith("/api/") and visitor != "other"
    token = {"Authorization": f"Bearer {world.tokens['program']}"} if by_token else {}
    response = case.call(app=world.app, headers=JSON | token)
    assert response.status_code < 500
    case.validate_response(response, checks=CHOSEN)
    return int(response.status_code)


CHOSEN = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


# What fits the database here, in place of what the guide sends.
VALID_HERE: dict[str, Any] = {"hand": {"points": [7, 4]}, "seen": 2, "round": 1, "side": 0, "contests": 0}


def valid_json(path: str) -> dict[str, Any]:
    """Returns the guide's body of an operation, so that it does what it is for."""
    if path == "/sync/matches":
        return {"match": {"format": "scorekeeper/1", **TRUCO}, "key": "a key of more than 32 characters 1"}
    if path == "/api/nights/{number}/results":
        return {"key": "friday-1", "tables": [{"table": 1, "seen": 2, "hands": [{"points": [7, 4]}]}]}
    bodies = {plain(row.address): row.body or {} for table in rows() for row in table}
    body = bodies.get(plain(path), {})
    return body | {name: value for name, value in VALID_HERE.items() if name in body}


def _well_made(operation: Any) -> dict[str, str]:
    """Yields valid requests, so that not only errors are checked."""
    if operation.path == "/sync/matches":
        return {"head": json.dumps({"format": "scorekeeper/1", **TRUCO}), "key": "k", "hands": "[]", "token": ""}
    return {"way": "quick", "points.0": "7", "points.1": "4", "seen": "2", "key": "k", "entry": "{}", "hands": "[]"}


def test_the_document_is_short_and_served(client: FlaskClient, app: Flask) -> None:
    answer = client.get("/openapi.json")
    assert answer.mimetype == "application/json"
    assert "/s/{token}/m/{number}/hands" in answer.get_json()["paths"]
    assert len(answer.data) < 136_000


def test_the_state_is_described_member_by_member(client: FlaskClient) -> None:
    schemas = client.get("/openapi.json").get_json()["components"]["schemas"]
    state = schemas["State"]
    assert set(state["properties"]) == set(MatchState.__annotations__) | set(Shown.__annotations__)
    assert set(state["properties"]) - set(state["required"]) == {
        "changes",
        "conflicts",
        "called",
        "time_called",
        "entered",
    }
    assert state["properties"]["status"] == {"enum": ["in_progress", "finished", "stopped"]}
    hand = state["properties"]["hands"]["items"]
    assert hand["properties"]["lines"]["items"]["properties"]["points"] == {"type": "integer"}
    assert set(schemas["Problem"]["required"]) == {"message", "params", "field", "rule", "hand", "text"}
