"""The rounds that a page or paper shows: the seating of one, how many count, and the state of a knock-out."""

from typing import NamedTuple

from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.tournaments.api import refuse_an_open_round
from scorekeeper.tournaments.hall import Hall, table_numbers
from scorekeeper.tournaments.model import Ids, Table, Tournament
from scorekeeper.tournaments.pairing import next_number
from scorekeeper.tournaments.stages import are_known, group_rounds
from scorekeeper.tournaments.systems import bracket, is_over, knockout, next_round

NO_ROUND = N_("There is no round {round}")


class RoundTables(NamedTuple):
    """A round's number, its tables sorted by number, and the entrants with a bye."""

    number: int
    tables: tuple[Table, ...]
    byes: Ids


def seating_of_round(tournament: Tournament, wanted: int, hall: Hall | None = None) -> RoundTables:
    """Returns the seating of round `wanted`. If 0: the current round, else the next, or the last if there is none.

    The next round is paired by the system's rules, at the tables of the `hall`. Raises Refusal if there is no such
    round, or if it cannot be paired yet.
    """
    last = len(tournament.rounds)
    under_way = tournament.complete < last
    number = wanted or (last if last and (under_way or is_over(tournament)) else next_number(tournament))
    if number <= last:
        played = tournament.rounds[number - 1]
        return RoundTables(number, tuple(sorted(played.tables, key=lambda table: table.number)), played.byes)
    if number > next_number(tournament):
        raise refuse("round", None, NO_ROUND, round=number)
    refuse_an_open_round(tournament)
    draft = next_round(tournament)
    if draft is None:
        raise refuse("round", None, NO_ROUND, round=number)
    numbers = table_numbers(hall or [], max((at for at, _one, _other in draft.tables), default=0))
    tables = tuple(Table(numbers[at - 1], (one, other)) for at, one, other in draft.tables)
    return RoundTables(number, tables, draft.byes)


def with_results(tournament: Tournament, wanted: int) -> RoundTables:
    """Returns the seating of round `wanted`; 0 for the last round with a result. Raises Refusal."""
    numbers = [
        number
        for number, played_round in enumerate(tournament.rounds, start=1)
        if any(table.is_decided for table in played_round.tables)
    ]
    number = wanted or (numbers[-1] if numbers else 1)
    if number > len(tournament.rounds):
        raise refuse("round", None, NO_ROUND, round=number)
    return seating_of_round(tournament, number)


def counted(tournament: Tournament, wanted: int) -> int:
    """Returns the number of rounds to count: `wanted`, or all complete ones if 0. Raises Refusal."""
    if wanted > tournament.complete:
        raise refuse("round", None, N_("Round {round} is not complete yet"), round=wanted)
    return wanted or tournament.complete


def stage(tournament: Tournament) -> bracket.Stage:
    """Returns the present state of the knock-out. Raises Refusal without one, or before the groups end."""
    if not tournament.system.knocks_out:
        raise refuse("system.kind", "TOU-17", N_("This tournament has no knock-out"))
    if tournament.complete < group_rounds(tournament) or not are_known(tournament):
        raise refuse("rounds", "TOU-16", N_("The groups are not finished yet"))
    return knockout.stage(tournament)


def stages(tournament: Tournament) -> list[bracket.Stage]:
    """Returns the state of the knock-out before each round, up to the present. Raises Refusal as `stage` does."""
    stage(tournament)
    rounds = range(group_rounds(tournament), tournament.complete + 1)
    return [stage(tournament.up_to(number)) for number in rounds]


def places_in_round(tournament: Tournament, number: int) -> int:
    """Returns the number of places in a knock-out round, a power of two; two in the final."""
    return max(len(stage(tournament.up_to(number - 1)).line), 2)
