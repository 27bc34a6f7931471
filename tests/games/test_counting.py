"""Counting 120 card points, as points or as cards: how a hand was entered, what is refused, and wins that are safe."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.counting import Counting, safe_win, values_in_short
from scorekeeper.games.engine.entries import entry_typed
from scorekeeper.games.engine.field_checks import check_fields
from scorekeeper.games.engine.ways import way_with
from tests.games.test_field_checks import SETUP

VALUES = {"A": 11, "K": 4}
SHARED = {"A": [3, 1], "K": [0, 4]}


def counting() -> Counting:
    return Counting(VALUES, ("A", "K"), {}, {"points": "R-1", "cards": "R-2", "taken": "R-3"})


@pytest.mark.parametrize(
    "entry, way", [({"points": [60, 60]}, "points"), ({"cards": SHARED, "points": [60, 60]}, "cards")]
)
def test_an_entry_with_cards_was_counted_even_if_it_has_points_too(entry: "dict[str, Any]", way: str) -> None:
    counted = counting()
    ways = counted.ways([counted.points], [counted.cards, counted.points])
    assert way_with(ways, entry)["slug"] == way


def test_cards_that_nobody_has_counted_are_missing_in_a_form_and_in_a_claim() -> None:
    assert entry_typed([counting().cards], {}, 2) == {"cards": {}}
    (problem,) = check_fields(SETUP, [counting().taken], {})
    assert (problem["field"], problem["rule"]) == ("cards", "R-3")


def test_the_values_of_the_cards_are_told_high_to_low() -> None:
    assert values_in_short(VALUES, ("A", "K")) == "A: 11 · K: 4"


@pytest.mark.parametrize(
    "points, reason",
    [
        (61, "Has 61, it takes 61: nothing still out can change it"),
        (60, "Has 60, it takes 61; 60 are still out"),
    ],
)
def test_what_is_still_out_is_told_only_where_it_can_change_something(points: int, reason: str) -> None:
    (said,) = safe_win(0, points, 61, "R-1")["reasons"]
    assert english(said["message"], said["params"]) == reason
