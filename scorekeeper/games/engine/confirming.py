"""Confirming: which side has agreed to which hand and to the result. Pure; the same on server and phone."""

from typing import Any, TypeAlias, TypedDict

from . import history, play
from .checks import _, refuse
from .match_state import Agreed
from .play import HandInput
from .shapes import Say, Setup, Table

CONFIRMED = ("hands", "result")
ENTERING = ("record", "correct", "strike", "finish")  # with these a phone confirms for its own side

# A hand as it was entered, `{"said": {"entry", "struck"}}`, or the result, `{"status", "totals"}`.
Content: TypeAlias = "dict[str, Any]"
Now: TypeAlias = "dict[int | None, Content]"  # what stands at each hand's number, and at None as the result


class Voice(TypedDict):
    """What a side said: that it agrees with the hand of that number or, None, with the result.

    `side` is None on a phone that has not said where it sits, `content` where it is not known what was agreed with.
    `entered`: by entering the hand; `lent`: the side on whose phone. `at` is the moment or, on a phone, its time of day
    in words; that is empty for what the phone has not sent yet.
    """

    hand: "int | None"
    side: "int | None"
    content: "Content | None"
    entered: bool
    lent: "int | None"
    at: Any


def is_asked(setup: Setup) -> bool:
    """Whether the sides confirm anything."""
    return setup["about"].get("confirm") in CONFIRMED


def content_of(given: "HandInput | None", status: str, totals: "list[int]") -> Content:
    """What a side agrees with: a hand by its input or, without one, the result."""
    if given is None:
        return {"status": status, "totals": totals}
    entry = {name: value for name, value in given["entry"].items() if name not in play.REMARKS}
    return {"said": {"entry": entry, "struck": given["struck"]}}


def to_confirm(hand: "int | None", given: "HandInput | None", status: str, totals: "list[int]") -> Content:
    """What is there to be confirmed of a hand or, None, as the result. Raises Refusal where nothing is."""
    if hand is None and status == "in_progress":
        raise refuse(None, None, _("The match is not over yet"))
    if hand is not None and given is None:
        raise refuse(None, None, _("This hand doesn’t exist"))
    return content_of(given, status, totals)


def check_side(setup: Setup, side: int) -> None:
    """Raise Refusal where the match has no such side."""
    if not 0 <= side < len(setup["sides"]):
        raise refuse("side", None, _("This must be one of the sides"))


def check_seat(setup: Setup, side: int, own: "int | None") -> None:
    """Raise Refusal where a phone that sits with its `own` side, and has to stay there, says it sits with another."""
    if own is not None and own != side:
        raise refuse("side", None, _("This phone already plays for {who}"), who=setup["sides"][own]["name"])


def lent_by(setup: Setup, side: int, own: "int | None", phones: "list[int]") -> "int | None":
    """The side on whose phone this one confirms, if it is not its own. Raises Refusal where it has a phone itself.

    `own` is the side that the phone sits with, `phones` are all that have one.
    """
    if own is None or own == side:
        return None
    if side in phones:
        who = setup["sides"][side]["name"]
        raise refuse("side", None, _("{who} have their own phone at the table: confirm there"), who=who)
    return own


def agreed(setup: Setup, voices: "list[Voice]", now: Now, phones: "list[int]", fresh: "list[int]", say: Say) -> Agreed:
    """Who agrees with what in a match whose sides confirm (see `match_state.Agreed`).

    `voices` are in the order in which they were heard, `phones` the sides that have one, `fresh` the numbers of hands
    that were entered since confirming was switched on.
    """
    what = setup["about"]["confirm"]
    heard = newest(voices, now)
    standing = {number: _standing(voices, found) for number, found in heard}
    return {
        "what": what,
        "hands": {str(number): standing[number] for number, _found in heard if number is not None},
        "result": standing.get(None, []),
        "next": _next(len(setup["sides"]), now, standing, fresh) if what == "hands" else {},
        "phones": phones,
        "told": {
            str(number or "result"): [voice_text(setup, voices[at], stands, say) for at, stands in found]
            for number, found in heard
        },
    }


def newest(voices: "list[Voice]", now: Now) -> "list[tuple[int | None, list[tuple[int, bool]]]]":
    """Every side's newest voice on each hand, the result last: its place among the voices, and whether it stands.

    One that has lapsed does not replace one that stands. Those on hands that are gone are left out.
    """
    by_hand: dict[Any, dict[int, tuple[int, bool]]] = {}
    for at, voice in enumerate(voices):
        hand, side = voice["hand"], voice["side"]
        if side is None or hand not in now:
            continue
        of_hand = by_hand.setdefault(hand, {})
        stands = voice["content"] == now[hand]
        if stands or side not in of_hand or not of_hand[side][1]:
            of_hand[side] = (at, stands)
    in_order = sorted(by_hand, key=lambda hand: (hand is None, hand or 0))
    return [(hand, sorted(by_hand[hand].values())) for hand in in_order]


def _standing(voices: "list[Voice]", found: "list[tuple[int, bool]]") -> "list[int]":
    return sorted([voices[at]["side"] or 0 for at, stands in found if stands])


def _next(sides: int, now: Now, standing: "dict[int | None, list[int]]", fresh: "list[int]") -> "dict[str, int]":
    found: dict[str, int] = {}
    for number in sorted(fresh):
        for side in range(sides):
            if number in now and side not in standing.get(number, []):
                found.setdefault(str(side), number)
    return found


def voice_text(setup: Setup, voice: Voice, stands: bool, say: Say) -> str:
    """A voice as a sentence."""
    names = [side["name"] for side in setup["sides"]]
    lent = voice["lent"]
    text = (_SENT if voice["at"] else _UNSENT)[_kind_of(voice, stands)]
    other = "" if lent is None else names[lent]
    return say(text, {"who": names[voice["side"] or 0], "time": voice["at"], "other": other})


def _kind_of(voice: Voice, stands: bool) -> str:
    if not stands:
        return "lapsed"
    if voice["entered"]:
        return "entered"
    return "agreed" if voice["lent"] is None else "lent"


_SENT = {
    "agreed": _("{who} confirmed, {time}"),
    "lapsed": _("{who} confirmed, {time}, before it was changed: no longer counts"),
    "entered": _("{who} entered it, {time}"),
    "lent": _("{who} confirmed on the phone of {other}, {time}"),
}
_UNSENT = {
    "agreed": _("{who} confirmed · waiting to send"),
    "lapsed": _("{who} confirmed before it was changed: no longer counts · waiting to send"),
    "entered": _("{who} entered it · waiting to send"),
    "lent": _("{who} confirmed on the phone of {other} · waiting to send"),
}


Kept: TypeAlias = "dict[str, Any]"  # the document (`offline_match`)
Part: TypeAlias = "dict[str, Any]"


def blank() -> Part:
    """The part of a match of which nobody has said anything."""
    return {"voices": [], "phones": [], "own": None, "fresh": []}


def part_of(kept: Kept) -> Part:
    """The document's part."""
    part: Part = blank()
    if kept.get("confirming"):
        part.update(kept["confirming"])
    elif kept["shown"].get("agreed"):
        part["phones"] = kept["shown"]["agreed"]["phones"]
    return part


def agreed_offline(kept: Kept, status: str, table: Table, say: Say) -> "Agreed | None":
    """Who agrees with what, as a page shows it; None where the sides do not confirm."""
    if not is_asked(kept["setup"]):
        return None
    part = part_of(kept)
    now: Now = {None: content_of(None, status, table["totals"])}
    for at, given in enumerate(kept["hands"]):
        now[at + 1] = content_of(given, status, [])
    return agreed(kept["setup"], part["voices"], now, part["phones"], part["fresh"], say)


def entered(kept: Kept, change: history.Change) -> Part:
    """The part after a change of hands that this phone has made."""
    part = part_of(kept)
    if not is_asked(kept["setup"]):
        return part
    hands = change["after"].get("hands", {})
    fresh = [int(number) for number in hands if int(number) not in part["fresh"]]
    part["fresh"] = sorted(part["fresh"] + fresh)
    given = hands.get(str(change["hand"]))
    if given is not None and change["kind"] in ENTERING:
        content = content_of(given, "", [])
        part["voices"] = part["voices"] + [_voice(change["hand"], part["own"], content, True)]
    return part


def seated(setup: Setup, part: Part, side: int) -> Part:
    """The part once this phone has said which side it sits with: what it entered before counts for that.

    Decision: it changes its mind only where a server is, which knows what it has said before. Raises Refusal.
    """
    check_side(setup, side)
    check_seat(setup, side, part["own"])
    after = part.copy()
    after["own"] = side
    after["phones"] = sorted(set(part["phones"] + [side]))
    after["voices"] = [_of_side(voice, side) for voice in part["voices"]]
    return after


def _of_side(voice: Voice, side: int) -> Voice:
    """A voice of this phone, which now is that side's."""
    if voice["side"] is not None:
        return voice
    return _voice(voice["hand"], side, voice["content"], voice["entered"], voice["lent"], voice["at"])


def confirmed(setup: Setup, part: Part, side: int, hand: "int | None", content: Content) -> Part:
    """The part after a side has confirmed on this phone. Raises Refusal."""
    check_side(setup, side)
    lent = lent_by(setup, side, part["own"], part["phones"])
    after = part.copy()
    after["voices"] = part["voices"] + [_voice(hand, side, content, False, lent)]
    return after


def sent(part: Part, time: str) -> Part:
    """The part once all of it has arrived at a server: what this phone said last was said at that time of day."""
    after = part.copy()
    after["voices"] = [
        _voice(each["hand"], each["side"], each["content"], each["entered"], each["lent"], each["at"] or time)
        for each in part["voices"]
    ]
    return after


def _voice(
    hand: "int | None",
    side: "int | None",
    content: "Content | None",
    entered: bool,
    lent: "int | None" = None,
    at: str = "",
) -> Voice:
    return {"hand": hand, "side": side, "content": content, "entered": entered, "lent": lent, "at": at}
