"""Prizes: whole amounts that add up to the pool exactly, rounded, the first never below the second."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.tournaments.cash import pool_of, split_pool


@st.composite
def falling_shares(draw: st.DrawFn) -> list[int]:
    """Shares that add up to 100, the largest first."""
    cuts = sorted(draw(st.sets(st.integers(1, 99), max_size=11)))
    return sorted((after - before for before, after in pairwise([0, *cuts, 100])), reverse=True)


@given(st.integers(0, 10**7), falling_shares(), st.sampled_from([1, 5, 10, 50]))
def test_prizes_are_whole_rounded_and_fall_and_add_up_exactly(pool: int, shares: list[int], step: int) -> None:
    prizes = split_pool(pool, shares, step)
    assert sum(prizes) == pool
    assert all(prize >= 0 for prize in prizes)
    assert all(prize % step == 0 for prize in prizes[1:])
    assert prizes == sorted(prizes, reverse=True)


@given(st.integers(0, 10**6), falling_shares(), st.sampled_from([1, 5, 10]))
def test_no_prize_is_further_from_its_share_than_one_unit_and_the_first_gets_what_is_left(
    pool: int, shares: list[int], step: int
) -> None:
    units = pool // step
    for place, (prize, share) in enumerate(zip(split_pool(pool, shares, step), shares, strict=True)):
        left = pool - units * step if place == 0 else 0
        assert abs((prize - left) * 100 - units * step * share) < 100 * step


@pytest.mark.parametrize(
    "pool, shares, step, prizes",
    [
        (170, [50, 30, 20], 1, [85, 51, 34]),
        (170, [50, 30, 20], 5, [85, 50, 35]),
        (173, [50, 30, 20], 10, [93, 50, 30]),
        (100, [34, 33, 33], 10, [40, 30, 30]),
        (7, [50, 50], 10, [7, 0]),
        (170, [], 5, []),
    ],
)
def test_a_pool_is_split(pool: int, shares: list[int], step: int, prizes: list[int]) -> None:
    assert split_pool(pool, shares, step) == prizes


def test_a_percentage_of_the_fees_goes_into_the_pool() -> None:
    assert (pool_of(175, 60, 1), pool_of(0, 60, 1), pool_of(175, 100, 1)) == (105, 0, 175)
    assert pool_of(17_550, 60, 100) == 10_500
