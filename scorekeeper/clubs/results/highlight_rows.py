"""The stored highlights of a club's matches, from which records are read: replaced whenever results are.

Matches of clubs from before an upgrade get theirs in batches, `Club.highlights_from` on.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.sum_models import MatchHighlight

AT_ONCE = 100  # matches of a batch


class Counted(NamedTuple):
    """Where a match counts: its club, the key of its game, and its time."""

    club_id: int
    game: str
    played_at: datetime


def replace_highlights(session: Session, ids: Collection[int], counted: Mapping[int, Counted]) -> None:
    """Replaces the highlights of the matches `ids`; those that are not in `counted` have none."""
    session.execute(
        delete(MatchHighlight).where(MatchHighlight.match_id.in_(ids)), execution_options={"synchronize_session": False}
    )
    rows = [
        {"match_id": match, **counted[match]._asdict(), **highlight}
        for match, found in ledger.highlights_of(session, counted).items()
        for highlight in found
    ]
    if rows:
        session.execute(insert(MatchHighlight), rows)


def in_hands(session: Session, *which: ColumnElement[bool], most: int | None = None) -> dict[int, Counted]:
    """Returns the matches with these results that count as they were played, not as an arbiter entered them."""
    query = select(Result.match_id, Result.club_id, Result.game, Result.played_at)
    rows = session.execute(
        query.where(*which, Result.seat == 0, Result.typed.is_(False)).order_by(Result.match_id).limit(most)
    )
    return {row.match_id: Counted(row.club_id, row.game, row.played_at) for row in rows}


def add_missing_highlights(session: Session, club: int) -> bool:
    """Adds the highlights of the next AT_ONCE matches from before an upgrade; True if more are left.

    The caller holds the club's lock.
    """
    last = session.scalar(select(Club.highlights_from).where(Club.id == club))
    if last is None:
        return False
    counted = in_hands(session, Result.club_id == club, Result.match_id > last, most=AT_ONCE)
    replace_highlights(session, counted.keys(), counted)
    newest = max(counted, default=None)
    session.execute(update(Club).where(Club.id == club).values(highlights_from=newest))
    return newest is not None
