"""What a system answers: the tables of the next round."""

from typing import NamedTuple

from scorekeeper.tournaments.model import Ids, Tournament


class Draft(NamedTuple):
    """A round as the rule pairs it: two sides a table under the table's number, byes, and who meets again.

    `many` says that byes are told as a list, as there may be several where this round stands.
    """

    tables: list[tuple[int, Ids, Ids]]
    byes: Ids
    rematches: list[tuple[int, int]]
    many: bool = False


def numbered(sides: list[tuple[Ids, Ids]]) -> list[tuple[int, Ids, Ids]]:
    """Tables 1, 2, … in this order."""
    return [(number, *two) for number, two in enumerate(sides, start=1)]


def by_lowest_id(sides: list[tuple[Ids, Ids]]) -> list[tuple[Ids, Ids]]:
    """The order of the tables where neither standings nor a bracket gives one."""
    return sorted(sides, key=lambda two: min(two[0] + two[1]))


def with_fewest_byes(order: list[int], byes: dict[int, int], number: int) -> Ids:
    """Who has the byes: so many of those with the fewest, the last in the order first (TOU-13)."""
    chosen = order[::-1]
    chosen.sort(key=lambda each: byes[each])
    return tuple(chosen[:number])


def next_number(tournament: Tournament) -> int:
    """The number of the round to come."""
    return len(tournament.rounds) + 1
