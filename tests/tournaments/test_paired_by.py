"""The rounds that were paired by the results of an earlier one, for corrections of a result."""

from typing import Any

import pytest

from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.systems import rounds_paired_by
from tests.tournaments.made import CUP, play_on, tournament

DANESE: dict[str, Any] = {"kind": "danese", "rounds": 4, "first": "entry"}
DRAW: dict[str, Any] = {"kind": "draw", "rounds": 4}
MITCHELL: dict[str, Any] = {"kind": "mitchell", "rounds": 2}
GROUPS: dict[str, Any] = {"kind": "groups", "first": "entry", "size": 4, "qualify": 2, "then": CUP}
MIXED: dict[str, Any] = {"kind": "mixed", "first": "entry", "parts": [MITCHELL, {"kind": "danese", "rounds": 2}]}


@pytest.mark.parametrize(
    "system, entrants, number, paired",
    [
        (DANESE, 6, 1, [2, 3, 4]),
        (DANESE, 6, 3, [4]),
        (DANESE, 6, 4, []),
        (DRAW, 6, 1, []),
        (DRAW, 5, 1, [2, 3, 4]),  # the last of the standings has the bye
        ({**DRAW, "singles": True}, 8, 2, [3, 4]),
        ({"kind": "round_robin"}, 6, 1, []),
        (MIXED, 6, 1, [3, 4]),
        (MIXED, 6, 3, [4]),
        (GROUPS, 8, 1, [4, 5]),
        (GROUPS, 8, 4, [5]),
        (CUP, 8, 1, [2, 3]),
    ],
)
def test_later_rounds_that_the_results_decided(system: Any, entrants: int, number: int, paired: list[int]) -> None:
    document = play_on(tournament(entrants, system=system), 5)
    assert rounds_paired_by(read(document), number) == paired
