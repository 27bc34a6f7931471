"""Who stands where: TOU-7 and TOU-8, and the places of TOU-9."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.tournaments.lots import lots
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.tally import Count, count, opponents_sum

Sums = tuple[int, int, int]


class Placed(NamedTuple):
    """An entrant's place; equal ones share theirs and stand in the order of the lots."""

    place: int
    entrant: int


class Compared(NamedTuple):
    """What decides, in its order: the sums, what two who are alone equal have from their own tables, the opponents'."""

    sums: Sums
    direct: tuple[int, int]
    opponents: int


def ranked(tournament: Tournament, counted: Count, entrants: Iterable[int]) -> list[Placed]:
    """These entrants among themselves, best first."""
    worth = compared(tournament, counted, entrants)
    ordered = [each for each in lots(tournament) if each in worth]
    ordered.sort(key=lambda each: worth[each], reverse=True)  # equal ones stay in the order of the lots
    placed: list[Placed] = []
    for index, each in enumerate(ordered):
        shares = index > 0 and worth[each] == worth[ordered[index - 1]]
        placed.append(Placed(placed[-1].place if shares else index + 1, each))
    return placed


def compared(tournament: Tournament, counted: Count, entrants: Iterable[int]) -> dict[int, Compared]:
    """What each of these entrants has of what is compared among them."""
    chosen = set(entrants)
    direct = _direct(tournament, counted, chosen)
    return {
        each: Compared(_sums(counted, each), direct.get(each, (0, 0)), opponents_sum(tournament, counted, each))
        for each in chosen
    }


def standing_order(tournament: Tournament) -> list[int]:
    """All entrants by the standings after the rounds of this tournament."""
    counted = count(tournament, len(tournament.rounds))
    return [each.entrant for each in ranked(tournament, counted, tournament.ids)]


def _sums(counted: Count, entrant: int) -> Sums:
    tally = counted.tallies[entrant]
    return tally.main, tally.second, tally.third


def _direct(tournament: Tournament, counted: Count, chosen: set[int]) -> dict[int, tuple[int, int]]:
    """What two have from their own tables, where exactly two are equal so far and they have met."""
    equal: dict[Sums, list[int]] = defaultdict(list)
    for each in chosen:
        equal[_sums(counted, each)].append(each)
    found = {}
    for pair in equal.values():
        if len(pair) == 2 and (pair[0], pair[1]) in counted.meetings:
            for one, other in (pair, pair[::-1]):
                main, second, _third = counted.meetings[one, other]
                found[one] = (main, second if tournament.scoring.kind == "vp" else 0)
    return found
