"""Shares add up, payments settle all balances, and for few people their number is minimal."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.stakes import MOST_EXACT, is_exact, settle, shares

amounts = st.integers(-(10**9), 10**9)


@st.composite
def balances(draw: st.DrawFn, most: int = 20, size: int = 50) -> dict[str, int]:
    """Balances of this many people, which sum to zero."""
    given_ones = draw(st.lists(st.integers(-size, size), max_size=most - 1))
    return {f"P{number}": amount for number, amount in enumerate([*given_ones, -sum(given_ones)])}


@given(amounts, st.integers(1, 9), st.integers(0, 1000))
def test_shares_add_up_and_differ_by_no_more_than_a_unit(amount: int, count: int, first: int) -> None:
    found = shares(amount, count, first)
    assert len(found) == count
    assert sum(found) == amount
    assert max(found) - min(found) <= 1


@pytest.mark.parametrize(
    "amount,count,first,expected",
    [
        (5, 2, 0, [3, 2]),
        (5, 2, 1, [2, 3]),
        (-5, 2, 0, [-3, -2]),
        (7, 3, 2, [2, 2, 3]),
        (8, 3, 2, [3, 2, 3]),
        (0, 2, 1, [0, 0]),
    ],
)
def test_what_is_left_over_goes_to_the_next_in_turn(amount: int, count: int, first: int, expected: list[int]) -> None:
    assert shares(amount, count, first) == expected


@given(balances())
def test_after_the_payments_nobody_owes_anything(before: dict[str, int]) -> None:
    left = dict(before)
    payments = settle(before)
    for payment in payments:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert set(left.values()) <= {0}
    assert len(payments) <= max(sum(1 for amount in before.values() if amount) - 1, 0)
    assert all(before[payment.payer] < 0 < before[payment.payee] for payment in payments)


@given(balances(most=8, size=4))
def test_among_few_people_no_fewer_payments_do(before: dict[str, int]) -> None:
    open_ones = tuple(sorted(amount for amount in before.values() if amount))
    assert is_exact(before)
    assert len(settle(before)) == fewest(open_ones)


@cache
def fewest(amounts: tuple[int, ...]) -> int:
    """The fewest payments by brute force: every debtor pays every creditor the debt or the claim, in all orders."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    first, rest = left[0], left[1:]
    tried = []
    for number, other in enumerate(rest):
        if first * other < 0:
            joined = [*rest[:number], first + other, *rest[number + 1 :]]
            tried.append(1 + fewest(tuple(sorted(joined))))
    return min(tried)


@given(balances(), st.randoms(use_true_random=False))
def test_the_order_of_people_makes_no_difference(before: dict[str, int], chance: object) -> None:
    shuffled = list(before.items())
    chance.shuffle(shuffled)
    assert settle(dict(shuffled)) == settle(before)


def test_greed_would_pay_once_more_than_needed() -> None:
    # Largest first: 6 → 5, 1 → 4 …; 4+1−5 and 3+3−6 are groups of their own.
    assert len(settle({"a": 5, "b": 6, "c": -4, "d": -3, "e": -3, "f": -1})) == 4


def test_the_fewest_payments_are_certain_for_twelve_who_owe_or_are_owed_something() -> None:
    groups = [(41, -16, -25), (31, -15, -16), (34, -21, -13), (33, -26, -7)]
    twelve = {f"{group} {at}": amount for group, amounts in enumerate(groups) for at, amount in enumerate(amounts)}
    assert is_exact({**twelve, "even": 0})
    assert len(settle({**twelve, "even": 0})) == 8  # 10 if the largest debt always paid the largest claim
    assert not is_exact({**twelve, "0 0": 40, "one more": 1})


def test_among_many_people_those_who_cancel_out_pay_each_other() -> None:
    many = {f"up {number}": 7 + number for number in range(MOST_EXACT)}
    many |= {f"down {number}": -7 - number for number in range(MOST_EXACT)}
    assert not is_exact(many)
    assert len(settle(many)) == MOST_EXACT


def test_what_does_not_come_to_nothing_is_not_settled() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle({"a": 5, "b": -4})
