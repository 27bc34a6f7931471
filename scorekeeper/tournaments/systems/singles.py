"""Single players at tables of four, with a partner for one round (TOU-18).

Decision: the order alone decides; who was partner or opponent before does not matter.
"""

from scorekeeper.tournaments.model import Ids, Tournament
from scorekeeper.tournaments.pairing import Draft, by_lowest_id, numbered, with_fewest_byes

SEATS = 4
PARTNERS = {  # by place at the table, best first
    "1+4": ((0, 3), (1, 2)),
    "1+2": ((0, 1), (2, 3)),
    "1+3": ((0, 2), (1, 3)),
}


def pair(tournament: Tournament, order: list[int], standing: list[int], byes: dict[int, int]) -> Draft:
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
