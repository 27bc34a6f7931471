"""Calls, such as a raise of the stake, during the current hand: one per match, not logged, optional.

Open pages poll a counter of its changes besides the match's version; `tell_pages` increments it for other news.
"""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import func, update

from scorekeeper.games.engine import calls as rules
from scorekeeper.games.engine.match_state import Called
from scorekeeper.ledger.writing import lock_match
from scorekeeper.store.models import Match, db


def call(match: Match, act: str, side: int, seen: int) -> bool:
    """Applies an act of a side to the current call. Raises Refusal.

    Returns False, and changes nothing, if the counter of changes is no longer `seen`, or if the match is locked.
    """
    lock_match(match)
    if match.locked is not None or (match.called or 0) != seen:
        return False
    match.call = rules.called(match.setup, match.table, match.hand_count + 1, match.call, act, side)
    match.called = seen + 1
    return True


def called(match: Match) -> Called | None:
    """Returns the current call and its change counter for display; None if nothing can be called."""
    shown = None if match.stopped else rules.shown(match.setup, match.table, match.hand_count + 1, match.call)
    return None if shown is None else cast(Called, {**shown, "number": match.called or 0})


def tell_pages(sittings: Sequence[int]) -> None:
    """Makes all open pages of these sittings reload their matches, by increasing the change counters."""
    increment = update(Match).where(Match.sitting_id.in_(sittings)).values(called=func.coalesce(Match.called, 0) + 1)
    db.session.execute(increment)
