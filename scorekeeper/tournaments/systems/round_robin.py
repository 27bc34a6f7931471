"""The system `round_robin`: everybody meets everybody, once or twice (TOU-15)."""

from dataclasses import replace

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import ROUNDS, Flag
from scorekeeper.tournaments.pairing import Draft, first_order
from scorekeeper.tournaments.schedule import Game, circle, pair_by, scheduled_rounds
from scorekeeper.tournaments.system import CUPS, System


class RoundRobin(System):
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
    is_schedule = True
    all_meet = True
    avoids_forbidden = False

    def is_over(self, tournament: Tournament) -> bool:
        """True if all rounds of the schedule are played."""
        return len(tournament.rounds) >= len(scheduled_rounds(tournament))

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round of the schedule, as a draft."""
        return pair_by(tournament, scheduled_rounds(tournament), 0, self.members(tournament))

    def uses(self, tournament: Tournament, later: int, number: int) -> bool:
        """False: results change no round of a schedule."""
        return False

    def planned_rounds(self, tournament: Tournament) -> int:
        """Returns the number of rounds of the schedule."""
        return len(scheduled_rounds(tournament))

    def games(self, tournament: Tournament) -> list[list[Game]]:
        """Returns the rounds in which all meet once, by the order of TOU-10; if `twice`, again with sides swapped."""
        games = circle(first_order(tournament))
        if self.twice:
            games += [[(0, other, one) for _table, one, other in turn] for turn in games]
        return games[: self.rounds or len(games)]
