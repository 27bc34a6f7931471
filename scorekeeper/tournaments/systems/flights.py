"""Flights (TOU-23): the last part of a mixed tournament, in which the standings are cut into A, B, C … of one size.

Each flight is paired as `danese` pairs all (TOU-11, TOU-21), and has standings of its own. Late entrants join the last
flight.
"""

from typing import NamedTuple

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.ranking import Count, Placed, behind, count, ranked
from scorekeeper.tournaments.system import Part
from scorekeeper.tournaments.systems.neighbours import Sides, draft_of, pair_among


def last_part(tournament: Tournament) -> Part:
    """Returns the last part, the only one that may have flights."""
    return tournament.system.part(max(tournament.system.rounds, 1))


def are_begun(tournament: Tournament) -> bool:
    """True if the document has a round in flights, complete or not."""
    system, start = last_part(tournament)
    return bool(system.flights) and len(tournament.rounds) > start


class Flight(NamedTuple):
    """A flight's entrants with their places among themselves, best first, and the count that ranks them."""

    placed: list[Placed]
    counted: Count

    @property
    def order(self) -> list[int]:
        """The ids of the entrants in the order of the flight's standings."""
        return [placed.entrant for placed in self.placed]


def flights(tournament: Tournament, number: int, rounds: int) -> list[Flight]:
    """Returns the flights of round `number`, ranked after `rounds` rounds.

    Until the first round in flights is complete, each flight keeps the order of the standings it was cut from.
    """
    system, start = last_part(tournament)
    cut = _cut(tournament)
    counted = count(tournament, rounds, since=0 if system.carry else start)
    late = _late(tournament, number)
    if min(rounds, tournament.complete) <= start:
        cut[-1] += behind(len(cut[-1]), ranked(tournament, counted, late))
        return [Flight(flight, counted) for flight in cut]
    groups = [[placed.entrant for placed in flight] for flight in cut]
    groups[-1] += late
    return [Flight(ranked(tournament, counted, group), counted) for group in groups]


def _cut(tournament: Tournament) -> list[list[Placed]]:
    """Cuts the standings of all entrants present in the first round of flights into flights.

    Places are shared inside a flight by those who share a place in the standings. While a round before is
    incomplete, the standings are those after the last complete one.
    """
    system, start = last_part(tournament)
    present = tournament.entrants_in(start + 1)
    before = min(start, tournament.complete)
    standing = ranked(tournament, count(tournament, before), tournament.ids)
    rows = [placed for placed in standing if placed.entrant in present]
    number = max(1, len(rows) // system.flights)
    bounds = [turn * system.flights for turn in range(number)]
    return [_placed_again(rows[one:other]) for one, other in zip(bounds, [*bounds[1:], len(rows)], strict=True)]


def _placed_again(rows: list[Placed]) -> list[Placed]:
    """Renumbers the places of a flight's entrants from 1; entrants with the same place still share it."""
    first: dict[int, int] = {}
    return [Placed(first.setdefault(row.place, at), row.entrant) for at, row in enumerate(rows, start=1)]


def _late(tournament: Tournament, number: int) -> list[int]:
    """Returns the entrants who came between the first round in flights and round `number`."""
    first = last_part(tournament).start + 1
    return [
        entrant.id
        for entrant in tournament.entrants
        if first < entrant.late <= number and entrant.takes_part(entrant.late)
    ]


def by_entrant(tournament: Tournament, number: int) -> dict[int, int]:
    """Returns the flight (from 0) of each entrant who has one in round `number`."""
    after = min(number - 1, tournament.complete)
    return {
        entrant: index for index, flight in enumerate(flights(tournament, number, after)) for entrant in flight.order
    }


def is_over(tournament: Tournament) -> bool:
    """True if no flight has two entrants left."""
    system, start = last_part(tournament)
    number = next_number(tournament)
    present = tournament.entrants_in(number)
    if len(present) > max(1, len(tournament.entrants_in(start + 1)) // system.flights):
        return False
    flight = by_entrant(tournament, number)
    return len({flight[entrant] for entrant in present}) == len(present)


def pair(tournament: Tournament) -> Draft:
    """Returns the next round: tables numbered through from flight A on, a bye for each odd flight."""
    number = next_number(tournament)
    present = tournament.entrants_in(number)
    sides: Sides = []
    byes: list[int] = []
    for flight in flights(tournament, number, len(tournament.rounds)):
        order = [entrant for entrant in flight.order if entrant in present]
        tables, free = pair_among(tournament, order, order)
        sides += tables
        byes += free
    return draft_of(tournament, sides, tuple(byes))
