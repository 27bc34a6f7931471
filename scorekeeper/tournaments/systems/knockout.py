"""The systems `knockout` and `groups`: a knock-out of all, or of each group's best (TOU-16, TOU-17, TOU-24)."""

from functools import lru_cache

from scorekeeper.tournaments import schedule, stages
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, apart_in_bracket, clubs_of, first_order, next_number
from scorekeeper.tournaments.systems import bracket


def in_groups(tournament: Tournament) -> bool:
    """True if the next round is still played in groups."""
    return len(tournament.rounds) < stages.group_rounds(tournament) or not stages.are_known(tournament)


def qualified(tournament: Tournament) -> list[int]:
    """Returns the entrants of the knock-out that follows the groups, in the order of their seeds."""
    last = stages.stages(tournament)[-1]
    seeds = stages.qualified(tournament, last)
    groups = enumerate(last.groups)
    return bracket.kept_apart(seeds, {entrant: number for number, members in groups for entrant in members})


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each in the same bracket
def _seeds(tournament: Tournament) -> list[int]:
    present = tournament.entrants_in(1)
    seeds = [entrant for entrant in first_order(tournament) if entrant in present]
    clubs = clubs_of(tournament, 1)
    return apart_in_bracket(seeds, bracket.first_tables(len(seeds)), clubs) if clubs else seeds


def stage(tournament: Tournament) -> bracket.Stage:
    """Returns the state of the knock-out after all rounds played."""
    seeds = qualified(tournament) if tournament.system.kind == "groups" else _seeds(tournament.up_to(0))
    return bracket.stage(tournament, seeds, start=stages.group_rounds(tournament))


def members(tournament: Tournament) -> set[int]:
    """Returns the entrants of the next round: in groups all of the stage who take part, then all still in."""
    if not in_groups(tournament):
        return bracket.members(stage(tournament))
    number = next_number(tournament)
    return tournament.entrants_in(number).intersection(stages.stage_of(tournament, number).members)


def is_over(tournament: Tournament) -> bool:
    """True if the knock-out has a winner, and also a third if third place is played for."""
    return not in_groups(tournament) and bracket.is_over(stage(tournament))


def pair(tournament: Tournament) -> Draft:
    """Returns the next round, in groups or of the knock-out, as a draft."""
    if in_groups(tournament):
        current = stages.stage_of(tournament, next_number(tournament))
        return schedule.pair_by(tournament, current.rounds, current.start, members(tournament))
    first = len(tournament.rounds) == stages.group_rounds(tournament)
    return bracket.pair(stage(tournament), first=first)
