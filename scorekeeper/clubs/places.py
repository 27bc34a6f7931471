"""Places in a club's standings: of all lines; and of one page or of some players, without reading all lines.

Direct matches break ties; entries with equal results share a place in every list.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import groupby, permutations
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import Select, Subquery, case, func, literal, select, tuple_

from scorekeeper.clubs.standings import (
    DAY,
    Line,
    Period,
    fetch,
    ordered_lines,
    parts_of,
    rank_by,
    single_results,
    sums_in,
    sums_of,
)
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import db

MOST_TIED = 50  # more tied lines than this stay tied


class Named(Protocol):
    """Any object with a name, as `placed` ranks them."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


class Placed(NamedTuple, Generic[T]):
    """A line of a ranked list, with its place (from 1)."""

    place: int
    line: T


# For groups of tied lines: each line's wins minus losses against the others of its group.
Duels = Callable[[Sequence[Sequence[Any]]], Sequence[Sequence[int]]]


def placed(
    lines: Sequence[T],
    rank: Callable[[T], tuple[int | Fraction, ...]],
    duels: Duels,
    start: int = 0,
    end: int | None = None,
) -> list[Placed[T]]:
    """Returns the lines from index `start` to `end` in ranked order, each with its place.

    `rank` is the sort key, best first. `duels` breaks ties of equal rank; it is called once, for the ties in the range.
    """
    ordered = sorted(lines, key=lambda line: (*rank(line), line.name))
    last = len(ordered) if end is None else end
    groups: list[tuple[int, list[T]]] = []
    at = 0
    for _rank, group in groupby(ordered, rank):
        tied = list(group)
        if at < last and at + len(tied) > start:
            groups.append((at, tied))
        at += len(tied)
    first = groups[0][0] if groups else 0
    return list(_placed_groups(groups, duels))[max(start - first, 0) : last - first]


def _placed_groups(groups: list[tuple[int, list[T]]], duels: Duels) -> Iterator[Placed[T]]:
    """Yields the lines of tied groups with their places, in order of their matches against each other.

    Each group comes with the number of lines before it.
    """
    few = [tied for _at, tied in groups if 1 < len(tied) <= MOST_TIED]
    balances = iter(duels(few) if few else ())
    for at, tied in groups:
        won = next(balances) if 1 < len(tied) <= MOST_TIED else [0] * len(tied)
        order = sorted(range(len(tied)), key=lambda index: (-won[index], tied[index].name))
        place = at + 1
        for _won, same in groupby(order, won.__getitem__):
            sharing = list(same)
            yield from (Placed(place, tied[index]) for index in sharing)
            place += len(sharing)


AT_ONCE = 20  # groups of tied players whose matches are read together


def ranked(period: Period, order: str, lines: Sequence[Line]) -> list[Placed[Line]]:
    """Returns the standings' lines with their places; direct matches break ties."""
    return placed(lines, rank_by(order, period.game), duels_in(period))


def duels_in(period: Period) -> Duels:
    """Returns the function that breaks ties between lines by the matches of the period."""

    def duels(groups: Sequence[Sequence[Line]]) -> list[list[int]]:
        return balances(period, [[line.player for line in tied] for tied in groups])

    return duels


def balances(period: Period, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Returns each player's matches won minus lost against the others of the player's group, in the given order."""
    won = Counter[int]()
    for start in range(0, len(groups), AT_ONCE):
        group_of = {player: number for number, group in enumerate(groups[start : start + AT_ONCE]) for player in group}
        for seats in _meetings(period, group_of):
            for one, other in permutations(seats, 2):
                if one.side != other.side and group_of[one.player_id] == group_of[other.player_id]:
                    won[one.player_id] += one.won - other.won
    return [[won[player] for player in group] for group in groups]


def _meetings(period: Period, players: Collection[int]) -> Iterator[list[Any]]:
    """Yields the seats of these players in each match with several of them.

    The first query only reads an index of each player's results; most matches have one of the players.
    """
    theirs = (Result.player_id.in_(players), *period.of_game(), *period.contains(Result.played_at))
    matches = select(Result.match_id).where(*theirs, *period.counts(Result)).group_by(Result.match_id)
    seats = select(Result.match_id, Result.player_id, Result.side, Result.won).where(
        Result.match_id.in_(matches.having(func.count() > 1)), Result.player_id.in_(players)
    )
    rows = db.session.connection().execute(seats.order_by(Result.match_id))
    for _match, group in groupby(rows, lambda row: row.match_id):
        yield list(group)


class Page(NamedTuple):
    """Lines of the standings with their places.

    `best` are the first lines before direct matches break ties, if the page begins with them; `more` is true if lines
    follow.
    """

    lines: list[Placed[Line]]
    best: list[Line]
    more: bool


def page_of_standings(club: Club, period: Period, order: str, start: int, end: int) -> Page:
    """Returns the standings from index `start` to `end`, sorted by `order`; ratings are not included.

    MOST_TIED lines more on both sides are read: a tied group with fewer lines is complete, a larger one stays tied.
    """
    query, rank = ordered_lines(club.id, period, parts_of(period), order), rank_by(order, period.game)
    first = max(start - MOST_TIED, 0)
    lines = fetch(query.offset(first).limit(end - first + MOST_TIED))
    shown = placed(lines, rank, duels_in(period), start - first, end - first)
    ahead = first  # lines before the first group that was read, of which a part may be missing
    if first and shown and rank(shown[0].line) == rank(lines[0]):
        ahead = _count_ahead(query, period, [rank(lines[0])], order)[0]
    return Page(
        [Placed(place + (ahead if place == 1 else first), line) for place, line in shown],
        [] if start else lines[:end],
        len(lines) > end - first,
    )


def count_players(club: Club, period: Period) -> int:
    """Returns the number of players in the standings."""
    players = sums_of(club.id, period, parts_of(period)).subquery()
    return db.session.scalar(select(func.count()).select_from(players)) or 0


def places_of(club: Club, period: Period, players: Collection[int]) -> dict[int, int]:
    """Returns places by matches won, by player id; players who are not in the standings are left out."""
    lines, rank = _lines_by_wins(club, period), rank_by("won", period.game)
    theirs = fetch(select(lines).where(lines.c.player.in_(players)))
    ranks = list({rank(line): None for line in theirs})
    if not ranks:
        return {}
    ahead = _count_ahead(sums_of(club.id, period, parts_of(period)), period, ranks)
    return _places_among(fetch(_ranked_so(lines, period, ranks)), period, dict(zip(ranks, ahead, strict=True)), players)


def places_before(club: Club, period: Period, day: date, players: Collection[int]) -> dict[int, int]:
    """Returns places by matches won before a day, by player id; players without an earlier result are left out.

    The day is the last one of the period on which anybody played: only those who did had other sums before it. So the
    stored sums are compared as they are, and these players taken out and put in again.
    """
    lines, rank = _lines_by_wins(club, period), rank_by("won", period.game)
    of_day = _sums_of_day(club, replace(period, since=day, until=day))
    now = fetch(select(lines).where(lines.c.player.in_({*players, *of_day})))
    before = [line for line in (_less(line, of_day.get(line.player)) for line in now) if line.played]
    ranks = list({rank(line): None for line in before if line.player in players})
    if not ranks:
        return {}
    everybody = _count_ahead(sums_of(club.id, period, parts_of(period)), period, ranks)
    today = [rank(line) for line in now if line.player in of_day]
    changed = [line for line in before if line.player in of_day]
    ahead = {
        key: count - sum(each < key for each in today) + sum(rank(line) < key for line in changed)
        for key, count in zip(ranks, everybody, strict=True)
    }
    tied = [line for line in fetch(_ranked_so(lines, period, ranks)) if line.player not in of_day]
    tied += [line for line in changed if rank(line) in ahead]
    return _places_among(tied, replace(period, until=day - DAY), ahead, players)


def _sums_of_day(club: Club, day: Period) -> dict[int, Counter[str]]:
    """Returns the sums of everybody who played on a day, by player id.

    They are added up here: SQLite would look up each player of the club for a query that groups by player.
    """
    found: dict[int, Counter[str]] = {}
    for player, *values in db.session.connection().execute(single_results(club.id, day)):
        found.setdefault(player, Counter()).update(dict(zip(sums_in(day), values, strict=True)))
    return found


def _less(line: Line, sums: Mapping[str, int] | None) -> Line:
    return line._replace(**{name: getattr(line, name) - value for name, value in (sums or {}).items()})


def _lines_by_wins(club: Club, period: Period) -> Subquery:
    return ordered_lines(club.id, period, parts_of(period), "won").order_by(None).subquery()


def _ranked_so(lines: Subquery, period: Period, ranks: Sequence[tuple[Any, ...]]) -> Select[Any]:
    """Returns the query for the lines of these ranks by matches won."""
    return select(lines).where(tuple_(*rank_by("won", period.game)(lines.c)).in_(ranks))


def _places_among(
    tied: Sequence[Line], period: Period, ahead: Mapping[tuple[Any, ...], int], players: Collection[int]
) -> dict[int, int]:
    """Returns the places of players among all lines of their ranks; `ahead` counts the lines before a rank."""
    rank = rank_by("won", period.game)
    among = placed(tied, rank, duels_in(period))
    start = {rank(line): place for place, line in reversed(among)}
    return {
        line.player: ahead[rank(line)] + 1 + place - start[rank(line)]
        for place, line in among
        if line.player in players
    }


def _count_ahead(
    query: "Select[*tuple[Any, ...]]", period: Period, ranks: Sequence[tuple[Any, ...]], order: str = "won"
) -> list[int]:
    """Returns for each of these ranks how many lines of the query rank before it."""
    columns: Any = query.order_by(None).subquery().c
    keys = tuple_(*rank_by(order, period.game)(columns))
    before = [keys < tuple_(*map(literal, rank)) for rank in ranks]
    counts = db.session.execute(select(*(func.count(case((condition, 1))) for condition in before))).one()
    return list(counts)
