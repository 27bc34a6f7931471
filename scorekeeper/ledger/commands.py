"""What people at the table do to a match: record a hand, correct, strike or annotate one, finish, undo, redo.

What each changes is worked out by `games.engine.history`; here its part of the match is loaded, and the change saved.
All raise Refusal where the rules forbid it, and Stale.
"""

from typing import Any

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Entry
from scorekeeper.games.engine.history import CannotUndo
from scorekeeper.games.engine.play import Excerpt, Played
from scorekeeper.ledger.log import Accepts, Write, is_harmless
from scorekeeper.ledger.rows import played_from
from scorekeeper.ledger.seating import then_named
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match, now

__all__ = ["CannotUndo", "annotate", "correct", "excerpt", "finish", "record", "redo", "strike", "undo"]


def excerpt(match: Match, first: int | None = None) -> Excerpt:
    """The match as a command needs it; with `first` also the hands from that one on, and the one before it."""
    hands: dict[int, Played] = {} if first is None else played_from(match, first - 1)
    return Excerpt(match.setup, match.table, match.hand_count, match.stopped, hands)


def record(match: Match, entry: Entry, write: Write) -> Change:
    """Add the next hand. Costs the same for hand 300 as for hand 1."""
    return save(match, write, lambda match: history.record(excerpt(match), entry, now().isoformat()))


def correct(match: Match, number: int, entry: Entry, write: Write, *, strike_rest: bool = False) -> Change:
    """Enter a hand anew, also after the end of the match; a struck hand counts again, and a note is kept.

    A later hand that could no longer be played is refused, or struck with all after it where `strike_rest` says so.
    """

    def command(match: Match) -> history.Change:
        then = then_named(match.setup, number, entry)
        return history.correct(excerpt(match, number), number, then, strike_rest)

    return save(match, write, command, accepts=_but_for_note(number) if "note" in entry else is_harmless)


def strike(match: Match, number: int, write: Write, *, strike_rest: bool = False) -> Change:
    """Cross a hand out: it stays to be seen under its number and does not score. `strike_rest` as in `correct`."""
    return save(match, write, lambda match: history.strike(excerpt(match, number), number, strike_rest))


def annotate(match: Match, number: int, note: str, write: Write) -> Change:
    """Write a note beside a hand, or take it away with an empty one."""
    accepts = _but_for_note(number)
    return save(match, write, lambda match: history.annotate(excerpt(match, number), number, note), accepts=accepts)


def _but_for_note(number: int) -> Accepts:
    """Accepts all harmless changes except a note on this hand, which the write would replace."""
    return lambda kind, hand: is_harmless(kind, hand) and (kind, hand) != ("annotate", number)


def finish(match: Match, write: Write, *, stands: bool = True) -> Change:
    """The players stop here. An open match (no target) ends with its result where that `stands`, any other without."""
    return save(match, write, lambda match: history.finish(excerpt(match), now().isoformat(), stands))


def undo(match: Match, write: Write) -> Change:
    """Take the newest change back that is not taken back yet. Raises CannotUndo where nothing was done."""

    def command(match: Match) -> history.Change:
        done = _line(match, match.undo_top)
        return history.undo(_excerpt_for(match, done), done)

    return save(match, write, command, accepts=_moves_no_stack)


def redo(match: Match, write: Write) -> Change:
    """Make the change again that was undone last. Raises CannotUndo where none is left."""

    def command(match: Match) -> history.Change:
        undo = _row(match, match.redo_top)
        undone = _line(match, undo.target if undo else None)
        return history.redo(_excerpt_for(match, undone), undone)

    return save(match, write, command, accepts=_moves_no_stack)


def _moves_no_stack(kind: str, hand: int | None) -> bool:
    """True for a harmless change that undo passes over: undo and redo still mean the change that the sender saw."""
    return is_harmless(kind, hand) and kind in history.NOT_UNDONE


def _row(match: Match, number: int | None) -> Change | None:
    return None if number is None else session_of(match).get_one(Change, (match.id, number))


def _line(match: Match, number: int | None) -> dict[str, Any] | None:
    """A line of the log as undo and redo need it."""
    row = _row(match, number)
    return None if row is None else {"hand": row.hand, "before": row.before, "after": row.after}


def _excerpt_for(match: Match, line: dict[str, Any] | None) -> Excerpt:
    """What is needed to undo or redo a line of the log: the hands that it was about, if any."""
    numbers = [int(number) for number in line["after"].get("hands", {})] if line else []
    return excerpt(match, min(numbers, default=None))
