"""Saves a change of a match as its next version; calls the listeners if its result may have changed."""

from collections.abc import Callable

from sqlalchemy import bindparam, exists, or_, select

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.ledger.log import (
    LONGEST_ACTOR,
    MOST_TOLD,
    Accepts,
    Stale,
    Write,
    changes_since,
    declined_key,
    is_harmless,
    is_overtaken,
    line_row,
    tidy_key,
)
from scorekeeper.ledger.rows import ADD_LINES, store_hands
from scorekeeper.store.claiming import claim, set_as_stored, take_turns
from scorekeeper.store.database import session_of, take_turn
from scorekeeper.store.models import Change, Match, now

Listener = Callable[[Match], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Registers a function to be called before the commit with each match that ended or changed after its end."""
    if listener not in _listeners:
        _listeners.append(listener)


def result_changed(match: Match) -> None:
    """Calls all listeners, in the order in which they were registered."""
    for listener in _listeners:
        listener(match)


LOCKED = "reason"  # field of the Refusal for a locked match: an arbiter must fill it in
UNANNOUNCED = ("approve", "reopen", "erase")  # kinds of changes that affect no result
MOST_CHANGES = 5_000  # of a match; several times more than its hands need
ALWAYS_POSSIBLE = (*UNANNOUNCED, "finish", "rescore", "decline")  # kinds of changes beyond MOST_CHANGES
KEY_IS_NEW = ~exists().where(
    Change.match_id == Match.id, or_(Change.key == bindparam("sent_key"), Change.key == bindparam("declined_key"))
)
Command = Callable[[Match], history.Change]


def save(
    match: Match,
    write: Write,
    command: Command,
    *,
    although_locked: bool = False,
    announced: bool = True,
    accepts: Accepts = is_harmless,
) -> Change:
    """Computes a change with `command` and stores it, with a log line, as the next version. The caller commits.

    Returns the log line, or the earlier one with the same key. Raises Stale if the sender missed a change for which
    `accepts` returns False, or has discarded this one. Raises Refusal if the rules or (unless `although_locked`) an
    arbiter's lock forbid it. Unless `announced`, the listeners are not called: the caller follows the change itself.
    """
    session_of(match).flush()  # earlier changes of this request
    write = write._replace(key=tidy_key(write.key))
    may_write = although_locked or match.locked is None or match.ruling is not None
    return take_turns(
        lambda: _claim_and_store(match, write, command(match), announced=announced),
        lambda: _lock_and_check(match, write, accepts, although_locked=although_locked),
        is_current=may_write and write.seen in (None, match.version),
    )


def _lock_and_check(match: Match, write: Write, accepts: Accepts, *, although_locked: bool) -> Change | None:
    """Locks the match until the commit and reloads it; returns the earlier log line with the same key, else None.

    Raises Refusal if an arbiter has locked the match, and Stale.
    """
    lock_match(match)
    session = session_of(match)
    earlier = session.scalar(select(Change).where(Change.match_id == match.id, Change.key == write.key))
    if earlier is not None:
        return earlier
    if session.scalar(select(Change.number).where(Change.match_id == match.id, Change.key == declined_key(write.key))):
        raise Stale(match, [])  # a late copy of a write that its sender has discarded since
    if match.locked is not None and match.ruling is None and not although_locked:
        raise locked_refusal()
    if is_overtaken(match, write.seen, accepts):
        missed = changes_since(match, write.seen or 0, MOST_TOLD)
        for change in missed:
            session.expunge(change)  # so that it can be shown after the view has rolled back
        raise Stale(match, missed)
    return None


def locked_refusal() -> Refusal:
    """Returns the Refusal for a change of an approved match by anybody but an arbiter."""
    return refuse(LOCKED, None, N_("The result is approved: only an arbiter can change it, with a reason"))


def lock_match(match: Match) -> None:
    """Locks the match until the commit, and reloads it."""
    session = session_of(match)
    take_turn(session)
    session.refresh(match, with_for_update=True)


def _claim_and_store(match: Match, write: Write, change: history.Change, *, announced: bool) -> Change:
    """Stores a change as the next version.

    Raises ClaimLost if another writer was first, or the key is used; Refusal if the match has MOST_CHANGES changes.
    """
    number, at = match.version + 1, now()
    if number > MOST_CHANGES and change["kind"] not in ALWAYS_POSSIBLE:
        text = N_("A match has at most {most} changes: end it and start a rematch")
        raise refuse(None, None, text, most=MOST_CHANGES)
    links = history.stacked(change["kind"], number, match.undo_top, match.redo_top, lambda line: _linked(match, line))
    new = {
        **change["match"],
        "version": number,
        "changed_at": at,
        "undo_top": links.pop("undo_top"),
        "redo_top": links.pop("redo_top"),
    }
    about = {"match_id": match.id, "at": at, "device": write.device or None, "reason": match.ruling, **links}
    row = line_row(number, write.key, write.actor.strip()[:LONGEST_ACTOR], change, **about)
    claim(match, "version", new, (KEY_IS_NEW,), sent_key=write.key, declined_key=declined_key(write.key))
    touched = store_hands(match, change["hands"], number)
    session_of(match).connection().execute(ADD_LINES, row)
    set_as_stored(match, new)
    may_differ = match.status != "in_progress" and change["kind"] not in UNANNOUNCED
    if announced and (change["winner_changed"] or may_differ):
        result_changed(match)
    line = Change(**row)
    line.touched = touched
    return line


def _linked(match: Match, number: int) -> tuple[int | None, int | None]:
    change = session_of(match).get_one(Change, (match.id, number))
    return change.target, change.under
