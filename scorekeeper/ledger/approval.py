"""An arbiter approves the result of a match: from then on only an arbiter changes it, and says why.

Locking and unlocking are lines of the log that undo passes over. Who is an arbiter is for the caller to check: here a
write to a locked match has to be made in `ruled`.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import object_session

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Say, _, refuse
from scorekeeper.games.engine.match_state import Locked
from scorekeeper.ledger.log import Write, marked, tidy
from scorekeeper.ledger.writing import locked_refusal, save
from scorekeeper.store.database import session_of, take_turn
from scorekeeper.store.models import Change, Match, Sitting, db

LONGEST_REASON = 200


def approve(match: Match, write: Write) -> Change:
    """Lock a match that is over. Raises Refusal where it goes on or is locked already, and Stale."""

    def command(match: Match) -> history.Change:
        if match.locked is not None:
            raise refuse(None, None, _("The result is already approved"))
        if match.status == "in_progress":
            raise refuse(None, None, _("The match is not over yet"))
        return history.change_of("approve", {"locked": False}, {"locked": True}, locked=match.version + 1)

    return save(match, write, command, although_locked=True, accepts=_nothing)


def reopen(match: Match, write: Write) -> Change:
    """Unlock it, in `ruled`: whoever scores goes on as before. Raises Refusal where it is not locked, and Stale."""

    def command(match: Match) -> history.Change:
        if match.locked is None:
            raise refuse(None, None, _("The result is not approved, so anyone who scores can change it"))
        return history.change_of("reopen", {"locked": True}, {"locked": False}, locked=None)

    return save(match, write, command, accepts=_nothing)


def _nothing(_kind: str, _hand: int | None) -> bool:
    """An arbiter decides on exactly what was on the screen."""
    return False


def check_open(sitting: Sitting) -> None:
    """Raises Refusal where a match of the sitting is approved, unless this is `ruled`.

    To be called before what stands on every match's sheet is changed: the sitting's name, place, stake and codes. It
    holds until the commit, as nobody can approve a match meanwhile.
    """
    session = object_session(sitting) or db.session
    take_turn(session)
    locks = session.scalars(select(Match.locked).where(Match.sitting_id == sitting.id).with_for_update()).all()
    if sitting.ruling is None and any(lock is not None for lock in locks):
        raise locked_refusal()


def has_approved(sitting: Sitting) -> bool:
    """Whether a match of the sitting is approved."""
    return any(match.locked is not None for match in sitting.matches)


@contextmanager
def ruled(match: Match | Sitting, reason: str) -> Iterator[None]:
    """A context in which an arbiter writes: a locked match accepts it, and the log's line stores the reason.

    A sitting with a locked match accepts what `check_open` refuses; storing the reason is for the caller then.

    Raises Refusal, for the field `reason`, where there is none or it is too long.
    """
    given = tidy(reason)
    if not given:
        asked = _("Give a reason: it is printed on the sheet")
        raise refuse(
            "reason", None, asked if isinstance(match, Match) else _("Give a reason: it is kept in the club’s log")
        )
    if len(given) > LONGEST_REASON:
        raise refuse("reason", None, _("Use at most {longest} characters"), longest=LONGEST_REASON)
    match.ruling = given
    try:
        yield
    finally:
        match.ruling = None


def lock(match: Match, say: Say) -> Locked | None:
    """`{"said"}`, a sentence about the approval that holds; None where everybody who scores may write."""
    if match.locked is None:
        return None
    change = marked(session_of(match).get_one(Change, (match.id, match.locked)), match)
    said = _("Approved by {name}: {when}, from a file") if change.imported else _("Approved by {name}: {when}")
    return {"said": say(said, {"name": change.actor, "when": change.at})}


def rulings(changes: Iterable[Change]) -> list[Change]:
    """Of a match's log, what arbiters did: approvals, and what was changed after one with its reason."""
    return [change for change in changes if change.kind == "approve" or change.reason]
