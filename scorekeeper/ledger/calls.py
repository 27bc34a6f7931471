"""What is called while a hand is played: one call a match, no line of its log, nothing that a hand waits for.

How often that has changed is what open pages ask for beside the match's version; `tell_pages` counts for whatever else
they are to hear of.
"""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import func, update

from scorekeeper.games.engine import calls as rules
from scorekeeper.games.engine.match_state import Called
from scorekeeper.ledger.writing import lock_match
from scorekeeper.store.models import Match, db


def call(match: Match, act: str, side: int, seen: int) -> bool:
    """Do something to the call: False where another phone did so since the `seen` number of changes. Raises Refusal."""
    lock_match(match)
    if match.locked is not None or (match.called or 0) != seen:
        return False
    match.call = rules.called(match.setup, match.table, match.hand_count + 1, match.call, act, side)
    match.called = seen + 1
    return True


def called(match: Match) -> Called | None:
    """What pages say of the calls of the next hand, with the number of changes; None where nothing can be called."""
    told = None if match.stopped else rules.shown(match.setup, match.table, match.hand_count + 1, match.call)
    return None if told is None else cast(Called, {**told, "number": match.called or 0})


def tell_pages(sittings: Sequence[int]) -> None:
    """Have all open pages of the sittings' matches load their state anew, though nothing in the matches has changed."""
    counted = update(Match).where(Match.sitting_id.in_(sittings)).values(called=func.coalesce(Match.called, 0) + 1)
    db.session.execute(counted)
