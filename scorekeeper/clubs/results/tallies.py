"""Sums of each player's results: by game and year, and of all games by month (both in UTC).

Standings read these few rows instead of every result.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, literal, select
from sqlalchemy.orm import Session

from scorekeeper.store.club_models import MonthTally, Result, Tally

SUMS = ("won", "lost", "games", "points_for", "points_against")


def year_of(day: date) -> int:
    """How a row of Tally names its year: 2026."""
    return day.year


def month_of(day: date) -> int:
    """How a row of MonthTally names its month: 202611."""
    return 100 * day.year + day.month


def add_up(session: Session, club: int, players: Iterable[int | None], moments: Iterable[datetime]) -> None:
    """Recompute the sums of these players for the years and months in which the moments lie.

    The caller holds the club's lock.
    """
    whose = {player for player in players if player is not None}
    if not whose:
        return
    firsts = {moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0) for moment in moments}
    for month in sorted(firsts):
        found = _sums(club, whose, month, _next_month(month), literal(month_of(month)))
        here = (MonthTally.club_id == club, MonthTally.month == month_of(month), MonthTally.player_id.in_(whose))
        _replace(session, MonthTally, here, ["club_id", "month", "player_id"], found)
    for year in sorted({first.year for first in firsts}):
        start, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
        found = _sums(club, whose, start, end, literal(year), Result.game)
        here = (Tally.club_id == club, Tally.year == year, Tally.player_id.in_(whose))
        _replace(session, Tally, here, ["club_id", "year", "game", "player_id"], found)


def _next_month(first: datetime) -> datetime:
    return datetime(first.year + first.month // 12, first.month % 12 + 1, 1, tzinfo=UTC)


def _sums(club: int, whose: set[int], start: datetime, end: datetime, *by: Any) -> Select[*tuple[Any, ...]]:
    sums = [func.sum(getattr(Result, name)) for name in SUMS]
    return (
        select(Result.club_id, *by, Result.player_id, func.count(), *sums)
        .where(Result.player_id.in_(whose), Result.club_id == club, Result.played_at >= start, Result.played_at < end)
        .group_by(Result.club_id, *by[1:], Result.player_id)
    )


def _replace(
    session: Session,
    kind: type[Tally | MonthTally],
    here: tuple[ColumnElement[bool], ...],
    keys: list[str],
    found: Select[*tuple[Any, ...]],
) -> None:
    """Replace the rows `here` by those that the query finds."""
    session.execute(delete(kind).where(*here), execution_options={"synchronize_session": False})
    session.execute(insert(kind).from_select([*keys, "played", *SUMS], found))


def add_up_all(session: Session, club: int, players: Iterable[int]) -> None:
    """Recompute all sums of these players, after results were given to somebody else."""
    whose = set(players)
    for kind in (Tally, MonthTally):
        session.execute(
            delete(kind).where(kind.club_id == club, kind.player_id.in_(whose)),
            execution_options={"synchronize_session": False},
        )
    bounds = select(func.min(Result.played_at), func.max(Result.played_at)).where(Result.player_id.in_(whose))
    first, last = session.execute(bounds).one()
    if first is not None:
        months = range(12 * first.year + first.month - 1, 12 * last.year + last.month)
        add_up(session, club, whose, (datetime(each // 12, each % 12 + 1, 1, tzinfo=UTC) for each in months))
