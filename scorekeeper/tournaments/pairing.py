"""What systems pair with: lots (TOU-9), clubs kept apart (TOU-12), rounds known beforehand (TOU-14 … TOU-16)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from scorekeeper.tournaments.matching import Cost, Floor, least_pairing
from scorekeeper.tournaments.model import Ids, Tournament


def lots(tournament: Tournament, draws: int = 1) -> list[int]:
    """All entrants in the order in which the lots are drawn; after several `draws`, in that of the last one.

    The lots of TOU-9 are the first draw.
    """
    generator = Random(tournament.seed)  # noqa: S311 (lots that anybody can draw again, not a secret)
    ids = sorted(tournament.ids)
    order: list[int] = []
    for _turn in range(draws):
        order = generator.sample(ids, len(ids))
    return order


def first_order(tournament: Tournament) -> list[int]:
    """All entrants in the order of TOU-10: that of the lots, or that of entry (which is what seeds them, too).

    Decision: round robin, Mitchell and knock-out start from the same order as draw, danese and groups.
    """
    return lots(tournament) if tournament.system.first == "lots" else list(tournament.ids)


Clubs = dict[int, str]


class Fence(NamedTuple):
    """`cost`: 1 for two of one club, else 0. `floor`: what any pairing of those who are left costs at least."""

    cost: Cost
    floor: Floor


def clubs_of(tournament: Tournament, number: int) -> Clubs:
    """Clubs by entrant, in a round that keeps them apart; nobody in the others."""
    if number > tournament.system.apart_rounds:
        return {}
    return {entrant.id: entrant.club for entrant in tournament.entrants if entrant.club is not None}


def fence(clubs: Clubs) -> Fence:
    """The costs of a round with these clubs."""

    def cost(one: int, other: int) -> int:
        return int(one in clubs and clubs[one] == clubs.get(other))

    def floor(left: Sequence[int]) -> int:
        largest = max(Counter(clubs[each] for each in left if each in clubs).values(), default=0)
        return max(0, largest - len(left) // 2)

    return Fence(cost, floor)


def apart_in_pairs(order: list[int], clubs: Clubs) -> list[int]:
    """The order changed so that its neighbours are of different clubs where that is possible; an odd last one stays."""
    if not clubs:
        return order
    even = len(order) - len(order) % 2
    cost, floor = fence(clubs)
    pairs = least_pairing(order[:even], cost, floor=floor)
    return [each for pair in pairs for each in pair] + order[even:]


def apart_in_bracket(seeds: list[int], tables: list[tuple[int, int]], clubs: Clubs) -> list[int]:
    """The seeds with the lower ones of the first-round tables changed round, each as little as can be.

    `tables` holds the places in `seeds` of those who meet. The higher seeds keep their tables.
    """
    lower = {seeds[min(table)]: max(table) for table in tables}
    same, floor = fence(clubs)
    place = {each: index for index, each in enumerate(seeds)}

    def cost(one: int, other: int) -> int:
        return same(one, other) + (len(seeds) if (one in lower) == (other in lower) else 0)

    def nearest(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: abs(place[other] - lower[one]))

    changed = list(seeds)
    meeting = [each for each in seeds if each in lower] + [seeds[at] for at in sorted(lower.values())]
    for one, other in least_pairing(meeting, cost, nearest, floor):
        changed[lower[one]] = other
    return changed


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


Game = tuple[int, int, int | None]


class Planned(NamedTuple):
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


def lines(tournament: Tournament) -> tuple[list[int], list[int]]:
    """Mitchell's two lines: who stays at table 1, 2, …, and who sits there in the first round."""
    order = apart_in_pairs(first_order(tournament), clubs_of(tournament, 1))
    return order[0::2], order[1::2]


def mitchell(tournament: Tournament) -> list[list[Game]]:
    """All agreed rounds: the second line moves on by `step` tables each round."""
    stay, move = lines(tournament)
    moving: list[int | None] = [*move, None] if len(move) < len(stay) else list(move)
    step, tables = tournament.system.step, len(stay)
    return [
        [(at + 1, stay[at], moving[(at - step * turn) % tables]) for at in range(tables)]
        for turn in range(tournament.system.rounds)
    ]


PROGRAMMES = {"round_robin": round_robin, "groups": group_games, "mitchell": mitchell}


def programme(tournament: Tournament) -> list[Planned]:
    """The rounds as they can be played by who is there; what has been played does not change them."""
    return _programme(tournament.up_to(0))


@lru_cache(maxsize=4)  # a document's rounds are checked one by one, each against the same programme
def _programme(tournament: Tournament) -> list[Planned]:
    planned: list[Planned] = []
    for games in PROGRAMMES[tournament.system.kind](tournament):
        there = tournament.there(len(planned) + 1)
        held = [(table, one, other) for table, one, other in games if other is not None and {one, other} <= there]
        if held:
            planned.append(_round(held, there))
    return planned


def _round(games: list[tuple[int, int, int]], there: set[int]) -> Planned:
    """Tables without a number of their own are numbered from that of the lowest id on."""
    playing = {each for _table, one, other in games for each in (one, other)}
    ordered = sorted(games, key=lambda game: (game[0], min(game[1:])))
    numbered = [(table or at, one, other) for at, (table, one, other) in enumerate(ordered, start=1)]
    return Planned(numbered, tuple(sorted(there - playing)))


def rounds_without_bye_score(tournament: Tournament) -> int:
    """Up to which round a bye gives nothing: that is so where everybody meets everybody (TOU-15)."""
    if tournament.system.kind == "groups":
        return len(programme(tournament))
    return len(tournament.rounds) if tournament.system.kind == "round_robin" else 0
