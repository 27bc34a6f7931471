"""`draw` and `danese`: neighbours in an order meet (TOU-10 … TOU-13).

The order of `danese` is that of the standings. Decision: each round of `draw` draws the lots again (the second round
takes the second draw of the same generator, and so on), and nobody meets twice there either, unless `rematch` is so.
"""

from collections import Counter

from scorekeeper.tournaments.matching import Preferences, in_given_order, least_pairing
from scorekeeper.tournaments.model import Ids, Tournament
from scorekeeper.tournaments.pairing import (
    Draft,
    by_lowest_id,
    club_costs,
    clubs_of,
    first_order,
    lots,
    next_number,
    numbered,
    with_fewest_byes,
)
from scorekeeper.tournaments.ranking import met_pairs, standing_order

SEATS = 4
PARTNERS = {  # by place at the table, best first
    "1+4": ((0, 3), (1, 2)),
    "1+2": ((0, 1), (2, 3)),
    "1+3": ((0, 2), (1, 3)),
}


def members(tournament: Tournament) -> set[int]:
    """Everybody who is there is in every round."""
    return tournament.entrants_in(next_number(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether the agreed rounds are played, or too few are left for a table."""
    fewest = SEATS if tournament.system.singles else 2
    return len(tournament.rounds) >= tournament.system.rounds or len(members(tournament)) < fewest


def pair(tournament: Tournament) -> Draft:
    """The next round."""
    order, standing = orders(tournament)
    byes = dict.fromkeys(order, 0)
    byes.update(Counter(each for played in tournament.rounds for each in played.byes if each in byes))
    if tournament.system.singles:
        return _pair_singles(tournament, order, standing, byes)
    free = with_fewest_byes(standing, byes, len(order) % 2)
    pairs = _pairs(tournament, [each for each in order if each not in free])
    again = met_pairs(tournament)
    sides: list[tuple[Ids, Ids]] = [((one,), (other,)) for one, other in pairs]
    if tournament.system.kind == "draw":
        sides = by_lowest_id(sides)
    rematches = [(one, other) for (one,), (other,) in sides if {one, other} in again]
    return Draft(numbered(sides), free, rematches)


def orders(tournament: Tournament) -> tuple[list[int], list[int]]:
    """Those who are there in the order in which neighbours meet, and in that of the standings.

    In the first round both are the order of TOU-10.
    """
    number = next_number(tournament)
    if number == 1:
        order = standing = first_order(tournament)
    else:
        standing = standing_order(tournament)
        order = lots(tournament, draws=number) if tournament.system.kind == "draw" else standing
    there = members(tournament)
    return [each for each in order if each in there], [each for each in standing if each in there]


def _pairs(tournament: Tournament, order: list[int]) -> list[tuple[int, int]]:
    number = next_number(tournament)
    again = set() if tournament.system.rematch else met_pairs(tournament)
    same_club, lower_bound = club_costs(clubs_of(tournament, number))
    rematch = len(order)  # dearer than all tables of one club together

    def cost(one: int, other: int) -> int:
        return same_club(one, other) + (rematch if frozenset((one, other)) in again else 0)

    seeded = tournament.system.first == "seeded" and number == 1
    return least_pairing(order, cost, _halves(order) if seeded else in_given_order, lower_bound)


def _halves(order: list[int]) -> Preferences:
    """Seeds: the first half looks for its opponents in the second one first (TOU-10)."""
    upper = set(order[: len(order) // 2])

    def preferences(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda each: (one in upper) == (each in upper))

    return preferences


def _pair_singles(tournament: Tournament, order: list[int], standing: list[int], byes: dict[int, int]) -> Draft:
    """Fours in the given order; within a four, partners by the standings."""
    free = with_fewest_byes(standing, byes, len(order) % SEATS)
    seated = [each for each in order if each not in free]
    place = {each: index for index, each in enumerate(standing)}
    sides: list[tuple[Ids, Ids]] = []
    for start in range(0, len(seated), SEATS):
        four = sorted(seated[start : start + SEATS], key=lambda each: place[each])
        first, second = PARTNERS[tournament.system.partners]
        sides.append((tuple(four[at] for at in first), tuple(four[at] for at in second)))
    if tournament.system.kind == "draw":
        sides = by_lowest_id(sides)
    return Draft(numbered(sides), free, [], many=True)
