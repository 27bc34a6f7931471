"""The match's log: who may write next, and the line that a write leaves.

A line keeps the facts that it was about, before and after it: things that people said. Scores are never facts; they
follow. `{"hands": {"3": {"entry": {…}, "struck": false, "corrected": false, "at": "2026-11-21T20:15:00+00:00"}}}`, with
null for a hand that was not there; or `{"stopped": true}`.
"""

import hashlib
import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, object_session

from scorekeeper.clubs import results
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.database import insert_row, take_turn, update_row
from scorekeeper.store.models import Change, Hand, Match, now

LONGEST_KEY = 64
NOTHING: Mapping[str, object] = MappingProxyType({})
LONGEST_ACTOR = 80
LOCKED = "reason"  # the field of a refusal because of an arbiter's lock: what an arbiter would have to give

Said = dict[str, Any]  # what was said of one hand
Facts = dict[int, Said | None]  # by hand number; None for a hand that is not there


class By(NamedTuple):
    """Who writes: the name that the log shows, and a mark of the browser, which it does not show."""

    name: str
    device: str = ""


Actor = str | By


VERSION_AND_EARLIER = (
    select(
        Match.version,
        select(Change.number).where(Change.match_id == Match.id, Change.key == bindparam("key")).scalar_subquery(),
    )
    .where(Match.id == bindparam("match"))
    .with_for_update(of=Match)
)


class Stale(Exception):
    """The sender had not seen the newest state. `changes` are those it missed, oldest first; nothing was written.

    The turn is still ours: whoever catches this (or a Refusal) rolls the session back before doing anything that lasts.
    """

    def __init__(self, match: Match, changes: list[Change]) -> None:
        super().__init__(f"match {match.id} stands at version {match.version}")
        self.match = match
        self.changes = changes
        self.version = match.version


def session_of(row: Match | Change) -> Session:
    """The session that the row was loaded in."""
    session = object_session(row)
    if session is None:
        raise ValueError("the row belongs to no session")
    return session


def tidy(text: str) -> str:
    """Free text on one line: no control characters, single spaces."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def tidy_key(key: str) -> str:
    """A key that fits its column. A write without a key gets one of its own, and cannot be repeated safely."""
    if not key:
        return secrets.token_urlsafe(16)
    return key if len(key) <= LONGEST_KEY else hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def claim_turn(match: Match, key: str, seen: int, *, although_locked: bool = False) -> Change | None:
    """Wait for the match to be ours alone until the commit, and see it as it now stands.

    Answers the change that `key` made before, if it did: then there is nothing left to do.
    Raises Stale where something happened that the sender had not seen, and Refusal where an arbiter has locked the
    match and none writes (see `ledger.approval`).
    """
    session = session_of(match)
    session.flush()  # what this request did to the match before, if anything
    take_turn(session)
    version, earlier = session.connection().execute(VERSION_AND_EARLIER, {"match": match.id, "key": key}).one()
    if version == match.version == seen and earlier is None:
        _check_lock(match, although_locked)
        return None  # the usual case, for one statement
    session.refresh(match)
    # Asked again: PostgreSQL answered from the log as it was before it waited for the row.
    earlier = session.scalar(select(Change).where(Change.match_id == match.id, Change.key == key))
    if earlier is None:
        _check_lock(match, although_locked)
    if earlier is None and seen != match.version:
        missed = changes_since(match, seen)
        for change in missed:
            session.expunge(change)  # still there to be shown when the view has given its turn back (rolled back)
        raise Stale(match, missed)
    return earlier


def _check_lock(match: Match, although_locked: bool) -> None:
    if match.locked is not None and match.ruling is None and not although_locked:
        raise refuse(LOCKED, None, _("The result is approved: only an arbiter changes it, and says why"))


def changes_since(match: Match, seen: int) -> list[Change]:
    """The log's lines after that version, oldest first."""
    found = select(Change).where(Change.match_id == match.id, Change.number > seen).order_by(Change.number)
    return list(session_of(match).scalars(found))


def said_of(hand: Hand | None) -> Said | None:
    """What was said about a hand, with nothing that follows from it."""
    if hand is None:
        return None
    return {"entry": hand.entry, "struck": hand.struck, "corrected": hand.corrected, "at": hand.at.isoformat()}


def hand_facts(facts: Facts) -> dict[str, Any]:
    """Facts as a line of the log keeps them."""
    return {"hands": {str(number): said for number, said in facts.items()}}


def line_of(
    match: Match,
    kind: str,
    actor: Actor,
    key: str,
    *,
    before: dict[str, Any],
    after: dict[str, Any],
    hand: int | None = None,
    target: int | None = None,
    under: int | None = None,
    winner_changed: bool = False,
) -> dict[str, Any]:
    """The next line of the match's log, written now: the columns of its row."""
    name, device = actor if isinstance(actor, By) else (actor, "")
    return {
        "match_id": match.id,
        "number": match.version + 1,
        "key": key,
        "actor": name.strip()[:LONGEST_ACTOR],
        "device": device or None,
        "at": now(),
        "kind": kind,
        "hand": hand,
        "before": before,
        "after": after,
        "winner_changed": winner_changed,
        "target": target,
        "under": under,
        "reason": match.ruling,
    }


def on_the_pile(match: Match) -> dict[str, object]:
    """Columns of a match with the next change on top of what undo takes back, and nothing left to redo."""
    return {"undo_top": match.version + 1, "redo_top": None}


def write(
    match: Match, kind: str, actor: Actor, key: str, standing: Mapping[str, object] = NOTHING, **line: Any
) -> Change:
    """Add a line (`line_of`) to the log, the match's next version; `standing` are columns of the match that change."""
    change = Change(**line_of(match, kind, actor, key, **line))
    session = session_of(match)
    insert_row(session, change)
    update_row(session, match, version=change.number, changed_at=change.at, **standing)
    if change.winner_changed or (match.status != "in_progress" and "locked" not in change.after):
        results.follow(match)
    return change
