"""The system `mitchell`: one line of entrants stays seated, the other moves on each round (TOU-14)."""

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import apart_in_pairs, clubs_of, first_order
from scorekeeper.tournaments.schedule import Game, Schedule


class Mitchell(Schedule):
    """The entrants who stay, and those who move on by `step` tables, each in a ranking of their own, too."""

    kind = "mitchell"
    meeting_rule = "TOU-14"
    lines = (N_("North–South"), N_("East–West"))

    def by_line(self, tournament: Tournament) -> tuple[list[int], list[int]]:
        """Returns the two lines, by tables of the first round: entrants who stay, and entrants who move on.

        If other systems follow, the lines are formed of those present in round 1 (TOU-22).
        """
        order = first_order(tournament)
        if tournament.system.parts:
            present = tournament.entrants_in(1)
            order = [entrant for entrant in order if entrant in present]
        order = apart_in_pairs(order, clubs_of(tournament, 1))
        return order[0::2], order[1::2]

    def games(self, tournament: Tournament) -> list[list[Game]]:
        """Returns the games of all rounds: the moving line moves on by `step` tables after each round."""
        stay, move = self.by_line(tournament)
        moving = [*move, None]  # a phantom, for whom there is a table only if the number of entrants is odd
        tables = len(stay)
        return [
            [(at + 1, stay[at], moving[(at - self.step * turn) % tables]) for at in range(tables)]
            for turn in range(self.rounds)
        ]
