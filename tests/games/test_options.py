"""Options: their kinds, the values that they may have, presets, and options that matches of before have not yet."""

from typing import Any

import pytest

from scorekeeper.games.engine.play import begin
from scorekeeper.games.engine.setup import choice, flag, is_good_option, preset, presets, whole, with_all_options
from tests.games.table import document, head_refused

INCREASING = {"name": "stakes", "kind": "increasing"}
STEPS = [[total, due] for due, total in enumerate(range(-500, 700, 100))]  # twelve, as many as there may be
FACTORS = {"name": "columns", "kind": "factors", "most": 2, "longest": 5, "low": -9, "high": 9}


def factor(name: Any, times: Any) -> dict[str, Any]:
    """Returns a column with its factor."""
    return {"name": name, "factor": times}


@pytest.mark.parametrize(
    "option, good, bad",
    [
        (whole("target", "", None, 5, 7), [5, 7], [4, 8, None, True, "5", 5.0]),
        (whole("hands", "", None, 1, 9, nullable=True), [None, 1], [0]),
        (flag("open", "", None), [True, False], [None, 0, 1, "on"]),
        (choice("bonus", "", None, (1, "once"), (2, "twice")), [1, 2], [0, 3, "1", True, None]),
        (choice("who", "", None, ("us", "Us"), ("them", "They")), ["us", "them"], ["", "we", 0, None]),
        (INCREASING, [[1], [1, 3], list(range(1, 13))], [[], [0], [2, 2], [3, 1], [1, "3"], "13"]),
        (INCREASING, [[7]], [list(range(1, 14))]),
        ({**INCREASING, "most": 3}, [[1, 2, 3]], [[1, 2, 3, 4]]),
        ({"kind": "thresholds"}, [[], [[0, 0]], STEPS], [[*STEPS, [99_999, 1]], [[0, -1]], [[0, 1], [0, 2]]]),
        ({"kind": "thresholds"}, [[[-5, 3], [0, 1]]], [[[0]], [[0, 1, 2]], [["0", 1]], [[0, None]], "0", [0, 1]]),
        ({"kind": "text", "longest": 5}, ["Zioga", "a"], ["", "  ", "Ziogas", "a\u0007", 5, None]),
        (FACTORS, [[], [factor("a", 1), factor("b", -9)], [factor("cards", 9)]], [[factor("a", 0)], [factor("a", 10)]]),
        (FACTORS, [[factor("a", 1)]], [[factor("a", 1), factor("a", 2)], [factor(each, 1) for each in "abc"]]),
        (FACTORS, [[factor("a", -1)]], [[factor("columns", 1)], [factor("", 1)], [factor("a", "1")], [{"name": "a"}]]),
        (FACTORS, [[factor("a", 2)]], [[{**factor("a", 1), "more": 1}], ["a"], [factor("a", -10)], {}]),
    ],
)
def test_an_option_takes_the_values_of_its_kind(option: dict[str, Any], good: list[Any], bad: list[Any]) -> None:
    assert [value for value in good if not is_good_option(option, value)] == []
    assert [value for value in bad if is_good_option(option, value)] == []


def test_presets_leave_out_what_is_as_in_the_first() -> None:
    first, timed = presets(
        preset("usual", "Usual", target=21, honours=True), preset("timed", "Timed", [(2, 2)], True, target=31)
    )
    assert first == {
        "slug": "usual",
        "title": "Usual",
        "options": {"target": 21, "honours": True},
        "shapes": None,
        "timed": False,
    }
    assert (timed["options"], timed["shapes"], timed["timed"]) == ({"target": 31, "honours": True}, [(2, 2)], True)


def test_matches_of_before_keep_their_rules_where_options_came_later() -> None:
    setup = begin(document("tresette"))
    assert with_all_options(setup) is setup
    older = {**setup, "options": {"target": 31}}
    complete = with_all_options(older)
    assert complete["options"] == {**with_all_options({**setup, "options": {}})["options"], "target": 31}
    assert complete["options"].keys() >= setup["options"].keys()
    assert older["options"] == {"target": 31}, "what is stored does not change"


@pytest.mark.parametrize(
    "slug, values",
    [
        ("buraco", {"lone_hand_until": 0}),
        ("scopa", {"napola_to": 10, "grande": False}),
        ("tresette", {"ending": None, "leftover": None, "cappotto": False}),
    ],
)
def test_an_option_that_came_later_has_a_value_that_changes_nothing(slug: str, values: dict[str, Any]) -> None:
    complete = with_all_options({**begin(document(slug)), "options": {}})["options"]
    assert {name: complete[name] for name in values} == values


def test_options_of_a_game_that_is_not_installed_stay_as_they_are() -> None:
    setup = {**begin(document("tresette")), "game": "seven-up", "options": {"target": 3}}
    assert with_all_options(setup) is setup


def test_options_that_are_no_group_are_refused_beside_other_faults() -> None:
    assert head_refused("truco", options=["target"], first_dealer="Nobody") == ["options", "first_dealer"]
