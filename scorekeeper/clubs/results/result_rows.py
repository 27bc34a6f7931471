"""Result rows, one per seat of a finished match, and their sums by game and year and by month (both in UTC)."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, literal, select, update
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs.named_games import keys_of
from scorekeeper.clubs.results.ratings import START, Place, add_to_backlog, rate_from
from scorekeeper.ledger.names import name_key
from scorekeeper.store.club_models import ALL_GAMES, ALL_YEARS, Club, ClubSitting, MonthTally, Player, Result, Tally
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Match

SUMS = ("won", "lost", "games", "points_for", "points_against")
YEARLY = ["club_id", "year", "game", "player_id"]


def year_of(day: date) -> int:
    """Returns a year as stored in Tally, such as 2026."""
    return day.year


def month_of(day: date) -> int:
    """Returns a month as stored in MonthTally, such as 202611 for November 2026."""
    return 100 * day.year + day.month


def add_up(
    session: Session,
    club: int,
    players: Iterable[int | None],
    moments: Iterable[datetime],
    games: Collection[str] | None = None,
) -> None:
    """Recomputes the players' sums for the years and months that contain these times, in these games or in all.

    The caller holds the club's lock.
    """
    ids = {player for player in players if player is not None}
    if not ids:
        return
    firsts = {moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0) for moment in moments}
    for month in sorted(firsts):
        sums = _sums(club, ids, month, _next_month(month), literal(month_of(month)))
        old = (MonthTally.club_id == club, MonthTally.month == month_of(month), MonthTally.player_id.in_(ids))
        _replace(session, MonthTally, old, ["club_id", "month", "player_id"], sums)
    theirs = (Tally.club_id == club, Tally.player_id.in_(ids))
    changed = theirs if games is None else (*theirs, Tally.game.in_([*games, ALL_GAMES]))
    for year in sorted({first.year for first in firsts}):
        start, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
        sums = _sums(club, ids, start, end, literal(year), Result.game)
        _replace(
            session,
            Tally,
            (*changed, Tally.year == year),
            YEARLY,
            sums if games is None else sums.where(Result.game.in_(games)),
        )
        _insert(session, Tally, YEARLY, _totals((*theirs, Tally.year == year), literal(year), literal(ALL_GAMES)))
    ever = (*changed, Tally.year == ALL_YEARS)
    _replace(session, Tally, ever, YEARLY, _totals(changed, literal(ALL_YEARS), Tally.game, by=(Tally.game,)))


def _next_month(first: datetime) -> datetime:
    return datetime(first.year + first.month // 12, first.month % 12 + 1, 1, tzinfo=UTC)


def _sums(club: int, whose: set[int], start: datetime, end: datetime, *by: Any) -> Select[*tuple[Any, ...]]:
    sums = [func.sum(getattr(Result, name)) for name in SUMS]
    return (
        select(Result.club_id, *by, Result.player_id, func.count(), *sums)
        .where(Result.player_id.in_(whose), Result.club_id == club, Result.played_at >= start, Result.played_at < end)
        .group_by(Result.club_id, *by[1:], Result.player_id)
    )


def _totals(
    whose: tuple[ColumnElement[bool], ...], year: Any, game: Any, by: tuple[Any, ...] = ()
) -> Select[*tuple[Any, ...]]:
    """Returns the query for the totals of stored yearly sums, as rows for this year and game."""
    sums = [func.sum(getattr(Tally, name)) for name in ("played", *SUMS)]
    query = select(Tally.club_id, year, game, Tally.player_id, *sums).where(*whose)
    return query.group_by(Tally.club_id, Tally.player_id, *by)


def _replace(
    session: Session,
    kind: type[Tally | MonthTally],
    here: tuple[ColumnElement[bool], ...],
    keys: list[str],
    query: Select[*tuple[Any, ...]],
) -> None:
    """Replaces the rows that match the conditions `here` with the rows of the query."""
    session.execute(delete(kind).where(*here), execution_options={"synchronize_session": False})
    _insert(session, kind, keys, query)


def _insert(session: Session, kind: type[Tally | MonthTally], keys: list[str], query: Select[*tuple[Any, ...]]) -> None:
    session.execute(insert(kind).from_select([*keys, "played", *SUMS], query))


def add_up_all(session: Session, club: int, players: Iterable[int]) -> None:
    """Recomputes all sums of these players, after results were reassigned."""
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
        add_up(session, club, whose, (datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC) for month in months))


def follow(match: Match) -> None:
    """Replaces the result rows of a club's match; a match that is not finished has none. Called by the ledger.

    Updates sums and the ratings of all later matches of the game. A match outside a club has no results.
    """
    session = object_session(match)
    if session is None:
        raise ValueError("the match belongs to no session")
    club = session.scalar(select(ClubSitting.club_id).where(ClubSitting.sitting_id == match.sitting_id))
    if club is None:
        return
    lock_results(session, club)
    rows: list[dict[str, Any]] = []
    (game,) = keys_of(session, club, [match.setup])
    if match.status == "finished":
        rows = _rows(match, game, club, players_of(session, club, match.setup["seats"]))
    of_match = select(Result.player_id, Result.played_at, Result.game).where(Result.match_id == match.id)
    before = session.execute(of_match).all()
    session.execute(delete(Result).where(Result.match_id == match.id))
    if rows:
        session.execute(insert(Result), rows)
    whose = [*(row.player_id for row in before), *(row["player_id"] for row in rows)]
    games = {game, *(row.game for row in before)}
    add_up(session, club, whose, [*(row.played_at for row in before), match.started_at], games)
    rate_from(session, club, game, Place(match.started_at, match.id))


def add_results(session: Session, club: int, matches: Sequence[Match]) -> None:
    """Inserts the results of many new matches of the club. Their ratings go to the backlog (`rate_backlog`).

    The caller holds the club's lock (`lock_results`).
    """
    finished = [match for match in matches if match.status == "finished"]
    players = players_of(session, club, {name for match in finished for name in match.setup["seats"]})
    games = keys_of(session, club, [match.setup for match in finished])
    rows = [row for match, game in zip(finished, games, strict=True) for row in _rows(match, game, club, players)]
    if rows:
        session.execute(insert(Result), rows)
        add_up(session, club, {row["player_id"] for row in rows}, {row["played_at"] for row in rows}, set(games))
    firsts: dict[str, Place] = {}
    for match, game in zip(finished, games, strict=True):
        place = Place(match.started_at, match.id)
        firsts[game] = min(place, firsts.get(game, place))
    for game, first in firsts.items():
        add_to_backlog(session, club, game, first)


def lock_results(session: Session, club: int) -> None:
    """Locks the club's results until the commit, because each rating depends on those before it."""
    take_turn(session)
    session.execute(select(Club.id).where(Club.id == club).with_for_update())


def reassign(session: Session, club: int, player: int, *whose: ColumnElement[bool]) -> None:
    """Reassigns the results that match the conditions `whose` to a player; updates sums and ratings.

    The caller holds the club's lock.
    """
    moved = select(Result.game, Result.played_at, Result.match_id, Result.player_id).where(Result.club_id == club)
    firsts: dict[str, Place] = {}
    before = set[int]()
    for row in session.execute(moved.where(*whose)):
        place = Place(row.played_at, row.match_id)
        firsts[row.game] = min(place, firsts.get(row.game, place))
        before.add(row.player_id or player)
    if firsts:
        session.execute(update(Result).where(Result.club_id == club, *whose).values(player_id=player))
        add_up_all(session, club, {player, *before})
    for game, first in firsts.items():
        rate_from(session, club, game, first)


def ids_matching(session: Session, club: int, key: str) -> set[int]:
    """Returns the ids of roster players whose folded name, present or earlier, contains `key`."""
    query = select(Player.id, Player.merged_into).where(
        Player.club_id == club, Player.name_key.contains(key, autoescape=True)
    )
    return {row.merged_into or row.id for row in session.execute(query)}


def players_of(session: Session, club: int, names: Iterable[str]) -> dict[str, int]:
    """Returns player ids by folded name; names that are not on the roster are left out."""
    keys = {name_key(name) for name in names}
    rows = session.execute(
        select(Player.name_key, Player.id, Player.merged_into).where(Player.club_id == club, Player.name_key.in_(keys))
    )
    return {row.name_key: row.merged_into or row.id for row in rows}


def _rows(match: Match, game: str, club: int, players: dict[str, int]) -> list[dict[str, Any]]:
    totals, games = match.table["totals"], match.table["games"]
    rows = []
    for seat, name in enumerate(match.setup["seats"]):
        side = match.setup["seat_sides"][seat]
        key = name_key(name)
        rows.append(
            {
                "match_id": match.id,
                "seat": seat,
                "club_id": club,
                "player_id": players.get(key),
                "name": name,
                "name_key": key,
                "side": side,
                "game": game,
                "played_at": match.started_at,
                "won": int(match.winner == side),
                "lost": int(match.winner not in (side, None)),
                "games": games[side],
                "games_against": sum(games) - games[side],
                "points_for": totals[side],
                "points_against": sum(totals) - totals[side],
                "mu": START.mu,
                "sigma": START.sigma,
                "rating": START.shown,
            }
        )
    return rows
