"""Confirming: which sides have confirmed or contest which hands, and the result. Pure; the same on server and phone.

A side that contests a hand enters its own version. This changes no score and holds up no other hand, but the result
cannot be confirmed until they agree: that side confirms the hand after all, or it is corrected to what that side says.
"""

from typing import Any, Callable, NotRequired, TypeAlias, TypedDict

from . import history, play
from .checks import Refusal, _, refuse
from .match_state import Agreed, Contested, Version
from .play import HandInput
from .shapes import Entry, Say, Setup, Table
from .words import short

CONFIRMED = ("hands", "result")
ENTERING = ("record", "correct", "strike", "finish")  # changes that also confirm the hand for the phone's own side

# The confirmed content: a hand as entered, `{"said": {"entry", "struck"}}`, or the result, `{"status", "totals"}`.
Content: TypeAlias = "dict[str, Any]"
Now: TypeAlias = "dict[int | None, Content]"  # current content by hand number; the result at None
Heard: TypeAlias = "list[tuple[int | None, list[tuple[int, bool]]]]"  # see `newest`
Scored: TypeAlias = "Callable[[int, Entry], tuple[Entry, list[int]]]"  # see `agreed`


class Voice(TypedDict):
    """A side's confirmation of a hand, by its number, or (None) of the result.

    `side` is None on a phone without a side, `content` if the confirmed content is unknown. `entered`: by entering the
    hand; `lent`: the side whose phone was used. `at` is the moment or, on a phone, the time of day as text; an empty
    text until it is sent. `contests`: the side contests the hand, and says that it was `content`.
    """

    hand: "int | None"
    side: "int | None"
    content: "Content | None"
    entered: bool
    lent: "int | None"
    at: Any
    contests: NotRequired[bool]  # not in copies that older versions stored on phones


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


def to_contest(entry: Entry, current: Content) -> Content:
    """Returns the content of a contest: the hand in the side's version. Raises Refusal if that is `current`."""
    content = content_of({"entry": entry, "struck": False, "corrected": False, "at": ""}, "", [])
    if content == current:
        raise refuse(None, None, _("Change what is wrong"))
    return content


def check_uncontested(voices: "list[Voice]", current: Now) -> None:
    """Raises Refusal if a hand is contested: then the result cannot be confirmed."""
    for hand in contested(voices, newest(voices, current)):
        raise refuse(None, None, _("Hand {hand} is contested: settle that first"), hand=hand)


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
    setup: Setup,
    voices: "list[Voice]",
    current: Now,
    phones: "list[int]",
    fresh: "list[int]",
    say: Say,
    scored: Scored,
) -> Agreed:
    """Returns the sides that confirmed each hand and the result, and the contested hands (`match_state.Agreed`).

    `voices` are in the order received, `phones` are the sides with a phone, `fresh` the numbers of the hands entered
    since confirming was switched on. `scored` returns an entry with the present names, and its points as the hand of
    that number; it raises Refusal.
    """
    kind = setup["about"]["confirm"]
    heard = newest(voices, current)
    standing = {number: _standing(voices, confirmations) for number, confirmations in heard}
    disputed = contested(voices, heard)
    waiting = [number for number in fresh if number not in disputed]
    return {
        "what": kind,
        "hands": {str(number): standing[number] for number, _confirmations in heard if number is not None},
        "result": standing.get(None, []),
        "next": _next(len(setup["sides"]), current, standing, waiting) if kind == "hands" else {},
        "contested": [
            _contested(setup, number, [(voices[at], stands) for at, stands in words], current[number], say, scored)
            for number, words in heard
            if number in disputed
        ],
        "phones": phones,
        "told": {
            str(number or "result"): [voice_text(setup, voices[at], stands, say) for at, stands in confirmations]
            for number, confirmations in heard
        },
    }


def newest(voices: "list[Voice]", current: Now) -> Heard:
    """Returns each side's newest confirmation of each hand, and last of the result: (its index, True if valid).

    An outdated confirmation does not replace a valid one, but a contest does. Those of deleted hands are left out.
    """
    by_hand: dict[Any, dict[int, tuple[int, bool]]] = {}
    for at, voice in enumerate(voices):
        hand, side = voice["hand"], voice["side"]
        if side is None or hand not in current:
            continue
        of_hand = by_hand.setdefault(hand, {})
        stands = voice["content"] == current[hand]
        if stands or voice.get("contests") or side not in of_hand or not of_hand[side][1]:
            of_hand[side] = (at, stands)
    in_order = sorted(by_hand, key=lambda hand: (hand is None, hand))
    heard = [(hand, sorted(by_hand[hand].values())) for hand in in_order]
    if None in by_hand and contested(voices, heard):
        heard[-1] = (None, [(at, False) for at, _stands in heard[-1][1]])
    return heard


def contested(voices: "list[Voice]", heard: Heard) -> "list[int]":
    """Returns the numbers of the hands that a side contests in its newest voice."""
    return [
        hand
        for hand, words in heard
        if hand is not None and any(_is_contest(voices[at], stands) for at, stands in words)
    ]


def _is_contest(voice: Voice, stands: bool) -> bool:
    """True if the voice contests the hand; False once the hand is corrected to the voice's version (`stands`)."""
    return not stands and bool(voice.get("contests"))


def _contested(
    setup: Setup, number: int, words: "list[tuple[Voice, bool]]", current: Content, say: Say, scored: Scored
) -> Contested:
    """Returns a contested hand; `words` are its sides' newest voices, oldest first, each with True if it is valid."""
    said: list[tuple[list[Any], Content]] = [([voice["side"] for voice, stands in words if stands], current)]
    said += [([voice["side"]], voice["content"] or {}) for voice, stands in words if _is_contest(voice, stands)]
    last = [voice["side"] for voice, stands in words if stands or _is_contest(voice, stands)][-1]
    return {
        "hand": number,
        "versions": [_version(setup, number, sides, content, say, scored) for sides, content in said],
        "asked": [side for side in range(len(setup["sides"])) if side != last],
    }


def _version(setup: Setup, number: int, sides: "list[int]", content: Content, say: Say, scored: Scored) -> Version:
    entry, struck = content["said"]["entry"], content["said"]["struck"]
    points: list[int] = []
    words: list[str] = []
    try:
        entry, points = scored(number, entry)
        words = [say(message, params) for message, params in short(setup, entry)]
    except Refusal:  # no longer possible, because an earlier hand has changed; or from a file of others
        pass
    if struck:
        points = [0 for _side in setup["sides"]]
    return {"sides": sorted(sides), "entry": entry, "struck": struck, "points": points, "short": words}


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
    if _is_contest(voice, stands):
        return "contests"
    if not stands:
        return "lapsed"
    if voice["entered"]:
        return "entered"
    return "agreed" if voice["lent"] is None else "lent"


_SENT = {
    "agreed": _("{who} confirmed, {time}"),
    "lapsed": _("{who} confirmed, {time}, before it was changed: no longer counts"),
    "contests": _("{who} contested it, {time}"),
    "entered": _("{who} entered it, {time}"),
    "lent": _("{who} confirmed on the phone of {other}, {time}"),
}
_UNSENT = {
    "agreed": _("{who} confirmed · waiting to send"),
    "lapsed": _("{who} confirmed before it was changed: no longer counts · waiting to send"),
    "contests": _("{who} contested it · waiting to send"),
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


def agreed_offline(match: MatchDocument, status: str, table: Table, say: Say, scored: Scored) -> "Agreed | None":
    """Returns what `agreed` does; None if the match has no confirming."""
    if not is_asked(match["setup"]):
        return None
    part = part_of(match)
    current = current_offline(match, status, table)
    return agreed(match["setup"], part["voices"], current, part["phones"], part["fresh"], say, scored)


def current_offline(match: MatchDocument, status: str, table: Table) -> Now:
    """Returns the current content of all hands, and of the result."""
    current: Now = {None: content_of(None, status, table["totals"])}
    for at, hand in enumerate(match["hands"]):
        current[at + 1] = content_of(hand, status, [])
    return current


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
    own = voice.copy()
    own["side"] = side
    return own


def confirmed(
    setup: Setup, part: Part, side: int, hand: "int | None", content: Content, contests: bool = False
) -> Part:
    """Returns the `confirming` part with a side's new confirmation or contest from this phone. Raises Refusal."""
    check_side(setup, side)
    voice = _voice(hand, side, content, False, lent_by(setup, side, part["own"], part["phones"]))
    if contests:
        voice["contests"] = True
    after = part.copy()
    after["voices"] = part["voices"] + [voice]
    return after


def sent(part: Part, time: str) -> Part:
    """Returns the `confirming` part with `time`, when the server received it, in confirmations not sent before."""
    after = part.copy()
    after["voices"] = [voice.copy() for voice in part["voices"]]
    for voice in after["voices"]:
        voice["at"] = voice["at"] or time
    return after


def _voice(
    hand: "int | None", side: "int | None", content: "Content | None", entered: bool, lent: "int | None" = None
) -> Voice:
    return {"hand": hand, "side": side, "content": content, "entered": entered, "lent": lent, "at": ""}
