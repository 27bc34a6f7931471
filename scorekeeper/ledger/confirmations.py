"""Who confirmed which hand, and the result: read from the log of a match in which sides confirm.

What that means is in `games.engine.confirming`, which phones run too. Here the log's lines become what each side said.
Each phone chooses its side once after confirming was switched on; switching it on again makes every phone choose again.
"""

from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine import confirming
from scorekeeper.games.engine.base import Say
from scorekeeper.games.engine.confirming import ENTERING, Content, Now, Voice
from scorekeeper.games.engine.match_state import Agreed
from scorekeeper.ledger.log import input_of, session_of
from scorekeeper.store.models import Change, Hand, Match

LINES = (*ENTERING, "undo", "redo", "confirm", "sit", "confirming")


class Confirmation(NamedTuple):
    """A side's confirmation of a hand or the result: `stands` while that is unchanged; `lent`: whose phone it used."""

    side: int
    change: Change
    stands: bool
    lent: int | None = None


class Heard(NamedTuple):
    """What a match's log holds of confirmations.

    `voices` are in the order of the log, each with its line in `lines`; those of phones that have not said where they
    sit are nobody's. `sides` are those of the other phones, by their marks; `fresh` the hands entered since confirming
    was switched on.
    """

    lines: list[Change]
    voices: list[Voice]
    now: Now
    sides: dict[str, int]
    fresh: list[int]

    @property
    def phones(self) -> list[int]:
        """The sides that have a phone."""
        return sorted(set(self.sides.values()))


def agreed_with(match: Match, hand: Hand | None) -> Content:
    """What is confirmed, as a line of the log stores it: a hand as it was entered or, without one, the result."""
    return confirming.content_of(None if hand is None else input_of(hand), match.status, match.table["totals"])


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
    """Where sides confirm, who confirmed what (see `games.engine.match_state.Agreed`)."""
    found = heard(match)
    if found is None:
        return None
    return confirming.agreed(match.setup, found.voices, found.now, found.phones, found.fresh, say)


def heard(match: Match) -> Heard | None:
    """What the log holds; None where sides do not confirm."""
    return _heard(match, _lines(match, LINES)) if confirming.is_asked(match.setup) else None


def _heard(match: Match, lines: list[Change]) -> Heard:
    rows = {row.number: row for row in session_of(match).scalars(select(Hand).where(Hand.match_id == match.id))}
    sides = _phones(lines)
    now: Now = {number: agreed_with(match, row) for number, row in rows.items()}
    now[None] = agreed_with(match, None)
    found = [(change, voice) for change in lines if (voice := _voice(change, sides, now, rows))]
    return Heard([change for change, _voice in found], [voice for _change, voice in found], now, sides, _fresh(lines))


def _fresh(lines: list[Change]) -> list[int]:
    switched_on = max((change.number for change in lines if change.kind == "confirming"), default=0)
    newer = {int(number) for change in lines if change.number > switched_on for number in change.after.get("hands", {})}
    return sorted(newer)


def _voice(change: Change, sides: dict[str, int], now: Now, rows: dict[int, Hand]) -> Voice | None:
    """What a line of the log says, if it says anything of a hand that is there, or of the result."""
    if change.hand not in (None, *rows):
        return None
    if change.kind == "confirm":
        side, content, lent = change.after["side"], _content(change, now, rows), change.after.get("lent")
    else:
        given = change.after.get("hands", {}).get(str(change.hand)) if change.kind in ENTERING else None
        if given is None:
            return None
        side, content, lent = sides.get(change.device or ""), confirming.content_of(given, "", []), None
    entered = change.kind != "confirm"
    return {"hand": change.hand, "side": side, "content": content, "entered": entered, "lent": lent, "at": change.at}


def _content(change: Change, now: Now, rows: dict[int, Hand]) -> "Content | None":
    """What a side agreed with by a line of its own."""
    after = change.after
    if change.hand is None:
        return {name: after[name] for name in now[None]}
    if "said" in after:
        return {"said": after["said"]}
    # lines of older versions do not store what was confirmed
    return now[change.hand] if change.number > rows[change.hand].version else None


def confirmations(match: Match) -> dict[int | None, list[Confirmation]]:
    """The confirmations of each hand, and at None of the result, oldest first; empty where sides do not confirm."""
    return newest_confirmations(match, _lines(match, LINES)) if confirming.is_asked(match.setup) else {}


def newest_confirmations(match: Match, lines: list[Change]) -> dict[int | None, list[Confirmation]]:
    """Every side's newest confirmation of each hand, and at None of the result, oldest first."""
    found = _heard(match, lines)

    def one(at: int, stands: bool) -> Confirmation:
        voice = found.voices[at]
        return Confirmation(voice["side"] or 0, found.lines[at], stands, voice["lent"])

    in_order = confirming.newest(found.voices, found.now)
    return {number: [one(at, stands) for at, stands in places] for number, places in in_order}


def confirmation_text(match: Match, confirmation: Confirmation, say: Say) -> str:
    """A confirmation as a sentence."""
    change = confirmation.change
    voice: Voice = {
        "hand": change.hand,
        "side": confirmation.side,
        "content": None,
        "entered": change.kind != "confirm",
        "lent": confirmation.lent,
        "at": change.at,
    }
    return confirming.voice_text(match.setup, voice, confirmation.stands, say)
