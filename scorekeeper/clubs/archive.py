"""The club's finished matches, newest first, and searched by who played."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, CompoundSelect, Select, and_, or_, select, union
from sqlalchemy.orm import aliased, joinedload

from scorekeeper.clubs import results
from scorekeeper.clubs.period import Period
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import Match, db

A_PAGE = 30
MANY = 100  # players; above that a search filters all matches instead of looking up each player's


class MatchPage(NamedTuple):
    """A page of matches, newest first; `more` is the id to pass as `before` for the next page, None at the end."""

    matches: list[Match]
    more: int | None


def search_matches(club: Club, period: Period, search: str = "", before: int | None = None) -> MatchPage:
    """A page of the period's matches; with `search` those in which somebody with this part of a name played."""
    conditions = [*period.contains(Result.played_at), *period.counts(Result)]
    if before is not None:
        conditions.append(_earlier_than(before))
    of_club = [Result.club_id == club.id, *([Result.game == period.game] if period.game else [])]
    matches = select(Result.match_id, Result.played_at).where(*conditions)
    once = matches.where(*of_club, Result.seat == 0)
    newest: Select[int, datetime] | CompoundSelect[int, datetime] = once
    if search.strip():
        key = results.name_key(search)
        players = _players_called(club, key)
        if len(players) > MANY:
            newest = once.where(_sat_there(players, key))
        else:  # apart, so that each goes by an index of its own
            theirs = matches.where(Result.player_id.in_(players), period.of_games(Result.game))
            newest = union(theirs, matches.where(*of_club, *_guests_called(Result, key)))
    columns = newest.selected_columns
    found = newest.order_by(columns.played_at.desc(), columns.match_id.desc()).limit(A_PAGE + 1)
    ids = db.session.scalars(found).all()
    return MatchPage(matches_of(ids[:A_PAGE]), ids[A_PAGE - 1] if len(ids) > A_PAGE else None)


def matches_of(ids: Sequence[int]) -> list[Match]:
    """The matches with these ids, in this order, with their sittings."""
    wanted = select(Match).where(Match.id.in_(ids)).options(joinedload(Match.sitting))
    found = {match.id: match for match in db.session.scalars(wanted)}
    return [found[number] for number in ids]


def _players_called(club: Club, key: str) -> set[int]:
    """The ids of the roster's players whose name holds the key."""
    whose = select(Player.id, Player.merged_into).where(
        Player.club_id == club.id, Player.name_key.contains(key, autoescape=True)
    )
    return {row.merged_into or row.id for row in db.session.execute(whose)}


def _guests_called(row: type[Result], key: str) -> tuple[ColumnElement[bool], ...]:
    """The conditions for a guest whose name begins with the key: an index serves no other search."""
    return row.player_id.is_(None), row.name_key >= key, row.name_key < f"{key}\U0010ffff"


def _sat_there(players: set[int], key: str) -> ColumnElement[bool]:
    """The condition for common names, where nearly every match is found: a subquery for each, from the newest on."""
    seat = aliased(Result)
    called = or_(seat.player_id.in_(players), and_(*_guests_called(seat, key)))
    return select(seat.seat).where(seat.match_id == Result.match_id, called).exists()


def _earlier_than(match: int) -> ColumnElement[bool]:
    """The condition for matches before this one; the first half of it is for the index."""
    played_at = select(Match.started_at).where(Match.id == match).scalar_subquery()
    return and_(Result.played_at <= played_at, or_(Result.played_at < played_at, Result.match_id < match))
