"""One entrant's way through a tournament: where it sat in each round, and what that gave."""

from typing import NamedTuple

from scorekeeper.tournaments.model import Ids, Table, Tournament
from scorekeeper.tournaments.programme import rounds_without_bye_score
from scorekeeper.tournaments.scoring import Score, bye_score, scores
from scorekeeper.tournaments.systems import is_knockout


class Turn(NamedTuple):
    """A round of an entrant: its table and which of the two sides; without a table it had no opponent.

    `score` is None while the table plays, and where a bye gives nothing.
    """

    round: int
    table: Table | None
    side: int
    score: Score | None

    def partners(self, entrant: int) -> Ids:
        """Who sits with the entrant where single players are paired."""
        return tuple(each for each in self.table.sides[self.side] if each != entrant) if self.table else ()

    @property
    def opponents(self) -> Ids:
        """Who sits on the other side."""
        return self.table.sides[1 - self.side] if self.table else ()


def course(tournament: Tournament, entrant: int) -> list[Turn]:
    """The rounds in which the entrant had a table or a bye, in their order."""
    found = (_turn(tournament, entrant, number) for number in range(1, len(tournament.rounds) + 1))
    return [turn for turn in found if turn is not None]


def _turn(tournament: Tournament, entrant: int, number: int) -> Turn | None:
    played = tournament.rounds[number - 1]
    table = next((each for each in played.tables if entrant in each.ids), None)
    if table is not None:
        given = scores(tournament.scoring, table)[entrant] if table.is_decided else None
        return Turn(number, table, int(entrant in table.sides[1]), given)
    if entrant not in played.byes:
        return None
    scored = number > rounds_without_bye_score(tournament) and not is_knockout(tournament, number)
    return Turn(number, None, 0, bye_score(tournament.scoring) if scored else None)
