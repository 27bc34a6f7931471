"""JSON from strangers: read within bounds, or refused."""

import json
from typing import Any

import pytest

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson, Bounds
from scorekeeper.store import models


def nested(deep: int) -> str:
    return "[" * deep + "]" * deep


@pytest.mark.parametrize(
    "sent",
    [
        "NaN", "[Infinity]", "-Infinity", "[1e999]", "[-1e999]", '"\\u0000"', '{"a\\u0000": 1}', '"\\ud800"',
        '{"\\udfff": 1}', nested(22), nested(100_000), '{"a":' * 30 + "1" + "}" * 30, "[" + "1," * 60_000 + "1]",
        json.dumps({"x" * 501: 1}), json.dumps("x" * 20_001), " " * 1_000_001, "9" * 5000, "", "no JSON",
        b"\xff\xfe", b"[\xed\xa0\x80]",
    ],
    ids=lambda sent: repr(sent[:20]),
)  # fmt: skip
def test_what_cannot_be_kept_is_refused(sent: str | bytes) -> None:
    with pytest.raises(BadJson):
        bounded_json.read(sent)


@pytest.mark.parametrize(
    "value",
    [None, True, 3, -2.5, "ß 👩‍👩‍👧", [], {}, {"hands": [{"points": [70, 50]}] * 5_000}, json.loads(nested(20))],
)
def test_whatever_a_match_holds_is_read_as_it_is(value: Any) -> None:
    assert bounded_json.read(json.dumps(value)) == value
    assert bounded_json.read(b"\xef\xbb\xbf" + json.dumps(value).encode()) == value


def test_all_values_together_have_a_bound() -> None:
    with pytest.raises(BadJson, match="too many values"):
        bounded_json.read(json.dumps([[1] * 30] * 30), Bounds(values=900))
    assert bounded_json.read(json.dumps([[1] * 30] * 30), Bounds(values=930))


def test_what_earlier_versions_stored_however_deep_is_read_as_far_as_anybody_looks() -> None:
    found = models.read('{"entry":' + nested(990) + ',"kind":"record"}')
    assert found["kind"] == "record"
    levels = 0
    while found := (found["entry"] if isinstance(found, dict) else found[0] if found else None):
        levels += 1
    assert levels < models.DEEPEST
