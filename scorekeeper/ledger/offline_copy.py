"""The copy of a match that a phone keeps for use offline, and log lines for discarded offline changes."""

from typing import Any

from sqlalchemy import func, select

from scorekeeper.games.engine import history
from scorekeeper.games.engine.base import Entry, Say, english
from scorekeeper.games.engine.match_state import Shown
from scorekeeper.games.engine.offline_match import MatchDocument
from scorekeeper.games.engine.play import HandInput
from scorekeeper.ledger.confirming import confirmation_log, named
from scorekeeper.ledger.log import Write, input_of
from scorekeeper.ledger.read_models import hands, state
from scorekeeper.ledger.seating import with_current_names
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Match

MOST_STEPS = 100  # changes that a phone can undo or redo while offline
DECLINED = ("record", "correct", "strike", "note", "undo", "redo", "finish")  # the writes that are possible offline
MOST_DECLINED = 100  # log lines about discarded changes in one match: more than any evening has


def offline_copy_of(match: Match, say: Say = english, device: str = "") -> MatchDocument:
    """Returns the document of a match that a phone stores (`games.engine.offline_match`).

    `device` is the phone's device id; empty if it may not write.
    """
    rows = hands(match)  # first, because it reloads a match that has changed meanwhile
    shown = dict(state(match, match.version, [], say))
    return {
        "setup": match.setup,
        "number": match.number,
        "version": match.version,
        "stopped": match.stopped,
        "hands": [_with_current_names(match, hand.number, input_of(hand)) for hand in rows],
        "done": _stack(match, match.undo_top),
        "undone": _stack(match, match.redo_top),
        "shown": {name: shown[name] for name in Shown.__annotations__},
        "confirming": _confirming(match, say, device),
        "bids": match.call if match.call and "typed" in match.call else None,
    }


def _confirming(match: Match, say: Say, device: str) -> dict[str, Any] | None:
    """Returns the confirmations so far (`games.engine.confirming`); None if sides do not confirm.

    Those from phones that have not chosen a side are left out, except this phone's own: they count once it has
    chosen a side. Times are formatted here because phones cannot convert time zones.
    """
    log = confirmation_log(match)
    if log is None:
        return None
    voices = [
        {
            **voice,
            "content": voice["content"] and named(match, voice["hand"], voice["content"]),
            "at": say("{time}", {"time": voice["at"]}),
        }
        for change, voice in zip(log.lines, log.voices, strict=True)
        if voice["side"] is not None or (device and change.device == device)
    ]
    return {"voices": voices, "phones": log.phones, "own": log.sides.get(device), "fresh": log.fresh}


def _with_current_names(match: Match, number: int, hand: "HandInput | None") -> "HandInput | None":
    """Returns a hand's input with the players' current names; phones store no earlier names."""
    return None if hand is None else {**hand, "entry": with_current_names(match.setup, number, hand["entry"])}


def _stack(match: Match, top: int | None) -> list[dict[str, Any]]:
    """Returns the top of the undo or redo stack as log lines, oldest first, down to one that changes no hand.

    A redo stack consists of undo lines; each is replaced by the change that it undid.
    """
    facts: list[dict[str, Any]] = []
    session, newest = session_of(match), _newest(match, top)
    while top is not None and len(facts) < MOST_STEPS:
        change = newest.get(top) or session.get_one(Change, (match.id, top))
        undone = change.target if change.kind == "undo" else None
        about = change if undone is None else newest.get(undone) or session.get_one(Change, (match.id, undone))
        if not {"hands", "stopped"} & about.after.keys():
            break
        fact = {name: getattr(about, name) for name in ("kind", "hand", "key")}
        facts.append({**fact, "before": _facts(match, about.before), "after": _facts(match, about.after)})
        top = change.under
    return facts[::-1]


def _newest(match: Match, top: int | None) -> dict[int, Change]:
    """Returns the newest log lines up to number `top`, by number, in one query; usually all of the stack."""
    if top is None:
        return {}
    query = select(Change).where(Change.match_id == match.id, Change.number <= top, Change.kind != "decline")
    lines = session_of(match).scalars(query.order_by(Change.number.desc()).limit(2 * MOST_STEPS))
    return {change.number: change for change in lines}


def _facts(match: Match, facts: dict[str, Any]) -> dict[str, Any]:
    if "hands" not in facts:
        return facts
    return {"hands": {number: _with_current_names(match, int(number), hand) for number, hand in facts["hands"].items()}}


def decline(match: Match, kind: str, hand: int | None, entry: Entry, *, actor: str, key: str) -> Change | None:
    """Logs an offline change that the phone discarded because it conflicts with changes by others.

    The match does not change, so this needs no version, ignores the lock and cannot be undone. Returns None, and
    logs nothing, if the match already has MOST_DECLINED such lines; the phone discards the change anyway.
    """
    count = select(func.count()).where(Change.match_id == match.id, Change.kind == "decline")
    if (session_of(match).scalar(count) or 0) >= MOST_DECLINED:
        return None
    change = history.change_of("decline", {}, {"declined": {"kind": kind, "entry": entry}}, hand)
    return save(match, Write(actor, key), lambda _match: change, although_locked=True)
