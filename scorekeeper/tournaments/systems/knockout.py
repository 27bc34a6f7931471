"""The systems `knockout` and `groups`: a knock-out of all entrants, or of each group's best (TOU-16, TOU-17).

Decisions: an entrant that has withdrawn before the knock-out does not qualify, the next of its group does; seeds with
the same place in their groups are ordered among themselves by TOU-7 or TOU-8.
"""

from functools import lru_cache

from scorekeeper.tournaments import schedule
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, apart_in_bracket, clubs_of, first_order, next_number
from scorekeeper.tournaments.ranking import Placed, count, ranked
from scorekeeper.tournaments.systems import bracket


def group_rounds(tournament: Tournament) -> int:
    """Returns the number of rounds played in groups before the knock-out; 0 without groups."""
    return len(schedule.scheduled_rounds(tournament)) if tournament.system.kind == "groups" else 0


def in_groups(tournament: Tournament) -> bool:
    """True if the next round is still played in groups."""
    return len(tournament.rounds) < group_rounds(tournament)


def group_standings(tournament: Tournament, rounds: int) -> list[list[Placed]]:
    """Returns the standings of each group after `rounds` rounds; rounds of the knock-out do not count."""
    counted = count(tournament, min(rounds, group_rounds(tournament)))
    return [ranked(tournament, counted, group) for group in schedule.groups(tournament)]


def by_place(tournament: Tournament, tables: list[list[int]], rounds: int) -> list[list[Placed]]:
    """Returns the winners of all groups ranked among themselves, then the seconds, and so on.

    `tables` holds the entrants of each group in the order of their places.
    """
    counted = count(tournament, rounds)
    deepest = max(len(table) for table in tables)
    same = [[table[at] for table in tables if at < len(table)] for at in range(deepest)]
    return [ranked(tournament, counted, entrants) for entrants in same]


def qualified(tournament: Tournament) -> list[int]:
    """Returns the entrants of the knock-out that follows the groups, in the order of their seeds."""
    rounds = group_rounds(tournament)
    present = tournament.entrants_in(rounds + 1)
    tables = [
        [placed.entrant for placed in table if placed.entrant in present][: tournament.system.qualify]
        for table in group_standings(tournament, rounds)
    ]
    seeds = [placed.entrant for same in by_place(tournament, tables, rounds) for placed in same]
    groups = enumerate(schedule.groups(tournament))
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
    return bracket.stage(tournament, seeds, start=group_rounds(tournament))


def members(tournament: Tournament) -> set[int]:
    """Returns the entrants of the next round: in groups all who take part, in the knock-out all still in."""
    if in_groups(tournament):
        return tournament.entrants_in(next_number(tournament))
    return bracket.members(stage(tournament))


def is_over(tournament: Tournament) -> bool:
    """True if the knock-out has a winner, and also a third if third place is played for."""
    return not in_groups(tournament) and bracket.is_over(stage(tournament))


def pair(tournament: Tournament) -> Draft:
    """Returns the next round, in groups or of the knock-out, as a draft."""
    if in_groups(tournament):
        return schedule.pair(tournament)
    return bracket.pair(stage(tournament), first=len(tournament.rounds) == group_rounds(tournament))
