"""The pairing systems, and functions about a tournament's rounds that depend on its system.

A new system is a class in a module of its own and an entry in SYSTEMS, in the order of the form. Its settings, form
fields and names are derived from its declarations; a test compares docs/tournaments.md with them.
"""

from scorekeeper.tournaments import stages
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft
from scorekeeper.tournaments.system import SYSTEMS as SYSTEMS
from scorekeeper.tournaments.systems.danese import Danese
from scorekeeper.tournaments.systems.groups import Groups
from scorekeeper.tournaments.systems.knockout import Knockout
from scorekeeper.tournaments.systems.mitchell import Mitchell
from scorekeeper.tournaments.systems.mixed import Mixed
from scorekeeper.tournaments.systems.neighbours import Draw
from scorekeeper.tournaments.systems.round_robin import RoundRobin

SYSTEMS.update({system.kind: system for system in (Danese, Mixed, Mitchell, Draw, RoundRobin, Groups, Knockout)})


def members(tournament: Tournament) -> set[int]:
    """Returns the entrants who must be in the next round; an empty set if the tournament is over."""
    return set() if is_over(tournament) else tournament.system.members(tournament)


def is_over(tournament: Tournament) -> bool:
    """True if no round is left to play."""
    return tournament.system.is_over(tournament)


def next_round(tournament: Tournament) -> Draft | None:
    """Returns the next round as the system pairs it; None if no round is left to play."""
    return None if is_over(tournament) else tournament.system.pair(tournament)


def is_knockout(tournament: Tournament, number: int) -> bool:
    """True if round `number` (from 1) is a knock-out round, whose losers are out of the tournament."""
    return tournament.system.is_knockout(tournament, number)


def rounds_paired_by(tournament: Tournament, number: int) -> list[int]:
    """Returns the rounds after `number` that were paired by the results of round `number`; a schedule ignores them."""
    return [
        later
        for later in range(number + 1, len(tournament.rounds) + 1)
        if tournament.system.part(later).system.uses(tournament, later, number)
    ]


def groups_by_entrant(tournament: Tournament, number: int) -> dict[int, int]:
    """Returns the group (from 0) of each entrant in round `number`; empty without groups, or with only one."""
    if not tournament.system.has_groups or is_knockout(tournament, number):
        return {}
    groups = stages.stage_of(tournament, number).groups
    return {entrant: index for index, group in enumerate(groups) for entrant in group} if len(groups) > 1 else {}
