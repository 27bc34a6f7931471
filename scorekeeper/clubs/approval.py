"""Arbiters of a club, and the matches that wait for approval or have it. The lock itself is in `ledger.approval`."""

from typing import NamedTuple

from sqlalchemy import Select, and_, select, tuple_

from scorekeeper import ledger
from scorekeeper.clubs.accounts import is_at_least, membership
from scorekeeper.clubs.statistics import MatchPage, matches_of
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.club_models import Account, Club, ClubSitting, Membership, Result
from scorekeeper.store.models import Match, db

A_PAGE = 20


class Arbiter(NamedTuple):
    """An account that approves the results of a club's matches."""

    club: Club
    account: Account


def is_arbiter(member: Membership) -> bool:
    """Whether the member is an arbiter: owners are, and scorers whom an owner has made one."""
    return member.role == "owner" or (member.arbiter and is_at_least(member.role, "scorer"))


def make_arbiter(member: Membership, *, arbiter: bool) -> None:
    """Make a scorer an arbiter, or no longer. Raises Refusal for a member, who may change nothing in any match."""
    if arbiter and not is_at_least(member.role, "scorer"):
        raise refuse("role", None, _("Only scorers and owners can be arbiters"))
    member.arbiter = arbiter


def arbiter_of(sitting: int, account: Account) -> Arbiter | None:
    """The account as an arbiter of the club whose sitting has this id; None where it is none, or that is no club's."""
    club = db.session.scalar(
        select(Club).join(ClubSitting, ClubSitting.club_id == Club.id).where(ClubSitting.sitting_id == sitting)
    )
    member = membership(club, account) if club else None
    return Arbiter(club, account) if club and member and is_arbiter(member) else None


def find_match(club: Club, number: int) -> Match | None:
    """A match of the club by its id."""
    found = select(Match).join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
    return db.session.scalar(found.where(ClubSitting.club_id == club.id, Match.id == number))


def confirmed_by(match: Match) -> list[int] | None:
    """The sides that confirmed the result or, where hands are confirmed, every hand; None where nobody was asked to.

    Decision: whoever confirms the result agrees with the hands that it comes from; the last one is asked for no more.
    """
    what = match.setup["about"].get("confirm")
    if what not in ledger.CONFIRMED:
        return None
    stand = {
        number: {each.side for each in found if each.stands} for number, found in ledger.confirmations(match).items()
    }
    whole = stand.get(None, set())
    hands = [hand.number for hand in ledger.hands(match) if not hand.struck] if what == "hands" else []
    return [
        side
        for side in range(len(match.setup["sides"]))
        if side in whole or (hands and all(side in stand.get(number, ()) for number in hands))
    ]


def waiting(club: Club, before: int | None = None) -> MatchPage:
    """Finished matches that nobody has approved yet."""
    return _page(_finished(club).where(Match.locked.is_(None)), before)


def approved(club: Club, before: int | None = None) -> MatchPage:
    """Finished matches that are approved."""
    return _page(_finished(club).where(Match.locked.is_not(None)), before)


def _finished(club: Club) -> Select[int]:
    """The ids of finished matches, newest sitting first: the order of the index."""
    return (
        select(Match.id)
        .join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        .join(Result, and_(Result.match_id == Match.id, Result.seat == 0))
        .where(ClubSitting.club_id == club.id)
        .order_by(ClubSitting.sitting_id.desc(), Match.number.desc())
    )


def _page(found: Select[int], before: int | None) -> MatchPage:
    last = db.session.get(Match, before) if before is not None else None
    if last is not None:
        found = found.where(tuple_(ClubSitting.sitting_id, Match.number) < (last.sitting_id, last.number))
    ids = db.session.scalars(found.limit(A_PAGE + 1)).all()
    return MatchPage(matches_of(ids[:A_PAGE]), ids[A_PAGE - 1] if len(ids) > A_PAGE else None)
