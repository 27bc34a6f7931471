"""Sums of a player's results by game and year, and by quarter, month and half month, added up when a result changes.

The statements are created once, with parameters: creating them takes longer than a database needs for a match.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Insert,
    Integer,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    String,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    null,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased

from scorekeeper.store.club_models import Result
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, SpanTally, Tally

SUMS = ("played", "won", "lost", "games")
POINTS = ("points_for", "points_against")  # only of one game
COLUMNS = SUMS + POINTS

# No parameter of an update may be called like a column.
CLUB, YEAR, SPAN = (bindparam(name, type_=Integer) for name in ("club", "of_year", "span"))
PLAYERS = bindparam("players", type_=Integer, expanding=True)
GAME, GAMES = bindparam("of_game", type_=String), bindparam("games", type_=String, expanding=True)
START, END = bindparam("start", type_=Result.played_at.type), bindparam("end", type_=Result.played_at.type)
INNER = aliased(Result)  # in subqueries; created once, because that takes a millisecond


class Level(NamedTuple):
    """A kind of span of days (UTC) with stored sums: half months, months, quarters or years.

    `begin` returns the first day of the span that contains a day, `number` its key in SpanTally or Tally. `longest` is
    the length of the longest span.
    """

    begin: Callable[[date], date]
    number: Callable[[date], int]
    longest: timedelta

    def next(self, day: date) -> date:
        """Returns the first day of the span after the one that contains the day."""
        return self.begin(self.begin(day) + self.longest)

    def numbers(self, start: date | None, end: date | None) -> Iterator[int]:
        """Yields the keys of the spans that begin on `start` or later and before `end`."""
        while start and end and start < end:
            yield self.number(start)
            start = self.next(start)

    def on_or_after(self, day: date | None) -> date | None:
        """Returns the first day of a span on or after the day; None for None."""
        return day if day is None or self.begin(day) == day else self.next(day)


def _month_of(day: date) -> int:
    return 100 * day.year + day.month


HALVES = Level(
    begin=lambda day: day.replace(day=1 if day.day < 16 else 16),
    number=lambda day: 10 * _month_of(day) + (1 if day.day < 16 else 2),
    longest=timedelta(16),
)
MONTHS = Level(lambda day: day.replace(day=1), _month_of, timedelta(31))
QUARTERS = Level(
    begin=lambda day: day.replace(month=day.month - (day.month - 1) % 3, day=1),
    number=lambda day: 10 * day.year + (day.month + 2) // 3,
    longest=timedelta(92),
)
YEARS = Level(lambda day: day.replace(month=1, day=1), lambda day: day.year, timedelta(366))
SPANS = (HALVES, MONTHS, QUARTERS)  # in SpanTally, the shortest first; years are in Tally


def midnight(day: date) -> datetime:
    """Returns the first moment of the day in UTC."""
    return datetime.combine(day, time(), UTC)


def rating_after(row: type[Result], *within: ColumnElement[bool]) -> ScalarSelect[int | None]:
    """Returns the SQL expression for the rating after the last of a player's results; null without one."""
    newest_first = [column.desc() for column in (*in_order(row), row.rating)]
    last: Select[int | None] = select(row.rating)
    return last.where(*within).order_by(*newest_first).limit(1).scalar_subquery()


def outcomes_of(row: type[Result], *within: ColumnElement[bool]) -> ScalarSelect[str]:
    """Returns the SQL expression for the letters of a player's results, as in Tally."""
    letter = case((row.won == 1, "W"), (row.lost == 1, "L"), else_="D").label("letter")
    letters = select(letter).where(*within).order_by(*in_order(row)).correlate_except(row).subquery().c
    # Both databases concatenate in the order of the subquery.
    return select(func.coalesce(func.aggregate_strings(letters.letter, ""), "")).scalar_subquery()


def in_order(row: type[Result]) -> tuple[SQLColumnExpression[Any], ...]:
    """Returns the columns for sorting a player's results in the order of play; one player may have two seats."""
    return row.played_at, row.match_id, row.won, row.lost


def bounds_of(year: int) -> tuple[datetime, datetime]:
    """Returns the beginning of the year (UTC) and of the next one; of ALL_YEARS the earliest and latest times."""
    first, last = (MINYEAR, MAXYEAR) if year == ALL_YEARS else (year, year + 1)
    return midnight(date(first, 1, 1)), midnight(date(last, 1, 1))


def in_year(moment: Any, year: int) -> list[ColumnElement[bool]]:
    """Returns the SQL conditions for a time in the year (UTC); none for ALL_YEARS."""
    start, end = bounds_of(year)
    return [] if year == ALL_YEARS else [moment >= start, moment < end]


def _of_results(names: Sequence[str], *keys: Any) -> Select[Any]:
    """Returns the query for the sums of results from START to END by these columns; the first one is a parameter."""
    sums = (func.sum(getattr(Result, name)) for name in names[1:])
    within = (Result.player_id.in_(PLAYERS), Result.club_id == CLUB, Result.played_at >= START, Result.played_at < END)
    query = select(Result.club_id, *keys, Result.player_id, func.count(), *sums).where(*within)
    return query.group_by(Result.club_id, *keys[1:], Result.player_id)


def _of_tallies(year: Any, game: Any) -> Select[Any]:
    """Returns the query that adds up stored yearly sums by player; `year` and `game` are the keys of its rows."""
    sums = (func.sum(getattr(Tally, name)) for name in COLUMNS)
    query = select(Tally.club_id, year, game, Tally.player_id, *sums)
    return query.where(Tally.club_id == CLUB, Tally.player_id.in_(PLAYERS)).group_by(Tally.club_id, Tally.player_id)


def _into_tally(query: Select[Any]) -> Insert:
    return insert(Tally).from_select(["club_id", "year", "game", "player_id", *COLUMNS, "rating", "outcomes"], query)


_IN_TIME = (INNER.played_at >= START, INNER.played_at < END)
_OF_RESULT = (INNER.player_id == Result.player_id, INNER.game == Result.game, *_IN_TIME)
_OF_TALLY = (INNER.player_id == Tally.player_id, *_IN_TIME)

DELETE_SPAN = delete(SpanTally).where(
    SpanTally.club_id == CLUB, SpanTally.span == SPAN, SpanTally.player_id.in_(PLAYERS)
)
ADD_UP_SPAN = insert(SpanTally).from_select(["club_id", "span", "player_id", *SUMS], _of_results(SUMS, SPAN))
DELETE_YEAR = delete(Tally).where(
    Tally.club_id == CLUB, Tally.player_id.in_(PLAYERS), Tally.game.in_(GAMES), Tally.year == YEAR
)
ADD_UP_YEAR = _into_tally(
    _of_results(COLUMNS, YEAR, Result.game)
    .where(Result.game.in_(GAMES))
    .add_columns(rating_after(INNER, *_OF_RESULT), outcomes_of(INNER, *_OF_RESULT))
)
ADD_UP_GAMES = _into_tally(
    _of_tallies(YEAR, literal(ALL_GAMES)).where(Tally.year == YEAR).add_columns(null(), outcomes_of(INNER, *_OF_TALLY))
)
ADD_UP_YEARS = _into_tally(
    _of_tallies(literal(ALL_YEARS), Tally.game)
    .where(Tally.game.in_(GAMES))
    .group_by(Tally.game)
    .add_columns(rating_after(INNER, INNER.game == Tally.game, *_OF_TALLY), literal(""))
)

SET_LAST_RATING = (
    update(Tally)
    .where(Tally.club_id == CLUB, Tally.game == GAME, Tally.year == YEAR, Tally.player_id.in_(PLAYERS))
    .values(rating=rating_after(INNER, INNER.game == Tally.game, *_OF_TALLY))
)


def add_up(
    session: Session, club: int, players: Iterable[int | None], moments: Iterable[datetime], games: Collection[str]
) -> None:
    """Recomputes the players' sums for the years and shorter spans that contain these times, in these games and in all.

    The caller holds the club's lock.
    """
    ids = [player for player in dict.fromkeys(players) if player is not None]
    if not ids:
        return
    execute = session.connection().execute
    whose: dict[str, Any] = {"club": club, "players": ids, "games": [*games, ALL_GAMES]}
    days = {moment.astimezone(UTC).date() for moment in moments}
    for level in SPANS:
        for first in sorted({level.begin(day) for day in days}):
            span = {"club": club, "players": ids, "span": level.number(first)}
            execute(DELETE_SPAN, span)
            execute(ADD_UP_SPAN, {**span, "start": midnight(first), "end": midnight(level.next(first))})
    for year in sorted({day.year for day in days}):
        start, end = bounds_of(year)
        execute(DELETE_YEAR, {**whose, "of_year": year})
        for statement in (ADD_UP_YEAR, ADD_UP_GAMES):
            execute(statement, {**whose, "of_year": year, "start": start, "end": end})
    start, end = bounds_of(ALL_YEARS)
    execute(DELETE_YEAR, {**whose, "of_year": ALL_YEARS})
    execute(ADD_UP_YEARS, {**whose, "start": start, "end": end})


def add_up_all(session: Session, club: int, players: Iterable[int]) -> None:
    """Recomputes all sums of these players, after results were reassigned."""
    whose = set(players)
    for kind in (Tally, SpanTally):
        session.execute(
            delete(kind).where(kind.club_id == club, kind.player_id.in_(whose)),
            execution_options={"synchronize_session": False},
        )
    rows = session.execute(select(Result.played_at, Result.game).where(Result.player_id.in_(whose))).all()
    add_up(session, club, whose, [row.played_at for row in rows], {row.game for row in rows})


def store_last_ratings(session: Session, club: int, game: str, players: Iterable[int], years: Iterable[int]) -> None:
    """Stores the players' ratings after these years, and after all, with their sums; after the results were rated."""
    whose = {"club": club, "of_game": game, "players": [*players]}
    for year in (*sorted(years), ALL_YEARS):
        start, end = bounds_of(year)
        session.connection().execute(SET_LAST_RATING, {**whose, "of_year": year, "start": start, "end": end})
