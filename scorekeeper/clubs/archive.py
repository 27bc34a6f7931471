"""The club's finished matches, newest first, and searched by who played."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import aliased, joinedload

from scorekeeper import results
from scorekeeper.club_models import Club, Player, Result
from scorekeeper.clubs.period import Period
from scorekeeper.models import Match, db

A_PAGE = 30
MANY = 100  # players of whom a search finds matches one by one


class Shelf(NamedTuple):
    """A page of the archive; `more` is the match to go on `before`, None at the end."""

    matches: list[Match]
    more: int | None


def shelf(club: Club, period: Period, search: str = "", before: int | None = None) -> Shelf:
    """Matches of the period in which somebody played whose name holds `search`."""
    row = Result
    conditions = [row.club_id == club.id, *period.contains(row.played_at)]
    if period.game:
        conditions.append(row.game == period.game)
    if before is not None:
        conditions.append(_earlier_than(before))
    found = select(row.match_id).order_by(row.played_at.desc(), row.match_id.desc()).limit(A_PAGE + 1)
    if search.strip():
        key = results.name_key(search)
        players = _players_called(club, key)
        if len(players) > MANY:
            conditions += [row.seat == 0, _sat_there(players, key)]
        else:
            conditions.append(_played_by(row, players, key))
            found = found.group_by(row.match_id, row.played_at)
    else:
        conditions.append(row.seat == 0)  # once for each match
    ids = db.session.scalars(found.where(*conditions)).all()
    return Shelf(matches_of(ids[:A_PAGE]), ids[A_PAGE - 1] if len(ids) > A_PAGE else None)


def matches_of(ids: Sequence[int]) -> list[Match]:
    """The matches of these numbers, in this order, with their sittings."""
    wanted = select(Match).where(Match.id.in_(ids)).options(joinedload(Match.sitting))
    found = {match.id: match for match in db.session.scalars(wanted)}
    return [found[number] for number in ids]


def _players_called(club: Club, key: str) -> set[int]:
    """Players are looked for on the roster, which is short."""
    whose = select(Player.id, Player.merged_into).where(
        Player.club_id == club.id, Player.name_key.contains(key, autoescape=True)
    )
    return {row.merged_into or row.id for row in db.session.execute(whose)}


def _played_by(row: type[Result], players: set[int], key: str) -> ColumnElement[bool]:
    """Results of these players, and of guests whose name begins so."""
    guest = and_(row.player_id.is_(None), row.name_key >= key, row.name_key < f"{key}\U0010ffff")
    return or_(row.player_id.in_(players), guest)


def _sat_there(players: set[int], key: str) -> ColumnElement[bool]:
    """The same for a name that so many have that nearly every match is found: from the newest on, a look each."""
    seat = aliased(Result)
    return select(seat.seat).where(seat.match_id == Result.match_id, _played_by(seat, players, key)).exists()


def _earlier_than(match: int) -> ColumnElement[bool]:
    """The first half of it says where the index is entered."""
    played_at = select(Match.started_at).where(Match.id == match).scalar_subquery()
    return and_(Result.played_at <= played_at, or_(Result.played_at < played_at, Result.match_id < match))
