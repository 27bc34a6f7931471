"""Sums of a player's results by game and year, and by month (both in UTC), added up again when a result changes.

The statements are created once, with parameters: creating them takes longer than a database needs for a match.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Insert, Integer, Select, String, bindparam, delete, func, insert, literal, null, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.results.ratings import INNER, bounds_of, outcomes_of, rating_after
from scorekeeper.store.club_models import Result
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, MonthTally, Tally

SUMS = ("won", "lost", "games", "points_for", "points_against")
COLUMNS = ("played", *SUMS)

CLUB, YEAR, MONTH = (bindparam(name, type_=Integer) for name in ("club", "year", "month"))
PLAYERS = bindparam("players", type_=Integer, expanding=True)
GAMES = bindparam("games", type_=String, expanding=True)
START, END = bindparam("start", type_=Result.played_at.type), bindparam("end", type_=Result.played_at.type)


def year_of(day: date) -> int:
    """Returns a time's year as stored in Tally, e.g. 2026."""
    return day.year


def month_of(day: date) -> int:
    """Returns a time's month as stored in MonthTally, e.g. 202611 for November 2026."""
    return 100 * day.year + day.month


def _of_results(*keys: Any) -> Select[Any]:
    """Returns the query for the sums of results from START to END by these columns; the first one is a parameter."""
    sums = (func.sum(getattr(Result, name)) for name in SUMS)
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

FORGET_MONTH = delete(MonthTally).where(
    MonthTally.club_id == CLUB, MonthTally.month == MONTH, MonthTally.player_id.in_(PLAYERS)
)
ADD_UP_MONTH = insert(MonthTally).from_select(["club_id", "month", "player_id", *COLUMNS], _of_results(MONTH))
FORGET_YEAR = delete(Tally).where(
    Tally.club_id == CLUB, Tally.player_id.in_(PLAYERS), Tally.game.in_(GAMES), Tally.year == YEAR
)
ADD_UP_YEAR = _into_tally(
    _of_results(YEAR, Result.game)
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


def add_up(
    session: Session, club: int, players: Iterable[int | None], moments: Iterable[datetime], games: Collection[str]
) -> None:
    """Recomputes the players' sums of these games for the years and months that contain these times.

    The caller holds the club's lock.
    """
    ids = [player for player in dict.fromkeys(players) if player is not None]
    if not ids:
        return
    execute = session.connection().execute
    whose: dict[str, Any] = {"club": club, "players": ids, "games": [*games, ALL_GAMES]}
    firsts = {moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0) for moment in moments}
    for first in sorted(firsts):
        month = {"club": club, "players": ids, "month": month_of(first)}
        execute(FORGET_MONTH, month)
        execute(ADD_UP_MONTH, {**month, "start": first, "end": _next_month(first)})
    for year in sorted({year_of(first) for first in firsts}):
        start, end = bounds_of(year)
        execute(FORGET_YEAR, {**whose, "year": year})
        for statement in (ADD_UP_YEAR, ADD_UP_GAMES):
            execute(statement, {**whose, "year": year, "start": start, "end": end})
    start, end = bounds_of(ALL_YEARS)
    execute(FORGET_YEAR, {**whose, "year": ALL_YEARS})
    execute(ADD_UP_YEARS, {**whose, "start": start, "end": end})


def _next_month(first: datetime) -> datetime:
    return datetime(first.year + first.month // 12, first.month % 12 + 1, 1, tzinfo=UTC)


def add_up_all(session: Session, club: int, players: Iterable[int]) -> None:
    """Recomputes all sums of these players, after results were reassigned."""
    whose = set(players)
    for kind in (Tally, MonthTally):
        session.execute(
            delete(kind).where(kind.club_id == club, kind.player_id.in_(whose)),
            execution_options={"synchronize_session": False},
        )
    theirs = Result.player_id.in_(whose)
    first, last = session.execute(select(func.min(Result.played_at), func.max(Result.played_at)).where(theirs)).one()
    if first is not None:
        months = range(12 * first.year + first.month - 1, 12 * last.year + last.month)
        moments = (datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC) for month in months)
        add_up(session, club, whose, moments, session.scalars(select(Result.game).where(theirs).distinct()).all())
