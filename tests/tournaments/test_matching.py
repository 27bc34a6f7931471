"""The least pairing, compared with all possible pairings (TOU-11)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments.matching import Cost, least_pairing
from scorekeeper.tournaments.pairing import club_costs
from tests.tournaments.made import Pairs, all_pairings


def least_of_all(ids: list[int], cost: Cost) -> Pairs:
    """The first of the cheapest pairings."""
    return min(all_pairings(ids), key=lambda pairs: sum(cost(*pair) for pair in pairs))


def costs(rng: Random, ids: list[int], dear: float) -> Cost:
    """Costs of two magnitudes, like those of clubs and rematches."""
    drawn = {
        frozenset(pair): rng.choice([1, len(ids), len(ids) + 1]) if rng.random() < dear else 0
        for pair in combinations(ids, 2)
    }
    return lambda one, other: drawn[frozenset((one, other))]


@given(seed=st.integers(0, 10**9), half=st.integers(1, 4), dear=st.sampled_from([0.1, 0.4, 0.6, 0.8, 0.95, 1.0]))
def test_the_pairing_is_the_first_in_dictionary_order_of_the_cheapest(seed: int, half: int, dear: float) -> None:
    rng = Random(seed)
    ids = rng.sample(range(100), 2 * half)
    cost = costs(rng, ids, dear)
    assert least_pairing(ids, cost) == least_of_all(ids, cost)


@pytest.mark.parametrize("seed", range(12))
def test_where_exchanging_a_few_pairs_does_not_help_the_whole_is_searched(seed: int) -> None:
    """Ten entrants with few permitted opponents, so that long chains of pairs must change."""
    rng = Random(seed)
    ids = rng.sample(range(50), 10)
    ring = {frozenset((ids[at], ids[at - 1])) for at in range(10)} | {frozenset((ids[0], ids[5]))}

    def cost(one: int, other: int) -> int:
        return frozenset((one, other)) not in ring

    assert least_pairing(ids, cost) == least_of_all(ids, cost)


@given(seed=st.integers(0, 10**9))
def test_two_odd_crowds_that_may_not_meet_leave_one_table_that_should_not_be(seed: int) -> None:
    rng = Random(seed)
    crowd = {each: each % 2 for each in range(14)}
    ids = rng.sample(range(14), 14)

    def cost(one: int, other: int) -> int:
        return crowd[one] != crowd[other]

    pairs = least_pairing(ids, cost)
    assert sum(cost(*pair) for pair in pairs) == 1
    assert sorted(each for pair in pairs for each in pair) == list(range(14))


@given(seed=st.integers(0, 10**9), half=st.integers(2, 4))
def test_what_is_known_to_cost_anyway_changes_nothing_but_the_time(seed: int, half: int) -> None:
    rng = Random(seed)
    ids = rng.sample(range(100), 2 * half)
    club = {each: rng.choice([0, 0, 0, each]) for each in ids}

    def cost(one: int, other: int) -> int:
        return club[one] == club[other]

    def floor(left: Sequence[int]) -> int:
        return max(0, max(Counter(club[each] for each in left).values()) - len(left) // 2)

    assert least_pairing(ids, cost, lower_bound=floor) == least_of_all(ids, cost) == least_pairing(ids, cost)


@pytest.mark.parametrize("names", ["AAAB", "AAAA", "AABB", "A..B", "....", "AAAAB.", "AAAAAB", "AB"])
def test_a_club_of_more_than_half_has_to_meet_itself_and_no_more_than_that(names: str) -> None:
    clubs = {each: name for each, name in enumerate(names) if name != "."}
    cost, lower_bound = club_costs(clubs)
    cheapest = least_of_all([*range(len(names))], cost)
    assert lower_bound(range(len(names))) == sum(cost(*pair) for pair in cheapest)


def test_only_the_last_pairs_are_searched_again_where_that_is_enough() -> None:
    asked = []

    def cost(one: int, other: int) -> int:
        asked.append((one, other))
        return {one, other} == {39, 40}

    assert least_pairing(range(1, 41), cost)[-2:] == [(37, 39), (38, 40)]
    assert len(asked) < 60


def test_a_wish_is_heard_in_its_order() -> None:
    assert least_pairing([1, 2, 3, 4], lambda one, other: 0, lambda one, others: others[::-1]) == [(1, 4), (2, 3)]


def test_a_crowd_of_four_hundred_is_paired_at_once_even_after_many_rounds() -> None:
    rng = Random(4)
    met: set[frozenset[int]] = set()

    def cost(one: int, other: int) -> int:
        return frozenset((one, other)) in met

    for _turn in range(40):
        order = rng.sample(range(400), 400)
        pairs = least_pairing(order, cost)
        assert not met & {frozenset(pair) for pair in pairs}
        met.update(frozenset(pair) for pair in pairs)
    assert len(met) == 40 * 200
