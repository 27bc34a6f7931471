"""What systems pair with: lots (TOU-9), clubs kept apart (TOU-12), rounds known beforehand (TOU-14 … TOU-16)."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from scorekeeper.tournaments.matching import Cost, LowerBound, least_pairing
from scorekeeper.tournaments.model import Ids, Tournament


def lots(tournament: Tournament, draws: int = 1) -> list[int]:
    """All entrants in the order in which the lots are drawn; after several `draws`, in that of the last one.

    The lots of TOU-9 are the first draw.
    """
    generator = Random(tournament.seed)  # noqa: S311 (lots that anybody can draw again, not a secret)
    ids = sorted(tournament.ids)
    order: list[int] = []
    for _turn in range(draws):
        order = generator.sample(ids, len(ids))
    return order


def first_order(tournament: Tournament) -> list[int]:
    """All entrants in the order of TOU-10: that of the lots, or that of entry (which is what seeds them, too).

    Decision: round robin, Mitchell and knock-out start from the same order as draw, danese and groups.
    """
    return lots(tournament) if tournament.system.first == "lots" else list(tournament.ids)


Clubs = dict[int, str]


class ClubCosts(NamedTuple):
    """`cost`: 1 for two of one club, else 0. `lower_bound`: what any pairing of those who are left costs at least."""

    cost: Cost
    lower_bound: LowerBound


def clubs_of(tournament: Tournament, number: int) -> Clubs:
    """Clubs by entrant, in a round that keeps them apart; nobody in the others."""
    if number > tournament.system.apart_rounds:
        return {}
    return {entrant.id: entrant.club for entrant in tournament.entrants if entrant.club is not None}


def club_costs(clubs: Clubs) -> ClubCosts:
    """The costs of a round with these clubs."""

    def cost(one: int, other: int) -> int:
        return int(one in clubs and clubs[one] == clubs.get(other))

    def lower_bound(left: Sequence[int]) -> int:
        largest = max(Counter(clubs[each] for each in left if each in clubs).values(), default=0)
        return max(0, largest - len(left) // 2)

    return ClubCosts(cost, lower_bound)


def apart_in_pairs(order: list[int], clubs: Clubs) -> list[int]:
    """The order changed so that its neighbours are of different clubs where that is possible; an odd last one stays."""
    if not clubs:
        return order
    even = len(order) - len(order) % 2
    cost, lower_bound = club_costs(clubs)
    pairs = least_pairing(order[:even], cost, lower_bound=lower_bound)
    return [each for pair in pairs for each in pair] + order[even:]


def apart_in_bracket(seeds: list[int], tables: list[tuple[int, int]], clubs: Clubs) -> list[int]:
    """The seeds with the lower ones of the first-round tables changed round, each as little as can be.

    `tables` holds the places in `seeds` of those who meet. The higher seeds keep their tables.
    """
    lower = {seeds[min(table)]: max(table) for table in tables}
    same, lower_bound = club_costs(clubs)
    place = {each: index for index, each in enumerate(seeds)}

    def cost(one: int, other: int) -> int:
        return same(one, other) + (len(seeds) if (one in lower) == (other in lower) else 0)

    def nearest(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: abs(place[other] - lower[one]))

    changed = list(seeds)
    meeting = [each for each in seeds if each in lower] + [seeds[at] for at in sorted(lower.values())]
    for one, other in least_pairing(meeting, cost, nearest, lower_bound):
        changed[lower[one]] = other
    return changed


class Draft(NamedTuple):
    """A round as the rule pairs it: two sides a table under the table's number, byes, and who meets again.

    `many` says that byes are told as a list, as there may be several where this round stands.
    """

    tables: list[tuple[int, Ids, Ids]]
    byes: Ids
    rematches: list[tuple[int, int]]
    many: bool = False


def numbered(sides: list[tuple[Ids, Ids]]) -> list[tuple[int, Ids, Ids]]:
    """Tables 1, 2, … in this order."""
    return [(number, *two) for number, two in enumerate(sides, start=1)]


def by_lowest_id(sides: list[tuple[Ids, Ids]]) -> list[tuple[Ids, Ids]]:
    """The order of the tables where neither standings nor a bracket gives one."""
    return sorted(sides, key=lambda two: min(two[0] + two[1]))


def with_fewest_byes(order: list[int], byes: dict[int, int], number: int) -> Ids:
    """Who has the byes: so many of those with the fewest, the last in the order first (TOU-13)."""
    chosen = order[::-1]
    chosen.sort(key=lambda each: byes[each])
    return tuple(chosen[:number])


def next_number(tournament: Tournament) -> int:
    """The number of the round to come."""
    return len(tournament.rounds) + 1
