"""OpenAPI's schemas follow from the types of the responses."""

from typing import Any, Literal, NotRequired, TypedDict

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.engine.match_state import MatchState, Shown
from scorekeeper.web.views.openapi import schema_of

pytestmark = pytest.mark.shares


class Deal(TypedDict):
    dealer: "str | None"


class Evening(Deal):
    deals: list[Deal]
    told: NotRequired[dict[str, bool]]


DEALER = {"anyOf": [{"type": "string"}, {"type": "null"}]}
TYPES: list[tuple[Any, dict[str, Any]]] = [
    (int, {"type": "integer"}),
    (Any, {}),
    (list[str], {"type": "array", "items": {"type": "string"}}),
    (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
    (Literal["won", "lost"], {"enum": ["won", "lost"]}),
    (str | None, DEALER),
    (Deal, {"type": "object", "required": ["dealer"], "properties": {"dealer": DEALER}}),
]


@pytest.mark.parametrize("kind, schema", TYPES)
def test_a_type_has_its_schema(kind: Any, schema: dict[str, Any]) -> None:
    assert schema_of(kind) == schema


def test_members_of_a_base_are_there_and_others_may_be_left_out() -> None:
    schema = schema_of(Evening)
    assert schema["required"] == ["dealer", "deals"]
    assert schema["properties"]["deals"] == {"type": "array", "items": schema_of(Deal)}
    assert schema["properties"]["told"] == {"type": "object", "additionalProperties": {"type": "boolean"}}


@pytest.mark.parametrize("kind", [float, set[str], tuple[int, int]])
def test_a_type_that_no_answer_has_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="no JSON schema"):
        schema_of(kind)


def test_the_state_is_described_member_by_member(client: FlaskClient) -> None:
    schemas = client.get("/openapi.json").get_json()["components"]["schemas"]
    state = schemas["State"]
    assert set(state["properties"]) == set(MatchState.__annotations__) | set(Shown.__annotations__)
    assert set(state["properties"]) - set(state["required"]) == {"changes", "conflicts", "called", "time_called"}
    assert state["properties"]["status"] == {"enum": ["in_progress", "finished", "stopped"]}
    hand = state["properties"]["hands"]["items"]
    assert hand["properties"]["lines"]["items"]["properties"]["points"] == {"type": "integer"}
    assert set(schemas["Problem"]["required"]) == {"message", "params", "field", "rule", "hand", "text"}
