"""Schedules: systems whose rounds are all known beforehand (TOU-14 … TOU-16).

`round_robin` and `mitchell` play nothing else; `groups` starts with one. Decision: if rounds were played by hand in
another order, the first round of the schedule that is still open comes next.
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.tournaments.model import Ids, Tournament
from scorekeeper.tournaments.pairing import Draft, apart_in_pairs, clubs_of, first_order, next_number

Game = tuple[int, int, int | None]


class ScheduledRound(NamedTuple):
    """A round of the programme: its games in the order of their tables, and who has no opponent."""

    games: list[tuple[int, int, int]]
    byes: Ids


def circle(ids: list[int]) -> list[list[Game]]:
    """Everybody meets everybody once: the first stays, the others go round."""
    ring: list[int | None] = [*ids, None] if len(ids) % 2 else list(ids)
    rounds = []
    for turn in range(len(ring) - 1):
        rest = ring[1:]
        line = [ring[0], *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
        pairs = [(line[at], line[-1 - at]) for at in range(len(line) // 2)]
        rounds.append([(0, one, other) for one, other in pairs if one is not None])
    return rounds


def round_robin(tournament: Tournament) -> list[list[Game]]:
    """The circle in the order of TOU-10; a second time with sides changed where that was agreed.

    Decision: `rounds` may be agreed, too, and then ends it early.
    """
    games = circle(first_order(tournament))
    if tournament.system.twice:
        games += [
            [(0, one, other) if other is None else (0, other, one) for _table, one, other in turn] for turn in games
        ]
    return games[: tournament.system.rounds or len(games)]


def groups(tournament: Tournament) -> list[list[int]]:
    """The groups, filled in a snake in the order of TOU-10.

    Decision: where a number of entrants cannot be made up of groups of `size` and one less, they are as even as can be.
    """
    order = first_order(tournament)
    number = -(-len(order) // tournament.system.size)
    made: list[list[int]] = [[] for _group in range(number)]
    for index, each in enumerate(order):
        turn, place = divmod(index, number)
        made[place if turn % 2 == 0 else number - 1 - place].append(each)
    return made


def group_games(tournament: Tournament) -> list[list[Game]]:
    """The round robins of all groups side by side; a smaller group may be through before the others."""
    circles = [circle(group) for group in groups(tournament)]
    longest = max(len(each) for each in circles)
    return [[game for each in circles if turn < len(each) for game in each[turn]] for turn in range(longest)]


def mitchell_lines(tournament: Tournament) -> tuple[list[int], list[int]]:
    """Mitchell's two lines: who stays at table 1, 2, …, and who sits there in the first round."""
    order = apart_in_pairs(first_order(tournament), clubs_of(tournament, 1))
    return order[0::2], order[1::2]


def mitchell(tournament: Tournament) -> list[list[Game]]:
    """All agreed rounds: the second line moves on by `step` tables each round."""
    stay, move = mitchell_lines(tournament)
    moving: list[int | None] = [*move, None] if len(move) < len(stay) else list(move)
    step, tables = tournament.system.step, len(stay)
    return [
        [(at + 1, stay[at], moving[(at - step * turn) % tables]) for at in range(tables)]
        for turn in range(tournament.system.rounds)
    ]


PROGRAMMES = {"round_robin": round_robin, "groups": group_games, "mitchell": mitchell}


def scheduled_rounds(tournament: Tournament) -> list[ScheduledRound]:
    """The rounds as they can be played by who is there; what has been played does not change them."""
    return _scheduled_rounds(tournament.up_to(0))


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each against the same programme
def _scheduled_rounds(tournament: Tournament) -> list[ScheduledRound]:
    planned: list[ScheduledRound] = []
    for games in PROGRAMMES[tournament.system.kind](tournament):
        there = tournament.entrants_in(len(planned) + 1)
        held = [(table, one, other) for table, one, other in games if other is not None and {one, other} <= there]
        if held:
            planned.append(_round(held, there))
    return planned


def _round(games: list[tuple[int, int, int]], there: set[int]) -> ScheduledRound:
    """Tables without a number of their own are numbered from that of the lowest id on."""
    playing = {each for _table, one, other in games for each in (one, other)}
    ordered = sorted(games, key=lambda game: (game[0], min(game[1:])))
    numbered = [(table or at, one, other) for at, (table, one, other) in enumerate(ordered, start=1)]
    return ScheduledRound(numbered, tuple(sorted(there - playing)))


def rounds_without_bye_score(tournament: Tournament) -> int:
    """Up to which round a bye gives nothing: that is so where everybody meets everybody (TOU-15)."""
    if tournament.system.kind == "groups":
        return len(scheduled_rounds(tournament))
    return len(tournament.rounds) if tournament.system.kind == "round_robin" else 0


def members(tournament: Tournament) -> set[int]:
    """Everybody who is there is in every round."""
    return tournament.entrants_in(next_number(tournament))


def is_over(tournament: Tournament) -> bool:
    """Whether the programme is through."""
    return len(tournament.rounds) >= len(scheduled_rounds(tournament))


def pair(tournament: Tournament) -> Draft:
    """The next round of the programme."""
    planned = _next(tournament)
    return Draft([(table, (one,), (other,)) for table, one, other in planned.games], planned.byes, [])


def _next(tournament: Tournament) -> ScheduledRound:
    """The first round of which no game has been played as often as it should have been by then.

    Where hand-made tables left no such round, the one whose turn it is.
    """
    whole = scheduled_rounds(tournament)
    there = members(tournament)
    played = Counter(frozenset(table.ids) for each in tournament.rounds for table in each.tables)
    due: Counter[frozenset[int]] = Counter()
    for planned in whole:
        pairs = [frozenset((one, other)) for _table, one, other in planned.games]
        due.update(pairs)
        if all(played[pair] < due[pair] for pair in pairs) and there == {*planned.byes, *(set().union(*pairs))}:
            return planned
    return whole[len(tournament.rounds)]
