"""Standings of a club: one question to the database, answered from one index of the results."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Row, Select, func, select

from scorekeeper.club_models import Club, Player, Result
from scorekeeper.clubs.period import Period
from scorekeeper.models import db

Totals = Row[int, int, int, int, int, int, int]  # a player, and their sums


class Line(NamedTuple):
    """What somebody has achieved. `games` counts what matches were worth; `rating` is None where games are mixed."""

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
}  # each followed by the name


def standings(club: Club, period: Period, order: str = "won") -> list[Line]:
    """Everybody of the roster who has finished a match in the period, the best by `order` (of ORDERS) first."""
    rows: Sequence[Totals] = db.session.execute(totals_of(club.id, period)).all()
    names = _names(club.id)
    ratings = _ratings(club.id, period) if period.game else {}
    lines = [_line(row, names, ratings) for row in rows if row.player]
    return sorted(lines, key=lambda line: (*ORDERS[order](line), line.name))


def totals_of(club: int, period: Period) -> Select[int, int, int, int, int, int, int]:
    """The sums of each player's results, and in one row those of all guests."""
    whose = func.coalesce(Result.player_id, 0)  # not the bare column, whose own index would lead through every row
    return (
        select(
            whose.label("player"),
            func.count().label("played"),
            func.sum(Result.won).label("won"),
            func.sum(Result.lost).label("lost"),
            func.sum(Result.games).label("games"),
            func.sum(Result.points_for).label("points_for"),
            func.sum(Result.points_against).label("points_against"),
        )
        .where(*period.holds(club))
        .group_by(whose)
    )


def _names(club: int) -> dict[int, str]:
    return {
        row.id: row.name for row in db.session.execute(select(Player.id, Player.name).where(Player.club_id == club))
    }


def _ratings(club: int, period: Period) -> dict[int, int]:
    """Each player's rating after their last match of the period: a look into the index for each player."""
    last = (
        select(Result.rating)
        .where(*period.holds(club), Result.player_id == Player.id)
        .order_by(Result.played_at.desc(), Result.match_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    found = select(Player.id, last.label("rating")).where(Player.club_id == club, Player.merged_into.is_(None))
    return {row.id: row.rating for row in db.session.execute(found) if row.rating is not None}


def _line(row: Totals, names: dict[int, str], ratings: dict[int, int]) -> Line:
    player, played, *sums = row
    won, lost, games, ours, theirs = (int(each) for each in sums)  # PostgreSQL adds up to decimals
    return Line(player, names[player], played, won, lost, games, ours, theirs, ratings.get(player))
