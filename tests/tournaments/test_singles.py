"""Single players with a partner for one round: TOU-18."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from tests.tournaments.made import at_random, byes, play_on, played, row, sides, standings, table, tournament


def system(kind: str = "danese", **fields: Any) -> Any:
    """Four rounds in the order of entry."""
    return {"kind": kind, "rounds": 4, "first": "entry", "singles": True, **fields}


@pytest.mark.parametrize(
    "partners, pairs",
    [
        (None, [[[1, 4], [2, 3]], [[5, 8], [6, 7]]]),
        ("1+4", [[[1, 4], [2, 3]], [[5, 8], [6, 7]]]),
        ("1+2", [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]),
        ("1+3", [[[1, 3], [2, 4]], [[5, 7], [6, 8]]]),
    ],
)
def test_partners_are_as_agreed(partners: Any, pairs: Any) -> None:
    assert sides(tournament(8, system=system(partners=partners))) == pairs


@pytest.mark.parametrize("number, free", [(4, []), (5, [5]), (6, [6, 5]), (7, [7, 6, 5]), (8, [])])
def test_who_is_left_over_has_the_bye(number: int, free: list[int]) -> None:
    assert api.pair(tournament(number, system=system()))["bye"] == free


def test_fewer_than_four_have_nothing_to_play() -> None:
    assert api.pair(tournament(3, system=system()))["tables"] is None


def test_each_player_gets_the_sides_points_and_has_two_opponents() -> None:
    document = tournament(5, played(table(1, [1, 4], [2, 3], 500, 0), bye=[5]), system=system())
    vp = {each: row(document, each)["vp"] for each in range(1, 6)}
    assert vp == {1: 15, 4: 15, 2: 5, 3: 5, 5: 14}
    assert [row(document, each)["opponents"] for each in range(1, 6)] == [10, 30, 30, 10, 10]
    order = [each for _place, each in standings(document)]
    assert sides(document)[0] == [[order[0], order[3]], [order[1], order[2]]] or byes(api.pair(document))


def test_opponents_of_equal_sums_stand_by_their_table() -> None:
    """2 and 5 have the same sums, and 2 won when they met."""
    first = played(table(1, [1, 4], [2, 3], 0, 100), table(2, [5, 8], [6, 7], 100, 0))
    second = played(table(1, [2, 3], [5, 8], 50, 0), table(2, [1, 4], [6, 7], 50, 0))
    rulings = [{"round": 2, "entrant": each, "vp": 2 * each, "reason": "apart"} for each in (1, 3, 4, 6, 7, 8)]
    rulings.append({"round": 2, "entrant": 5, "vp": 2, "mp": 100, "reason": "level"})
    document = tournament(8, first, second, system=system(), rulings=rulings)
    two, five = row(document, 2), row(document, 5)
    assert (two["vp"], two["mp"]) == (five["vp"], five["mp"])
    assert two["opponents"] < five["opponents"]
    assert two["place"] + 1 == five["place"]


def test_the_partner_of_who_did_not_come_was_present() -> None:
    document = tournament(4, played(table(1, [1, 4], [2, 3], forfeit=4)), system=system())
    assert [row(document, each)["vp"] for each in range(1, 5)] == [14, 14, 14, 0]
    late = tournament(4, played(table(1, [1, 4], [2, 3], late=4)), system=system())
    assert [row(late, each)["vp"] for each in range(1, 5)] == [6, 14, 14, 6]


@given(seed=st.integers(0, 10**9), number=st.integers(4, 15), kind=st.sampled_from(["draw", "danese"]))
def test_fours_follow_the_order_and_byes_go_round(seed: int, number: int, kind: str) -> None:
    fields = {"kind": kind, "rounds": 8, "singles": True}
    document = tournament(number, system=fields, seed=seed)
    had = dict.fromkeys(range(1, number + 1), 0)
    for _turn in range(8):
        before = document
        document = play_on(document, 1, at_random(Random(seed)))
        turn = document["rounds"][-1]
        order = [each for _place, each in standings(before) if each not in byes(turn)]
        fours = [[each for side in one["sides"] for each in side] for one in turn["tables"]]
        assert sorted([*(each for four in fours for each in four), *byes(turn)]) == list(range(1, number + 1))
        for four in fours:
            best = sorted(four, key=order.index)
            assert four == [best[0], best[3], best[1], best[2]]
        if kind == "danese":
            assert [order.index(four[0]) for four in fours] == list(range(0, len(order), 4))
        else:
            assert [min(four) for four in fours] == sorted(min(four) for four in fours)
        for bye in byes(turn):
            had[bye] += 1
    assert max(had.values()) - min(had.values()) <= 1
