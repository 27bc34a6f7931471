"""Who owes whom: shares of a sum that add up to it exactly, and the payments that make everybody even.

Amounts are whole numbers of the smallest unit. Among few people the payments are the fewest that there can be: people
fall into as many groups as possible that sum to zero each, and a group of n is even after n − 1 payments. Finding
the groups takes time with 2 to the number of people, so for more of them pairs that cancel out pay each other, and
then the largest debt is paid to the largest claim: few payments, if perhaps not the fewest.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine.base import Setup, _, refuse
from scorekeeper.ledger.approval import check_open
from scorekeeper.ledger.log import tidy
from scorekeeper.store.models import Match, Sitting, Stake, db

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


Balances = Sequence[tuple[str, int]]


def _groups(people: Balances) -> list[Balances]:
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


def _taken_apart(people: Balances, total: list[int], last: list[int]) -> list[Balances]:
    of, groups = len(total) - 1, list[list[tuple[str, int]]]()
    while of:
        if total[of] == 0:
            groups.append([])
        groups[-1].append(people[last[of]])
        of ^= 1 << last[of]
    return [*groups]


def _pairs(people: Balances) -> list[Balances]:
    """Two who cancel out, as often as there are; all others together."""
    waiting: dict[int, list[tuple[str, int]]] = {}
    found: list[Balances] = []
    for person in people:
        others = waiting.get(-person[1])
        if others:
            found.append([others.pop(), person])
        else:
            waiting.setdefault(person[1], []).append(person)
    return [*found, [person for left in waiting.values() for person in left]]


def _pay(group: Balances) -> list[Payment]:
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


LARGEST = 100_000_000  # smallest units a game
LONGEST_UNIT = 12
AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?", re.ASCII)

Unit = tuple[str, int]  # its label, and how many decimals its amounts are shown with
# Of matches of one evening, what whoever sits on a seat is called: one person is called the same in all of them.
NamesOf = Callable[[Sequence[Match]], Callable[[Match, int], str]]


class Played(NamedTuple):
    """A match that was won: worth so many games, and what each person gains or loses by it."""

    match: Match
    games: int
    balances: dict[str, int]


class Reckoning(NamedTuple):
    """All that was played for in one unit. `balances` by name, the highest first; `fewest`: no fewer payments do."""

    unit: Unit
    played: list[Played]
    balances: dict[str, int]
    payments: list[Payment]
    fewest: bool


def play_for(sitting: Sitting, amount: str, unit: str) -> None:
    """Set what a game is worth in all matches of the sitting; an empty amount: it is played for nothing.

    The amount is written as people write it: `0.50` is settled to the hundredth, `5` to the whole. Raises Refusal, also
    where a match of the sitting is approved.
    """
    check_open(sitting)
    db.session.execute(select(Sitting.id).where(Sitting.id == sitting.id).with_for_update())
    db.session.refresh(sitting, ["stake"])
    if not amount.strip():
        if sitting.stake:
            db.session.delete(sitting.stake)
        sitting.stake = None
        return
    worth, decimals = _amount(amount)
    label = tidy(unit)
    if len(label) > LONGEST_UNIT:
        raise refuse("unit", None, _("Use at most {longest} characters"), longest=LONGEST_UNIT)
    sitting.stake = sitting.stake or Stake(sitting_id=sitting.id)
    sitting.stake.amount, sitting.stake.decimals, sitting.stake.unit = worth, decimals, label
    db.session.flush()


def _amount(typed: str) -> tuple[int, int]:
    """`("0,50")` as 50 and 2 decimals. Tenths are hundredths: nobody writes 0.5 to settle to the tenth."""
    found = AMOUNT.fullmatch(typed.strip())
    if found is None:
        raise refuse("amount", None, _("Enter an amount such as 5 or 0.50"))
    decimals = 2 if found[2] else 0
    worth = int(found[1] + (found[2] or "").ljust(decimals, "0"))
    if not 0 < worth <= LARGEST:
        raise refuse("amount", None, _("This amount is too small or too large"))
    return worth, decimals


def reckon(sittings: Iterable[Sitting], people: NamesOf) -> list[Reckoning]:
    """The balances and payments of these sittings, for each unit that is played for; `people` says who is who."""
    by_unit: dict[Unit, list[tuple[Match, int]]] = {}
    for sitting in sittings:
        if sitting.stake:
            matches = [(match, sitting.stake.amount) for match in sitting.matches]
            by_unit.setdefault((sitting.stake.unit, sitting.stake.decimals), []).extend(matches)
    return [_reckoned(unit, matches, people) for unit, matches in by_unit.items()]


def _reckoned(unit: Unit, matches: Sequence[tuple[Match, int]], people: NamesOf) -> Reckoning:
    name_of = people([match for match, _stake in matches])
    played, totals = [], dict[str, int]()
    for match, stake in matches:
        if match.winner is None:
            continue
        of_match = gains(match.setup, match.table["games"], stake, match.number - 1)
        named = dict[str, int]()
        for seat, amount in enumerate(of_match):
            name = name_of(match, seat)
            named[name] = named.get(name, 0) + amount
            totals[name] = totals.get(name, 0) + amount
        played.append(Played(match, match.table["games"][match.winner], named))
    ordered = dict(sorted(totals.items(), key=lambda each: (-each[1], each[0])))
    return Reckoning(unit, played, ordered, settle(ordered), is_exact(ordered))


def gains(setup: Setup, games: Sequence[int], stake: int, turn: int = 0) -> list[int]:
    """What each seat gains or loses, in the smallest unit; zero for all seats together. Past seats do not count.

    `games` are those that each side won; `turn` says whose turn it is to have a unit that cannot be shared.
    """
    sides = range(len(setup["sides"]))
    of_side = [stake * (len(sides) * games[side] - sum(games)) for side in sides]
    gained = [0] * len(setup["seats"])
    for side in sides:
        seats = [seat for seat, its_side in enumerate(setup["seat_sides"]) if its_side == side]
        for seat, amount in zip(seats, shares(of_side[side], len(seats), turn), strict=True):
            gained[seat] = amount
    return gained
