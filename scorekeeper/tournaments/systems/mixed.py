"""The system `mixed`: a Mitchell, Danese or draw after another (TOU-22), the last one perhaps in flights (TOU-23).

Decision: a Mitchell round in which everybody would have a bye is played, since the rounds of the parts are agreed.
"""

from typing import TYPE_CHECKING

from scorekeeper.tournaments import schedule
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.systems import flights, neighbours

if TYPE_CHECKING:
    from scorekeeper.tournaments.systems import Rules


def _rules(tournament: Tournament) -> "Rules":
    """Returns the rules of the part to which the next round belongs."""
    system = neighbours.part_of_next(tournament)
    if system.kind == "mitchell":
        return schedule
    return flights if system.flights else neighbours


def members(tournament: Tournament) -> set[int]:
    """Returns the entrants of the next round: all who have entered and not withdrawn."""
    return tournament.entrants_in(next_number(tournament))


def is_over(tournament: Tournament) -> bool:
    """True if the rounds of all parts are played, or too few entrants are left for a table."""
    if len(tournament.rounds) >= tournament.system.rounds or len(members(tournament)) < 2:
        return True
    return bool(neighbours.part_of_next(tournament).flights) and flights.is_over(tournament)


def pair(tournament: Tournament) -> Draft:
    """Returns the next round by the rules of its part."""
    return _rules(tournament).pair(tournament)
