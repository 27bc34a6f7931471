"""Who confirmed which hand, and the result: read from the log of a match in which sides confirm.

A confirmation is of a hand as it was entered, so it lapses when that is changed and holds again when it is changed
back. Whoever records, corrects or strikes a hand confirms it for the side that the phone sits with. Each phone chooses
its side once after confirming was switched on; switching it on again makes every phone choose again.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Say, _
from scorekeeper.games.engine.match_state import Agreed
from scorekeeper.ledger.log import input_of, session_of
from scorekeeper.store.models import Change, Hand, Match

CONFIRMED = ("hands", "result")
ENTERING = ("record", "correct", "strike", "finish")  # with these a phone confirms for its own side
LINES = (*ENTERING, "undo", "redo", "confirm", "sit", "confirming")


class Confirmation(NamedTuple):
    """A side's confirmation of a hand or the result: `stands` while that is unchanged; `lent`: whose phone it used."""

    side: int
    change: Change
    stands: bool
    lent: int | None = None


def agreed_with(match: Match, hand: Hand | None) -> dict[str, Any]:
    """What is confirmed, as a line of the log stores it: a hand as it was entered or, without one, the result."""
    if hand is None:
        return {"status": match.status, "totals": match.table["totals"]}
    given = input_of(hand)
    entry = {name: value for name, value in given["entry"].items() if name not in rules.REMARKS}
    return {"said": {"entry": entry, "struck": given["struck"]}}


def phones(match: Match) -> dict[str, int]:
    """The side of every phone that has chosen one, by the phone's mark."""
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
    """The side that a phone sits with, if it has chosen one."""
    return phones(match).get(device)


def has_confirmed(match: Match, device: str) -> bool:
    """Whether a phone has confirmed anything since it chose its side."""
    confirmed = False
    for change in _lines(match, (*ENTERING, "confirm", "sit")):
        if change.device == device:
            confirmed = change.kind != "sit"
    return confirmed


def _lines(match: Match, kinds: tuple[str, ...]) -> list[Change]:
    found = select(Change).where(Change.match_id == match.id, Change.kind.in_(kinds)).order_by(Change.number)
    return list(session_of(match).scalars(found))


def agreed(match: Match, say: Say) -> Agreed | None:
    """Where sides confirm, who confirmed what; sides by index, hands by number as texts.

    `{"what": "hands" or "result", "hands": {"3": [0, 1]}, "result": [0], "next": {"1": 4}, "phones": [0],
    "told": {"3": [sentence…], "result": […]}}`: `next` is the oldest hand that waits for a side, of those
    since confirming was switched on, `phones` the sides that have one of their own.
    """
    what = match.setup["about"].get("confirm")
    if what not in CONFIRMED:
        return None
    lines = _lines(match, LINES)
    by_hand = newest_confirmations(match, lines)
    hands = {number: _standing(found) for number, found in by_hand.items() if number is not None}
    result = _standing(by_hand.get(None, []))
    return {
        "what": what,
        "hands": {str(number): hands[number] for number in sorted(hands)},
        "result": result,
        "next": _next(match, lines, hands) if what == "hands" else {},
        "phones": sorted(set(_phones(lines).values())),
        "told": {
            str(number or "result"): [confirmation_text(match, each, say) for each in found]
            for number, found in by_hand.items()
        },
    }


def confirmations(match: Match) -> dict[int | None, list[Confirmation]]:
    """The confirmations of each hand, and at None of the result, oldest first; empty where sides do not confirm."""
    return newest_confirmations(match, _lines(match, LINES)) if match.setup["about"].get("confirm") in CONFIRMED else {}


def newest_confirmations(match: Match, lines: list[Change]) -> dict[int | None, list[Confirmation]]:
    """Every side's newest confirmation of each hand, and at None of the result, oldest first."""
    rows = {row.number: row for row in session_of(match).scalars(select(Hand).where(Hand.match_id == match.id))}
    now = {number: agreed_with(match, row) for number, row in rows.items()}
    sides = _phones(lines)
    by_hand: defaultdict[int | None, dict[int, Confirmation]] = defaultdict(dict)
    for change in lines:
        if change.kind == "confirm" and (change.hand is None or change.hand in rows):
            _take_newest(by_hand[change.hand], _confirmed(match, change, now, rows))
        elif change.kind in ENTERING and change.device in sides and change.hand in rows:
            given = _entered(change)
            if given is not None:
                _take_newest(
                    by_hand[change.hand],
                    Confirmation(sides[change.device], change, given == now[change.hand]["said"]),
                )
    in_order = sorted(by_hand, key=lambda each: (each is None, each or 0))
    return {number: sorted(by_hand[number].values(), key=lambda each: each.change.number) for number in in_order}


def _take_newest(by_side: dict[int, Confirmation], confirmation: Confirmation) -> None:
    """A side's newest confirmation counts, but one that has lapsed does not replace one that stands."""
    before = by_side.get(confirmation.side)
    if before is None or confirmation.stands or not before.stands:
        by_side[confirmation.side] = confirmation


def _confirmed(match: Match, change: Change, now: dict[int, dict[str, Any]], rows: dict[int, Hand]) -> Confirmation:
    after = change.after
    if change.hand is None:
        result = agreed_with(match, None)
        stands = {name: after[name] for name in result} == result
    elif "said" in after:
        stands = after["said"] == now[change.hand]["said"]
    else:  # lines of older versions do not store what was confirmed
        stands = change.number > rows[change.hand].version
    return Confirmation(after["side"], change, stands, after.get("lent"))


def _entered(change: Change) -> dict[str, Any] | None:
    """The hand as a change entered it, in the shape of `agreed_with`."""
    given = change.after.get("hands", {}).get(str(change.hand))
    if given is None:
        return None
    entry = {name: value for name, value in given["entry"].items() if name not in rules.REMARKS}
    return {"entry": entry, "struck": given["struck"]}


def _standing(found: list[Confirmation]) -> list[int]:
    return sorted(each.side for each in found if each.stands)


def _next(match: Match, lines: list[Change], hands: dict[int, list[int]]) -> dict[str, int]:
    switched_on = max((change.number for change in lines if change.kind == "confirming"), default=0)
    newer = {int(number) for change in lines if change.number > switched_on for number in change.after.get("hands", {})}
    found: dict[str, int] = {}
    for number in sorted(newer):
        for side in range(len(match.setup["sides"])):
            if number <= match.hand_count and side not in hands.get(number, []):
                found.setdefault(str(side), number)
    return found


def confirmation_text(match: Match, confirmation: Confirmation, say: Say) -> str:
    """A confirmation as a sentence."""
    names = [side["name"] for side in match.setup["sides"]]
    text = _("{who} agreed, {time}")
    if not confirmation.stands:
        text = _("{who} agreed, {time}, before it was changed: that no longer counts")
    elif confirmation.change.kind != "confirm":
        text = _("{who} entered it, {time}")
    elif confirmation.lent is not None:
        text = _("{who} agreed on the phone of {other}, {time}")
    other = "" if confirmation.lent is None else names[confirmation.lent]
    return say(text, {"who": names[confirmation.side], "time": confirmation.change.at, "other": other})
