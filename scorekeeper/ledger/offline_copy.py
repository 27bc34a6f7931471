"""The copy of a match that a phone works on without a network, and the log's line about writes that it gave up."""

from typing import Any

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Entry, Say, english
from scorekeeper.games.engine.match_state import Shown
from scorekeeper.games.engine.offline_match import Kept
from scorekeeper.games.engine.replay import HandInput
from scorekeeper.ledger.log import Write, changes_since, input_of
from scorekeeper.ledger.read_models import hands, state
from scorekeeper.ledger.seating import now_named
from scorekeeper.ledger.writing import save
from scorekeeper.store.models import Change, Match

MOST_STEPS = 100  # changes that a phone can undo or redo while it is alone


def offline_copy_of(match: Match, say: Say = english) -> Kept:
    """The match as a phone stores it (`games.engine.offline_match`), with what undo and redo would do next."""
    told = dict(state(match, match.version, say=say))
    log = {change.number: change for change in changes_since(match, 0)}
    return {
        "setup": match.setup,
        "number": match.number,
        "version": match.version,
        "stopped": match.stopped,
        "hands": [_named(match, hand.number, input_of(hand)) for hand in hands(match)],
        "done": _pile(match, log, match.undo_top),
        "undone": _pile(match, log, match.redo_top),
        "shown": {name: told[name] for name in Shown.__annotations__},
    }


def _named(match: Match, number: int, given: "HandInput | None") -> "HandInput | None":
    """A hand's input with today's names: a phone knows no others."""
    return None if given is None else {**given, "entry": now_named(match.setup, number, given["entry"])}


def _pile(match: Match, log: dict[int, Change], top: int | None) -> list[dict[str, Any]]:
    """The lines on a stack of changes, the top one last, down to one that is about no hand, such as a new name.

    On the stack of undone changes lie the undos themselves.
    """
    facts: list[dict[str, Any]] = []
    while top is not None and len(facts) < MOST_STEPS:
        change = log[top]
        about = log[change.target] if change.kind == "undo" and change.target is not None else change
        if not {"hands", "stopped"} & about.after.keys():
            break
        fact = {name: getattr(about, name) for name in ("kind", "hand", "key")}
        facts.append({**fact, "before": _facts(match, about.before), "after": _facts(match, about.after)})
        top = change.under
    return facts[::-1]


def _facts(match: Match, facts: dict[str, Any]) -> dict[str, Any]:
    if "hands" not in facts:
        return facts
    return {"hands": {number: _named(match, int(number), given) for number, given in facts["hands"].items()}}


def decline(match: Match, kind: str, hand: int | None, entry: Entry, *, actor: str, key: str) -> Change:
    """Note in the log what was recorded without a network and then given up for what others had recorded.

    It changes nothing in the match, so it depends on no version, ignores a lock, and cannot be undone.
    """
    change = history.change_of("decline", {}, {"declined": {"kind": kind, "entry": entry}}, hand)
    return save(match, Write(actor, key), lambda _match: change, although_locked=True)
