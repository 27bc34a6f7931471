"""The system `mixed`: a Mitchell, Danese or draw after another (TOU-22), the last one perhaps in flights (TOU-23).

Decision: a Mitchell round in which everybody would have a bye is played, since the rounds of the parts are agreed.
"""

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.system import System
from scorekeeper.tournaments.systems import flights
from scorekeeper.tournaments.systems.neighbours import part_of_next


class Mixed(System):
    """Systems that follow each other, with one ranking of all rounds."""

    kind = "mixed"
    names_tables = True

    def is_over(self, tournament: Tournament) -> bool:
        """True if the rounds of all parts are played, or too few entrants are left for a table."""
        if len(tournament.rounds) >= self.rounds or len(self.members(tournament)) < 2:
            return True
        return bool(part_of_next(tournament).flights) and flights.is_over(tournament)

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round by the rules of its part."""
        return part_of_next(tournament).pair(tournament)
