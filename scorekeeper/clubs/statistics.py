"""Statistics of one player in a period, and a search for a club's finished matches by players' names."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from sqlalchemy import ColumnElement, CompoundSelect, Select, and_, case, func, or_, select, union
from sqlalchemy.orm import aliased, joinedload

from scorekeeper.clubs import results
from scorekeeper.clubs.standings import Line, Period
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import called
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Match, db


class Companion(NamedTuple):
    """A partner or opponent of a player; `player` is None for a guest.

    `played` counts the matches together, `won` the wins of the player of the page, not the companion's.
    """

    player: int | None
    name: str
    played: int
    won: int


def results_of(player: Player, period: Period) -> list[Result]:
    """Returns the player's results in the order of play."""
    query = select(Result).where(Result.player_id == player.id, *period.conditions(player.club_id))
    return list(db.session.scalars(query.order_by(Result.played_at, Result.match_id)))


def add_up(player: Player, results: Sequence[Result]) -> Line:
    """Adds up a player's results."""
    return Line(
        player.id,
        player.name,
        len(results),
        sum(row.won for row in results),
        sum(row.lost for row in results),
        sum(row.games for row in results),
        sum(row.points_for for row in results),
        sum(row.points_against for row in results),
    )


def longest_streak(results: Sequence[Result]) -> int:
    """Returns the most matches won in a row."""
    longest = streak = 0
    for row in results:
        streak = streak + 1 if row.won else 0
        longest = max(longest, streak)
    return longest


def biggest_win(results: Sequence[Result]) -> Result | None:
    """Returns the win worth the most games, ties decided by point difference; None without a win."""
    won = [row for row in results if row.won]
    return max(won, key=lambda row: (row.games, row.points_for - row.points_against), default=None)


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


def partners(player: Player, period: Period) -> list[Companion]:
    """Returns the most frequent players on the player's side, with sums."""
    return _company(player, period, same_side=True)


def opponents(player: Player, period: Period) -> list[Companion]:
    """Returns the most frequent opponents of the player, with sums."""
    return _company(player, period, same_side=False)


def _company(player: Player, period: Period, *, same_side: bool, most: int = 20) -> list[Companion]:
    """Returns up to `most` partners or opponents, most frequent first.

    Seats without a name are skipped: a different person may sit there each time.
    """
    result, other_result = aliased(Result), aliased(Result)
    side = other_result.side == result.side if same_side else other_result.side != result.side
    played, name, won = func.count(), func.max(other_result.name), func.sum(result.won)
    query = db.session.execute(
        select(other_result.player_id, name.label("name"), played.label("played"), won.label("won"))
        .join(other_result, (other_result.match_id == result.match_id) & (other_result.seat != result.seat) & side)
        .where(result.player_id == player.id, *period.conditions(player.club_id, result))
        .group_by(other_result.player_id, _guest_name(other_result))
        .order_by(played.desc(), name)
    )
    rows = list(islice((row for row in query if row.player_id or not is_placeholder(row.name)), most))
    names = _names([row.player_id for row in rows if row.player_id])
    return [Companion(row.player_id, names.get(row.player_id, row.name), row.played, int(row.won)) for row in rows]


def _guest_name(row: type[Result]) -> ColumnElement[str]:
    """Returns the SQL key that groups guests by name; empty for players, who may have several names."""
    return case((row.player_id.is_(None), row.name_key), else_="")


def _names(players: list[int]) -> dict[int, str]:
    rows = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(players)))
    return {row.id: row.name for row in rows}


class Pair(NamedTuple):
    """The matches of two players, on the same side and against each other, as results of the first player."""

    together: list[Result]
    against: list[Result]


def pair(club: Club, player: Player, other_player: Player, period: Period) -> Pair:
    """Returns the matches of two players together and against each other, newest first."""
    result, other_result = aliased(Result), aliased(Result)
    rows = db.session.execute(
        select(result, (result.side == other_result.side).label("together"))
        .join(other_result, other_result.match_id == result.match_id)
        .where(
            result.player_id == player.id,
            other_result.player_id == other_player.id,
            *period.conditions(club.id, result),
        )
        .order_by(result.played_at.desc(), result.match_id.desc())
    ).all()
    return Pair([row[0] for row in rows if row.together], [row[0] for row in rows if not row.together])


A_PAGE = 30
MANY = 100  # players: if more match, a search filters all matches instead of looking up each player's


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
    of_club = [Result.club_id == club.id, *([Result.game == period.game] if period.game else [])]
    matches = select(Result.match_id, Result.played_at).where(*conditions)
    one_row_each = matches.where(*of_club, Result.seat == 0)
    newest: Select[int, datetime] | CompoundSelect[int, datetime] = one_row_each
    if search.strip():
        key = results.name_key(search)
        players = results.ids_matching(db.session, club.id, key)
        if len(players) > MANY:
            newest = one_row_each.where(_has_player_at_table(players, key))
        else:  # two queries, so that each uses its own index
            theirs = matches.where(Result.player_id.in_(players), period.of_games(Result.game))
            newest = union(theirs, matches.where(*of_club, *_guests_called(Result, key)))
    columns = newest.selected_columns
    query = newest.order_by(columns.played_at.desc(), columns.match_id.desc()).limit(A_PAGE + 1)
    ids = db.session.scalars(query).all()
    return page_of(ids, A_PAGE)


def page_of(ids: Sequence[int], size: int) -> MatchPage:
    """Returns the page of the first `size` ids; one more id in `ids` means that there is a next page."""
    return MatchPage(matches_of(ids[:size]), ids[size - 1] if len(ids) > size else None)


def matches_of(ids: Sequence[int]) -> list[Match]:
    """Returns the matches with these ids, in this order, with their sittings."""
    query = select(Match).where(Match.id.in_(ids)).options(joinedload(Match.sitting))
    by_id = {match.id: match for match in db.session.scalars(query)}
    return [by_id[number] for number in ids]


def _guests_called(row: type[Result], key: str) -> tuple[ColumnElement[bool], ...]:
    """Returns the SQL conditions for guests whose name begins with the key, as the index requires."""
    return row.player_id.is_(None), row.name_key >= key, row.name_key < f"{key}\U0010ffff"


def _has_player_at_table(players: set[int], key: str) -> ColumnElement[bool]:
    """Returns the SQL condition for matches with one of these players, or a guest by the start of a name.

    For common names, which match nearly every match: a subquery per match, newest first.
    """
    seat = aliased(Result)
    called = or_(seat.player_id.in_(players), and_(*_guests_called(seat, key)))
    return select(seat.seat).where(seat.match_id == Result.match_id, called).exists()


def _earlier_than(match: int) -> ColumnElement[bool]:
    """Returns the SQL condition for results of matches before this one; its first half is for the index."""
    played_at = select(Result.played_at).where(Result.match_id == match).limit(1).scalar_subquery()
    return and_(Result.played_at <= played_at, or_(Result.played_at < played_at, Result.match_id < match))
