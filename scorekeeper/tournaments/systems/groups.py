"""`groups`: round robins side by side, then a knock-out of the best of each (TOU-16, TOU-17).

Decision: who has withdrawn before the knock-out does not qualify, the next of the group does; seeds of the same place
in their groups stand in the order of TOU-7 or TOU-8 among themselves.
"""

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.pairing import Draft, groups, next_number, programme
from scorekeeper.tournaments.ranking import Placed, count, ranked
from scorekeeper.tournaments.systems import bracket, planned


def in_groups(tournament: Tournament) -> bool:
    """Whether the next round is one of the groups."""
    return len(tournament.rounds) < len(programme(tournament))


def tables_of_groups(tournament: Tournament, rounds: int) -> list[list[Placed]]:
    """The standings of each group after so many rounds; those of the knock-out do not count."""
    counted = count(tournament, min(rounds, len(programme(tournament))))
    return [ranked(tournament, counted, group) for group in groups(tournament)]


def by_place(tournament: Tournament, tables: list[list[int]], rounds: int) -> list[list[Placed]]:
    """First all who are the first of a table, best first, then all seconds, and so on."""
    counted = count(tournament, rounds)
    deepest = max(len(table) for table in tables)
    same = [[table[at] for table in tables if at < len(table)] for at in range(deepest)]
    return [ranked(tournament, counted, entrants) for entrants in same]


def qualified(tournament: Tournament) -> list[int]:
    """The seeds of the knock-out, once the groups are through."""
    rounds = len(programme(tournament))
    there = tournament.there(rounds + 1)
    tables = [
        [each.entrant for each in table if each.entrant in there][: tournament.system.qualify]
        for table in tables_of_groups(tournament, rounds)
    ]
    seeds = [each.entrant for same in by_place(tournament, tables, rounds) for each in same]
    group = {each: number for number, members in enumerate(groups(tournament)) for each in members}
    return bracket.kept_apart(seeds, group)


def stage(tournament: Tournament) -> bracket.Stage:
    """How far the knock-out is."""
    return bracket.stage(tournament, qualified(tournament), start=len(programme(tournament)))


def members(tournament: Tournament) -> set[int]:
    """In the groups everybody who is there; then who is still in."""
    if in_groups(tournament):
        return tournament.there(next_number(tournament))
    return bracket.members(stage(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether the knock-out is."""
    return not in_groups(tournament) and bracket.is_over(stage(tournament))


def pair(tournament: Tournament) -> Draft:
    """The next round."""
    if in_groups(tournament):
        return planned.pair(tournament)
    return bracket.pair(stage(tournament), first=len(tournament.rounds) == len(programme(tournament)))
