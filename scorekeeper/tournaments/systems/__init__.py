"""The pairing systems by name.

The module of a system has three functions, called only when all rounds so far are complete: `members` returns the
entrants of the next round, at a table or with a bye; `is_over` is True if no round is left; `pair` returns the next
round.
"""

from typing import Protocol

from scorekeeper.tournaments import schedule, stages
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.systems import knockout, mixed, neighbours


class Rules(Protocol):
    """The interface that the module of each system has."""

    def members(self, tournament: Tournament) -> set[int]: ...

    def is_over(self, tournament: Tournament) -> bool: ...

    def pair(self, tournament: Tournament) -> Draft: ...


SYSTEMS: dict[str, Rules] = {
    "draw": neighbours,
    "danese": neighbours,
    "mitchell": schedule,
    "round_robin": schedule,
    "groups": knockout,
    "knockout": knockout,
    "mixed": mixed,
}


def members(tournament: Tournament) -> set[int]:
    """Returns the entrants who must be in the next round; an empty set if the tournament is over."""
    rules = SYSTEMS[tournament.system.kind]
    return set() if rules.is_over(tournament) else rules.members(tournament)


def is_over(tournament: Tournament) -> bool:
    """True if no round is left to play."""
    return SYSTEMS[tournament.system.kind].is_over(tournament)


def next_round(tournament: Tournament) -> Draft | None:
    """Returns the next round as the system pairs it; None if no round is left to play."""
    rules = SYSTEMS[tournament.system.kind]
    return None if rules.is_over(tournament) else rules.pair(tournament)


def is_knockout(tournament: Tournament, number: int) -> bool:
    """True if round `number` (from 1) is a knock-out round, whose losers are out of the tournament."""
    if tournament.system.kind == "groups":
        return stages.are_known(tournament) and number > stages.group_rounds(tournament)
    return tournament.system.kind == "knockout"


def rounds_needed(tournament: Tournament, number: int) -> int:
    """Returns the number of rounds that must be complete before the entrants of round `number` are known."""
    if is_knockout(tournament, number):
        return number - 1
    all_stages = stages.stages(tournament)
    return all_stages[0].end if all_stages and number > all_stages[0].end else 0


def rounds_paired_by(tournament: Tournament, number: int) -> list[int]:
    """Returns the rounds after `number` that were paired by the results of round `number`; a schedule ignores them."""
    return [later for later in range(number + 1, len(tournament.rounds) + 1) if _uses(tournament, later, number)]


def _uses(tournament: Tournament, later: int, number: int) -> bool:
    """True if results of round `number` determine the pairings or byes of round `later`."""
    if tournament.system.kind in ("groups", "knockout"):
        return number <= rounds_needed(tournament, later)
    system = tournament.system.part(later).system
    if system.kind in schedule.SCHEDULES:
        return False
    return system.kind == "danese" or system.singles or bool(tournament.rounds[later - 1].byes)


def groups_by_entrant(tournament: Tournament, number: int) -> dict[int, int]:
    """Returns the group (from 0) of each entrant in round `number`; empty without groups, or with only one."""
    if tournament.system.kind != "groups" or is_knockout(tournament, number):
        return {}
    groups = stages.stage_of(tournament, number).groups
    return {entrant: index for index, group in enumerate(groups) for entrant in group} if len(groups) > 1 else {}
