"""`round_robin` and `mitchell`: every round is known beforehand (TOU-14, TOU-15).

Decision: where rounds were played by hand in another order, the first of the programme that is still open comes next.
"""

from collections import Counter

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, Planned, next_number, programme


def members(tournament: Tournament) -> set[int]:
    """Everybody who is there is in every round."""
    return tournament.there(next_number(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether the programme is through."""
    return len(tournament.rounds) >= len(programme(tournament))


def pair(tournament: Tournament) -> Draft:
    """The next round of the programme."""
    planned = _next(tournament)
    return Draft([(table, (one,), (other,)) for table, one, other in planned.games], planned.byes, [])


def _next(tournament: Tournament) -> Planned:
    """The first round of which no game has been played as often as it should have been by then.

    Where hand-made tables left no such round, the one whose turn it is.
    """
    whole = programme(tournament)
    there = members(tournament)
    played = Counter(frozenset(table.ids) for each in tournament.rounds for table in each.tables)
    due: Counter[frozenset[int]] = Counter()
    for planned in whole:
        pairs = [frozenset((one, other)) for _table, one, other in planned.games]
        due.update(pairs)
        if all(played[pair] < due[pair] for pair in pairs) and there == {*planned.byes, *(set().union(*pairs))}:
            return planned
    return whole[len(tournament.rounds)]
