"""Doubtful results: TOU-26."""

from typing import Any

import pytest

from scorekeeper.tournaments import api
from tests.tournaments.made import MATCH, played, table, tournament

BURRACO: Any = {"game": "buraco", "variant": "burraco", "scoring": {"kind": "vp", "hands": 2}}


@pytest.mark.parametrize(
    "fields, result, reasons",
    [
        (BURRACO, {"points": [1850, 1210]}, []),
        (BURRACO, {"points": [1850, 1212]}, ["grain"]),
        (BURRACO, {"points": [-5, 0]}, []),
        (BURRACO, {"points": [8360, 8365]}, ["most"]),
        (BURRACO, {"points": [8360, 8360]}, []),
        (BURRACO, {"points": [6000, 0]}, []),
        (BURRACO, {"points": [0, 6005]}, ["difference"]),
        (BURRACO, {"points": [9001, 0]}, ["grain", "most", "difference"]),
        (BURRACO, {"vp": [11, 9], "mp": [7, -7]}, []),
        (BURRACO, {"vp": [11, 8], "mp": [7, -7]}, ["vp"]),
        (BURRACO, {"forfeit": 1}, []),
        ({**BURRACO, "variant": "aberto"}, {"points": [9001, 9000]}, ["grain"]),
        ({}, {"points": [9001, 9000]}, []),
        ({}, {"points": [6001, 0]}, ["difference"]),
        ({**BURRACO, "scoring": MATCH}, {"points": [9001, 0]}, ["grain"]),
    ],
)
def test_a_result_is_doubtful(fields: Any, result: Any, reasons: list[str]) -> None:
    document = tournament(2, played(table(7, 1, 2, **result)), **fields)
    answer = api.check(document)
    assert answer["doubtful"] == [{"round": 1, "table": 7, "why": why} for why in reasons]
    assert answer["ok"]
