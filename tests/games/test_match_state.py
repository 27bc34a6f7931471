"""The state of a match for its page: hands left of those agreed, points to the target, its result."""

from typing import Any

import pytest

from scorekeeper.games.engine import match_state, offline_match, play
from tests.support.matches import TRUCO

AT = "2026-11-21T20:15:00+00:00"
EVEN = {"points": [5, 5]}


def own(options: dict[str, Any], *entries: dict[str, Any]) -> offline_match.MatchDocument:
    """Returns a match of a game of the players' own, with these hands."""
    match = offline_match.begun(play.begin({**TRUCO, "game": "own", "options": options}))
    for number, entry in enumerate(entries, 1):
        match = offline_match.record(match, entry, key=f"hand {number}", at=AT)
    return match


@pytest.mark.parametrize(
    "options, hands, of_hands",
    [
        ({"hands": 3}, 0, [1, 3]),
        ({"hands": 3}, 1, [2, 3]),
        ({"hands": 3}, 2, [3, 3]),
        ({"hands": 3}, 3, None),
        ({}, 1, None),
    ],
)
def test_the_next_hand_is_one_of_those_agreed_until_they_are_played(
    options: dict[str, Any], hands: int, of_hands: list[int] | None
) -> None:
    assert offline_match.state(own(options, *[EVEN] * hands))["of_hands"] == of_hands


def test_a_struck_hand_is_none_of_those_agreed() -> None:
    match = offline_match.strike(own({"hands": 3}, EVEN, EVEN), 1, key="struck")
    assert offline_match.state(match)["of_hands"] == [2, 3]


def test_a_side_beyond_the_target_has_no_points_to_go() -> None:
    sides = offline_match.state(own({"target": 100}, {"points": [120, 40]}))["sides"]
    assert [side["to_go"] for side in sides] == [0, 60]


def test_a_match_that_was_stopped_without_a_result_says_so() -> None:
    match = offline_match.finish(own({"target": 100}, EVEN), key="end", at=AT, stands=False)
    assert offline_match.state(match)["result"] == "Ended without a winner"


def test_a_hand_without_a_time_has_an_empty_one() -> None:
    match = own({}, EVEN)
    rows, table = offline_match.played(match)
    record: Any = {**offline_match.state(match), "hands": len(rows), "can": {"undo": None, "redo": None}}
    assert match_state.match_state(match["setup"], table, rows, record)["hands"][0]["at"] == AT
    del rows[0]["at"]
    assert match_state.match_state(match["setup"], table, rows, record)["hands"][0]["at"] == ""
