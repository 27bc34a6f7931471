"""The club's finished matches, newest first, and searched by who played."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import joinedload

from scorekeeper import results
from scorekeeper.club_models import Club, Player, Result
from scorekeeper.clubs.period import Period
from scorekeeper.models import Match, db

A_PAGE = 30


class Shelf(NamedTuple):
    """A page of the archive; `more` is the match to go on `before`, None at the end."""

    matches: list[Match]
    more: int | None


def shelf(club: Club, period: Period, search: str = "", before: int | None = None) -> Shelf:
    """Matches of the period in which somebody played whose name holds `search`."""
    conditions = period.holds(club.id)
    if search.strip():
        conditions.append(_played_by(club, search))
    else:
        conditions.append(Result.seat == 0)  # once for each match
    if before is not None:
        conditions.append(_earlier_than(before))
    found = select(Result.match_id).where(*conditions).group_by(Result.match_id, Result.played_at)
    ids = db.session.scalars(found.order_by(Result.played_at.desc(), Result.match_id.desc()).limit(A_PAGE + 1)).all()
    return Shelf(matches_of(ids[:A_PAGE]), ids[A_PAGE - 1] if len(ids) > A_PAGE else None)


def matches_of(ids: Sequence[int]) -> list[Match]:
    """The matches of these numbers, in this order, with their sittings."""
    wanted = select(Match).where(Match.id.in_(ids)).options(joinedload(Match.sitting))
    found = {match.id: match for match in db.session.scalars(wanted)}
    return [found[number] for number in ids]


def _played_by(club: Club, search: str) -> ColumnElement[bool]:
    """Players are looked for on the roster, which is short, and guests by how their name begins."""
    key = results.name_key(search)
    whose = select(Player.id, Player.merged_into).where(
        Player.club_id == club.id, Player.name_key.contains(key, autoescape=True)
    )
    ids = {row.merged_into or row.id for row in db.session.execute(whose)}
    guest = and_(Result.player_id.is_(None), Result.name_key >= key, Result.name_key < f"{key}\U0010ffff")
    return or_(Result.player_id.in_(ids), guest)


def _earlier_than(match: int) -> ColumnElement[bool]:
    played_at = select(Match.started_at).where(Match.id == match).scalar_subquery()
    return or_(Result.played_at < played_at, and_(Result.played_at == played_at, Result.match_id < match))
