"""The system `mitchell`: one line of entrants stays seated, the other moves on each round (TOU-14)."""

from dataclasses import dataclass, replace
from math import gcd

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import APART_IN_ROUND_1, ROUNDS, STEP
from scorekeeper.tournaments.pairing import apart_in_pairs, clubs_of, first_order
from scorekeeper.tournaments.schedule import Game, Schedule


@dataclass(frozen=True)
class Mitchell(Schedule):
    """The entrants who stay, and those who move on by `step` tables, each in a ranking of their own, too."""

    step: int = 1

    kind = "mitchell"
    title = N_("Mitchell")
    blurb = N_("One line stays seated, the other moves on each round. Each line has its own ranking.")
    options = (replace(ROUNDS, rule="TOU-14", default=0), APART_IN_ROUND_1, STEP)
    meeting_rule = "TOU-14"
    opens_mixed = True
    lines = (N_("North–South"), N_("East–West"))

    def checked(self, fields: Fields, entrants: int) -> "Mitchell":
        """Fills in as many rounds as tables, and refuses settings by which two would meet twice."""
        tables = -(-entrants // 2)
        rounds = self.rounds or max(tables, 1)
        if gcd(self.step, tables) > 1:
            text = N_("With {tables} tables, moving on by {step} would bring the same opponents again")
            fields.refuse("step", "TOU-14", text, tables=tables, step=self.step)
        if rounds > tables:
            fields.refuse("rounds", "TOU-14", N_("There can be no more rounds than tables, {tables}"), tables=tables)
        return replace(self, rounds=rounds)

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
