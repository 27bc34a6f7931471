"""Clubs kept apart in a bracket and in Mitchell's lines: TOU-12. For draw and Danese see `test_neighbours`."""

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from tests.support.fuzzing import tries
from tests.tournaments.made import at_random, entrant, play_on, refused, sides, tournament
from tests.tournaments.test_neighbours import clubs

CUP = {"kind": "knockout", "first": "seeded", "apart": "club"}
LINES = {"kind": "mitchell", "first": "entry", "apart": "club"}


@pytest.mark.parametrize(
    "names, pairs",
    [
        ("ABCD", [[1, 4], [2, 3]]),
        ("ABCA", [[1, 3], [2, 4]]),
        ("ABBC", [[1, 3], [2, 4]]),
        ("AABA", [[1, 4], [2, 3]]),  # one table of one club cannot be avoided
        ("ABCDEA", [[4, 5], [3, 6]]),
        ("ABCCAD", [[4, 5], [3, 6]]),
        ("ABCDAC", [[4, 6], [3, 5]]),
        ("BBBBBAABCACBBA", [[8, 9], [4, 11], [5, 10], [7, 13], [3, 14], [6, 12]]),  # the higher seeds stay
    ],
)
def test_in_a_bracket_lower_seeds_change_round(names: str, pairs: Any) -> None:
    assert sides(tournament(clubs(*names), system=CUP)) == pairs


@settings(max_examples=tries(25))
@given(seed=st.integers(0, 10**9), number=st.integers(2, 12))
def test_in_a_bracket_as_few_of_one_club_meet_as_can_be(seed: int, number: int) -> None:
    rng = Random(seed)
    entrants = clubs(*(rng.choice(["A", "A", "B", "C", None]) for _each in range(number)))
    club = {each["id"]: each["club"] or each["id"] for each in entrants}
    plain = sides(tournament(entrants, system={**CUP, "apart": None}))
    document = tournament(entrants, system=CUP)
    higher, lower = [pair[0] for pair in plain], [pair[1] for pair in plain]

    def same(others: Any) -> int:
        return sum(club[one] == club[other] for one, other in zip(higher, others, strict=True))

    found = dict(sides(document))
    assert list(found) == higher
    assert same([found[each] for each in higher]) == min(map(same, permutations(lower)))
    if not same(lower):
        assert sides(document) == plain
    assert api.check(play_on(document, 9, at_random(rng))) == {"ok": True, "differs": [], "doubtful": []}


@pytest.mark.parametrize(
    "names, pairs",
    [
        ("ABAB", [[1, 2], [3, 4]]),
        ("AABB", [[1, 3], [2, 4]]),
        ("AABBA", [[1, 3], [2, 4]]),
        ("AAAB", [[1, 2], [3, 4]]),
    ],
)
def test_mitchells_lines_begin_with_other_clubs(names: str, pairs: Any) -> None:
    document = tournament(clubs(*names), system=LINES)
    assert sides(document) == pairs
    assert api.pair(document)["bye"] == (5 if len(names) == 5 else None)
    document = play_on(document, 9)
    assert api.check(document) == {"ok": True, "differs": [], "doubtful": []}


def test_a_large_club_in_a_large_bracket_is_kept_apart_in_good_time() -> None:
    rng = Random(2)
    entrants = clubs(*(rng.choice(["A", "A", "A", "B", None]) for _each in range(400)))
    club = {each["id"]: each["club"] for each in entrants}
    pairs = sides(tournament(entrants, system=CUP))
    shared = [pair for pair in pairs if club[pair[0]] is not None and club[pair[0]] == club[pair[1]]]
    of_the_house = sum(club[each] == "A" for pair in pairs for each in pair)
    assert len(shared) == max(0, of_the_house - len(pairs))


@pytest.mark.parametrize("system", [CUP, LINES])
def test_there_clubs_are_kept_apart_in_the_first_round_only(system: Any) -> None:
    assert refused(tournament(4, system={**system, "apart_rounds": 2})) == [("system.apart_rounds", "TOU-12")]
    assert refused(tournament([entrant(1), entrant(2)], system={"kind": "round_robin", "apart": "club"})) == [
        ("system.apart", None)
    ]
