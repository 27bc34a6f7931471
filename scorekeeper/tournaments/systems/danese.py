"""The system `danese`: neighbours in the standings meet (TOU-11, TOU-21), at the end perhaps in flights (TOU-23)."""

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.systems import flights
from scorekeeper.tournaments.systems.neighbours import Neighbours


class Danese(Neighbours):
    """Neighbours in the standings meet; nobody twice, or not twice in a row, unless `rematch` allows it."""

    kind = "danese"

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round, of all or of each flight."""
        return flights.pair(tournament) if self.flights else super().pair(tournament)

    def uses(self, tournament: Tournament, later: int, number: int) -> bool:
        """True: every result moves the standings, by which the next rounds are paired."""
        return True
