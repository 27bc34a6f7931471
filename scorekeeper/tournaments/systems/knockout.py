"""The system `knockout` (TOU-17), and the bracket that it shares with `groups`."""

from functools import lru_cache
from typing import ClassVar

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments import stages
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.options import APART_IN_ROUND_1, THIRD_PLACE, Option
from scorekeeper.tournaments.pairing import Draft, apart_in_bracket, clubs_of, first_order, forbidden_apart
from scorekeeper.tournaments.system import CUPS, System
from scorekeeper.tournaments.systems import bracket


def qualified(tournament: Tournament) -> list[int]:
    """Returns the entrants of the knock-out that follows the groups, in the order of their seeds."""
    last = stages.stages(tournament)[-1]
    seeds = stages.qualified(tournament, last)
    groups = enumerate(last.groups)
    seeds = bracket.kept_apart(seeds, {entrant: number for number, members in groups for entrant in members})
    return _forbidden_apart(tournament, seeds)


def _forbidden_apart(tournament: Tournament, seeds: list[int]) -> list[int]:
    """Returns the seeds changed so that those who must not meet do not in the first round (TOU-39)."""
    table_of = {seed: min(table) for table in bracket.first_tables(len(seeds)) for seed in table}
    return forbidden_apart(tournament, seeds, [table_of.get(seed) for seed in range(len(seeds))])


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each in the same bracket
def _seeds(tournament: Tournament) -> list[int]:
    present = tournament.entrants_in(1)
    seeds = [entrant for entrant in first_order(tournament) if entrant in present]
    clubs = clubs_of(tournament, 1)
    if clubs:
        seeds = apart_in_bracket(seeds, bracket.first_tables(len(seeds)), clubs)
    return _forbidden_apart(tournament, seeds)


def stage(tournament: Tournament) -> bracket.Stage:
    """Returns the state of the knock-out after all rounds played."""
    seeds = qualified(tournament) if tournament.system.has_groups else _seeds(tournament.up_to(0))
    return bracket.stage(tournament, seeds, start=stages.group_rounds(tournament))


class Knockout(System):
    """A knock-out of all: who loses is out."""

    kind = "knockout"
    title = N_("Knock-out")
    blurb = N_("The loser is out.")
    family = CUPS
    options: ClassVar[tuple[Option, ...]] = (APART_IN_ROUND_1, THIRD_PLACE)
    knocks_out = True
    names_tables = True

    def members(self, tournament: Tournament) -> set[int]:
        """Returns the entrants of the next round: all still in, and two who play for third place."""
        return bracket.members(stage(tournament))

    def is_over(self, tournament: Tournament) -> bool:
        """True if the knock-out has a winner, and also a third if third place is played for."""
        return bracket.is_over(stage(tournament))

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round of the knock-out."""
        return bracket.pair(stage(tournament), first=len(tournament.rounds) == stages.group_rounds(tournament))

    def planned_rounds(self, tournament: Tournament) -> int:
        """Returns the number of rounds until one of those present at the start is left."""
        return knockout_rounds(len(tournament.entrants_in(1)))

    def rounds_needed(self, tournament: Tournament, number: int) -> int:
        """Returns the number of rounds before: the winners of each play the next one."""
        return number - 1

    def is_knockout(self, tournament: Tournament, number: int) -> bool:
        """True for every round."""
        return True

    def uses(self, tournament: Tournament, later: int, number: int) -> bool:
        """True if the entrants of round `later` depend on round `number`."""
        return number <= self.rounds_needed(tournament, later)


def knockout_rounds(entrants: int) -> int:
    """Returns the number of rounds of a knock-out of this many entrants."""
    return max(entrants - 1, 0).bit_length()
