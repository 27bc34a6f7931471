"""The stored highlights of a club's matches, from which records are read: replaced whenever results are.

Matches of clubs from before an upgrade get theirs in batches, `Club.highlights_from` on.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.games.engine.highlights import Highlight, PlayedHand, highlights
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import Hand, Match
from scorekeeper.store.sum_models import MatchHighlight

AT_ONCE = 200  # matches of a batch


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
        for match, found in highlights_of(session, counted).items()
        for highlight in found
    ]
    if rows:
        session.execute(insert(MatchHighlight), rows)


def highlights_of(session: Session, ids: Iterable[int]) -> dict[int, list[Highlight]]:
    """Returns the highlights by match, from the hands that are stored now."""
    matches = session.execute(select(Match.id, Match.setup, Match.table).where(Match.id.in_(ids))).all()
    columns = (Hand.match_id, Hand.number, Hand.points, Hand.table, Hand.lines)
    query = select(*columns).where(Hand.match_id.in_([match.id for match in matches]), Hand.struck.is_(False))
    in_order = session.execute(query.order_by(Hand.match_id, Hand.number))
    hands = {match: [_played(row) for row in rows] for match, rows in groupby(in_order, lambda row: row.match_id)}
    return {match.id: highlights(match.setup, match.table, hands.get(match.id, [])) for match in matches}


def _played(row: Any) -> PlayedHand:
    return {"number": row.number, "points": row.points, "totals": row.table["totals"], "lines": row.lines}


def add_missing_highlights(session: Session, club: int) -> bool:
    """Adds the highlights of the next AT_ONCE matches from before an upgrade; True if more are left.

    The caller holds the club's lock.
    """
    last = session.scalar(select(Club.highlights_from).where(Club.id == club))
    if last is None:
        return False
    query = select(Result.match_id, Result.club_id, Result.game, Result.played_at).where(
        Result.club_id == club, Result.match_id > last, Result.seat == 0, Result.typed.is_(False)
    )
    rows = session.execute(query.order_by(Result.match_id).limit(AT_ONCE)).all()
    counted = {row.match_id: Counted(row.club_id, row.game, row.played_at) for row in rows}
    replace_highlights(session, counted.keys(), counted)
    newest = rows[-1].match_id if rows else None
    session.execute(update(Club).where(Club.id == club).values(highlights_from=newest))
    return newest is not None
