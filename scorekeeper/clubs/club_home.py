"""The data of a club's home page: tonight's play, leaders of the season, next nights and tournaments."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from scorekeeper.clubs.nights import by_table, nights
from scorekeeper.clubs.standings import Line, Period, ranked, standings
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.club_models import Club, Night, NightTable, Result
from scorekeeper.store.models import db

SHOWN = 5  # players
COMING = 3  # nights and tournaments


class Leader(NamedTuple):
    """One of the top players of the standings.

    `moved` is the number of places gained since the last day of play; None for a new player.
    """

    place: int
    line: Line
    moved: int | None


class Tonight(NamedTuple):
    """A club night taking place today: the number of its tables, and of those with a match in play."""

    night: Night
    tables: int
    playing: int

    @property
    def share(self) -> int:
        """Returns the share of tables in play, in per cent."""
        return round(100 * self.playing / self.tables) if self.tables else 0


class Coming(NamedTuple):
    """A future club night or tournament, as listed on the home page."""

    kind: str  # "night" or "tournament"
    number: int
    name: str
    day: date
    place: str


def tonight(club: Club, today: date) -> Tonight | None:
    """Returns today's newest open night, or None."""
    night = next((candidate for candidate in nights(club) if candidate.day == today and not candidate.closed_at), None)
    if night is None:
        return None
    tables = db.session.scalar(select(func.count()).where(NightTable.night_id == night.id)) or 0
    matches = by_table(night).values()
    playing = sum(any(match.status == "in_progress" for match in at_table) for at_table in matches)
    return Tonight(night, tables, playing)


def leaders(club: Club, period: Period) -> tuple[list[Leader], int]:
    """Returns the top of the period's standings, and the number of players in all of them."""
    lines = standings(club, period, all_rated=False)
    before = _places_before(club, period) if lines else {}
    return [
        Leader(place, line, before[line.player] - place if line.player in before else None)
        for place, line in ranked(club, period, "won", lines, 0, SHOWN)
    ], len(lines)


def _places_before(club: Club, period: Period) -> dict[int, int]:
    """Returns places by player id, as before the period's last day of play; empty if that was the first day."""
    last = db.session.scalar(select(func.max(Result.played_at)).where(*period.conditions(club.id)))
    if last is None:
        return {}
    earlier = replace(period, until=last.date() - timedelta(days=1))
    lines = standings(club, earlier, all_rated=False)
    return {line.player: place for place, line in ranked(club, earlier, "won", lines)}


def coming(club: Club, today: date) -> Sequence[Coming]:
    """Returns the next nights after today, and open tournaments from today on, soonest first."""
    events = [
        Coming("night", night.id, night.name, night.day, night.place) for night in nights(club) if night.day > today
    ]
    events += [
        Coming("tournament", tournament.id, tournament.document["name"], tournament.day, tournament.place)
        for tournament in keeping.tournaments(club)
        if tournament.day >= today and not tournament.closed_at
    ]
    return sorted(events, key=lambda event: (event.day, event.kind, event.number))[:COMING]
