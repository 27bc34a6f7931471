"""Confirming: both sides confirm every hand and the result; read from the log, as is how long the match lasts."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine import confirming, history
from scorekeeper.games.engine.base import Refusal, Say, _, refuse
from scorekeeper.games.engine.confirming import CONFIRMED, ENTERING, Content, Now, Voice
from scorekeeper.games.engine.match_state import Agreed, Clock
from scorekeeper.ledger.log import Write, input_of, is_harmless
from scorekeeper.ledger.seating import now_named
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match, now

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


LONGEST = 600  # minutes of a timed match


def with_clock(about: dict[str, str]) -> dict[str, str]:
    """The `about` of a match that starts now: with `minutes` it gets the moment of its end."""
    minutes = about.get("minutes", "")
    known = "ends" in about or not (minutes.isascii() and minutes.isdigit() and 0 < int(minutes[:9]) <= LONGEST)
    return about if known else {**about, "ends": _ends(int(minutes))}


def _ends(minutes: int) -> str:
    return (now() + timedelta(minutes=minutes)).isoformat(timespec="seconds")


def set_clock(match: Match, minutes: int, write: Write) -> Change:
    """The match lasts so many minutes from now on; 0 takes the clock away. Raises Refusal and Stale."""
    if not 0 <= minutes <= LONGEST:
        raise refuse("minutes", None, _("Choose 1 to {longest} minutes"), longest=LONGEST)
    about = {"minutes": str(minutes), "ends": _ends(minutes)} if minutes else {}
    return _agree(match, "clock", ("minutes", "ends"), about, write)


def set_confirming(match: Match, what: str, write: Write) -> Change:
    """Both sides confirm every hand (`hands`) or the `result`; anything else: nothing. Raises Stale."""
    about = {"confirm": what} if what in CONFIRMED else {}
    return _agree(match, "confirming", ("confirm",), about, write)


def _agree(match: Match, kind: str, names: tuple[str, ...], about: dict[str, str], write: Write) -> Change:
    """Replace the values of these names in `about`."""

    def command(match: Match) -> history.Change:
        others = {name: text for name, text in match.setup["about"].items() if name not in names}
        before, after = {"about": match.setup["about"]}, {"about": {**others, **about}}
        return history.change_of(kind, {"setup": before}, {"setup": after}, setup={**match.setup, **after})

    return save(match, write, command, accepts=lambda missed, hand: is_harmless(missed, hand) and missed != kind)


def sit(match: Match, side: int, write: Write) -> Change:
    """This phone sits with that side for the rest of the match; until it has confirmed anything it may change that.

    It need not have seen what others did meanwhile: whatever that was, it sits where it sits. Raises Refusal.
    """

    def command(match: Match) -> history.Change:
        confirming.check_side(match.setup, side)
        own = side_of(match, write.device)
        if own not in (None, side) and has_confirmed(match, write.device):
            confirming.check_seat(match.setup, side, own)
        return history.change_of("sit", {}, {"side": side})

    return save(match, write._replace(seen=None), command)


def confirm(match: Match, side: int, hand: int | None, write: Write, saw: dict[str, Any] | None = None) -> Change:
    """A side confirms a hand as it stands or, without one, the result. Undo passes over it.

    `saw` is what somebody confirmed on a phone without a network, with the names that its hands have today: then that
    has to stand as it was seen, whatever else others did since. Raises Refusal where there is no such thing or this
    phone may not confirm for that side, and Stale.
    """

    def command(match: Match) -> history.Change:
        confirming.check_side(match.setup, side)
        row = None if hand is None else session_of(match).get(Hand, (match.id, hand))
        about = agreed_with(match, row)
        if saw is not None and (row is None) == (hand is None) and saw != named(match, hand, about):
            raise _changed(match, side, hand)
        confirming.to_confirm(hand, None if row is None else input_of(row), match.status, match.table["totals"])
        lent = confirming.lent_by(match.setup, side, side_of(match, write.device), sorted(phones(match).values()))
        if lent is not None:
            about["lent"] = lent
        return history.change_of("confirm", {}, {"side": side, **about}, hand)

    return save(match, write if saw is None else write._replace(seen=None), command)


def named(match: Match, hand: int | None, content: confirming.Content) -> confirming.Content:
    """What is confirmed with the names of today, as a phone knows it."""
    if hand is None:
        return content
    said = content["said"]
    return {"said": {**said, "entry": now_named(match.setup, hand, said["entry"])}}


def _changed(match: Match, side: int, hand: int | None) -> Refusal:
    who = match.setup["sides"][side]["name"]
    if hand is None:
        return refuse(None, None, _("The result has changed since {who} confirmed it on this phone"), who=who)
    return refuse(None, None, _("Hand {hand} has changed since {who} confirmed it on this phone"), who=who, hand=hand)


def clock(match: Match) -> Clock | None:
    """`{"minutes", "ends"}` (a moment in ISO 8601) where a clock was set."""
    about = match.setup["about"]
    try:
        return {"minutes": int(about["minutes"]), "ends": datetime.fromisoformat(about["ends"]).isoformat()}
    except (KeyError, ValueError):
        return None
