"""Who owes whom: shares of a sum that add up to it exactly, and the payments that make everybody even.

Amounts are whole numbers of the smallest unit. Among few people the payments are the fewest that there can be: people
fall into as many groups as possible that sum to zero each, and a group of n is even after n − 1 payments. Finding
the groups takes time with 2 to the number of people, so for more of them pairs that cancel out pay each other, and
then the largest debt is paid to the largest claim: few payments, if perhaps not the fewest.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

MOST_EXACT = 12  # people; 4,096 groups to look at


class Payment(NamedTuple):
    """`payer` gives `payee` an amount, which is more than nothing."""

    payer: str
    payee: str
    amount: int


def shares(amount: int, count: int, first: int = 0) -> list[int]:
    """An amount in equal shares. What is left over goes, one unit each, to the shares from number `first` on."""
    each, left = divmod(abs(amount), count)
    sign = -1 if amount < 0 else 1
    return [sign * (each + int((place - first) % count < left)) for place in range(count)]


def settle(balances: Mapping[str, int]) -> list[Payment]:
    """Payments after which nobody owes anything; who is above zero is paid. The balances must sum to zero.

    The same balances give the same payments, in whatever order they stand.
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to zero")
    open_ones = sorted((each for each in balances.items() if each[1]), key=lambda each: (-each[1], each[0]))
    groups = _groups(open_ones) if len(open_ones) <= MOST_EXACT else _pairs(open_ones)
    return [payment for group in groups for payment in _pay(group)]


def is_exact(balances: Mapping[str, int]) -> bool:
    """Whether the payments of `settle` are certain to be the fewest."""
    return sum(1 for amount in balances.values() if amount) <= MOST_EXACT


People = Sequence[tuple[str, int]]


def _groups(people: People) -> list[People]:
    """As many groups as possible, each of which sums to zero.

    `most[of]` is how many groups the people of a set can be parted into, `last[of]` who of them is taken away to get
    there: each time that what is left sums to zero, one more group is complete.
    """
    size = 1 << len(people)
    total, most, last = [0] * size, [0] * size, [0] * size
    for of in range(1, size):
        lowest = (of & -of).bit_length() - 1
        total[of] = total[of & (of - 1)] + people[lowest][1]
        best = -1
        for person in range(len(people)):
            if of >> person & 1 and most[of ^ 1 << person] > best:
                best, last[of] = most[of ^ 1 << person], person
        most[of] = best + int(total[of] == 0)
    return _taken_apart(people, total, last)


def _taken_apart(people: People, total: list[int], last: list[int]) -> list[People]:
    of, groups = len(total) - 1, list[list[tuple[str, int]]]()
    while of:
        if total[of] == 0:
            groups.append([])
        groups[-1].append(people[last[of]])
        of ^= 1 << last[of]
    return [*groups]


def _pairs(people: People) -> list[People]:
    """Two who cancel out, as often as there are; all others together."""
    waiting: dict[int, list[tuple[str, int]]] = {}
    found: list[People] = []
    for person in people:
        others = waiting.get(-person[1])
        if others:
            found.append([others.pop(), person])
        else:
            waiting.setdefault(person[1], []).append(person)
    return [*found, [person for left in waiting.values() for person in left]]


def _pay(group: People) -> list[Payment]:
    """The largest debt to the largest claim, until all are even: each payment makes at least one person even."""
    left = dict(group)
    payments = []
    while any(left.values()):
        payee = min(left, key=lambda name: (-left[name], name))
        payer = min(left, key=lambda name: (left[name], name))
        amount = min(left[payee], -left[payer])
        payments.append(Payment(payer, payee, amount))
        left[payee] -= amount
        left[payer] += amount
    return payments
