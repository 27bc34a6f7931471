"""Parts shared by the pairing systems: drawing lots (TOU-9), keeping clubs apart (TOU-12), byes (TOU-13), and
entrants who must not meet (TOU-39).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from scorekeeper.tournaments.matching import Cost, LowerBound, least_pairing
from scorekeeper.tournaments.model import Ids, Tournament, Two


def lots(tournament: Tournament, draws: int = 1) -> list[int]:
    """Returns all entrants' ids in a random order, drawn by lot; `draws` is the number of the draw.

    The lots of TOU-9 are the first draw. The order depends only on the tournament's seed.
    """
    generator = Random(tournament.seed)  # noqa: S311 (anybody may repeat the draw: no secret)
    ids = sorted(tournament.ids)
    order: list[int] = []
    for _turn in range(draws):
        order = generator.sample(ids, len(ids))
    return order


def first_order(tournament: Tournament) -> list[int]:
    """Returns all entrants' ids in the starting order of TOU-10: by lot, or in the order of entry (seeds, too).

    Decision: round robin, Mitchell and knock-out start from the same order as draw, danese and groups.
    """
    return lots(tournament) if tournament.system.first == "lots" else list(tournament.ids)


Clubs = dict[int, str]


class ClubCosts(NamedTuple):
    """The costs of pairing entrants of one club, for `least_pairing`.

    `cost(one, other)` is 1 for two entrants of one club, else 0; `lower_bound(entrants)` is a cost below which no
    pairing of them can be.
    """

    cost: Cost
    lower_bound: LowerBound


def clubs_of(tournament: Tournament, number: int) -> Clubs:
    """Returns the clubs of entrants by id if round `number` keeps clubs apart, else an empty dict.

    These are the first rounds of the tournament or part (TOU-12).
    """
    system, start = tournament.system.part(number)
    if number - start > system.apart_rounds:
        return {}
    return {entrant.id: entrant.club for entrant in tournament.entrants if entrant.club is not None}


def club_costs(clubs: Clubs) -> ClubCosts:
    """Returns the costs of pairing entrants of these clubs, for `least_pairing`."""

    def cost(one: int, other: int) -> int:
        return int(one in clubs and clubs[one] == clubs.get(other))

    def lower_bound(unpaired: Sequence[int]) -> int:
        crowds = Counter(clubs.get(entrant, entrant) for entrant in unpaired)
        return max(0, max(crowds.values()) - len(unpaired) // 2)

    return ClubCosts(cost, lower_bound)


def apart_in_pairs(order: list[int], clubs: Clubs) -> list[int]:
    """Returns the order changed so that neighbours (1 and 2, 3 and 4, …) are of different clubs where possible.

    If the number is odd, the last entrant stays last.
    """
    if not clubs:
        return order
    even = len(order) - len(order) % 2
    cost, lower_bound = club_costs(clubs)
    pairs = least_pairing(order[:even], cost, lower_bound=lower_bound)
    return [entrant for pair in pairs for entrant in pair] + order[even:]


def apart_in_bracket(seeds: list[int], tables: list[tuple[int, int]], clubs: Clubs) -> list[int]:
    """Returns the seeds with lower seeds moved to keep clubs apart in the first round, as little as possible.

    `tables` holds index pairs into `seeds` of the entrants who meet. The higher seed of each table stays.
    """
    lower = {seeds[min(table)]: max(table) for table in tables}
    same, lower_bound = club_costs(clubs)
    place = {entrant: index for index, entrant in enumerate(seeds)}

    def cost(one: int, other: int) -> int:
        is_across = (one in lower) != (other in lower)
        return same(one, other) + (0 if is_across else len(seeds))

    def nearest(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: abs(place[other] - lower[one]))

    changed = list(seeds)
    meeting = [entrant for entrant in seeds if entrant in lower] + [seeds[at] for at in sorted(lower.values())]
    for one, other in least_pairing(meeting, cost, nearest, lower_bound):
        changed[lower[one]] = other
    return changed


def forbidden_twos(forbidden: Collection[frozenset[int]], ids: Ids) -> list[Two]:
    """Returns the twos of these entrants, all at one table, who must not meet (TOU-39)."""
    return [two for two in combinations(ids, 2) if frozenset(two) in forbidden]


def forbidden_apart(tournament: Tournament, order: Sequence[int], together: Sequence[int | None]) -> list[int]:
    """Returns the order changed so that fewer entrants are together who must not meet (TOU-39).

    `together` holds the table or group of each place in the order, None for a place alone.
    """
    changed, opponents = list(order), defaultdict[int, set[int]](set)
    for one, other in tournament.system.forbidden:
        opponents[one].add(other)
        opponents[other].add(one)
    while (swap := _better_swap(changed, together, opponents)) is not None:
        at, other = swap
        changed[at], changed[other] = changed[other], changed[at]
    return changed


def _better_swap(order: list[int], together: Sequence[int | None], opponents: dict[int, set[int]]) -> Two | None:
    """Returns the places of the next two to be swapped; None if no swap of two makes it better.

    The first in the order who is with a forbidden one before it swaps with the nearest behind it, else before it.
    """
    company = defaultdict[int | None, set[int]](set)
    for entrant, group in zip(order, together, strict=True):
        company[group].add(entrant)
    company[None].clear()

    def clashes(at: int, instead: int) -> int:
        """Returns how many at the place `at` the entrant at the place `instead` must not meet."""
        return len(opponents[order[instead]] & (company[together[at]] - {order[at]}))

    for at, entrant in enumerate(order):
        before = {order[place] for place in range(at) if together[place] == together[at]}
        if together[at] is None or not opponents[entrant] & before:
            continue
        for other in [*range(at + 1, len(order)), *range(at - 1, -1, -1)]:
            now, then = clashes(at, at) + clashes(other, other), clashes(at, other) + clashes(other, at)
            if together[at] != together[other] and then < now:
                return at, other
    return None


class Draft(NamedTuple):
    """A round as the system pairs it: tables `(number, side, side)`, byes, and unavoidable rematches.

    `many` is True if the document stores the byes of a round of this kind as a list, even one or none.
    """

    tables: list[tuple[int, Ids, Ids]]
    byes: Ids
    rematches: list[tuple[int, int]]
    many: bool = False


def numbered(sides: list[tuple[Ids, Ids]]) -> list[tuple[int, Ids, Ids]]:
    """Returns pairs of sides as tables `(number, side, side)`, numbered 1, 2, … in this order."""
    return [(number, *two) for number, two in enumerate(sides, start=1)]


def by_lowest_id(sides: list[tuple[Ids, Ids]]) -> list[tuple[Ids, Ids]]:
    """Returns the tables ordered by their lowest id, for rounds without an order by standings or bracket."""
    return sorted(sides, key=lambda two: min(two[0] + two[1]))


def with_fewest_byes(order: list[int], byes: dict[int, int], number: int) -> Ids:
    """Returns the `number` entrants who get a bye: fewest byes first, then last in the order (TOU-13)."""
    chosen = order[::-1]
    chosen.sort(key=lambda entrant: byes[entrant])
    return tuple(chosen[:number])


def next_number(tournament: Tournament) -> int:
    """Returns the number of the next round."""
    return len(tournament.rounds) + 1
