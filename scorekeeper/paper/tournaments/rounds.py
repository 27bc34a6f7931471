"""The round that a sheet is about: one of the document, or the next one as the rule pairs it."""

from typing import NamedTuple

from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.base import refuse
from scorekeeper.tournaments.answers import refuse_an_open_round
from scorekeeper.tournaments.hall import Hall, numbers_for
from scorekeeper.tournaments.model import Ids, Table, Tournament
from scorekeeper.tournaments.pairing import next_number
from scorekeeper.tournaments.systems import is_over, next_round

NO_ROUND = marked("There is no round {round}")


class Seated(NamedTuple):
    """A round's number, its tables by their numbers, and who has no opponent."""

    number: int
    tables: tuple[Table, ...]
    byes: Ids


def to_be_played(tournament: Tournament, wanted: int, hall: Hall | None = None) -> Seated:
    """The round of that number; 0 asks for the one under way, else for the next one, else for the last one.

    The next one is paired by the rule, at the tables of the `hall`. Raises Refusal where there is no such round, or it
    cannot be paired yet.
    """
    last = len(tournament.rounds)
    under_way = tournament.complete < last
    number = wanted or (last if last and (under_way or is_over(tournament)) else next_number(tournament))
    if number <= last:
        played = tournament.rounds[number - 1]
        return Seated(number, tuple(sorted(played.tables, key=lambda table: table.number)), played.byes)
    if number > next_number(tournament):
        raise refuse("round", None, NO_ROUND, round=number)
    refuse_an_open_round(tournament)
    draft = next_round(tournament)
    if draft is None:
        raise refuse("round", None, NO_ROUND, round=number)
    numbers = numbers_for(hall or [], max((at for at, _one, _other in draft.tables), default=0))
    tables = tuple(Table(numbers[at - 1], (one, other)) for at, one, other in draft.tables)
    return Seated(number, tables, draft.byes)


def with_results(tournament: Tournament, wanted: int) -> Seated:
    """The round of that number; 0 asks for the last one in which a table has a result. Raises Refusal."""
    known = [
        number
        for number, each in enumerate(tournament.rounds, start=1)
        if any(table.is_decided for table in each.tables)
    ]
    number = wanted or (known[-1] if known else 1)
    if number > len(tournament.rounds):
        raise refuse("round", None, NO_ROUND, round=number)
    return to_be_played(tournament, number)


def counted(tournament: Tournament, wanted: int) -> int:
    """After how many rounds a ranking is asked for; 0 asks for all that are complete. Raises Refusal."""
    if wanted > tournament.complete:
        raise refuse("round", None, marked("Round {round} is not complete yet"), round=wanted)
    return wanted or tournament.complete
