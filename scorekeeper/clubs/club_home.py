"""What the first page of a club shows: the night of today, the best of the season, and what comes next."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from scorekeeper.clubs.nights import by_table, nights
from scorekeeper.clubs.standings import Line, Period, ranked, standings
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.club_models import Club, Night, NightTable, Result, Tournament
from scorekeeper.store.models import db

SHOWN = 5  # players
COMING = 3  # nights and tournaments


class Leader(NamedTuple):
    """A player among the first. `moved`: places gained since the last day of play, None for a player who is new."""

    place: int
    line: Line
    moved: int | None


class Tonight(NamedTuple):
    """A night of today: how many tables it has, and at how many of them a match is in play."""

    night: Night
    tables: int
    playing: int

    @property
    def share(self) -> int:
        """Tables in play, in per cent."""
        return round(100 * self.playing / self.tables) if self.tables else 0


class Coming(NamedTuple):
    """A night or tournament that is still to be played."""

    kind: str  # "night" or "tournament"
    number: int
    name: str
    day: date
    place: str


def tonight(club: Club, today: date) -> Tonight | None:
    """The newest night of today that is not closed; None without one."""
    night = next((each for each in nights(club) if each.day == today and not each.closed_at), None)
    if night is None:
        return None
    tables = db.session.scalar(select(func.count()).where(NightTable.night_id == night.id)) or 0
    matches = by_table(night).values()
    playing = sum(any(match.status == "in_progress" for match in at_table) for at_table in matches)
    return Tonight(night, tables, playing)


def leaders(club: Club, period: Period) -> tuple[list[Leader], int]:
    """The first of the period's standings, and how many players have a place in them."""
    lines = standings(club, period, all_rated=False)
    before = _places_before(club, period) if lines else {}
    return [
        Leader(place, line, before[line.player] - place if line.player in before else None)
        for place, line in ranked(club, period, "won", lines, 0, SHOWN)
    ], len(lines)


def _places_before(club: Club, period: Period) -> dict[int, int]:
    """The place of each player before the period's last day of play; empty where there was no day before."""
    last = db.session.scalar(select(func.max(Result.played_at)).where(*period.conditions(club.id)))
    if last is None:
        return {}
    earlier = Period(period.game, period.since, last.date() - timedelta(days=1), period.named, period.approved)
    lines = standings(club, earlier, all_rated=False)
    return {line.player: place for place, line in ranked(club, earlier, "won", lines)}


def coming(club: Club, today: date) -> Sequence[Coming]:
    """The next nights and tournaments after today, and tournaments of today; the soonest first."""
    found = [Coming("night", each.id, each.name, each.day, each.place) for each in nights(club) if each.day > today]
    found += [
        Coming("tournament", each.id, each.document["name"], each.day, each.place)
        for each in _open_tournaments(club)
        if each.day >= today
    ]
    return sorted(found, key=lambda each: (each.day, each.kind, each.number))[:COMING]


def _open_tournaments(club: Club) -> list[Tournament]:
    return [each for each in keeping.tournaments(club) if not each.closed_at]
