"""Results that are probably typed wrong: impossible points, large differences, VP that do not add up (TOU-26).

Nothing here refuses a document.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.games import find_game
from scorekeeper.tournaments.model import Table, Tournament
from scorekeeper.tournaments.scoring import WHOLE

LARGEST_DIFFERENCE = 3000  # points in a hand


class Doubt(NamedTuple):
    """A doubtful result: its round and table, and why: `grain`, `most`, `difference` or `vp`."""

    round: int
    table: int
    why: str


def doubts(tournament: Tournament) -> list[Doubt]:
    """Returns the doubtful results of all rounds, in the order of rounds and tables."""
    return [
        Doubt(number, table.number, why)
        for number, played in enumerate(tournament.rounds, start=1)
        for table in played.tables
        for why in reasons(tournament, table)
    ]


def reasons(tournament: Tournament, table: Table) -> Iterator[str]:
    """Yields why a table's result is doubtful; the number of hands is only known where victory points are given."""
    hands = tournament.scoring.hands if tournament.scoring.kind == "vp" else 0
    if table.points is not None:
        game = find_game(tournament.game or "")
        most = game.most_a_hand.get(tournament.variant or "") if game else None
        if game and any(points % game.point_step for points in table.points):
            yield "grain"
        if most and hands and max(table.points) > hands * most:
            yield "most"
        if hands and abs(table.points[0] - table.points[1]) > hands * LARGEST_DIFFERENCE:
            yield "difference"
    if table.vp is not None and sum(table.vp) != WHOLE:
        yield "vp"
