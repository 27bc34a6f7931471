"""The match's log: what a line of it stores, and what a write has to bring.

A line stores the facts that it changed, before and after: what people entered. Scores are never facts; they follow.
Facts are `{"hands": {"3": {"entry": {…}, "struck": false, "corrected": false, "at": "2026-11-21T20:15:00+00:00"}}}`,
with null for a hand that was not there; `{"stopped": true}`; or what changed of the `{"setup": …}`.
"""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from scorekeeper.games.engine.replay import HandInput
from scorekeeper.store.models import Change, Hand, Match

LONGEST_KEY = 64
LONGEST_ACTOR = 80
MOST_TOLD = 50  # of the changes that somebody missed: what is older is in the log
# Kinds of changes that leave every hand, name and result as it was.
HARMLESS = frozenset(("annotate", "clock", "confirm", "confirming", "decline", "sit"))

Accepts = Callable[[str, int | None], bool]  # of a change's kind and hand


class Write(NamedTuple):
    """Who writes, and what they had seen.

    `actor` is the name that the log shows. The same `key` again is answered with the first result. `seen` is the
    version of the match that the sender knows, None where that does not matter. `device` marks the browser.
    """

    actor: str
    key: str = ""
    seen: int | None = None
    device: str = ""


class Stale(Exception):
    """The sender missed a change that conflicts with its write. `changes` are all it missed, oldest first.

    Nothing was written. The match is still locked: the code that catches this (or a Refusal) rolls the session back
    before it does anything that lasts.
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


def is_harmless(kind: str, _hand: int | None) -> bool:
    """True if a change that the sender had not seen conflicts with nothing that a table writes."""
    return kind in HARMLESS


def is_overtaken(match: Match, seen: int | None, accepts: Accepts = is_harmless) -> bool:
    """True if the match, as it is loaded, has a change after version `seen` that `accepts` returns False for."""
    if seen is None or seen == match.version:
        return False
    if seen > match.version:
        return True
    missed = select(Change.kind, Change.hand).where(Change.match_id == match.id, Change.number > seen)
    return not all(accepts(kind, hand) for kind, hand in session_of(match).execute(missed))


def changes_since(match: Match, seen: int, most: int | None = None) -> list[Change]:
    """The log's lines after that version, oldest first; of many the newest `most`."""
    found = select(Change).where(Change.match_id == match.id, Change.number > seen).order_by(Change.number.desc())
    return [marked(change, match) for change in session_of(match).scalars(found.limit(most))][::-1]


def marked(change: Change, match: Match) -> Change:
    """The line, knowing whether it was imported: then anybody may have written it, and who stands in it."""
    change.imported = change.number <= (match.imported or 0)
    return change


def input_of(hand: Hand) -> HandInput:
    """What was entered for a stored hand, without anything that follows from it (see `games.engine.replay`)."""
    return {"entry": hand.entry, "struck": hand.struck, "corrected": hand.corrected, "at": hand.at.isoformat()}


def line_row(number: int, key: str, actor: str, change: Any, **about: Any) -> dict[str, Any]:
    """The columns of the log's line about a change (`games.engine.history.Change`), but for those in `about`."""
    return {
        "number": number,
        "key": key,
        "actor": actor,
        "device": None,
        "kind": change["kind"],
        "hand": change["hand"],
        "before": change["before"],
        "after": change["after"],
        "winner_changed": change["winner_changed"],
        "target": None,
        "under": None,
        "reason": None,
        **about,
    }
