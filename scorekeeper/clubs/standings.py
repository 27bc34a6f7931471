"""A club's standings in a period, added up from stored sums and, for other days, single results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    and_,
    case,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.clubs.results.sums import POINTS, SPANS, SUMS, YEARS, Level, midnight, rating_after
from scorekeeper.games import find_game
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Match, db
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, GameTally, SpanTally, Tally

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """A filter of results by game, days (UTC) and approval.

    `game` is a slug, or None for all games, installed or not. `since` and `until` are the first and last day, None for
    no bound. `named` holds the keys of the games that the club's members named; `game` may be one of them. `approved`
    selects only results that an arbiter has approved or entered; `confirmed` leaves out results that both sides have
    yet to confirm.
    """

    game: str | None = None
    since: date | None = None
    until: date | None = None
    named: tuple[str, ...] = ()
    approved: bool = False
    confirmed: bool = False

    def conditions(self, club: int, row: type[Result] = Result) -> list[ColumnElement[bool]]:
        """Returns the SQL conditions for a club's results in the period."""
        return [row.club_id == club, self.of_games(club, row), *self.contains(row.played_at), *self.counts(row)]

    def of_player(
        self, player: int | SQLColumnExpression[int], row: type[Result] = Result
    ) -> list[ColumnElement[bool]]:
        """Returns the SQL conditions for a player's results in the period.

        They do not name the club, nor a game for all of them, so that databases choose one of the player's indexes: by
        game, or by time.
        """
        return [row.player_id == player, *self.of_game(row), *self.contains(row.played_at), *self.counts(row)]

    def counts(self, row: type[Result]) -> list[ColumnElement[bool]]:
        """Returns the SQL conditions for approved or confirmed results; an empty list if all results count."""
        locked = select(Match.id).where(Match.id == row.match_id, Match.locked.is_not(None)).exists()
        approved = [or_(row.typed, locked)] if self.approved else []
        return approved + ([or_(row.confirmed, locked)] if self.confirmed else [])

    def of_game(self, row: type[Result] = Result) -> list[ColumnElement[bool]]:
        """Returns the SQL condition for the period's game; an empty list for all games."""
        return [row.game == self.game] if self.game else []

    def of_games(self, club: int, row: type[Result] = Result) -> ColumnElement[bool]:
        """Returns the SQL condition for the period's game, or for all games that the club has played.

        These are listed, so that the index of a club's results by game and time can be used.
        """
        played = select(GameTally.game).where(GameTally.club_id == club, GameTally.year == ALL_YEARS)
        return row.game == self.game if self.game else row.game.in_(played)

    def contains(self, moment: InstrumentedAttribute[datetime]) -> list[ColumnElement[bool]]:
        """Returns the conditions for a time within the period."""
        conditions: list[ColumnElement[bool]] = []
        if self.since:
            conditions.append(moment >= midnight(self.since))
        if self.until:
            conditions.append(moment < midnight(self.until + DAY))
        return conditions

    @property
    def is_short(self) -> bool:
        """True if the period is of a month at most."""
        return self.since is not None and self.until is not None and self.until - self.since < 31 * DAY

    @property
    def marks(self) -> dict[str, str]:
        """Returns the filters by approval and confirmation as parameters of a query string."""
        return {name: "1" for name in ("approved", "confirmed") if getattr(self, name)}

    @property
    def query(self) -> dict[str, str]:
        """Returns the period as parameters of a query string."""
        days = {"from": self.since, "to": self.until}
        parameters = {name: day.isoformat() for name, day in days.items() if day}
        return parameters | self.marks | ({"game": self.game} if self.game else {})


def period_of_query(query: Mapping[str, str], named: Iterable[str] = ()) -> Period:
    """Returns the period in a query string; invalid values are ignored. `named`: see Period."""
    keys, game_key = tuple(named), query.get("game")
    of_all = find_game(game_key)
    game = game_key if game_key in keys or (of_all and not of_all.shelf) else None
    approved, confirmed = (query.get(name) == "1" for name in ("approved", "confirmed"))
    return Period(game, _day(query.get("from")), _day(query.get("to")), keys, approved, confirmed)


def _day(text: str | None) -> date | None:
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return None
    return day if 1900 < day.year < 2200 else None


def seasons(today: date, month: int = 1) -> list[tuple[str, Period]]:
    """Returns the periods offered to the user, with their names: this season, the last one, all time (empty name).

    A season begins on the first of `month`; one that is no calendar year is named like 2025/26.
    """
    newest = today.year - (today.month < month)
    return [*(_season(year, month) for year in (newest, newest - 1)), ("", Period())]


def _season(year: int, month: int) -> tuple[str, Period]:
    period = Period(None, date(year, month, 1), date(year + 1, month, 1) - DAY)
    return season_name(period), period


def season_name(period: Period) -> str:
    """Returns the name of a period of twelve months, “2026” or “2025/26”; empty for any other period."""
    since, until = period.since, period.until
    if not (since and until and since.day == 1 and until + DAY == since.replace(year=since.year + 1)):
        return ""
    return str(since.year) if since.month == 1 else f"{since.year}/{until.year % 100:02}"


class Span(NamedTuple):
    """The days from `start` up to but not including `end`; None for no bound."""

    start: date | None
    end: date | None

    @property
    def is_empty(self) -> bool:
        """True if the span contains no day."""
        return self.start is not None and self.end is not None and self.start >= self.end

    @property
    def is_one(self) -> bool:
        """True if one yearly sum is of the whole span: of a single year, or of ALL_YEARS."""
        bounds = (self.start, self.end)
        return bounds == (None, None) or bounds == (self.start, self.start and YEARS.next(self.start))


class Parts(NamedTuple):
    """A period in parts: at most one span of years, and quarters, months, half months and days around it.

    `spans` are keys of SpanTally.
    """

    years: Span | None
    spans: list[int]
    days: list[Period]

    @property
    def are_one_sum(self) -> bool:
        """True if one yearly sum of each player and game is of all of them."""
        return self.years is not None and self.years.is_one and not (self.spans or self.days)


def parts_of(period: Period) -> Parts:
    """Splits a period into whole years, the quarters, months and half months around them, and the remaining days.

    A period of one game has only years and days, because other stored sums are of all games; a period of approved or
    confirmed results has only days.
    """
    if period.approved or period.confirmed:
        return Parts(None, [], [period])
    outer, finer = Span(period.since, period.until + DAY if period.until else None), None
    found: list[tuple[Level | None, Span]] = []
    for level in (YEARS,) if period.game else (*SPANS, YEARS):
        inner = Span(level.on_or_after(outer.start), outer.end and level.begin(outer.end))
        if inner.is_empty:
            break
        found += [(finer, span) for span in _around(outer, inner)]
        outer, finer = inner, level
    found.append((finer, outer))
    spans = [number for level, span in found if level in SPANS for number in level.numbers(*span)]
    days = [
        replace(period, since=span.start, until=span.end and span.end - DAY) for level, span in found if level is None
    ]
    return Parts(outer if finer is YEARS else None, spans, days)


def whole_years(period: Period) -> Span | None:
    """Returns the years of the period; None if it has parts of years."""
    parts = parts_of(period)
    return None if parts.spans or parts.days else parts.years


def _around(outer: Span, inner: Span) -> list[Span]:
    """Returns the spans within `outer` before and after `inner`."""
    before, after = Span(outer.start, inner.start), Span(inner.end, outer.end)
    sides = [(before, outer.start), (after, outer.end)]
    return [span for span, bound in sides if bound is not None and not span.is_empty]


FEW = 200  # a query lists the ids of up to this many players; above, it is for the whole roster


def sums_in(period: Period) -> tuple[str, ...]:
    """Returns the names of the sums of a period; points of different games are not added up."""
    return SUMS + POINTS if period.game else SUMS


class Line(NamedTuple):
    """A player's sums; `games` adds up the values of the matches. Mixed games have neither points nor a `rating`."""

    player: int
    name: str
    played: int
    won: int
    lost: int
    games: int
    points_for: int = 0
    points_against: int = 0
    rating: int | None = None

    @property
    def share(self) -> int:
        """Returns the share of matches won, in per cent."""
        return round(100 * self.won / self.played) if self.played else 0


# Each takes a line, or the columns of a query for lines. Ties are broken by points, then by the matches against each
# other.
Rank = Callable[[Any], tuple[Any, ...]]
ORDERS: dict[str, Rank] = {
    "won": lambda line: (-line.won, line.lost, -line.games),
    "games": lambda line: (-line.games, -line.won),
    "share": lambda line: (-line.share, -line.played),
    "played": lambda line: (-line.played, -line.won),
    "rating": lambda line: (-line.rating, -line.won),
}


def rank_by(order: str, game: str | None) -> Rank:
    """Returns the sort key for an order of ORDERS; within one game it breaks ties by points."""
    best_first, chosen = ORDERS[order], find_game(game)
    if chosen is None:
        return best_first
    worth = 1 if chosen.is_lowest_best(chosen.presets[0]["options"]) else -1
    return lambda line: (*best_first(line), worth * (line.points_for - line.points_against))


def standings(club: Club, period: Period, order: str = "won") -> list[Line]:
    """Returns everybody of the roster with a finished match in the period, sorted by `order` (one of ORDERS).

    A page of the standings is in `places`.
    """
    return rated(club, period, fetch(ordered_lines(club.id, period, parts_of(period), order)))


def fetch(query: Select[Any]) -> list[Line]:
    """Returns the lines of a query made by `ordered_lines`."""
    rows = db.session.connection().execute(query)  # plain rows: there may be thousands of them
    return [Line(*row[:-2])._replace(rating=row.rating) for row in rows]


def ordered_lines(club: int, period: Period, parts: Parts, order: str) -> Select[Any]:
    """Returns the query for the standings' lines from the parts of the period, sorted by `order`.

    `rating` is null where it is not stored with the sums, except in the order of ratings.
    """
    query = sums_of(club, period, parts)
    if not parts.are_one_sum:
        player = query.selected_columns.player_id
        rating = func.coalesce(_last_rating(period, player), 0) if order == "rating" else null()
        query = query.add_columns(rating.label("rating"))  # grouped, so that each rating is looked up once
    sums = query.subquery().c
    share = _share(sums) if order == "share" else null()
    lines = (
        select(sums.player_id.label("player"), Player.name, *(sums[name] for name in sums_in(period)))
        .add_columns(share.label("share"), sums.rating)
        .join(Player, Player.id == sums.player_id)
        .subquery()
    )
    return select(lines).order_by(*rank_by(order, period.game)(lines.c), by_code_points(lines.c.name))


def _share(sums: Any) -> ColumnElement[int]:
    """Returns the SQL expression for `Line.share`, rounded as by Python: halves to the even number."""
    doubled, whole = 2 * sums.played, 200 * sums.won + sums.played
    rounded: ColumnElement[int] = whole // doubled
    return rounded - case((and_(whole % doubled == 0, rounded % 2 == 1), 1), else_=0)


def by_code_points(name: SQLColumnExpression[str]) -> SQLColumnExpression[str]:
    """Returns the column for sorting texts as Python does; PostgreSQL would sort by the language of the database."""
    return name.collate("C") if db.engine.dialect.name == "postgresql" else name


def rated(club: Club, period: Period, lines: Sequence[Line]) -> list[Line]:
    """Returns the lines with the players' ratings at the end of the period; unchanged if it covers all games.

    If a line has no rating yet (the period is not one stored sum), all ratings are queried.
    """
    if not period.game or all(line.rating is not None for line in lines):
        return list(lines)
    ratings = _ratings(club.id, period, [line.player for line in lines])
    return [line._replace(rating=ratings.get(line.player)) for line in lines]


def sums_of(club: int, period: Period, parts: Parts) -> Select[*tuple[int, ...]]:
    """Returns the query for each roster player's sums in the parts of the period.

    They include the rating if the parts are one stored sum.
    """
    if parts.years and parts.are_one_sum:
        return _tallies(club, period, parts.years).add_columns(Tally.rating)
    rows = [single_results(club, days) for days in parts.days]
    if parts.spans:
        rows.append(_columns(SpanTally, SUMS).where(SpanTally.club_id == club, SpanTally.span.in_(parts.spans)))
    if parts.years:
        rows.append(_tallies(club, period, parts.years))
    every = (union_all(*rows) if len(rows) > 1 else rows[0]).subquery().c
    added = (func.sum(every[name]).label(name) for name in sums_in(period))
    return select(every.player_id, *added).group_by(every.player_id)


def of_years(column: InstrumentedAttribute[int], years: Span) -> ColumnElement[bool]:
    """Returns the SQL condition for yearly sums of these years; the sum of ALL_YEARS if they have no bounds."""
    if years.is_one:
        return column == (YEARS.number(years.start) if years.start else ALL_YEARS)
    return each_year(column, years)


def each_year(column: InstrumentedAttribute[int], years: Span) -> ColumnElement[bool]:
    """Returns the SQL condition for the yearly sums of each of these years."""
    first = column >= YEARS.number(years.start) if years.start else column > ALL_YEARS
    return and_(first, column < YEARS.number(years.end)) if years.end else first


def _tallies(club: int, period: Period, years: Span) -> Select[*tuple[int, ...]]:
    game = Tally.game == (period.game or ALL_GAMES)
    return _columns(Tally, sums_in(period)).where(Tally.club_id == club, game, of_years(Tally.year, years))


def _columns(kind: type[Tally | SpanTally], names: Iterable[str]) -> Select[*tuple[int, ...]]:
    return select(kind.player_id, *(getattr(kind, name) for name in names))


def single_results(club: int, period: Period) -> Select[*tuple[int, ...]]:
    """Returns the query for single results in the period.

    SQLite is quicker player by player for more than a month, because covering indexes have each player's results in
    order; PostgreSQL is quicker by club.
    """
    sums = (getattr(Result, name) for name in sums_in(period)[1:])
    theirs = select(Result.player_id, literal(1).label("played"), *sums)
    if db.engine.dialect.name == "postgresql" or period.is_short:
        return theirs.where(Result.player_id.is_not(None), *period.conditions(club))
    return theirs.join(Player, Player.club_id == club).where(*period.of_player(Player.id))


def _ratings(club: int, period: Period, players: list[int]) -> dict[int, int]:
    query = select(Player.id, _last_rating(period, Player.id).label("rating")).where(Player.club_id == club)
    if len(players) <= FEW:
        query = query.where(Player.id.in_(players))
    rows = db.session.connection().execute(query)
    return {player: rating for player, rating in rows if rating is not None}


def _last_rating(period: Period, player: SQLColumnExpression[int]) -> ScalarSelect[int | None]:
    """Returns the SQL expression for a player's rating after the period; null without a result."""
    return rating_after(Result, *period.of_player(player))
