"""Standings of a club: whole years from their sums, what is left over of other years from one index of the results."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, func, select

from scorekeeper.club_models import Club, Player, Result, Tally
from scorekeeper.clubs.period import Period
from scorekeeper.games import GAMES
from scorekeeper.models import db

FEW = 200  # players who are named in a question; it is about the whole roster otherwise
SUMS = ("played", "won", "lost", "games", "points_for", "points_against")


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


def standings(club: Club, period: Period, order: str = "won", *, all_rated: bool = True) -> list[Line]:
    """Everybody of the roster who has finished a match in the period, the best by `order` (of ORDERS) first.

    Ratings are a look into an index for each player: who shows few lines has only those rated (`rated`).
    """
    asked = sums_of(club.id, period)
    sums: dict[int, list[int]] = {}
    for each in asked:
        for player, *found in db.session.execute(each):
            before = sums.get(player)
            sums[player] = [one + two for one, two in zip(before, found, strict=True)] if before else found
    names = _names(club.id)
    lines = [_line(player, names[player], found) for player, found in sums.items()]
    if all_rated or order == "rating":
        lines = rated(club, period, lines)
    best_first = ORDERS[order]
    return sorted(lines, key=lambda line: (*best_first(line), line.name))


def rated(club: Club, period: Period, lines: Sequence[Line]) -> list[Line]:
    """The lines with the players' ratings after their last match of the period; no ratings where games are mixed."""
    if not period.game:
        return list(lines)
    ratings = _ratings(club.id, period, [line.player for line in lines])
    return [line._replace(rating=ratings.get(line.player)) for line in lines]


def sums_of(club: int, period: Period) -> list[Select[*tuple[int, ...]]]:
    """What to ask for each player's sums, guests left out; where the answers are several they are to be added up."""
    first, last = _whole_years(period)
    if first is not None and last is not None and first > last:
        return [_of_results(club, period)]
    asked = [_of_years(club, period.game, first, last)]
    if period.since and period.since.year != first:
        asked.append(_of_results(club, Period(period.game, period.since, date(period.since.year, 12, 31))))
    if period.until and period.until.year != last:
        asked.append(_of_results(club, Period(period.game, date(period.until.year, 1, 1), period.until)))
    return asked


def _whole_years(period: Period) -> tuple[int | None, int | None]:
    """The first and the last year that lie in the period from their first day to their last; None for no bound."""
    since, until = period.since, period.until
    first = None if since is None else since.year + ((since.month, since.day) != (1, 1))
    last = None if until is None else until.year - ((until.month, until.day) != (12, 31))
    return first, last


def _of_years(club: int, game: str | None, first: int | None, last: int | None) -> Select[*tuple[int, ...]]:
    conditions: list[ColumnElement[bool]] = [Tally.club_id == club]
    conditions.append(Tally.game.in_([game] if game else [each.slug for each in GAMES]))
    if first is not None:
        conditions.append(Tally.year >= first)
    if last is not None:
        conditions.append(Tally.year <= last)
    sums = [func.sum(getattr(Tally, name)).label(name) for name in SUMS]
    return select(Tally.player_id, *sums).where(*conditions).group_by(Tally.player_id)


def _of_results(club: int, period: Period) -> Select[*tuple[int, ...]]:
    """From player to player: an index has each one's results of a game in their order, with all that is added up."""
    sums = [func.sum(getattr(Result, name)).label(name) for name in SUMS[1:]]
    counted = select(Player.id.label("player"), func.count().label("played"), *sums)
    theirs = counted.join(Result, Result.player_id == Player.id).where(Player.club_id == club)
    return theirs.where(period.plays(Result.game), *period.contains(Result.played_at)).group_by(Player.id)


def _names(club: int) -> dict[int, str]:
    return {
        row.id: row.name for row in db.session.execute(select(Player.id, Player.name).where(Player.club_id == club))
    }


def _ratings(club: int, period: Period, players: list[int]) -> dict[int, int]:
    last = (
        select(Result.rating)
        .where(*period.holds(club), Result.player_id == Player.id)
        .order_by(Result.played_at.desc(), Result.match_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    found = select(Player.id, last.label("rating")).where(Player.club_id == club)
    if len(players) <= FEW:
        found = found.where(Player.id.in_(players))
    return {row.id: row.rating for row in db.session.execute(found) if row.rating is not None}


def _line(player: int, name: str, sums: list[int]) -> Line:
    played, won, lost, games, ours, theirs = map(int, sums)  # PostgreSQL adds up to decimals
    return Line(player, name, played, won, lost, games, ours, theirs)
