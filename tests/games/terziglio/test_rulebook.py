"""The sheet shows a hand as players write it, and the rules in short."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.paper import form, is_told, rules_in_short
from tests.games.table import document


@pytest.mark.parametrize(
    "entry, cells",
    [
        ({"soloist": 1, "bid": "solo", "points": [7, 4]}, ["▲", "Solo", "7–4"]),
        ({"soloist": 0, "made": False}, ["●", "Chiamo", "lost"]),
        ({"soloist": 2, "made": True}, ["■", "Chiamo", "made"]),
        ({"soloist": 2, "thirds": [22, 13]}, ["■", "Chiamo", "22–13"]),
        ({"passed": True}, ["", "all passed", ""]),
    ],
)
def test_the_sheet_has_soloist_bid_and_points_of_a_hand(entry: dict[str, Any], cells: list[str]) -> None:
    grid = form(play.begin(document("terziglio")))
    filled = [column.fill(entry, [0, 0, 0], 0) for column in grid.columns if column.fill]
    assert filled == cells
    assert is_told(grid, entry)


def test_the_rules_in_short_have_the_stake_of_each_bid() -> None:
    lines = {line.rule: line for line in rules_in_short(play.begin(document("terziglio", options={"solissimo": 4})))}
    assert lines["TER-5"].text.endswith("Scegliete 16")
    assert {"TER-6", "TER-9"} <= set(lines)
