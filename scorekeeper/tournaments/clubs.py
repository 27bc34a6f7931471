"""Keeping clubs apart (TOU-12)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.tournaments.matching import Cost, Floor, least_pairing
from scorekeeper.tournaments.model import Tournament

Clubs = dict[int, str]


class Fence(NamedTuple):
    """`cost`: 1 for two of one club, else 0. `floor`: what any pairing of those who are left costs at least."""

    cost: Cost
    floor: Floor


def clubs_of(tournament: Tournament, number: int) -> Clubs:
    """Clubs by entrant, in a round that keeps them apart; nobody in the others."""
    if number > tournament.system.apart_rounds:
        return {}
    return {entrant.id: entrant.club for entrant in tournament.entrants if entrant.club is not None}


def fence(clubs: Clubs) -> Fence:
    """The costs of a round with these clubs."""

    def cost(one: int, other: int) -> int:
        return int(one in clubs and clubs[one] == clubs.get(other))

    def floor(left: Sequence[int]) -> int:
        largest = max(Counter(clubs[each] for each in left if each in clubs).values(), default=0)
        return max(0, largest - len(left) // 2)

    return Fence(cost, floor)


def apart_in_pairs(order: list[int], clubs: Clubs) -> list[int]:
    """The order changed so that its neighbours are of different clubs where that is possible; an odd last one stays."""
    if not clubs:
        return order
    even = len(order) - len(order) % 2
    cost, floor = fence(clubs)
    pairs = least_pairing(order[:even], cost, floor=floor)
    return [each for pair in pairs for each in pair] + order[even:]


def apart_in_bracket(seeds: list[int], tables: list[tuple[int, int]], clubs: Clubs) -> list[int]:
    """The seeds with the lower ones of the first-round tables changed round, each as little as can be.

    `tables` holds the places in `seeds` of those who meet. The higher seeds keep their tables.
    """
    lower = {seeds[min(table)]: max(table) for table in tables}
    same, floor = fence(clubs)
    place = {each: index for index, each in enumerate(seeds)}

    def cost(one: int, other: int) -> int:
        return same(one, other) + (len(seeds) if (one in lower) == (other in lower) else 0)

    def nearest(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: abs(place[other] - lower[one]))

    changed = list(seeds)
    meeting = [each for each in seeds if each in lower] + [seeds[at] for at in sorted(lower.values())]
    for one, other in least_pairing(meeting, cost, nearest, floor):
        changed[lower[one]] = other
    return changed
