"""The stages of a tournament in groups: groups of all, and perhaps of the qualified again (TOU-16, TOU-24).

A stage's ranking counts its own rounds only. The second stage is known once the first is complete. Decisions: an
entrant that has withdrawn before the next stage does not qualify, the next of its group does; entrants with the same
place in their groups are ordered among themselves by TOU-7 or TOU-8.
"""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.ranking import Count, Placed, count, ranked
from scorekeeper.tournaments.schedule import (
    ScheduledRound,
    dealt_apart,
    group_games,
    groups,
    playable,
    scheduled_rounds,
)
from scorekeeper.tournaments.system import System


class Stage(NamedTuple):
    """A stage: its system, its groups of ids, its rounds, and the number of rounds before it."""

    system: System
    groups: list[list[int]]
    rounds: list[ScheduledRound]
    start: int

    @property
    def end(self) -> int:
        """The number of rounds up to the end of the stage."""
        return self.start + len(self.rounds)

    @property
    def members(self) -> list[int]:
        """The ids of all entrants of the stage."""
        return [entrant for group in self.groups for entrant in group]


def stages(tournament: Tournament) -> list[Stage]:
    """Returns the stages with known groups: the second only after the end of the first; empty without groups."""
    system = tournament.system
    if not system.has_groups:
        return []
    first = Stage(system, groups(tournament), scheduled_rounds(tournament), 0)
    if system.then is None or tournament.complete < first.end:
        return [first]
    return [first, _second(tournament.up_to(first.end))]


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each against the same stage
def _second(tournament: Tournament) -> Stage:
    """Returns the second stage of a tournament after its first stage."""
    start = len(tournament.rounds)
    system = tournament.system.then or tournament.system
    first = Stage(tournament.system, groups(tournament), scheduled_rounds(tournament), 0)
    filled = dealt_apart(tournament, qualified(tournament, first), system.size)
    members = frozenset(entrant for group in filled for entrant in group)
    rounds = playable(tournament, group_games(filled), start, members)
    return Stage(system, filled, rounds, start)


def group_rounds(tournament: Tournament) -> int:
    """Returns the number of rounds played in groups, as far as it is known; 0 without groups."""
    all_stages = stages(tournament)
    return all_stages[-1].end if all_stages else 0


def are_known(tournament: Tournament) -> bool:
    """True if the last stage has begun, so that the groups of all stages are known."""
    all_stages = stages(tournament)
    return not all_stages or all_stages[-1].system.then is None


def stage_of(tournament: Tournament, number: int) -> Stage:
    """Returns the stage to which round `number` belongs; the last known one after the end."""
    all_stages = stages(tournament)
    return next((stage for stage in all_stages if number <= stage.end), all_stages[-1])


def stage_begun(tournament: Tournament) -> Stage:
    """Returns the stage begun last, or the first before any."""
    return stage_of(tournament, max(len(tournament.rounds), 1))


def group_standings(tournament: Tournament, stage: Stage, rounds: int) -> list[list[Placed]]:
    """Returns the standings of each group of a stage after `rounds` rounds; rounds of later stages do not count."""
    counted = stage_count(tournament, stage, rounds)
    return [ranked(tournament, counted, group) for group in stage.groups]


def stage_count(tournament: Tournament, stage: Stage, rounds: int) -> Count:
    """Returns the tallies of a stage after `rounds` rounds of the tournament."""
    end = min(rounds, stage.end)
    return count(tournament, end, since=stage.start, unscored=end)


def by_place(tournament: Tournament, stage: Stage, tables: list[list[int]]) -> list[list[Placed]]:
    """Returns the winners of all groups ranked among themselves, then the seconds, and so on.

    `tables` holds the entrants of each group in the order of their places.
    """
    counted = stage_count(tournament, stage, stage.end)
    deepest = max(len(table) for table in tables)
    same = [[table[at] for table in tables if at < len(table)] for at in range(deepest)]
    return [ranked(tournament, counted, entrants) for entrants in same]


def qualified(tournament: Tournament, stage: Stage) -> list[int]:
    """Returns the entrants of the next stage, in the order in which they qualified."""
    present = tournament.entrants_in(stage.end + 1)
    tables = [
        [placed.entrant for placed in table if placed.entrant in present][: stage.system.qualify]
        for table in group_standings(tournament, stage, stage.end)
    ]
    return [placed.entrant for same in by_place(tournament, stage, tables) for placed in same]


def follows_unlike_groups(tournament: Tournament, number: int) -> bool:
    """True if round `number` is the first one after a stage whose groups differ in size (TOU-16)."""
    ended = [stage.groups for stage in stages(tournament) if stage.end + 1 == number]
    return any(len({len(group) for group in groups}) > 1 for groups in ended)


def rounds_without_bye_score(tournament: Tournament) -> int:
    """Returns how many of the first rounds give no points for a bye, because all meet all (TOU-15)."""
    return len(tournament.rounds) if tournament.system.all_meet else group_rounds(tournament)


def count_all(tournament: Tournament, rounds: int) -> Count:
    """Returns the tallies of the first `rounds` rounds of all stages."""
    return count(tournament, rounds, unscored=rounds_without_bye_score(tournament))
