"""Which hand and side a highlight names if several have the same number, and how many wins in a row are a record."""

from typing import Any

import pytest

from scorekeeper.games.engine.highlights import highlights
from scorekeeper.games.engine.play import opened
from scorekeeper.pages.records import FinishedMatch, records_of
from tests.support.matches import TRUCO, won


def finished(*hands: dict[str, Any], number: int = 1) -> FinishedMatch:
    """Returns a match with these hands between the same two players."""
    setup, scored, table = opened({**TRUCO, "sides": [{"name": "Anna"}, {"name": "Carla"}], "hands": list(hands)})
    played: Any = [
        {"number": at, "points": hand["points"], "totals": hand["table"]["totals"], "lines": hand["lines"]}
        for at, hand in enumerate(scored, 1)
    ]
    return {
        "match": number,
        "at": number,
        "year": 2026,
        "players": [(1, "Anna"), (2, "Carla")],
        "sides": [0, 1],
        "winner": table["winner"],
        "highlights": highlights(setup, table, played),
    }


@pytest.mark.parametrize(
    "hands, side, number",
    [
        ([won(1, 3), *[won(0, 3)] * 4], 1, 1),
        ([won(0, 6), won(1, 6), won(1, 6)], 0, 1),
        ([won(1, 9), won(0, 1), won(1, 3)], 1, 1),
        ([won(1, 3), won(0, 12)], 0, 2),
    ],
)
def test_of_equal_hands_the_earliest_is_the_highest(hands: list[dict[str, Any]], side: int, number: int) -> None:
    (highest,) = [each for each in finished(*hands)["highlights"] if each["kind"] == "highest"]
    assert (highest["side"], highest["hand"]) == (side, number)


@pytest.mark.parametrize("winners, streaks", [([0, 0], []), ([0, 0, 1, 0], []), ([1, 0, 0, 0], [3])])
def test_three_wins_in_a_row_are_a_record_and_two_are_none(winners: list[int], streaks: list[int]) -> None:
    matches = [finished(won(winner, 12), number=number) for number, winner in enumerate(winners)]
    assert [record["value"] for record in records_of(matches) if record["kind"] == "streak"] == streaks
