"""Checks of single fields: what they return, and what they refuse; the limits of numbers and of reasons."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.checks import LARGEST, Checks, Refusal, english, is_whole, problem
from tests.games.table import document

SETUP = play.begin(document("truco"))

CHECKED: "list[tuple[str, tuple[Any, ...], dict[str, Any], Any, list[str]]]" = [
    ("flag", (), {"x": True}, True, []),
    ("flag", (), {"x": False}, False, []),
    ("flag", (), {}, False, []),
    ("flag", (), {"x": 1}, False, ["This must be yes or no"]),
    ("choice", (("near", "far"),), {"x": "far"}, "far", []),
    ("choice", (("near", "far"),), {"x": "away"}, None, ["This must be one of: near, far"]),
    ("choice", (("near", "far"),), {}, None, ["Fill this in"]),
    ("player", (SETUP,), {"x": "Carla"}, "Carla", []),
    ("player", (SETUP,), {"x": "Zoe"}, None, ["This must be one of the players"]),
    ("player", (SETUP,), {}, None, ["Fill this in"]),
]


@pytest.mark.parametrize("kind, about, entry, value, refused", CHECKED)
def test_a_check_returns_a_good_value_and_says_why_another_one_is_refused(
    kind: str, about: "tuple[Any, ...]", entry: "dict[str, Any]", value: Any, refused: "list[str]"
) -> None:
    checks = Checks(entry)
    assert getattr(checks, kind)("x", "R-1", *about) is value
    assert [english(each["message"], each["params"]) for each in checks.problems] == refused


def test_numbers_as_large_as_any_score_are_whole_and_larger_ones_are_not() -> None:
    assert [is_whole(sign * (LARGEST + more)) for sign in (1, -1) for more in (0, 1)] == [True, False] * 2


def test_a_refusal_has_fifty_reasons_at_most_the_first_ones() -> None:
    reasons = [problem(str(number), None, "Wrong") for number in range(51)]
    assert Refusal(reasons[:50]).problems == Refusal(reasons).problems == reasons[:50]
