"""The results of one player in a period, a search for finished matches by names, and notes on results in a list."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    SQLColumnExpression,
    and_,
    case,
    func,
    literal,
    null,
    or_,
    select,
    union,
    union_all,
)
from sqlalchemy.orm import aliased, joinedload

from scorekeeper.clubs import results
from scorekeeper.clubs.results.sums import INNER, outcomes_of
from scorekeeper.clubs.standings import Line, Period, by_code_points, each_year, of_years, sums_in, whole_years
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import called
from scorekeeper.store.club_models import Club, Night, NightTable, Player, Result
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, NOBODY, PairTally, Tally
from scorekeeper.store.tournament_models import Tournament, TournamentTable

OTHER = aliased(Result)  # of somebody else at the table; created once, because that takes a millisecond


class Companion(NamedTuple):
    """A partner or opponent of a player; `player` is None for a guest.

    `played` counts the matches together, `won` the wins of the player of the page, not the companion's.
    """

    player: int | None
    name: str
    played: int
    won: int


class Season(NamedTuple):
    """A player's results in a period: their sums, and the outcomes in the order of play, a letter for each match.

    W is a win, L a loss, D neither.
    """

    line: Line
    outcomes: str

    @property
    def longest_streak(self) -> int:
        """Returns the most matches won in a row."""
        return max(map(len, self.outcomes.replace("D", "L").split("L")))


def season_of(player: Player, period: Period) -> Season:
    """Returns the player's results, added up by the database: there may be tens of thousands."""
    rows = db.session.execute(_seasons(player, period)).all()
    outcomes = "".join(row.outcomes for row in rows)
    totals = (sum(row[at] for row in rows) for at in range(len(sums_in(period)) - 1))
    return Season(Line(player.id, player.name, len(outcomes), *totals), outcomes)


def _seasons(player: Player, period: Period) -> Select[Any]:
    """Returns the query for sums and outcomes, of each year in a period of whole years, otherwise in one row."""
    years, names = whole_years(period), sums_in(period)[1:]
    if years is None:
        within = period.of_player(player.id)
        sums = (func.coalesce(func.sum(getattr(Result, name)), 0) for name in names)
        return select(*sums, outcomes_of(Result, *within).label("outcomes")).where(*within)
    of_game = (Tally.player_id == player.id, Tally.game == (period.game or ALL_GAMES))
    sums = (getattr(Tally, name) for name in names)
    return select(*sums, Tally.outcomes).where(*of_game, each_year(Tally.year, years)).order_by(Tally.year)


def newest_results(player: Player, period: Period) -> list[Result]:
    """Returns the player's results in the newest A_PAGE matches, newest first."""
    rows = select(Result).where(*period.of_player(player.id))
    newest_first = rows.order_by(Result.played_at.desc(), Result.match_id.desc())
    return list(db.session.scalars(newest_first.limit(A_PAGE)))


def biggest_win(player: Player, period: Period) -> Result | None:
    """Returns the win worth the most games, ties decided by point difference, then by time; None without a win."""
    wins = select(Result.match_id).where(*period.of_player(player.id), Result.won == 1)
    difference = Result.points_for - Result.points_against
    best_first = wins.order_by(Result.games.desc(), difference.desc(), Result.played_at, Result.match_id)
    best = best_first.limit(1).scalar_subquery()  # of ids, so that only an index is read
    return db.session.scalar(select(Result).where(Result.player_id == player.id, Result.match_id == best))


def ratings_after(player: Player, period: Period, counts: Sequence[int]) -> list[int]:
    """Returns the player's rating after each of these numbers (ascending) of matches in the period."""
    number = func.row_number().over(order_by=(Result.played_at, Result.match_id)).label("number")
    matches = select(Result.match_id, number).where(*period.of_player(player.id)).subquery().c
    ratings = select(Result.rating).join(matches.match_id.table, matches.match_id == Result.match_id)
    chosen = ratings.where(Result.player_id == player.id, matches.number.in_(counts))
    return list(db.session.scalars(chosen.order_by(matches.number)))


def names_by_match(results: Sequence[Result]) -> dict[int, tuple[str, str]]:
    """Returns names by match id: the player's partners and the opponents, each as comma-separated text."""
    by_match = {row.match_id: row for row in results}
    query = select(Result.match_id, Result.seat, Result.side, Result.name, Player.name.label("roster_name"))
    query = query.outerjoin(Player, Player.id == Result.player_id).where(Result.match_id.in_(by_match))
    names: dict[int, tuple[list[str], list[str]]] = {match: ([], []) for match in by_match}
    for row in db.session.execute(query.order_by(Result.match_id, Result.seat)):
        if row.seat != by_match[row.match_id].seat:
            names[row.match_id][row.side != by_match[row.match_id].side].append(row.roster_name or called(row.name))
    return {match: (", ".join(beside), ", ".join(against)) for match, (beside, against) in names.items()}


class Company(NamedTuple):
    """The most frequent partners and opponents of a player, most frequent first."""

    partners: list[Companion]
    opponents: list[Companion]


def company_of(player: Player, period: Period, most: int = 20) -> Company:
    """Returns up to `most` partners and opponents of the player.

    Seats without a name are skipped: a different person may sit there each time.
    """
    stored = _stored_pairs(player, period)
    pairs = _counted_pairs(player, period).cte() if stored is None else stored.subquery()
    company = Company([], [])
    parts = [part for beside in (True, False) for part in _companions(player, pairs.c, pairs.c.beside == beside, most)]
    for number, name, beside, played, won in db.session.connection().execute(union_all(*parts)):
        if number or not is_placeholder(name):
            company[not beside].append(Companion(number, name, played, won))
    return Company(*(sorted(half, key=lambda row: (-row.played, row.name))[:most] for half in company))


def _companions(player: Player, pairs: Any, where: ColumnElement[bool], most: int) -> list[Select[Any]]:
    """Returns the queries for the `most` frequent players and for all guests among the pairs."""
    counts = pairs.beside, pairs.played, pairs.won
    players = select(Player.id, Player.name, *counts).join_from(Player, pairs.beside.table, Player.id == pairs.other_id)
    in_order = players.where(where).order_by(pairs.played.desc(), by_code_points(Player.name))
    guest = results.guest_name(player.club_id, pairs.name_key)
    guests = select(null(), guest, *counts).where(where, pairs.other_id == NOBODY)
    return [select(in_order.limit(most).subquery()), guests]


def _stored_pairs(player: Player, period: Period) -> Select[Any] | None:
    """Returns the query for the player's pairs in a period of whole years and all games; None for another one."""
    years = whole_years(period)
    if period.game or years is None:
        return None
    columns: Any = PairTally.other_id, PairTally.name_key, PairTally.beside, PairTally.played, PairTally.won
    rows: Select[Any] = select(*columns).where(PairTally.player_id == player.id, of_years(PairTally.year, years))
    return rows if years.is_one else _added(rows.subquery().c)


def _counted_pairs(player: Player, period: Period) -> Select[Any]:
    """Returns the query that counts the player's pairs seat by seat."""
    other, is_guest = OTHER, OTHER.player_id.is_(None)
    rows = select(
        func.coalesce(other.player_id, NOBODY).label("other_id"),
        case((is_guest, other.name_key), else_="").label("name_key"),
        (other.side == Result.side).label("beside"),
        literal(1).label("played"),
        Result.won,
    ).join(other, (other.match_id == Result.match_id) & (other.seat != Result.seat))
    return _added(rows.where(*period.of_player(player.id)).subquery().c)


def _added(rows: Any) -> Select[Any]:
    sums = (func.sum(rows[name]).label(name) for name in ("played", "won"))
    return select(rows.other_id, rows.name_key, rows.beside, *sums).group_by(rows.other_id, rows.name_key, rows.beside)


class Shared(NamedTuple):
    """The matches of two players on the same side, or against each other, as results of the first player.

    `newest` are the newest MOST_SHARED of them, newest first.
    """

    played: int
    won: int
    lost: int
    newest: list[Result]


class Pair(NamedTuple):
    """The matches of two players, on the same side and against each other."""

    together: Shared
    against: Shared


def pair(player: Player, other_player: Player, period: Period) -> Pair:
    """Returns the matches of two players together and against each other."""
    together = (Result.side == OTHER.side).label("together")
    shared = period.of_player(player.id)
    if _match_count(other_player) < _match_count(player):  # so that few matches are looked up
        theirs_alone = select(INNER.match_id).where(*period.of_player(other_player.id, INNER))
        shared.append(Result.match_id.in_(theirs_alone))
    theirs = (OTHER.match_id == Result.match_id) & (OTHER.player_id == other_player.id)
    sums = select(func.count(), func.sum(Result.won), func.sum(Result.lost), together)
    rows = db.session.execute(sums.join(OTHER, theirs).where(*shared).group_by(together))
    counts = {bool(row.together): (int(row[0]), int(row[1]), int(row[2])) for row in rows}
    results = select(Result).join(OTHER, theirs).where(*shared)
    newest_first = results.order_by(Result.played_at.desc(), Result.match_id.desc()).limit(MOST_SHARED)
    return Pair(
        *(
            Shared(*counts[same], list(db.session.scalars(newest_first.where(together == same))))
            if same in counts
            else Shared(0, 0, 0, [])
            for same in (True, False)
        )
    )


def _match_count(player: Player) -> int:
    """Returns the number of the player's matches."""
    of_all = (Tally.game == ALL_GAMES, Tally.year == ALL_YEARS)
    return db.session.scalar(select(Tally.played).where(*of_all, Tally.player_id == player.id)) or 0


A_PAGE = 30
MOST_SHARED = 50  # results of a pair that are shown
FEW, MANY = 5, 100  # players; a search for more filters the newest matches first, for many more all of them
STRETCH = 500  # newest matches that are filtered first


class MatchPage(NamedTuple):
    """A page of matches, newest first; `more` is the `before` for the next page, None on the last one."""

    matches: list[Match]
    more: int | None


def search_matches(club: Club, period: Period, search: str = "", before: int | None = None) -> MatchPage:
    """Returns a page of the period's finished matches; `search` is part of a player's name.

    Guests are found by the beginning of their name only.
    """
    conditions = [*period.contains(Result.played_at), *period.counts(Result)]
    if before is not None:
        conditions.append(_earlier_than(before))
    of_club = [Result.club_id == club.id, *period.of_game()]
    matches = select(Result.match_id, Result.played_at).where(*conditions)
    one_row_each = matches.where(*of_club, Result.seat == 0)
    if not search.strip():
        return page_of(_newest_of(one_row_each), A_PAGE)
    key = results.name_key(search)
    players = results.ids_matching(db.session, club.id, key)
    if len(players) > MANY:
        return page_of(_newest_of(one_row_each.where(_has_player_at_table(Result.match_id, players, key))), A_PAGE)
    ids: Sequence[int] = []
    if len(players) > FEW:  # most often a page of their matches is among the club's newest
        in_order = one_row_each.with_only_columns(Result.played_at).order_by(Result.played_at.desc())
        since = db.session.scalar(in_order.offset(STRETCH).limit(1))
        stretch = one_row_each if since is None else one_row_each.where(Result.played_at >= since)
        ids = _newest_of(stretch.where(_has_player_at_table(Result.match_id, players, key)))
    if len(ids) <= A_PAGE:  # two queries, so that each uses its own index
        theirs = matches.where(Result.player_id.in_(players), *period.of_game())
        ids = _newest_of(union(theirs, matches.where(*of_club, *_guests_called(Result, key))))
    return page_of(ids, A_PAGE)


def _newest_of(matches: Any) -> Sequence[int]:
    """Returns the ids of the newest matches of a query or a union: a page, and the first one of the next."""
    columns = matches.selected_columns
    query = matches.order_by(columns.played_at.desc(), columns.match_id.desc())
    return db.session.scalars(query.limit(A_PAGE + 1)).all()


def page_of(ids: Sequence[int], size: int) -> MatchPage:
    """Returns a page with the matches of the first `size` ids; a further id means that there is a next page."""
    return MatchPage(matches_of(ids[:size]), ids[size - 1] if len(ids) > size else None)


def matches_of(ids: Sequence[int]) -> list[Match]:
    """Returns the matches with these ids, in this order, with their sittings."""
    query = select(Match).where(Match.id.in_(ids)).options(joinedload(Match.sitting))
    by_id = {match.id: match for match in db.session.scalars(query)}
    return [by_id[number] for number in ids]


def _guests_called(row: type[Result], key: str) -> tuple[ColumnElement[bool], ...]:
    """Returns the SQL conditions for guests whose name begins with the key, as the index requires."""
    return row.player_id.is_(None), row.name_key >= key, row.name_key < f"{key}\U0010ffff"


def _has_player_at_table(match: SQLColumnExpression[int], players: set[int], key: str) -> ColumnElement[bool]:
    """Returns the SQL condition for matches with one of these players, or a guest by the start of a name.

    For common names, which match nearly every match: a subquery per match, newest first.
    """
    seat = INNER
    called = or_(seat.player_id.in_(players), and_(*_guests_called(seat, key)))
    return select(seat.seat).where(seat.match_id == match, called).exists()


def _earlier_than(match: int) -> ColumnElement[bool]:
    """Returns the SQL condition for results of matches before this one; its first half is for the index."""
    played_at = select(Result.played_at).where(Result.match_id == match).limit(1).scalar_subquery()
    return and_(Result.played_at <= played_at, or_(Result.played_at < played_at, Result.match_id < match))


TYPED, UNCONFIRMED = "typed", "unconfirmed"


class Note(NamedTuple):
    """A note on a match that counts for statistics: its time and its score by side.

    `scores` are points, or games if the points are unknown; `winner` is a side, None for a draw. `mark` is
    TYPED, UNCONFIRMED or empty. `night` and `tournament` are ids, None for a match elsewhere, `name` is the name of
    either, `round` and `table` the numbers at a tournament.
    """

    at: datetime
    scores: Sequence[int]
    winner: int | None
    mark: str
    place: str
    night: int | None
    tournament: int | None
    name: str
    round: int | None
    table: int | None


def notes_of(matches: Iterable[int]) -> dict[int, Note]:
    """Returns the notes on these matches by id; matches that do not count have none."""
    rows: dict[int, list[Any]] = {}
    for row in db.session.execute(_results().where(Result.match_id.in_(set(matches)))):
        rows.setdefault(row.match_id, []).append(row)
    return {match: _note(seats) for match, seats in rows.items()}


def _results() -> Any:
    """Returns the query for result rows with the places where they were played."""
    result = (Result.match_id, Result.side, Result.points_for, Result.games, Result.won, Result.played_at)
    of_match = (Result.typed, Result.confirmed, Match.locked, Sitting.place)
    tournament = (
        Tournament.id.label("tournament"),
        Tournament.document["name"].as_string().label("tournament_name"),
        TournamentTable.round,
        TournamentTable.number.label("table"),
    )
    night = (Night.id.label("night"), Night.name.label("night_name"))
    return with_place(select(*result, *of_match, *night, *tournament)).order_by(Result.match_id, Result.seat)


def with_place(query: Any) -> Any:
    """Adds to a query of result rows the match, its sitting, and the night's or tournament's table, if it has one."""
    return (
        query.join(Match, Match.id == Result.match_id)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .outerjoin(NightTable, NightTable.sitting_id == Sitting.id)
        .outerjoin(Night, Night.id == NightTable.night_id)
        .outerjoin(TournamentTable, (TournamentTable.sitting_id == Sitting.id) & TournamentTable.ended_at.is_(None))
        .outerjoin(Tournament, Tournament.id == TournamentTable.tournament_id)
    )


def _note(seats: list[Any]) -> Note:
    row = seats[0]
    by_side = {seat.side: seat for seat in seats}
    sides = [by_side[side] for side in sorted(by_side)]
    points = [side.points_for for side in sides]
    return Note(
        at=row.played_at,
        scores=points if any(points) else [side.games for side in sides],
        winner=next((side.side for side in sides if side.won), None),
        mark=TYPED if row.typed else "" if row.confirmed or row.locked is not None else UNCONFIRMED,
        place=row.place,
        night=row.night,
        tournament=row.tournament,
        name=row.tournament_name or row.night_name or "",
        round=row.round,
        table=row.table,
    )
