"""What an evening is played for, and the balances of people that follow, match by match and in all.

A stake is what a game is worth. A match is worth as many games as its rules say (one, mostly): each
other side pays that many stakes to the side that won them. A side pays and is paid in equal shares; a unit that is left
over goes to another seat in every match. So the balances of a match, and of an evening, always sum to zero.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine.base import Setup, _, refuse
from scorekeeper.ledger.approval import check_open
from scorekeeper.ledger.debts import Payment, is_exact, settle, shares
from scorekeeper.ledger.log import tidy
from scorekeeper.store.models import Match, Sitting, Stake, db

LARGEST = 100_000_000  # smallest units a game
LONGEST_UNIT = 12
AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?", re.ASCII)

Unit = tuple[str, int]  # its label, and how many decimals its amounts are shown with
# Of matches of one evening, what whoever sits on a seat is called: one person is called the same in all of them.
People = Callable[[Sequence[Match]], Callable[[Match, int], str]]


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


def reckon(sittings: Iterable[Sitting], people: People) -> list[Reckoning]:
    """The balances and payments of these sittings, for each unit that is played for; `people` says who is who."""
    by_unit: dict[Unit, list[tuple[Match, int]]] = {}
    for sitting in sittings:
        if sitting.stake:
            matches = [(match, sitting.stake.amount) for match in sitting.matches]
            by_unit.setdefault((sitting.stake.unit, sitting.stake.decimals), []).extend(matches)
    return [_reckoned(unit, matches, people) for unit, matches in by_unit.items()]


def _reckoned(unit: Unit, matches: Sequence[tuple[Match, int]], people: People) -> Reckoning:
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
