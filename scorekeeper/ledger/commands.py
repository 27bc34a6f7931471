"""The scorers' commands: record, correct, strike or annotate a hand, finish, enter the final result, undo, redo, calls.

`games.engine.history` computes the change; the functions here load the part of the match that it needs, and save the
change. All raise Refusal if the rules forbid the change, and Stale.

Calls, e.g. a raise of the stake during the current hand, are one per match, optional and not logged. Open pages poll
a counter of their changes besides the match's version; `tell_pages` increments it for other news.
"""

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import func, update

from scorekeeper.games.engine import bids, history, play
from scorekeeper.games.engine import calls as rules
from scorekeeper.games.engine.base import Entry
from scorekeeper.games.engine.history import CannotUndo
from scorekeeper.games.engine.match_state import Called
from scorekeeper.games.engine.play import Excerpt, Played, first_table, score_numbered
from scorekeeper.games.engine.shapes import Say, Table
from scorekeeper.ledger.log import Accepts, Write, is_harmless
from scorekeeper.ledger.rows import played_from
from scorekeeper.ledger.seating import with_names_of_hand
from scorekeeper.ledger.writing import lock_match, save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match, db, now

__all__ = [
    "CannotUndo",
    "annotate",
    "correct",
    "enter_final",
    "excerpt",
    "finish",
    "foreseen",
    "preview",
    "record",
    "redo",
    "strike",
    "undo",
]


def excerpt(match: Match, first: int | None = None) -> Excerpt:
    """Returns the part of the match that a command needs; with `first` also the hands from number `first - 1` on."""
    hands: dict[int, Played] = {} if first is None else played_from(match, first - 1)
    return Excerpt(match.setup, match.table, match.hand_count, match.stopped, hands)


def table_before(match: Match, number: int | None) -> Table:
    """Returns the table before hand `number`; before the next hand for None."""
    if number is None:
        return match.table
    before = session_of(match).get(Hand, (match.id, number - 1))
    return before.table if before else first_table(match.setup)


def preview(match: Match, entry: Entry, number: int | None = None) -> dict[str, Any]:
    """Returns the score of an entry (see `score_numbered`) as the next hand or as hand `number`, unsaved.

    Raises Refusal.
    """
    table = table_before(match, number)
    if number is None:
        return score_numbered(match.setup, table, entry, match.hand_count + 1)
    return score_numbered(match.setup, table, with_names_of_hand(match.setup, number, entry), number)


def foreseen(match: Match, entry: Entry, number: int | None = None) -> list[int | None]:
    """Returns the points that an incomplete entry makes certain, as `preview` would. Raises Refusal."""
    at = match.hand_count + 1 if number is None else number
    return play.foreseen(match.setup, table_before(match, number), entry, at)


def record(match: Match, entry: Entry, write: Write) -> Change:
    """Records the next hand, in constant time however many hands there are."""
    return save(match, write, lambda match: history.record_at_table(excerpt(match), entry, now().isoformat()))


def correct(match: Match, number: int, entry: Entry, write: Write, *, strike_rest: bool = False) -> Change:
    """Replaces the entry of a hand, even after the end; a struck hand counts again, and its note is kept.

    Raises Refusal if a later hand could then not have been played, unless `strike_rest` strikes it and all after it.
    """

    def command(match: Match) -> history.Change:
        named = with_names_of_hand(match.setup, number, entry)
        return history.correct(excerpt(match, number), number, named, strike_rest)

    return save(match, write, command, accepts=_but_for_note(number) if "note" in entry else is_harmless)


def strike(match: Match, number: int, write: Write, *, strike_rest: bool = False) -> Change:
    """Strikes a hand: it stays visible under its number but does not score. `strike_rest` as in `correct`."""
    return save(match, write, lambda match: history.strike(excerpt(match, number), number, strike_rest))


def annotate(match: Match, number: int, note: str, write: Write) -> Change:
    """Sets the note of a hand; an empty note removes it."""
    accepts = _but_for_note(number)
    return save(match, write, lambda match: history.annotate(excerpt(match, number), number, note), accepts=accepts)


def _but_for_note(number: int) -> Accepts:
    """Returns a test that accepts all harmless changes except a new note on hand `number`."""
    return lambda kind, hand: is_harmless(kind, hand) and (kind, hand) != ("annotate", number)


def finish(match: Match, write: Write, *, stands: bool = True) -> Change:
    """Ends the match early. If `stands`, the leader of an open match (without a target) wins; else it has no winner."""
    return save(match, write, lambda match: history.finish(excerpt(match), now().isoformat(), stands))


def enter_final(match: Match, points: list[int], write: Write) -> Change:
    """Ends the match with the final points of each side, as they are on its score sheet."""
    return save(match, write, lambda match: history.enter_final(excerpt(match), points, now().isoformat()))


def undo(match: Match, write: Write) -> Change:
    """Undoes the newest change that is not undone yet. Raises CannotUndo if there is none."""

    def command(match: Match) -> history.Change:
        done = _line(match, match.undo_top)
        return history.undo(_excerpt_for(match, done), done)

    return save(match, write, command, accepts=_leaves_undo_stack_unchanged)


def redo(match: Match, write: Write) -> Change:
    """Redoes the change that was undone last. Raises CannotUndo if there is none."""

    def command(match: Match) -> history.Change:
        undo = _row(match, match.redo_top)
        undone = _line(match, undo.target if undo else None)
        return history.redo(_excerpt_for(match, undone), undone)

    return save(match, write, command, accepts=_leaves_undo_stack_unchanged)


def _leaves_undo_stack_unchanged(kind: str, hand: int | None) -> bool:
    """True for a harmless change that is not on the undo stack, so that undo and redo mean the same change."""
    return is_harmless(kind, hand) and kind in history.NOT_UNDONE


def _row(match: Match, number: int | None) -> Change | None:
    return None if number is None else session_of(match).get_one(Change, (match.id, number))


def _line(match: Match, number: int | None) -> dict[str, Any] | None:
    """Returns `{"hand", "before", "after"}` of the log line with this number; None if `number` is None."""
    row = _row(match, number)
    return None if row is None else {"hand": row.hand, "before": row.before, "after": row.after}


def _excerpt_for(match: Match, line: dict[str, Any] | None) -> Excerpt:
    """Returns the part of the match needed to undo or redo a log line: the hands from the first changed one on."""
    numbers = [int(number) for number in line["after"].get("hands", {})] if line else []
    return excerpt(match, min(numbers, default=None))


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


def bid(match: Match, typed: dict[str, str], hand: int) -> None:
    """Adds to what is announced before hand `hand`; `typed` are texts of its form by path. Raises Refusal.

    Other bids stay, so phones may bid at the same time. Does nothing if the match is locked, or another hand is next.
    """
    lock_match(match)
    if match.locked is not None or match.status != "in_progress" or hand != match.hand_count + 1:
        return
    kept = bids.announced(match.setup, match.table, hand, match.call, typed)
    if kept != match.call:
        match.call = kept
        match.called = (match.called or 0) + 1


def bids_of(match: Match, say: Say) -> bids.Bids | None:
    """Returns the bids before the next hand for display; None if there are none to make."""
    if match.stopped:
        return None
    return bids.shown(match.setup, match.table, match.hand_count + 1, match.call, say, match.called or 0)


def tell_pages(sittings: Sequence[int]) -> None:
    """Makes all open pages of these sittings reload their matches, by increasing the change counters."""
    increment = update(Match).where(Match.sitting_id.in_(sittings)).values(called=func.coalesce(Match.called, 0) + 1)
    db.session.execute(increment)
