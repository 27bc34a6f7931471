"""The highlights of matches (see `games.engine.highlights`), from their stored hands."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.games.engine.highlights import Highlight, PlayedHand, highlights
from scorekeeper.store.models import Hand, Match


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
