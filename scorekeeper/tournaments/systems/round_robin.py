"""The system `round_robin`: everybody meets everybody, once or twice (TOU-15)."""

from dataclasses import replace

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import ROUNDS, Flag
from scorekeeper.tournaments.pairing import first_order
from scorekeeper.tournaments.schedule import Game, Schedule, circle, scheduled_rounds
from scorekeeper.tournaments.system import CUPS


class RoundRobin(Schedule):
    """Rounds in which all meet once, or twice. Decision: `rounds` may be set too, and then ends the schedule early."""

    kind = "round_robin"
    title = N_("Round robin")
    blurb = N_("Everybody meets everybody.")
    family = CUPS
    options = (
        replace(ROUNDS, label="", rule="TOU-15", default=0),
        Flag("twice", N_("Round robin: everyone meets twice"), "TOU-15"),
    )
    meeting_rule = "TOU-15"
    all_meet = True

    def planned_rounds(self, tournament: Tournament) -> int:
        """Returns the number of rounds of the schedule."""
        return len(scheduled_rounds(tournament))

    def games(self, tournament: Tournament) -> list[list[Game]]:
        """Returns the rounds in which all meet once, by the order of TOU-10; if `twice`, again with sides swapped."""
        games = circle(first_order(tournament))
        if self.twice:
            games += [[(0, other, one) for _table, one, other in turn] for turn in games]
        return games[: self.rounds or len(games)]
