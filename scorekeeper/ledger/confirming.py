"""Confirmation of hands and results by both sides, contested hands, and the clock of a timed match."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.games.engine import confirming, history
from scorekeeper.games.engine.base import N_, Entry, Refusal, Say, refuse
from scorekeeper.games.engine.confirming import CONFIRMED, ENTERING, Content, Now, Voice
from scorekeeper.games.engine.match_state import Agreed, Clock, Contested
from scorekeeper.ledger.commands import preview
from scorekeeper.ledger.log import Write, input_of, is_harmless
from scorekeeper.ledger.seating import with_current_names, with_names_of_hand
from scorekeeper.ledger.writing import save
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match, now

SAID = ("confirm", "contest")
LINES = (*ENTERING, *SAID, "undo", "redo", "sit", "confirming")


class Confirmation(NamedTuple):
    """A side's confirmation of a hand or the result; `stands` is False if the hand or result has changed since.

    `lent` is the other side whose phone was used, None for a phone of its own. The line may be a contest.
    """

    side: int
    change: Change
    stands: bool
    lent: int | None = None


class ConfirmationLog(NamedTuple):
    """The confirmations in a match's log, and the sides of the phones that sent them.

    `voices` are the confirmations, oldest first, `lines` the log line of each; the side of a voice is None if its
    phone has not chosen one. `now` is the current content of hands and result, `sides` the chosen sides by device
    id, `fresh` the numbers of the hands entered since confirming was switched on.
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


def content_to_confirm(match: Match, hand: Hand | None) -> Content:
    """Returns the content to confirm, as logged: the input of the hand, or the result if `hand` is None."""
    return confirming.content_of(None if hand is None else input_of(hand), match.status, match.table["totals"])


def phones(match: Match) -> dict[str, int]:
    """Returns the sides that phones have chosen, by device id."""
    return _phones(_lines(match, ("sit", "confirming")))


def _phones(lines: list[Change]) -> dict[str, int]:
    sides: dict[str, int] = {}
    for change in lines:
        if change.kind == "confirming":
            sides.clear()
        elif change.kind == "sit" and change.device:
            sides[change.device] = change.after["side"]
    return sides


def side_of(match: Match, device: str) -> int | None:
    """Returns the side that a phone has chosen, None if it has not."""
    return phones(match).get(device)


def has_confirmed(match: Match, device: str) -> bool:
    """True if a phone has confirmed, contested or entered anything since it chose its side."""
    confirmed = False
    for change in _lines(match, (*ENTERING, *SAID, "sit")):
        if change.device == device:
            confirmed = change.kind != "sit"
    return confirmed


def _lines(match: Match, kinds: tuple[str, ...]) -> list[Change]:
    query = select(Change).where(Change.match_id == match.id, Change.kind.in_(kinds)).order_by(Change.number)
    return list(session_of(match).scalars(query))


def agreed(match: Match, say: Say) -> Agreed | None:
    """Returns the confirmations by side (see `games.engine.match_state.Agreed`); None if sides do not confirm."""
    log = confirmation_log(match)
    if log is None:
        return None

    def scored(number: int, entry: Entry) -> tuple[Entry, list[int]]:
        now_named = with_current_names(match.setup, number, entry)
        return now_named, preview(match, now_named, number)["points"]

    return confirming.agreed(match.setup, log.voices, log.now, log.phones, log.fresh, say, scored)


def contested(match: Match, say: Say) -> list[Contested]:
    """Returns the contested hands, in order."""
    confirmations = agreed(match, say)
    return confirmations["contested"] if confirmations else []


def confirmation_log(match: Match) -> ConfirmationLog | None:
    """Returns the confirmations in the match's log; None if sides do not confirm."""
    return _confirmation_log(match, _lines(match, LINES)) if confirming.is_asked(match.setup) else None


def _confirmation_log(match: Match, lines: list[Change]) -> ConfirmationLog:
    rows = {row.number: row for row in session_of(match).scalars(select(Hand).where(Hand.match_id == match.id))}
    sides = _phones(lines)
    now: Now = {number: content_to_confirm(match, row) for number, row in rows.items()}
    now[None] = content_to_confirm(match, None)
    pairs = [(change, voice) for change in lines if (voice := _voice(change, sides, now, rows))]
    changes, voices = [change for change, _voice in pairs], [voice for _change, voice in pairs]
    return ConfirmationLog(changes, voices, now, sides, _fresh(lines))


def _fresh(lines: list[Change]) -> list[int]:
    """Returns the numbers of the hands entered since confirming was switched on."""
    switched_on = max((change.number for change in lines if change.kind == "confirming"), default=0)
    newer = {int(number) for change in lines if change.number > switched_on for number in change.after.get("hands", {})}
    return sorted(newer)


def _voice(change: Change, sides: dict[str, int], now: Now, rows: dict[int, Hand]) -> Voice | None:
    """Returns the confirmation that a log line contains; None if it contains none, or its hand was removed."""
    if change.hand not in (None, *rows):
        return None
    if change.kind in SAID:
        side, content, lent = change.after["side"], _content(change, now, rows), change.after.get("lent")
    else:
        hand = change.after.get("hands", {}).get(str(change.hand)) if change.kind in ENTERING else None
        if hand is None:
            return None
        side, content, lent = sides.get(change.device or ""), confirming.content_of(hand, "", []), None
    return _voice_of(change, side, content, lent)


def _voice_of(change: Change, side: int | None, content: "Content | None", lent: int | None) -> Voice:
    return {
        "hand": change.hand,
        "side": side,
        "content": content,
        "entered": change.kind not in SAID,
        "lent": lent,
        "at": change.at,
        "contests": change.kind == "contest",
    }


def _content(change: Change, now: Now, rows: dict[int, Hand]) -> "Content | None":
    """Returns what a line confirmed, or said of a contested hand; None if an old version did not store it."""
    after = change.after
    if change.hand is None:
        return {name: after[name] for name in now[None]}
    if "said" in after:
        return {"said": after["said"]}
    # lines written by older versions of this program do not store it
    return now[change.hand] if change.number > rows[change.hand].version else None


def confirmations(match: Match) -> dict[int | None, list[Confirmation]]:
    """Returns each side's newest confirmation by hand (None: the result); empty if sides do not confirm."""
    return newest_confirmations(match, _lines(match, LINES)) if confirming.is_asked(match.setup) else {}


def newest_confirmations(match: Match, lines: list[Change]) -> dict[int | None, list[Confirmation]]:
    """Returns each side's newest confirmation (a valid one if any) by hand, oldest first; None: the result."""
    log = _confirmation_log(match, lines)

    def confirmation(index: int, stands: bool) -> Confirmation:
        voice = log.voices[index]
        return Confirmation(voice["side"] or 0, log.lines[index], stands, voice["lent"])

    by_hand = confirming.newest(log.voices, log.now)
    return {number: [confirmation(index, stands) for index, stands in pairs] for number, pairs in by_hand}


def confirmation_text(match: Match, confirmation: Confirmation, say: Say) -> str:
    """Returns a confirmation as a sentence, with the side, the time, and the side that lent its phone, if any."""
    voice = _voice_of(confirmation.change, confirmation.side, None, confirmation.lent)
    return confirming.voice_text(match.setup, voice, confirmation.stands, say)


LONGEST = 600  # minutes of a timed match


def with_clock(about: dict[str, str]) -> dict[str, str]:
    """Returns the `about` of a match that starts now, with its end time `ends` if `minutes` is valid."""
    minutes = about.get("minutes", "")
    if "ends" in about or not (minutes.isascii() and minutes.isdigit() and 0 < int(minutes) <= LONGEST):
        return about
    return {**about, "ends": _ends(int(minutes))}


def _ends(minutes: int) -> str:
    return (now() + timedelta(minutes=minutes)).isoformat(timespec="seconds")


def set_clock(match: Match, minutes: int, write: Write) -> Change:
    """Ends the match in `minutes` from now; 0 removes the clock. Raises Refusal and Stale."""
    if not 0 <= minutes <= LONGEST:
        raise refuse("minutes", None, N_("Choose 1 to {longest} minutes"), longest=LONGEST)
    about = {"minutes": str(minutes), "ends": _ends(minutes)} if minutes else {}
    return _change_about(match, "clock", ("minutes", "ends"), about, write)


def set_confirming(match: Match, what: str, write: Write) -> Change:
    """Sets what both sides confirm: every hand (`hands`), the `result`, or nothing (any other value). Raises Stale."""
    about = {"confirm": what} if what in CONFIRMED else {}
    return _change_about(match, "confirming", ("confirm",), about, write)


def _change_about(match: Match, kind: str, names: tuple[str, ...], about: dict[str, str], write: Write) -> Change:
    """Replaces the keys `names` of the setup's `about` with the parameter `about`."""

    def command(match: Match) -> history.Change:
        others = {name: text for name, text in match.setup["about"].items() if name not in names}
        before, after = {"about": match.setup["about"]}, {"about": {**others, **about}}
        return history.change_of(kind, {"setup": before}, {"setup": after}, setup={**match.setup, **after})

    return save(match, write, command, accepts=lambda missed, hand: is_harmless(missed, hand) and missed != kind)


def sit(match: Match, side: int, write: Write) -> Change:
    """Sets the side that this phone confirms for, final once the phone has confirmed or entered anything.

    Any version is accepted: changes by others do not matter here. Raises Refusal.
    """

    def command(match: Match) -> history.Change:
        confirming.check_side(match.setup, side)
        chosen = side_of(match, write.device)
        if chosen not in (None, side) and has_confirmed(match, write.device):
            confirming.check_seat(match.setup, side, chosen)
        return history.change_of("sit", {}, {"side": side})

    return save(match, write._replace(seen=None), command)


def confirm(match: Match, side: int, hand: int | None, write: Write, saw: dict[str, Any] | None = None) -> Change:
    """Confirms a hand or, if `hand` is None, the result, for a side. Undo skips confirmations.

    `saw` is the content that was confirmed offline, with the current names: it must be unchanged, while any other
    change since then is accepted. Raises Refusal if it has changed, if there is nothing to confirm, or if this phone
    may not confirm for that side; raises Stale.
    """

    def command(match: Match) -> history.Change:
        about = _content_seen(match, side, hand, saw)
        if hand is None and (log := confirmation_log(match)):
            confirming.check_uncontested(log.voices, log.now)
        return history.change_of("confirm", {}, _word_of(match, side, about, write), hand)

    return save(match, write if saw is None else write._replace(seen=None), command)


def contest(
    match: Match, side: int, hand: int, entry: Entry, write: Write, saw: dict[str, Any] | None = None
) -> Change:
    """Contests a hand for a side: `entry` is the hand in its version. Changes no score; undo skips it.

    The side may have missed later hands, and with `saw` anything that does not change the hand (see `confirm`). Raises
    Refusal if the rules do not allow the entry or it is the hand's, or as `confirm` does; raises Stale.
    """

    def command(match: Match) -> history.Change:
        current = _content_seen(match, side, hand, saw, contests=True)
        preview(match, entry, hand)
        named_then = with_names_of_hand(match.setup, hand, entry)
        about = confirming.to_contest(named_then, current)
        return history.change_of("contest", {}, _word_of(match, side, about, write), hand)

    def accepts(kind: str, number: int | None) -> bool:
        return is_harmless(kind, number) or (number is not None and number > hand)

    return save(match, write if saw is None else write._replace(seen=None), command, accepts=accepts)


def _content_seen(
    match: Match, side: int, hand: int | None, saw: "dict[str, Any] | None", contests: bool = False
) -> Content:
    """Returns the content of a hand or the result. Raises Refusal if there is none, or if it is not what `side` saw."""
    confirming.check_side(match.setup, side)
    row = None if hand is None else session_of(match).get(Hand, (match.id, hand))
    content = content_to_confirm(match, row)
    if saw is not None and (row is None) == (hand is None) and saw != named(match, hand, content):
        raise _changed_refusal(match, side, hand, contests)
    return confirming.to_confirm(hand, None if row is None else input_of(row), match.status, match.table["totals"])


def _word_of(match: Match, side: int, content: Content, write: Write) -> dict[str, Any]:
    """Returns the facts of a line for a confirmation or contest. Raises Refusal if the side has another phone."""
    sides = phones(match)
    lent = confirming.lent_by(match.setup, side, sides.get(write.device), sorted(sides.values()))
    return {"side": side, **content} | ({} if lent is None else {"lent": lent})


def named(match: Match, hand: int | None, content: confirming.Content) -> confirming.Content:
    """Returns the content of a confirmation with the players' current names, as phones store it."""
    if hand is None:
        return content
    confirmed = content["said"]
    return {"said": {**confirmed, "entry": with_current_names(match.setup, hand, confirmed["entry"])}}


def _changed_refusal(match: Match, side: int, hand: int | None, contests: bool) -> Refusal:
    who = match.setup["sides"][side]["name"]
    if hand is None:
        return refuse(None, None, N_("The result has changed since {who} confirmed it on this phone"), who=who)
    text = N_("Hand {hand} has changed since {who} confirmed it on this phone")
    if contests:
        text = N_("Hand {hand} has changed since {who} contested it on this phone")
    return refuse(None, None, text, who=who, hand=hand)


def clock(match: Match) -> Clock | None:
    """Returns `{"minutes", "ends"}`, the duration and the end in ISO 8601; None if no clock is set."""
    about = match.setup["about"]
    try:
        return {"minutes": int(about["minutes"]), "ends": datetime.fromisoformat(about["ends"]).isoformat()}
    except (KeyError, ValueError):
        return None
