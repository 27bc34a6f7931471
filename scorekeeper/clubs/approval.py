"""Arbiters of a club, and its matches before and after approval. The lock itself is in `ledger.approval`."""

from typing import NamedTuple

from sqlalchemy import Select, and_, select, tuple_

from scorekeeper import ledger
from scorekeeper.clubs import webhooks
from scorekeeper.clubs.accounts import is_at_least, membership
from scorekeeper.clubs.statistics import MatchPage, page_of
from scorekeeper.clubs.tables import club_of_id
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.store.club_models import Account, Club, ClubSitting, Membership, Result
from scorekeeper.store.models import Change, Match, db

A_PAGE = 20


class Arbiter(NamedTuple):
    """An account that may approve the results of a club's matches."""

    club: Club
    account: Account


def approve(match: Match, write: ledger.Write) -> Change:
    """Approves a match as `ledger.approve` does, and announces its result. Raises Refusal and Stale."""
    change = ledger.approve(match, write)
    webhooks.follow_match(match)
    return change


def is_arbiter(member: Membership) -> bool:
    """True if the member is an arbiter: an owner, or a scorer whom an owner has made one."""
    return member.role == "owner" or (member.arbiter and is_at_least(member.role, "scorer"))


def make_arbiter(member: Membership, *, arbiter: bool) -> None:
    """Makes a member an arbiter or no longer one. Raises Refusal if a new arbiter lacks the scorer's permissions."""
    if arbiter and not is_at_least(member.role, "scorer"):
        raise refuse("role", None, N_("Only scorers and owners can be arbiters"))
    member.arbiter = arbiter


def arbiter_of(sitting: int, account: Account) -> Arbiter | None:
    """Returns the account as an arbiter of the sitting's club.

    None if the account is not an arbiter there, or if the sitting belongs to no club.
    """
    club = club_of_id(sitting)
    member = membership(club, account) if club else None
    return Arbiter(club, account) if club and member and is_arbiter(member) else None


def find_match(club: Club, number: int) -> Match | None:
    """Returns the club's match with this id, or None."""
    query = select(Match).join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
    return db.session.scalar(query.where(ClubSitting.club_id == club.id, Match.id == number))


def waiting(club: Club, before: int | None = None) -> MatchPage:
    """Returns a page of finished matches without approval; `before` is the last match id of the previous page."""
    return _page(_finished_matches(club).where(Match.locked.is_(None)), before)


def approved(club: Club, before: int | None = None) -> MatchPage:
    """Returns a page of approved matches; `before` is the last match id of the previous page."""
    return _page(_finished_matches(club).where(Match.locked.is_not(None)), before)


def _finished_matches(club: Club) -> Select[int]:
    """Returns the query for the ids of finished matches, newest sitting first, which is the order of the index."""
    return (
        select(Match.id)
        .join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        .join(Result, and_(Result.match_id == Match.id, Result.seat == 0))
        .where(ClubSitting.club_id == club.id, Result.typed.is_(False))
        .order_by(ClubSitting.sitting_id.desc(), Match.number.desc())
    )


def _page(query: Select[int], before: int | None) -> MatchPage:
    last = db.session.get(Match, before) if before is not None else None
    if last is not None:
        query = query.where(tuple_(ClubSitting.sitting_id, Match.number) < (last.sitting_id, last.number))
    ids = db.session.scalars(query.limit(A_PAGE + 1)).all()
    return page_of(ids, A_PAGE)
