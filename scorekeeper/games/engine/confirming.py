"""Confirming: which side has confirmed which hands and the result. Pure; the same on server and phone."""

from typing import Any, TypeAlias, TypedDict

from . import history, play
from .checks import _, refuse
from .match_state import Agreed
from .play import HandInput
from .shapes import Say, Setup, Table

CONFIRMED = ("hands", "result")
ENTERING = ("record", "correct", "strike", "finish")  # changes that also confirm the hand for the phone's own side

# The confirmed content: a hand as entered, `{"said": {"entry", "struck"}}`, or the result, `{"status", "totals"}`.
Content: TypeAlias = "dict[str, Any]"
Now: TypeAlias = "dict[int | None, Content]"  # current content by hand number; the result at None


class Voice(TypedDict):
    """A side's confirmation of a hand, by its number, or (None) of the result.

    `side` is None on a phone without a side, `content` if the confirmed content is unknown. `entered`: by entering the
    hand; `lent`: the side whose phone was used. `at` is the moment or, on a phone, the time of day as text; an empty
    text until it is sent.
    """

    hand: "int | None"
    side: "int | None"
    content: "Content | None"
    entered: bool
    lent: "int | None"
    at: Any


def is_asked(setup: Setup) -> bool:
    """True if the sides confirm hands or the result in this match."""
    return setup["about"].get("confirm") in CONFIRMED


def content_of(hand: "HandInput | None", status: str, totals: "list[int]") -> Content:
    """Returns the content of a confirmation: the hand as entered or, without a hand, the result."""
    if hand is None:
        return {"status": status, "totals": totals}
    entry = {name: value for name, value in hand["entry"].items() if name not in play.REMARKS}
    return {"said": {"entry": entry, "struck": hand["struck"]}}


def to_confirm(hand: "int | None", played: "HandInput | None", status: str, totals: "list[int]") -> Content:
    """Returns the content of a confirmation of a hand or (None) the result. Raises Refusal if there is none."""
    if hand is None and status == "in_progress":
        raise refuse(None, None, _("The match is not over yet"))
    if hand is not None and played is None:
        raise refuse(None, None, _("This hand doesn’t exist"))
    return content_of(played, status, totals)


def check_side(setup: Setup, side: int) -> None:
    """Raises Refusal if the match has no side of this index."""
    if not 0 <= side < len(setup["sides"]):
        raise refuse("side", None, _("This must be one of the sides"))


def check_seat(setup: Setup, side: int, own_side: "int | None") -> None:
    """Raises Refusal if the phone already plays for another side (`own_side`)."""
    if own_side is not None and own_side != side:
        raise refuse("side", None, _("This phone already plays for {who}"), who=setup["sides"][own_side]["name"])


def lent_by(setup: Setup, side: int, own_side: "int | None", phones: "list[int]") -> "int | None":
    """Returns the side that lends `side` its phone to confirm; None if the phone is its own or has no side.

    `own_side` is the phone's side, `phones` are all sides with a phone. Raises Refusal if `side` has a phone itself.
    """
    if own_side is None or own_side == side:
        return None
    if side in phones:
        who = setup["sides"][side]["name"]
        raise refuse("side", None, _("{who} have their own phone at the table: confirm there"), who=who)
    return own_side


def agreed(
    setup: Setup, voices: "list[Voice]", current: Now, phones: "list[int]", fresh: "list[int]", say: Say
) -> Agreed:
    """Returns the sides that confirmed each hand and the result (see `match_state.Agreed`).

    `voices` are in the order received, `phones` are the sides with a phone, `fresh` the numbers of the hands entered
    since confirming was switched on.
    """
    kind = setup["about"]["confirm"]
    heard = newest(voices, current)
    standing = {number: _standing(voices, confirmations) for number, confirmations in heard}
    return {
        "what": kind,
        "hands": {str(number): standing[number] for number, _confirmations in heard if number is not None},
        "result": standing.get(None, []),
        "next": _next(len(setup["sides"]), current, standing, fresh) if kind == "hands" else {},
        "phones": phones,
        "told": {
            str(number or "result"): [voice_text(setup, voices[at], stands, say) for at, stands in confirmations]
            for number, confirmations in heard
        },
    }


def newest(voices: "list[Voice]", current: Now) -> "list[tuple[int | None, list[tuple[int, bool]]]]":
    """Returns each side's newest confirmation of each hand, and last of the result: (its index, True if valid).

    An outdated confirmation does not replace a valid one. Those of deleted hands are left out.
    """
    by_hand: dict[Any, dict[int, tuple[int, bool]]] = {}
    for at, voice in enumerate(voices):
        hand, side = voice["hand"], voice["side"]
        if side is None or hand not in current:
            continue
        of_hand = by_hand.setdefault(hand, {})
        stands = voice["content"] == current[hand]
        if stands or side not in of_hand or not of_hand[side][1]:
            of_hand[side] = (at, stands)
    in_order = sorted(by_hand, key=lambda hand: (hand is None, hand))
    return [(hand, sorted(by_hand[hand].values())) for hand in in_order]


def _standing(voices: "list[Voice]", confirmations: "list[tuple[int, bool]]") -> "list[int]":
    return sorted([voices[at]["side"] or 0 for at, stands in confirmations if stands])


def _next(sides: int, current: Now, standing: "dict[int | None, list[int]]", fresh: "list[int]") -> "dict[str, int]":
    waiting: dict[str, int] = {}
    for number in sorted(fresh):
        for side in range(sides):
            if number in current and side not in standing.get(number, []):
                waiting.setdefault(str(side), number)
    return waiting


def voice_text(setup: Setup, voice: Voice, stands: bool, say: Say) -> str:
    """Returns a confirmation as a sentence; `stands` is False if it is no longer valid."""
    names = [side["name"] for side in setup["sides"]]
    lent = voice["lent"]
    text = (_SENT if voice["at"] else _UNSENT)[_kind_of(voice, stands)]
    other = None if lent is None else names[lent]
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


MatchDocument: TypeAlias = "dict[str, Any]"  # the document of a match (see `offline_match`)
Part: TypeAlias = "dict[str, Any]"


def blank() -> Part:
    """Returns the `confirming` part of a new match's document, without confirmations."""
    return {"voices": [], "phones": [], "own": None, "fresh": []}


def part_of(match: MatchDocument) -> Part:
    """Returns the `confirming` part of a match's document."""
    part: Part = blank()
    if match.get("confirming"):
        part.update(match["confirming"])
    elif match["shown"].get("agreed"):
        part["phones"] = match["shown"]["agreed"]["phones"]
    return part


def agreed_offline(match: MatchDocument, status: str, table: Table, say: Say) -> "Agreed | None":
    """Returns the sides that confirmed each hand and the result; None if the match has no confirming."""
    if not is_asked(match["setup"]):
        return None
    part = part_of(match)
    current: Now = {None: content_of(None, status, table["totals"])}
    for at, hand in enumerate(match["hands"]):
        current[at + 1] = content_of(hand, status, [])
    return agreed(match["setup"], part["voices"], current, part["phones"], part["fresh"], say)


def entered(match: MatchDocument, change: history.Change) -> Part:
    """Returns the `confirming` part after a change on this phone; entering a hand also confirms it."""
    part = part_of(match)
    if not is_asked(match["setup"]):
        return part
    hands = change["after"].get("hands", {})
    fresh = [int(number) for number in hands if int(number) not in part["fresh"]]
    part["fresh"] = sorted(part["fresh"] + fresh)
    hand = hands.get(str(change["hand"]))
    if hand is not None and change["kind"] in ENTERING:
        content = content_of(hand, "", [])
        part["voices"] = part["voices"] + [_voice(change["hand"], part["own"], content, True)]
    return part


def seated(setup: Setup, part: Part, side: int) -> Part:
    """Returns the `confirming` part after this phone has chosen its side; its earlier entries get the side.

    Decision: only a server can change the side later, because it has the phone's confirmations. Raises Refusal.
    """
    check_side(setup, side)
    check_seat(setup, side, part["own"])
    after = part.copy()
    after["own"] = side
    after["phones"] = sorted(set(part["phones"] + [side]))
    after["voices"] = [_of_side(voice, side) for voice in part["voices"]]
    return after


def _of_side(voice: Voice, side: int) -> Voice:
    """Returns the confirmation with `side` as its side if it has none, else unchanged."""
    if voice["side"] is not None:
        return voice
    return _voice(voice["hand"], side, voice["content"], voice["entered"], voice["lent"], voice["at"])


def confirmed(setup: Setup, part: Part, side: int, hand: "int | None", content: Content) -> Part:
    """Returns the `confirming` part with a side's new confirmation from this phone. Raises Refusal."""
    check_side(setup, side)
    lent = lent_by(setup, side, part["own"], part["phones"])
    after = part.copy()
    after["voices"] = part["voices"] + [_voice(hand, side, content, False, lent)]
    return after


def sent(part: Part, time: str) -> Part:
    """Returns the `confirming` part with `time`, when the server received it, in confirmations not sent before."""
    after = part.copy()
    after["voices"] = [
        _voice(voice["hand"], voice["side"], voice["content"], voice["entered"], voice["lent"], voice["at"] or time)
        for voice in part["voices"]
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
