"""Schedules: rounds that are all known beforehand (TOU-15, TOU-16).

`round_robin` plays nothing else; `groups` starts with one. Decision: if rounds were played by hand in
another order, the first round of the schedule that is still open comes next.
"""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.tournaments.model import Ids, Round, Tournament
from scorekeeper.tournaments.pairing import Draft, first_order, forbidden_apart

Game = tuple[int, int | None, int | None]


class ScheduledRound(NamedTuple):
    """A round of the schedule: games `(table, one, other)` by table, and the ids of entrants with a bye."""

    games: list[tuple[int, int, int]]
    byes: Ids


def circle(ids: list[int]) -> list[list[Game]]:
    """Returns rounds in which all meet once, by the circle method: the first stays, the others move round.

    A game is `(table, one, other)`: `table` is 0 until it is numbered, `one` or `other` is None for a bye.
    """
    ring: list[int | None] = [*ids, None] if len(ids) % 2 else list(ids)
    rounds = []
    for turn in range(len(ring) - 1):
        rest = ring[1:]
        line = [ring[0], *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
        pairs = [(line[at], line[-1 - at]) for at in range(len(line) // 2)]
        rounds.append([(0, one, other) for one, other in pairs])
    return rounds


def groups(tournament: Tournament) -> list[list[int]]:
    """Returns the ids of each group, dealt out in the order of TOU-10."""
    return dealt_apart(tournament, first_order(tournament), tournament.system.size)


def dealt_apart(tournament: Tournament, order: list[int], size: int) -> list[list[int]]:
    """Returns groups as `dealt`, of an order in which fewer are together who must not meet (TOU-39)."""
    places = dealt(list(range(len(order))), size)
    group_of = {place: number for number, group in enumerate(places) for place in group}
    return dealt(forbidden_apart(tournament, order, [group_of[place] for place in range(len(order))]), size)


def dealt(order: list[int], size: int) -> list[list[int]]:
    """Returns groups of these entrants, dealt out to and fro (1, 2, 3, 3, 2, 1, …).

    Decision: if the number of entrants is no sum of groups of `size` and of one less, groups are as even as possible.
    """
    number = -(-len(order) // size)
    filled: list[list[int]] = [[] for _group in range(number)]
    for index, entrant in enumerate(order):
        turn, place = divmod(index, number)
        filled[place if turn % 2 == 0 else number - 1 - place].append(entrant)
    return filled


def group_games(filled: list[list[int]]) -> list[list[Game]]:
    """Returns the rounds of all groups together; a smaller group may be finished before the others."""
    turns = zip_longest(*map(circle, filled), fillvalue=list[Game]())
    return [[game for games in turn for game in games] for turn in turns]


def scheduled_rounds(tournament: Tournament) -> list[ScheduledRound]:
    """Returns all rounds of the schedule, without games of absent entrants; played rounds do not change it.

    A round without any game is left out.
    """
    return _scheduled_rounds(replace(tournament, rounds=()))


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each against the same schedule
def _scheduled_rounds(tournament: Tournament) -> list[ScheduledRound]:
    games = tournament.system.games(tournament)
    return playable(tournament, games, 0, tournament.id_set)


def playable(
    tournament: Tournament, rounds: list[list[Game]], start: int, members: frozenset[int]
) -> list[ScheduledRound]:
    """Returns these rounds of `members`, without games of absent entrants; the first follows `start` others."""
    planned: list[ScheduledRound] = []
    for games in rounds:
        present = tournament.entrants_in(start + len(planned) + 1) & members
        possible = [(table, one, other) for table, one, other in games if one in present and other in present]
        if possible:
            planned.append(_round(possible, present))
    return planned


def _round(games: list[tuple[int, int, int]], present: set[int]) -> ScheduledRound:
    """Returns a round of these games; tables without a number get theirs in the order of lowest ids."""
    playing = {entrant for _table, *pair in games for entrant in pair}
    ordered = sorted(games, key=lambda game: (game[0], min(game[1:])))
    numbered = [(table or at, one, other) for at, (table, one, other) in enumerate(ordered, start=1)]
    return ScheduledRound(numbered, tuple(sorted(present - playing)))


def pair_by(tournament: Tournament, whole: list[ScheduledRound], start: int, present: set[int]) -> Draft:
    """Returns the next round of a schedule that follows `start` other rounds: the first whose games are all open.

    If tables made by hand have left no round open, returns the round with the next number.
    """
    scheduled = _next_open(tournament.rounds[start:], whole, present)
    return Draft([(table, (one,), (other,)) for table, one, other in scheduled.games], scheduled.byes, [])


def _next_open(past: tuple[Round, ...], whole: list[ScheduledRound], present: set[int]) -> ScheduledRound:
    """Returns the first scheduled round whose games are all unplayed and whose entrants are exactly the present ones.

    Pairs can meet in several rounds: a game is unplayed if its pair has met less often than scheduled up to that round.
    Without such a round, returns the one with the next number.
    """
    played = Counter(pair for turn in past for pair in _pairs([table.ids for table in turn.tables]))
    due: Counter[frozenset[int]] = Counter()
    for scheduled in whole:
        pairs = _pairs([(one, other) for _table, one, other in scheduled.games])
        due.update(pairs)
        is_unplayed = all(played[pair] < due[pair] for pair in pairs)
        is_of_all_present = present == set().union(scheduled.byes, *pairs)
        if is_unplayed and is_of_all_present:
            return scheduled
    return whole[len(past)]


def _pairs(games: list[Ids]) -> list[frozenset[int]]:
    """Returns the entrants of each game; of a round without games one empty set, so that it can be counted, too."""
    return [frozenset(ids) for ids in games] or [frozenset()]
