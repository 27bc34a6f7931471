"""Approval of a result by an arbiter: the match is locked, and later changes need an arbiter and a reason.

Locking and unlocking are log lines that undo skips. The caller checks that the user is an arbiter; a locked
match only accepts writes made inside `ruled`.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import select

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import N_, Say, refuse
from scorekeeper.games.engine.match_state import Locked
from scorekeeper.ledger.log import Write, marked, tidy
from scorekeeper.ledger.writing import locked_refusal, save
from scorekeeper.store.database import session_of, take_turn
from scorekeeper.store.models import Change, Match, Sitting

LONGEST_REASON = 200


def approve(match: Match, write: Write) -> Change:
    """Approves the result of a finished match, and locks it. Raises Refusal if not finished or locked; Stale."""

    def command(match: Match) -> history.Change:
        if match.locked is not None:
            raise refuse(None, None, N_("The result is already approved"))
        if match.status == "in_progress":
            raise refuse(None, None, N_("The match is not over yet"))
        return history.change_of("approve", {"locked": False}, {"locked": True}, locked=match.version + 1)

    return save(match, write, command, although_locked=True, accepts=_accepts_nothing)


def reopen(match: Match, write: Write) -> Change:
    """Withdraws the approval: scorers can change the match again. Raises Refusal if not approved, and Stale."""

    def command(match: Match) -> history.Change:
        if match.locked is None:
            raise refuse(None, None, N_("The result is not approved, so anyone who scores can change it"))
        return history.change_of("reopen", {"locked": True}, {"locked": False}, locked=None)

    return save(match, write, command, accepts=_accepts_nothing)


def _accepts_nothing(_kind: str, _hand: int | None) -> bool:
    """Returns False: a missed change is never acceptable, because an arbiter decides on the state on the screen."""
    return False


def check_open(sitting: Sitting) -> None:
    """Raises Refusal if a match of the sitting is approved, except inside `ruled`.

    Call it before changing anything that is printed on every match's sheet: the sitting's name, place, stake and
    codes. It locks the matches, so none can be approved before the commit.
    """
    session = session_of(sitting)
    take_turn(session)
    locks = session.scalars(select(Match.locked).where(Match.sitting_id == sitting.id).with_for_update()).all()
    if sitting.ruling is None and any(lock is not None for lock in locks):
        raise locked_refusal()


def has_approved(sitting: Sitting) -> bool:
    """True if any match of the sitting is approved."""
    return any(match.locked is not None for match in sitting.matches)


@contextmanager
def ruled(match: Match | Sitting, reason: str) -> Iterator[None]:
    """Context manager for an arbiter's writes: a locked match accepts them, and the log line stores the reason.

    Given a sitting, `check_open` lets its changes pass; then the caller stores the reason.

    Raises Refusal at the field `reason` if it is empty or too long.
    """
    text = tidy(reason)
    if not text:
        printed, logged = (
            N_("Give a reason: it is printed on the sheet"),
            N_("Give a reason: it is kept in the club’s log"),
        )
        raise refuse("reason", None, printed if isinstance(match, Match) else logged)
    if len(text) > LONGEST_REASON:
        raise refuse("reason", None, N_("Use at most {longest} characters"), longest=LONGEST_REASON)
    match.ruling = text
    try:
        yield
    finally:
        match.ruling = None


def lock(match: Match, say: Say) -> Locked | None:
    """Returns the sentence with the approving arbiter and the time, under "said"; None if the match is not locked."""
    if match.locked is None:
        return None
    change = marked(session_of(match).get_one(Change, (match.id, match.locked)), match)
    text = N_("Approved by {name}: {when}, from a file") if change.imported else N_("Approved by {name}: {when}")
    return {"said": say(text, {"name": change.actor, "when": change.at})}


def rulings(changes: Iterable[Change]) -> list[Change]:
    """Returns the log lines made by arbiters: approvals, and changes to an approved match, which have a reason."""
    return [change for change in changes if change.kind == "approve" or change.reason]
