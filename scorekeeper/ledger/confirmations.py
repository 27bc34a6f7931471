"""Who agrees with which hand, and with the result: read from the log, where sides confirm.

Agreement is with what was said of a hand, so it ends when that is changed and holds again when it is changed back.
Whoever records, corrects or strikes a hand agrees with it for the side that the phone sits with. Which side that is,
each phone says once after confirming was switched on; switching it on again asks every phone again.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Say, _
from scorekeeper.games.engine.match_state import Agreed
from scorekeeper.ledger.log import said_of, session_of
from scorekeeper.store.models import Change, Hand, Match

CONFIRMED = ("hands", "result")
SPOKEN = ("record", "correct", "strike", "finish")  # with these a phone speaks for its own side
LINES = (*SPOKEN, "undo", "redo", "confirm", "sit", "confirming")


class Voice(NamedTuple):
    """A side agreed with something: `stands` where that is as it was; `lent` is the side on whose phone it was done."""

    side: int
    change: Change
    stands: bool
    lent: int | None = None


def agreed_with(match: Match, hand: Hand | None) -> dict[str, Any]:
    """What one agrees with, as a line of the log keeps it: a hand as it was entered or, without one, the result."""
    if hand is None:
        return {"status": match.status, "totals": match.table["totals"]}
    said = said_of(hand)
    entry = {name: value for name, value in said["entry"].items() if name not in rules.REMARKS}
    return {"said": {"entry": entry, "struck": said["struck"]}}


def phones(match: Match) -> dict[str, int]:
    """The side of every phone that has said it, by the phone's mark."""
    lines = _lines(match, ("sit", "confirming"))
    return _phones(lines)


def _phones(lines: list[Change]) -> dict[str, int]:
    found: dict[str, int] = {}
    for change in lines:
        if change.kind == "confirming":
            found.clear()
        elif change.kind == "sit" and change.device:
            found[change.device] = change.after["side"]
    return found


def side_of(match: Match, device: str) -> int | None:
    """The side that a phone sits with, if it has said so."""
    return phones(match).get(device)


def has_spoken(match: Match, device: str) -> bool:
    """Whether a phone has agreed with anything since it said which side it sits with."""
    said = False
    for change in _lines(match, (*SPOKEN, "confirm", "sit")):
        if change.device == device:
            said = change.kind != "sit"
    return said


def _lines(match: Match, kinds: tuple[str, ...]) -> list[Change]:
    found = select(Change).where(Change.match_id == match.id, Change.kind.in_(kinds)).order_by(Change.number)
    return list(session_of(match).scalars(found))


def agreed(match: Match, say: Say) -> Agreed | None:
    """Where sides confirm, who agrees with what; sides by index, hands by number as texts.

    `{"what": "hands" or "result", "hands": {"3": [0, 1]}, "result": [0], "next": {"1": 4}, "phones": [0],
    "told": {"3": [sentence…], "result": […]}}`: `next` is the oldest hand that waits for a side, of those
    since confirming was switched on, `phones` the sides that have one of their own.
    """
    what = match.setup["about"].get("confirm")
    if what not in CONFIRMED:
        return None
    lines = _lines(match, LINES)
    heard = voices(match, lines)
    hands = {number: _standing(found) for number, found in heard.items() if number is not None}
    result = _standing(heard.get(None, []))
    return {
        "what": what,
        "hands": {str(number): hands[number] for number in sorted(hands)},
        "result": result,
        "next": _next(match, lines, hands) if what == "hands" else {},
        "phones": sorted(set(_phones(lines).values())),
        "told": {
            str(number or "result"): [told(match, each, say) for each in found] for number, found in heard.items()
        },
    }


def confirmations(match: Match) -> dict[int | None, list[Voice]]:
    """All that sides said of each hand, and at None of the result, oldest first; empty where sides do not confirm."""
    return voices(match, _lines(match, LINES)) if match.setup["about"].get("confirm") in CONFIRMED else {}


def voices(match: Match, lines: list[Change]) -> dict[int | None, list[Voice]]:
    """The last word of every side about each hand, and at None about the result, oldest first."""
    rows = {row.number: row for row in session_of(match).scalars(select(Hand).where(Hand.match_id == match.id))}
    now = {number: agreed_with(match, row) for number, row in rows.items()}
    sides = _phones(lines)
    heard: defaultdict[int | None, dict[int, Voice]] = defaultdict(dict)
    for change in lines:
        if change.kind == "confirm" and (change.hand is None or change.hand in rows):
            _hear(heard[change.hand], _confirmed(match, change, now, rows))
        elif change.kind in SPOKEN and change.device in sides and change.hand in rows:
            said = _said(change)
            if said is not None:
                _hear(heard[change.hand], Voice(sides[change.device], change, said == now[change.hand]["said"]))
    in_order = sorted(heard, key=lambda each: (each is None, each or 0))
    return {number: sorted(heard[number].values(), key=lambda voice: voice.change.number) for number in in_order}


def _hear(heard: dict[int, Voice], voice: Voice) -> None:
    """The newest word of a side counts, but one that has lapsed does not replace one that stands."""
    before = heard.get(voice.side)
    if before is None or voice.stands or not before.stands:
        heard[voice.side] = voice


def _confirmed(match: Match, change: Change, now: dict[int, dict[str, Any]], rows: dict[int, Hand]) -> Voice:
    after = change.after
    if change.hand is None:
        result = agreed_with(match, None)
        stands = {name: after[name] for name in result} == result
    elif "said" in after:
        stands = after["said"] == now[change.hand]["said"]
    else:  # lines of older versions do not say what was agreed with
        stands = change.number > rows[change.hand].version
    return Voice(after["side"], change, stands, after.get("lent"))


def _said(change: Change) -> dict[str, Any] | None:
    """What a change said of its hand, as `agreed_with` has it."""
    said = change.after.get("hands", {}).get(str(change.hand))
    if said is None:
        return None
    entry = {name: value for name, value in said["entry"].items() if name not in rules.REMARKS}
    return {"entry": entry, "struck": said["struck"]}


def _standing(found: list[Voice]) -> list[int]:
    return sorted(voice.side for voice in found if voice.stands)


def _next(match: Match, lines: list[Change], hands: dict[int, list[int]]) -> dict[str, int]:
    settled = max((change.number for change in lines if change.kind == "confirming"), default=0)
    newer = {int(number) for change in lines if change.number > settled for number in change.after.get("hands", {})}
    found: dict[str, int] = {}
    for number in sorted(newer):
        for side in range(len(match.setup["sides"])):
            if number <= match.hand_count and side not in hands.get(number, []):
                found.setdefault(str(side), number)
    return found


def told(match: Match, voice: Voice, say: Say) -> str:
    """A side's word as a sentence."""
    names = [side["name"] for side in match.setup["sides"]]
    text = _("{who} agreed, {time}")
    if not voice.stands:
        text = _("{who} agreed, {time}, before it was changed: that no longer counts")
    elif voice.change.kind != "confirm":
        text = _("{who} entered it, {time}")
    elif voice.lent is not None:
        text = _("{who} agreed on the phone of {other}, {time}")
    other = "" if voice.lent is None else names[voice.lent]
    return say(text, {"who": names[voice.side], "time": voice.change.at, "other": other})
