"""The system `danese`: neighbours in the standings meet (TOU-11, TOU-21), at the end perhaps in flights (TOU-23)."""

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import CARRY, FLIGHTS, Rematch
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.system import System, Variant
from scorekeeper.tournaments.systems import flights
from scorekeeper.tournaments.systems.neighbours import Neighbours, options_of_neighbours


class Danese(Neighbours):
    """Neighbours in the standings meet; nobody twice, or not twice in a row, unless `rematch` allows it."""

    kind = "danese"
    title = N_("Danese, no rematches")
    blurb = N_("Neighbours in the ranking meet: 1–2, 3–4 … Nobody meets twice.")
    usual = True
    others = (
        Variant(
            kind,
            "danese-previous",
            N_("Danese, modified"),
            N_("Neighbours in the ranking meet, but not the last opponents again. In the last round anybody may meet."),
            {"rematch": "previous"},
        ),
        Variant(
            kind,
            "danese-pure",
            N_("Danese, pure"),
            N_("Neighbours in the ranking meet, even if they have met before."),
            {"rematch": True},
        ),
    )
    options = (*options_of_neighbours(Rematch("rematch", "", "TOU-11", may_be_previous=True)), FLIGHTS, CARRY)

    @property
    def name(self) -> str:
        """The name on papers."""
        previous, pure = self.others
        if self.singles:
            return super().name
        return previous.title if self.previous else pure.title if self.rematch else N_("Danese")

    def checked(self, fields: Fields, at_start: int) -> System:
        """Refuses flights of an odd number, and what is only for flights without them."""
        if not self.flights and not fields.has_value("flights") and fields.has_value("carry"):
            fields.refuse("carry", "TOU-23", N_("This is only for flights"))
        if self.flights % 2:
            fields.refuse("flights", "TOU-23", N_("The number of entrants in a flight must be even"))
        return super().checked(fields, at_start)

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round, of all or of each flight."""
        return flights.pair(tournament) if self.flights else super().pair(tournament)

    def uses(self, tournament: Tournament, later: int, number: int) -> bool:
        """True: every result moves the standings, by which the next rounds are paired."""
        return True
