"""Penalties of the federation's code become rulings (TOU-5)."""

from typing import Any

import pytest

from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.scoring import PENALTIES, WARNING, ruling_of, warnings
from tests.tournaments.made import tournament


@pytest.mark.parametrize("hands, mp", [(2, -45), (3, -55), (4, -105)])
def test_a_second_warning_takes_a_victory_point_and_the_match_points_that_go_with_it(hands: int, mp: int) -> None:
    scoring = scoring_of({"scoring": {"kind": "vp", "hands": hands}})
    points = {each.code: ruling_of(each, scoring) for each in PENALTIES}
    assert points.keys() == {"warning", "late", "second-warning"}
    assert (points["second-warning"]["vp"], points["second-warning"]["mp"]) == (-1, mp)
    assert points["late"]["mp"] == -100
    assert "vp" not in points["late"]


def test_a_warning_takes_nothing_and_is_counted() -> None:
    document: Any = tournament(4, rulings=[])
    scoring = scoring_of(document)
    for entrant, penalty in ((2, WARNING), (2, WARNING), (3, WARNING), (4, PENALTIES[1])):
        document["rulings"].append({"round": 1, "entrant": entrant, **ruling_of(penalty, scoring)})
    assert warnings(document) == {2: 2, 3: 1}
    assert document["rulings"][0] == {"round": 1, "entrant": 2, "vp": 0, "reason": "Warning: late or slow"}
