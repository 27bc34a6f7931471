"""The copy of a match that a phone works on without a network, and the log's line about writes that it gave up."""

from typing import Any

from sqlalchemy import func, select

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Entry, Say, english
from scorekeeper.games.engine.match_state import Shown
from scorekeeper.games.engine.offline_match import MatchDocument
from scorekeeper.games.engine.play import HandInput
from scorekeeper.ledger.confirming import heard, named
from scorekeeper.ledger.log import Write, input_of
from scorekeeper.ledger.read_models import hands, state
from scorekeeper.ledger.seating import now_named
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match

MOST_STEPS = 100  # changes that a phone can undo or redo while it is alone
DECLINED = ("record", "correct", "strike", "note", "undo", "redo", "finish")  # what a phone does while it is alone
MOST_DECLINED = 100  # writes of one match whose giving up the log tells: more than any evening without a network has


def offline_copy_of(match: Match, say: Say = english, device: str = "") -> MatchDocument:
    """The match as a phone stores it (`games.engine.offline_match`), with what undo and redo would do next.

    `device` is that phone's mark, if it may write.
    """
    told = dict(state(match, match.version, say=say))
    return {
        "setup": match.setup,
        "number": match.number,
        "version": match.version,
        "stopped": match.stopped,
        "hands": [_named(match, hand.number, input_of(hand)) for hand in hands(match)],
        "done": _pile(match, match.undo_top),
        "undone": _pile(match, match.redo_top),
        "shown": {name: told[name] for name in Shown.__annotations__},
        "confirming": _confirming(match, say, device),
    }


def _confirming(match: Match, say: Say, device: str) -> dict[str, Any] | None:
    """What has been confirmed so far (`games.engine.confirming`); None where sides do not confirm.

    What others entered on phones of no side is nobody's word, what this one did will be that of the side that it sits
    with. Times of day are in words, as a phone knows no time zones.
    """
    found = heard(match)
    if found is None:
        return None
    voices = [
        {
            **voice,
            "content": voice["content"] and named(match, voice["hand"], voice["content"]),
            "at": say("{time}", {"time": voice["at"]}),
        }
        for change, voice in zip(found.lines, found.voices, strict=True)
        if voice["side"] is not None or (device and change.device == device)
    ]
    return {"voices": voices, "phones": found.phones, "own": found.sides.get(device), "fresh": found.fresh}


def _named(match: Match, number: int, given: "HandInput | None") -> "HandInput | None":
    """A hand's input with today's names: a phone knows no others."""
    return None if given is None else {**given, "entry": now_named(match.setup, number, given["entry"])}


def _pile(match: Match, top: int | None) -> list[dict[str, Any]]:
    """The lines on a stack of changes, the top one last, down to one that is about no hand, such as a new name.

    On the stack of undone changes lie the undos themselves.
    """
    facts: list[dict[str, Any]] = []
    session, known = session_of(match), _newest(match, top)
    while top is not None and len(facts) < MOST_STEPS:
        change = known.get(top) or session.get_one(Change, (match.id, top))
        undone = change.target if change.kind == "undo" else None
        about = change if undone is None else known.get(undone) or session.get_one(Change, (match.id, undone))
        if not {"hands", "stopped"} & about.after.keys():
            break
        fact = {name: getattr(about, name) for name in ("kind", "hand", "key")}
        facts.append({**fact, "before": _facts(match, about.before), "after": _facts(match, about.after)})
        top = change.under
    return facts[::-1]


def _newest(match: Match, top: int | None) -> dict[int, Change]:
    """The newest lines from that one down, by number: nearly always all that a stack needs, however long the log is."""
    if top is None:
        return {}
    lines = select(Change).where(Change.match_id == match.id, Change.number <= top, Change.kind != "decline")
    found = session_of(match).scalars(lines.order_by(Change.number.desc()).limit(2 * MOST_STEPS))
    return {change.number: change for change in found}


def _facts(match: Match, facts: dict[str, Any]) -> dict[str, Any]:
    if "hands" not in facts:
        return facts
    return {"hands": {number: _named(match, int(number), given) for number, given in facts["hands"].items()}}


def decline(match: Match, kind: str, hand: int | None, entry: Entry, *, actor: str, key: str) -> Change | None:
    """Note in the log what was recorded without a network and then given up for what others had recorded.

    It changes nothing in the match, so it depends on no version, ignores a lock, and cannot be undone. After
    MOST_DECLINED of them the log tells no more: the phone gives it up all the same, None is answered.
    """
    told = select(func.count()).where(Change.match_id == match.id, Change.kind == "decline")
    if (session_of(match).scalar(told) or 0) >= MOST_DECLINED:
        return None
    change = history.change_of("decline", {}, {"declined": {"kind": kind, "entry": entry}}, hand)
    return save(match, Write(actor, key), lambda _match: change, although_locked=True)
