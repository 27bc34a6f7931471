"""Standings of a club in a period: sums of whole years and months, and the results of the remaining days.

Equal results share a place in every list.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, and_, func, literal, or_, select, true, union_all
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.clubs.results.result_rows import month_of, year_of
from scorekeeper.games import GAMES, find_game
from scorekeeper.store.club_models import Club, MonthTally, Player, Result, Tally
from scorekeeper.store.models import Match, db


@dataclass(frozen=True, slots=True)
class Period:
    """`since` and `until` are the first and last day (in UTC), None for no bound; `game` is a slug, None for all.

    `named` are the keys of the games that the club's members named; one of them may stand for the slug.
    `approved`: only results that an arbiter has approved.
    """

    game: str | None = None
    since: date | None = None
    until: date | None = None
    named: tuple[str, ...] = ()
    approved: bool = False

    def conditions(self, club: int, row: type[Result] = Result) -> list[ColumnElement[bool]]:
        """The conditions for a club's results in the period."""
        return [row.club_id == club, self.of_games(row.game), *self.contains(row.played_at), *self.counts(row)]

    def counts(self, row: type[Result]) -> list[ColumnElement[bool]]:
        """The condition for results that count, by whether they are approved."""
        locked = select(Match.id).where(Match.id == row.match_id, Match.locked.is_not(None))
        return [locked.exists()] if self.approved else []

    def of_games(self, game: InstrumentedAttribute[str]) -> ColumnElement[bool]:
        """The condition for rows of the period's game, or of any game."""
        # All games are listed too: the same index, in which the game comes before the moment, then serves both.
        return game.in_([self.game] if self.game else [*(each.slug for each in GAMES), *self.named])

    def contains(self, moment: InstrumentedAttribute[datetime]) -> list[ColumnElement[bool]]:
        """The conditions for a moment between the period's days."""
        conditions: list[ColumnElement[bool]] = []
        if self.since:
            conditions.append(moment >= _midnight(self.since))
        if self.until:
            conditions.append(moment < _midnight(self.until + timedelta(days=1)))
        return conditions

    @property
    def query(self) -> dict[str, str]:
        """The period as a query string's parameters."""
        days = {"from": self.since, "to": self.until}
        written = {name: day.isoformat() for name, day in days.items() if day}
        written |= {"approved": "1"} if self.approved else {}
        return written | ({"game": self.game} if self.game else {})


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def period_of_query(query: Mapping[str, str], named: Iterable[str] = ()) -> Period:
    """The period in a query string; invalid values count as left out. `named`: as in Period."""
    keys, wanted = tuple(named), query.get("game")
    game = wanted if wanted in keys or find_game(wanted) else None
    return Period(game, _day(query.get("from")), _day(query.get("to")), keys, query.get("approved") == "1")


def _day(text: str | None) -> date | None:
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return None
    return day if 1900 < day.year < 2200 else None


def seasons(today: date) -> list[tuple[str, Period]]:
    """Periods to choose from: this year, the last one, and all time (with an empty name)."""
    years = [today.year, today.year - 1]
    return [*((str(year), Period(None, date(year, 1, 1), date(year, 12, 31))) for year in years), ("", Period())]


DAY = timedelta(days=1)


class Span(NamedTuple):
    """The days from `start` on and before `end`; None for no bound."""

    start: date | None
    end: date | None

    @property
    def is_empty(self) -> bool:
        """Whether no day lies in it."""
        return self.start is not None and self.end is not None and self.start >= self.end


class Parts(NamedTuple):
    """The parts of a period: at most one span of `years`, and of `months` and `days` one before and one after it."""

    years: list[Span]
    months: list[Span]
    days: list[Period]


def parts_of(period: Period) -> Parts:
    """Split a period: first into whole years, the rest into whole months, the rest of that into days.

    A period of one game has no months, as those sums are of all games together; one of approved results has days only.
    """
    if period.approved:
        return Parts([], [], [period])
    whole = Span(period.since, period.until + DAY if period.until else None)
    if period.game:
        years = Span(_next_year(whole.start), _year(whole.end))
        return Parts([], [], [period]) if years.is_empty else Parts([years], [], _days(period, whole, years))
    months = Span(_next_month(whole.start), _month(whole.end))
    if months.is_empty:
        return Parts([], [], [period])
    years = Span(_next_year(months.start), _year(months.end))
    return Parts(
        years=[] if years.is_empty else [years],
        months=[months] if years.is_empty else _around(months, years),
        days=_days(period, whole, months),
    )


def _days(period: Period, outer: Span, inner: Span) -> list[Period]:
    left = _around(outer, inner)
    return [replace(period, since=span.start, until=span.end - DAY if span.end else None) for span in left]


def _around(outer: Span, inner: Span) -> list[Span]:
    """The spans of the outer one before and after the inner one."""
    before, after = Span(outer.start, inner.start), Span(inner.end, outer.end)
    sides = [(before, outer.start), (after, outer.end)]
    return [span for span, bound in sides if bound is not None and not span.is_empty]


def _month(day: date | None) -> date | None:
    """The first day of its month."""
    return day and day.replace(day=1)


def _year(day: date | None) -> date | None:
    """The first day of its year."""
    return day and day.replace(month=1, day=1)


def _next_month(day: date | None) -> date | None:
    """Itself where a month starts with it, else the first day of the next one."""
    return day if day is None or day.day == 1 else _month(day.replace(day=28) + 4 * DAY)


def _next_year(day: date | None) -> date | None:
    """Itself where a year starts with it, else the first day of the next one."""
    return day if day is None or (day.month, day.day) == (1, 1) else date(day.year + 1, 1, 1)


MOST_TIED = 50  # whose matches against each other are looked up; more than that stay equal


class Named(Protocol):
    """Anything with a name can have a place."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


class Placed(NamedTuple, Generic[T]):
    """A line of a list with its place, counted from 1."""

    place: int
    line: T


Duels = Callable[[Sequence[Any]], Sequence[int]]  # of tied lines: how many more each won than lost against the others


def placed(
    lines: Sequence[T],
    rank: Callable[[T], tuple[int, ...]],
    duels: Duels,
    start: int = 0,
    end: int | None = None,
) -> list[Placed[T]]:
    """The lines from `start` to `end` in their order, each with its place; the smallest `rank` stands first.

    `duels` is asked only about lines that are tied there.
    """
    ordered = sorted(lines, key=lambda line: (*rank(line), line.name))
    last = len(ordered) if end is None else end
    found: list[Placed[T]] = []
    first, at = 0, 0
    for _rank, group in groupby(ordered, rank):
        tied = list(group)
        if at < last and at + len(tied) > start:
            first = first if found else at
            found += _among(tied, at + 1, duels)
        at += len(tied)
    return found[max(start - first, 0) : last - first]


def _among(tied: list[T], place: int, duels: Duels) -> Iterator[Placed[T]]:
    """Lines with the same figures, by their matches against each other."""
    if len(tied) < 2 or len(tied) > MOST_TIED:
        yield from (Placed(place, line) for line in tied)
        return
    won = dict(zip(range(len(tied)), duels(tied), strict=True))
    order = sorted(won, key=lambda at: (-won[at], tied[at].name))
    for _won, group in groupby(order, won.__getitem__):
        same = list(group)
        yield from (Placed(place, tied[at]) for at in same)
        place += len(same)


FEW = 200  # players who are listed in a query; above that it is for the whole roster
SUMS = ("played", "won", "lost", "games", "points_for", "points_against")


class Line(NamedTuple):
    """A player's line. `games` adds up what matches were worth; `rating` is None where games are mixed."""

    player: int
    name: str
    played: int
    won: int
    lost: int
    games: int
    points_for: int
    points_against: int
    rating: int | None = None

    @property
    def share(self) -> int:
        """Matches won, in per cent of those played."""
        return round(100 * self.won / self.played) if self.played else 0


ORDERS: dict[str, Callable[[Line], tuple[int, ...]]] = {
    "won": lambda line: (-line.won, line.lost, -line.games),
    "games": lambda line: (-line.games, -line.won),
    "share": lambda line: (-line.share, -line.played),
    "played": lambda line: (-line.played, -line.won),
    "rating": lambda line: (-(line.rating or 0), -line.won),
}  # each followed by points and by the matches against each other (`clubs.standings`)


def rank_by(order: str, game: str | None) -> Callable[[Line], tuple[int, ...]]:
    """What lines are sorted by in an order of ORDERS, and by points within one game: those of others do not compare."""
    best_first, found = ORDERS[order], find_game(game)
    if found is None:
        return best_first
    worth = 1 if found.is_lowest_best(found.presets[0]["options"]) else -1
    return lambda line: (*best_first(line), worth * (line.points_for - line.points_against))


def standings(club: Club, period: Period, order: str = "won", *, all_rated: bool = True) -> list[Line]:
    """All players of the roster with a finished match in the period, sorted by `order` (one of ORDERS).

    Ratings cost an index lookup a player: callers that show few lines pass `all_rated=False` and call `rated` on those.
    """
    connection = db.session.connection()  # plain rows: there are thousands of them
    names = dict(connection.execute(select(Player.id, Player.name).where(Player.club_id == club.id)).all())
    found = connection.execute(sums_of(club.id, period)).all()
    lines = [Line(player, names[player], *sums) for player, *sums in found]
    if all_rated or order == "rating":
        lines = rated(club, period, lines)
    rank = rank_by(order, period.game)
    return sorted(lines, key=lambda line: (*rank(line), line.name))


def ranked(
    club: Club, period: Period, order: str, lines: Sequence[Line], start: int = 0, end: int | None = None
) -> list[Placed[Line]]:
    """The lines of `standings` from `start` to `end` with their places, in the order in which they stand then."""

    def duels(tied: Sequence[Line]) -> list[int]:
        return balances(club.id, period, [line.player for line in tied])

    return placed(lines, rank_by(order, period.game), duels, start, end)


def balances(club: int, period: Period, players: Sequence[int]) -> list[int]:
    """For each of these players how many matches more they won than lost against the others of them."""
    own, other = aliased(Result), aliased(Result)
    found = (
        select(own.player_id, func.sum(own.won - other.won))
        .join(other, and_(other.match_id == own.match_id, other.side != own.side))
        .where(own.player_id.in_(players), other.player_id.in_(players), *period.conditions(club, own))
        .group_by(own.player_id)
    )
    won = {row[0]: int(row[1]) for row in db.session.execute(found)}
    return [won.get(player, 0) for player in players]


def rated(club: Club, period: Period, lines: Sequence[Line]) -> list[Line]:
    """The lines with the players' ratings after their last match of the period; no ratings where games are mixed."""
    if not period.game:
        return list(lines)
    ratings = _ratings(club.id, period, [line.player for line in lines])
    return [line._replace(rating=ratings.get(line.player)) for line in lines]


def sums_of(club: int, period: Period) -> Select[*tuple[int, ...]]:
    """The query of each player's sums in the period; guests are left out."""
    parts = parts_of(period)
    rows = [_results(club, days) for days in parts.days]
    if parts.months:
        when = _between(MonthTally.month, parts.months, month_of)
        rows.append(_tallies(MonthTally, MonthTally.club_id == club, when))
    if parts.years:
        when = _between(Tally.year, parts.years, year_of)
        rows.append(_tallies(Tally, Tally.club_id == club, period.of_games(Tally.game), when))
    every = (union_all(*rows) if len(rows) > 1 else rows[0]).subquery().c
    return select(every.player_id, *(func.sum(every[name]) for name in SUMS)).group_by(every.player_id)


def _between(
    column: InstrumentedAttribute[int], spans: Sequence[Span], number: Callable[[date], int]
) -> ColumnElement[bool]:
    stretches = []
    for start, end in spans:
        bounds = [column >= number(start)] if start else []
        stretches.append(and_(true(), *bounds, *([column < number(end)] if end else [])))
    return or_(*stretches)


def _tallies(kind: type[Tally | MonthTally], *within: ColumnElement[bool]) -> Select[*tuple[int, ...]]:
    return select(kind.player_id, *(getattr(kind, name) for name in SUMS)).where(*within)


def _results(club: int, period: Period) -> Select[*tuple[int, ...]]:
    """The single results. SQLite is quicker player by player, as a covering index has each one's results of a game in
    order; PostgreSQL by club.
    """
    theirs = select(Result.player_id, literal(1).label("played"), *(getattr(Result, name) for name in SUMS[1:]))
    within = (period.of_games(Result.game), *period.contains(Result.played_at))
    within += tuple(period.counts(Result))
    if db.engine.dialect.name == "postgresql":
        return theirs.where(Result.club_id == club, Result.player_id.is_not(None), *within)
    return theirs.join(Player, Result.player_id == Player.id).where(Player.club_id == club, *within)


def _ratings(club: int, period: Period, players: list[int]) -> dict[int, int]:
    last = (
        select(Result.rating)
        .where(*period.conditions(club), Result.player_id == Player.id)
        .order_by(Result.played_at.desc(), Result.match_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    found = select(Player.id, last.label("rating")).where(Player.club_id == club)
    if len(players) <= FEW:
        found = found.where(Player.id.in_(players))
    rows = db.session.connection().execute(found)
    return {player: rating for player, rating in rows if rating is not None}
