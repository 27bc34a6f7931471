"""Stakes: each player's gain or loss, and the payments that settle all debts.

Amounts are whole numbers of the smallest unit (e.g. cents). For up to MOST_EXACT people the number of payments is
minimal: people are split into as many groups as possible that sum to zero, and a group of n needs n − 1 payments.
Finding the groups takes time proportional to 2 to the number of people, so for more people a greedy method is used:
pairs with opposite balances pay each other, then the largest debt pays the largest claim.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine.base import N_, Setup, refuse
from scorekeeper.ledger.approval import check_open
from scorekeeper.ledger.log import tidy
from scorekeeper.store.models import Match, Sitting, Stake, db

MOST_EXACT = 12  # people; 4,096 subsets to look at


class Payment(NamedTuple):
    """A payment of a positive amount from `payer` to `payee`."""

    payer: str
    payee: str
    amount: int


def shares(amount: int, count: int, first: int) -> list[int]:
    """Returns an amount in equal shares; the remainder goes, one unit each, to the shares from index `first` on."""
    share, remainder = divmod(abs(amount), count)
    sign = -1 if amount < 0 else 1
    return [sign * (share + int((index - first) % count < remainder)) for index in range(count)]


def settle(balances: Mapping[str, int]) -> list[Payment]:
    """Returns payments that settle the balances; people with negative balances pay those with positive ones.

    The result does not depend on the order of the balances. Raises ValueError if they do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to zero")
    unsettled = sorted((item for item in balances.items() if item[1]), key=lambda item: (-item[1], item[0]))
    groups = _groups(unsettled) if len(unsettled) <= MOST_EXACT else _pairs(unsettled)
    return [payment for group in groups for payment in _pay(group)]


def is_exact(balances: Mapping[str, int]) -> bool:
    """True if `settle` is certain to return the fewest payments possible."""
    return sum(1 for amount in balances.values() if amount) <= MOST_EXACT


Balances = Sequence[tuple[str, int]]


def _groups(people: Balances) -> list[Balances]:
    """Split people into as many groups as possible that sum to zero each.

    Dynamic programming over subsets (bit masks): `most[subset]` is the number of groups it can be split into,
    `last[subset]` the person whose removal leads to that number. A group is complete when the rest sums to zero.
    """
    size = 1 << len(people)
    total, most, last = [0] * size, [0] * size, [0] * size
    for subset in range(1, size):
        lowest = (subset & -subset).bit_length() - 1
        total[subset] = total[subset & (subset - 1)] + people[lowest][1]
        best = -1
        for person in range(len(people)):
            if subset >> person & 1 and most[subset ^ 1 << person] > best:
                best, last[subset] = most[subset ^ 1 << person], person
        most[subset] = best + int(total[subset] == 0)
    return _split(people, total, last)


def _split(people: Balances, total: list[int], last: list[int]) -> list[Balances]:
    subset, groups = len(total) - 1, list[list[tuple[str, int]]]()
    while subset:
        if total[subset] == 0:
            groups.append([])
        groups[-1].append(people[last[subset]])
        subset ^= 1 << last[subset]
    return [*groups]


def _pairs(people: Balances) -> list[Balances]:
    """Pairs with opposite balances, then one group of all the rest."""
    waiting: dict[int, list[tuple[str, int]]] = {}
    pairs: list[Balances] = []
    for person in people:
        others = waiting.get(-person[1])
        if others:
            pairs.append([others.pop(), person])
        else:
            waiting.setdefault(person[1], []).append(person)
    return [*pairs, [person for rest in waiting.values() for person in rest]]


def _pay(group: Balances) -> list[Payment]:
    """Returns payments that settle a group: repeatedly, the largest debtor pays the largest creditor."""
    unsettled = dict(group)
    payments = []
    while any(unsettled.values()):
        payee = min(unsettled, key=lambda name: (-unsettled[name], name))
        payer = min(unsettled, key=lambda name: (unsettled[name], name))
        amount = min(unsettled[payee], -unsettled[payer])
        payments.append(Payment(payer, payee, amount))
        unsettled[payee] -= amount
        unsettled[payer] += amount
    return payments


LARGEST = 100_000_000  # smallest units a game
LONGEST_UNIT = 12
AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?", re.ASCII)

Unit = tuple[str, int]  # its label, and how many decimals its amounts are shown with
# Takes the matches of an evening; returns `name(match, seat)`, the same name for the same person in all of them.
NamesOf = Callable[[Sequence[Match]], Callable[[Match, int], str]]


class Played(NamedTuple):
    """A match with a winner: the games it counts for, and each person's gain or loss by name."""

    match: Match
    games: int
    balances: dict[str, int]


class Reckoning(NamedTuple):
    """The settlement in one unit: balances by name, highest first, and payments; `fewest`: see `is_exact`."""

    unit: Unit
    played: list[Played]
    balances: dict[str, int]
    payments: list[Payment]
    fewest: bool


def play_for(sitting: Sitting, amount: str, unit: str) -> None:
    """Sets the stake of a game in all matches of the sitting; an empty amount removes it.

    `amount` is text: `0.50` is settled in hundredths, `5` in whole units. Raises Refusal if it is invalid, or if a
    match of the sitting is approved.
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
        raise refuse("unit", None, N_("Use at most {longest} characters"), longest=LONGEST_UNIT)
    sitting.stake = sitting.stake or Stake(sitting_id=sitting.id)
    sitting.stake.amount, sitting.stake.decimals, sitting.stake.unit = worth, decimals, label


def _amount(text: str) -> tuple[int, int]:
    """Returns an amount in the smallest unit and its decimals: `"0,50"` and `"0,5"` give 50, 2. Raises Refusal."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        raise refuse("amount", None, N_("Enter an amount such as 5 or 0.50"))
    decimals = 2 if match[2] else 0
    worth = int(match[1] + (match[2] or "").ljust(decimals, "0"))
    if not 0 < worth <= LARGEST:
        raise refuse("amount", None, N_("This amount is too small or too large"))
    return worth, decimals


def reckon(sittings: Iterable[Sitting], people: NamesOf) -> list[Reckoning]:
    """Returns the settlement of these sittings for each unit; `people` returns the names of players."""
    by_unit: dict[Unit, list[tuple[Match, int]]] = {}
    for sitting in sittings:
        if sitting.stake:
            matches = [(match, sitting.stake.amount) for match in sitting.matches]
            by_unit.setdefault((sitting.stake.unit, sitting.stake.decimals), []).extend(matches)
    return [_reckoning(unit, matches, people) for unit, matches in by_unit.items()]


def _reckoning(unit: Unit, matches: Sequence[tuple[Match, int]], people: NamesOf) -> Reckoning:
    name_of = people([match for match, _stake in matches])
    played, totals = [], dict[str, int]()
    for match, stake in matches:
        if match.winner is None:
            continue
        by_seat = gains(match.setup, match.table["games"], stake, match.number - 1)
        by_name = dict[str, int]()
        for seat, amount in enumerate(by_seat):
            name = name_of(match, seat)
            by_name[name] = by_name.get(name, 0) + amount
            totals[name] = totals.get(name, 0) + amount
        played.append(Played(match, match.table["games"][match.winner], by_name))
    ordered = dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))
    return Reckoning(unit, played, ordered, settle(ordered), is_exact(ordered))


def gains(setup: Setup, games: Sequence[int], stake: int, turn: int) -> list[int]:
    """Returns each seat's gain or loss in the smallest unit (sum zero); earlier players of a seat are ignored.

    `games` are the games won by each side; `turn` is the index of the seat that gets an indivisible unit first.
    """
    sides = range(len(setup["sides"]))
    by_side = [stake * (len(sides) * games[side] - sum(games)) for side in sides]
    gained = [0] * len(setup["seats"])
    for side in sides:
        seats = [seat for seat, seat_side in enumerate(setup["seat_sides"]) if seat_side == side]
        for seat, amount in zip(seats, shares(by_side[side], len(seats), turn), strict=True):
            gained[seat] = amount
    return gained
