"""The filter of standings and results: a game or all of them, from one day to another; read from the query string."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.games import GAMES, find_game
from scorekeeper.store.club_models import Result


@dataclass(frozen=True, slots=True)
class Period:
    """`since` and `until` are the first and last day (in UTC), None for no bound; `game` is a slug, None for all.

    `named` are the keys of the games that the club's members named; one of them may stand for the slug.
    """

    game: str | None = None
    since: date | None = None
    until: date | None = None
    named: tuple[str, ...] = ()

    def conditions(self, club: int, row: type[Result] = Result) -> list[ColumnElement[bool]]:
        """The conditions for a club's results in the period."""
        return [row.club_id == club, self.of_games(row.game), *self.contains(row.played_at)]

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
        return written | ({"game": self.game} if self.game else {})


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def period_of_query(query: Mapping[str, str], named: Iterable[str] = ()) -> Period:
    """The period in a query string; invalid values count as left out. `named`: as in Period."""
    keys, wanted = tuple(named), query.get("game")
    game = wanted if wanted in keys or find_game(wanted) else None
    return Period(game, _day(query.get("from")), _day(query.get("to")), keys)


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
