"""The system `groups`: a round robin in small groups, then a knock-out of each group's best (TOU-16, TOU-24)."""

from scorekeeper.tournaments import schedule, stages
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, next_number
from scorekeeper.tournaments.schedule import Game
from scorekeeper.tournaments.systems.knockout import Knockout, knockout_rounds


class Groups(Knockout):
    """Groups, perhaps groups of the qualified again, then a knock-out."""

    kind = "groups"
    meeting_rule = "TOU-16"
    has_groups = True

    def members(self, tournament: Tournament) -> set[int]:
        """Returns the entrants of the next round: in groups all of the stage who take part, then all still in."""
        if not _in_groups(tournament):
            return super().members(tournament)
        number = next_number(tournament)
        return tournament.entrants_in(number).intersection(stages.stage_of(tournament, number).members)

    def is_over(self, tournament: Tournament) -> bool:
        """True if the groups are played, and the knock-out has a winner."""
        return not _in_groups(tournament) and super().is_over(tournament)

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round, in groups or of the knock-out."""
        if not _in_groups(tournament):
            return super().pair(tournament)
        stage = stages.stage_of(tournament, next_number(tournament))
        return schedule.pair_by(tournament, stage.rounds, stage.start, self.members(tournament))

    def planned_rounds(self, tournament: Tournament) -> int:
        """Returns the number of rounds in groups and of the knock-out; 0 before the last stage begins."""
        last = stages.stages(tournament)[-1]
        qualified = sum(min(last.system.qualify, len(group)) for group in last.groups)
        return last.end + knockout_rounds(qualified) if stages.are_known(tournament) else 0

    def rounds_needed(self, tournament: Tournament, number: int) -> int:
        """Returns the rounds of the first stage for those of the second, and all rounds before for a knock-out."""
        if self.is_knockout(tournament, number):
            return number - 1
        first = stages.stages(tournament)[0]
        return first.end if number > first.end else 0

    def is_knockout(self, tournament: Tournament, number: int) -> bool:
        """True for the rounds after the groups."""
        return stages.are_known(tournament) and number > stages.group_rounds(tournament)

    def games(self, tournament: Tournament) -> list[list[Game]]:
        """Returns the games of the first groups."""
        return schedule.group_games(schedule.groups(tournament))


def _in_groups(tournament: Tournament) -> bool:
    """True if the next round is still played in groups."""
    return len(tournament.rounds) < stages.group_rounds(tournament) or not stages.are_known(tournament)
