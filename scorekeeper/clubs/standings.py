"""Standings of a club, from the sums of whole years and months, and from the results of the remaining days."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, literal, or_, select, true, union_all
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.clubs.period import Period
from scorekeeper.clubs.period_parts import Span, parts_of
from scorekeeper.clubs.places import Placed, placed
from scorekeeper.clubs.results.tallies import month_of, year_of
from scorekeeper.games import find_game
from scorekeeper.store.club_models import Club, MonthTally, Player, Result, Tally
from scorekeeper.store.models import db

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
}  # each followed by points and by the matches against each other (`clubs.places`)


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
