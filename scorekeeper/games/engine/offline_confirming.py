"""What has been confirmed in a match on a phone without a network: the part `confirming` of its document.

`{"voices": [voice…], "phones": [side…], "own": side or None, "fresh": [number…]}` as `confirming.agreed` takes them;
`own` is the side that this phone sits with. A document of an older version has no such part: there nobody has been
heard yet, and both sides can be asked again.
"""

from typing import Any, TypeAlias

from . import confirming, history
from .base import Say, Setup, Table
from .confirming import Content, Now, Voice
from .match_state import Agreed

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


def agreed(kept: Kept, status: str, table: Table, say: Say) -> "Agreed | None":
    """Who agrees with what, as a page shows it; None where the sides do not confirm."""
    if not confirming.is_asked(kept["setup"]):
        return None
    part = part_of(kept)
    now: Now = {None: confirming.content_of(None, status, table["totals"])}
    for at, given in enumerate(kept["hands"]):
        now[at + 1] = confirming.content_of(given, status, [])
    return confirming.agreed(kept["setup"], part["voices"], now, part["phones"], part["fresh"], say)


def entered(kept: Kept, change: history.Change) -> Part:
    """The part after a change of hands that this phone has made."""
    part = part_of(kept)
    if not confirming.is_asked(kept["setup"]):
        return part
    hands = change["after"].get("hands", {})
    fresh = [int(number) for number in hands if int(number) not in part["fresh"]]
    part["fresh"] = sorted(part["fresh"] + fresh)
    given = hands.get(str(change["hand"]))
    if given is not None and change["kind"] in confirming.ENTERING:
        content = confirming.content_of(given, "", [])
        part["voices"] = part["voices"] + [_voice(change["hand"], part["own"], content, True)]
    return part


def seated(setup: Setup, part: Part, side: int) -> Part:
    """The part once this phone has said which side it sits with: what it entered before counts for that.

    Decision: it changes its mind only where a server is, which knows what it has said before. Raises Refusal.
    """
    confirming.check_side(setup, side)
    confirming.check_seat(setup, side, part["own"])
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
    confirming.check_side(setup, side)
    lent = confirming.lent_by(setup, side, part["own"], part["phones"])
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
