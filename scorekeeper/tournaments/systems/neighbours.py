"""The systems `draw` and `danese`: neighbours in an order are paired (TOU-10 … TOU-13, TOU-18, TOU-21).

The order of `danese` is the standings. Decisions: each round of `draw` draws new lots (the second round uses the second
draw of the same generator, and so on), and rematches are avoided there too, unless `rematch` allows them. Single
players sit at tables of four in this order, with a partner for one round; earlier partners and opponents do not matter.
"""

from collections import Counter

from scorekeeper.tournaments.matching import Preferences, in_given_order, least_pairing
from scorekeeper.tournaments.model import Ids, System, Tournament
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

SEATS = 4  # at a table of single players
PARTNERS = {  # by place at the table, best first
    "1+4": ((0, 3), (1, 2)),
    "1+2": ((0, 1), (2, 3)),
    "1+3": ((0, 2), (1, 3)),
}


def members(tournament: Tournament) -> set[int]:
    """Returns the entrants of the next round: all who have entered and not withdrawn."""
    return tournament.entrants_in(next_number(tournament))


def is_over(tournament: Tournament) -> bool:
    """True if all rounds are played, or too few entrants are left for a table."""
    fewest = SEATS if tournament.system.singles else 2
    return len(tournament.rounds) >= tournament.system.rounds or len(members(tournament)) < fewest


def pair(tournament: Tournament) -> Draft:
    """Returns the next round, as a draft."""
    order, standing = orders(tournament)
    if part_of_next(tournament).singles:
        return _pair_singles(tournament, order, standing)
    sides, free = pair_among(tournament, order, standing)
    if part_of_next(tournament).kind == "draw":
        sides = by_lowest_id(sides)
    return draft_of(tournament, sides, free)


def part_of_next(tournament: Tournament) -> System:
    """Returns the pairing system of the next round."""
    return tournament.system.part(next_number(tournament)).system


Sides = list[tuple[Ids, Ids]]


def pair_among(tournament: Tournament, order: list[int], standing: list[int]) -> tuple[Sides, Ids]:
    """Pairs these entrants, in the order of pairing; returns the sides of tables, and the bye of an odd number."""
    free = with_fewest_byes(standing, _byes(tournament), len(order) % 2)
    pairs = _pairs(tournament, [entrant for entrant in order if entrant not in free])
    return [((one,), (other,)) for one, other in pairs], free


def draft_of(tournament: Tournament, sides: Sides, byes: Ids) -> Draft:
    """Returns the next round of these tables, with the tables that the rule would have avoided."""
    again = avoided_pairs(tournament)
    rematches = [(one, other) for (one,), (other,) in sides if {one, other} in again]
    return Draft(numbered(sides), byes, rematches)


def _byes(tournament: Tournament) -> Counter[int]:
    return Counter(entrant for played in tournament.rounds for entrant in played.byes)


def orders(tournament: Tournament) -> tuple[list[int], list[int]]:
    """Returns the entrants of the next round twice: in the order of pairing, and in the order of the standings.

    In the first round both are the order of TOU-10.
    """
    number = next_number(tournament)
    if number == 1:
        order = standing = first_order(tournament)
    else:
        standing = standing_order(tournament)
        order = lots(tournament, draws=number) if part_of_next(tournament).kind == "draw" else standing
    present = members(tournament)
    return [entrant for entrant in order if entrant in present], [entrant for entrant in standing if entrant in present]


def avoided_pairs(tournament: Tournament) -> set[frozenset[int]]:
    """Returns the pairs of entrants who should not meet in the next round, since they have met (TOU-11, TOU-21)."""
    system = part_of_next(tournament)
    if system.rematch or (system.previous and next_number(tournament) == tournament.system.rounds):
        return set()
    return met_pairs(tournament.rounds[-1:] if system.previous else tournament.rounds)


def _pairs(tournament: Tournament, order: list[int]) -> list[tuple[int, int]]:
    number = next_number(tournament)
    again = avoided_pairs(tournament)
    same_club, lower_bound = club_costs(clubs_of(tournament, number))
    rematch = len(order)  # costs more than any number of tables with one club

    def cost(one: int, other: int) -> int:
        return same_club(one, other) + (rematch if frozenset((one, other)) in again else 0)

    seeded = tournament.system.first == "seeded" and number == 1
    return least_pairing(order, cost, _halves(order) if seeded else in_given_order, lower_bound)


def _halves(order: list[int]) -> Preferences:
    """Returns preferences for seeds: entrants of one half of the order prefer opponents of the other (TOU-10)."""
    upper = set(order[: len(order) // 2])

    def preferences(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: (one in upper) == (other in upper))

    return preferences


def _pair_singles(tournament: Tournament, order: list[int], standing: list[int]) -> Draft:
    """Returns a round of single players: tables of four in this order, partners by the standings (TOU-18)."""
    free = with_fewest_byes(standing, _byes(tournament), len(order) % SEATS)
    seated = [entrant for entrant in order if entrant not in free]
    place = {entrant: index for index, entrant in enumerate(standing)}
    sides: list[tuple[Ids, Ids]] = []
    for start in range(0, len(seated), SEATS):
        four = sorted(seated[start : start + SEATS], key=lambda entrant: place[entrant])
        first, second = PARTNERS[tournament.system.partners]
        sides.append((tuple(four[at] for at in first), tuple(four[at] for at in second)))
    if tournament.system.kind == "draw":
        sides = by_lowest_id(sides)
    return Draft(numbered(sides), free, [], many=True)
