"""The sheet of a stored match: its hands, with footnotes about corrections, confirmations and an arbiter's changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from scorekeeper import ledger
from scorekeeper.clubs.nights import table_of
from scorekeeper.games.engine import play as match_rules
from scorekeeper.games.engine.base import N_, Setup
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.i18n import _, called, format_clock, format_date, format_time, say
from scorekeeper.ledger import Confirmation
from scorekeeper.pages.change_texts import plain_text
from scorekeeper.paper import agreed
from scorekeeper.paper.fill import Occasion, sheet_of_match
from scorekeeper.paper.hands_grid import Played
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.proof_codes import Counted, fingerprint
from scorekeeper.store.club_models import Night
from scorekeeper.store.default_words import WORDS, printed_before, renamed
from scorekeeper.store.models import Change, Match


def author_of(change: Change) -> str:
    """Returns the author in a log line; marked “from a file” if imported, as anybody may have written it."""
    if not change.imported:
        return change.actor
    return _("%(who)s, from a file", who=change.actor) if change.actor else _("from a file")


Heard = dict[int | None, list[Confirmation]]


def confirmed(match: Match, heard: Heard) -> tuple[str, ...]:
    """Returns lines on the hands confirmed, “1 ● 20:15 ▲ 20:16 · 2 …”, and on the result; empty if none were.

    If only the result was to be confirmed, entering a hand does not count as confirming it.
    """
    lines = []
    by_hand = heard if match.setup["about"].get("confirm") == "hands" else {}
    hands = [
        f"{number}\N{NO-BREAK SPACE}{signs}"
        for number, voices in by_hand.items()
        if number and (signs := _confirming_signs(voices))
    ]
    if hands:
        lines.append(_("Confirmed on the phones, hand by hand: %(hands)s.", hands=" · ".join(hands)))
    if any(voice.lent is not None and voice.stands for number in by_hand if number for voice in by_hand[number]):
        lines.append(_("In brackets: the side on whose phone it was done, having none of its own."))
    result = [ledger.confirmation_text(match, voice, say) for voice in heard.get(None, ())]
    if result:
        lines.append(_("The result on the phones: %(said)s.", said="; ".join(result)))
    return tuple(lines)


def lapsed(match: Match, heard: Heard, hand: int) -> tuple[str, ...]:
    """Returns sentences on confirmations of a hand that no longer count, because it was changed later."""
    return tuple(f"{ledger.confirmation_text(match, voice, say)}." for voice in heard.get(hand, ()) if not voice.stands)


def _confirming_signs(voices: Sequence[Confirmation]) -> str:
    standing = [voice for voice in voices if voice.stands]
    return " ".join(_sign(voice) for voice in sorted(standing, key=lambda voice: voice.side))


def _sign(voice: Confirmation) -> str:
    lent = "" if voice.lent is None else f" ({SIGNS[voice.lent]})"
    # no line breaks inside: a time belongs to its sign
    return f"{SIGNS[voice.side]} {format_clock(voice.change.at.astimezone())}{lent}".replace(" ", "\N{NO-BREAK SPACE}")


DONE = ("approve", "reopen", "correct", "strike", "annotate", "undo", "redo", "seat")
ANYTHING_ELSE = N_("The match was changed")  # e.g. its clock


def sentences(changes: Iterable[Change]) -> tuple[str, ...]:
    """Returns sentences on approvals and later changes, oldest first: time, arbiter and reason."""
    return tuple(_sentence(change) for change in ledger.rulings(changes))


def _sentence(change: Change) -> str:
    facts = (change.kind, change.hand, change.before, change.after)
    what = plain_text(*facts) if change.kind in DONE else say(ANYTHING_ELSE, {})
    when = format_time(change.at.astimezone())
    parts = {"what": what, "when": f"{when}, {author_of(change)}" if author_of(change) else when}
    if not change.reason:
        return _("%(what)s: %(when)s.", **parts)
    return _("%(what)s: %(when)s. Reason: %(reason)s.", **parts, reason=change.reason.rstrip("."))


LoggedHand = Mapping[str, Any]  # a hand in the log: its entry, and whether it is struck (see `ledger.log`)


def sheet_of_recorded(match: Match, *, paper: str, language: str) -> Sheet:
    """Returns the sheet of a stored match in its present state."""
    changes, heard = ledger.changes(match), ledger.confirmations(match)
    night, day = night_of(match)
    occasion = Occasion(
        place=match.sitting.place or (night.place if night else ""),
        day=format_date(day, "long"),
        night=night.name if night else "",
        sitting=called(match.sitting.name),
        match=str(match.number),
        stopped=match.status == "stopped",
    )
    sheet = sheet_of_match(
        match.setup,
        match.table,
        _printed_hands(match, changes, heard),
        printed=fingerprint_of(match),
        occasion=occasion,
        paper=paper,
        language=language,
    )
    return replace(sheet, rulings=sentences(changes), confirmed=confirmed(match, heard))


def _printed_hands(match: Match, changes: Sequence[Change], heard: Heard) -> list[Played]:
    """Returns the match's hands as printed, each with sentences about later changes for its footnote."""
    footnotes = remarks(match.setup, changes)
    rescored = ledger.rescored(match, say)
    again = rescored["told"] if rescored else {}  # sentences about hands that newer rules score otherwise
    return [
        Played(
            number=hand.number,
            dealer=hand.dealer or "",
            entry=hand.entry,
            points=hand.points,
            totals=hand.table["totals"],
            struck=hand.struck,
            remarks=(
                footnotes.get(hand.number, ())
                + seated(match.setup, hand.number)
                + tuple(f"{text}." for text in again.get(str(hand.number), ()))
                + lapsed(match, heard, hand.number)
            ),
        )
        for hand in ledger.hands(match)
    ]


def night_of(match: Match) -> tuple[Night | None, date]:
    """Returns the club night of a match, or None, and the day: the night's own even after midnight."""
    night_table = table_of(match.sitting)
    return (night_table[0], night_table[0].day) if night_table else (None, local(match.started_at).date())


def fingerprint_of(match: Match) -> str:
    """Returns the fingerprint of the match in its present state."""
    return fingerprint(match.setup, _counted_hands(match), match.table, stopped=match.status == "stopped")


def _counted_hands(match: Match) -> list[Counted]:
    return [
        (ledger.with_current_names(match.setup, hand.number, hand.entry), hand.points)
        for hand in ledger.hands(match)
        if not hand.struck
    ]


def fingerprints_before(match: Match) -> set[str]:
    """Returns the fingerprints that version 0.2 may have printed: it used default names of one language."""
    counted = _counted_hands(match)
    fingerprints = set()
    for language in WORDS:
        names = printed_before(match.setup["sides"], language)
        if names:
            renamed_hands = [(renamed(entry, names), points) for entry, points in counted]
            setup = renamed(match.setup, names)
            fingerprints.add(fingerprint(setup, renamed_hands, match.table, stopped=match.status == "stopped"))
    return fingerprints


def seated(setup: Setup, hand: int) -> tuple[str, ...]:
    """Returns sentences on seats whose player's name changed from this hand on."""
    return tuple(
        say("From hand {hand}: {new} instead of {old}", seating)
        for seating in ledger.seatings(setup)
        if seating["hand"] == hand
    )


@dataclass(slots=True)
class HandHistory:
    """A hand's history in the log: its first and last state, and the last changes that corrected and struck it."""

    first: LoggedHand
    last: LoggedHand
    corrected: Change | None = None
    struck: Change | None = None


def remarks(setup: Setup, changes: Iterable[Change]) -> dict[int, tuple[str, ...]]:
    """Returns sentences on corrected and struck hands, by hand number; undone changes are left out."""
    histories: dict[int, HandHistory] = {}
    for change in changes:
        for number, hand in change.after.get("hands", {}).items():
            _add_change(histories, int(number), hand, change)
    return {
        number: sentences for number, history in histories.items() if (sentences := tuple(_sentences(setup, history)))
    }


def _add_change(histories: dict[int, HandHistory], number: int, hand: LoggedHand | None, change: Change) -> None:
    """Adds one change of one hand to the histories."""
    if hand is None:
        histories.pop(number, None)
        return
    history = histories.setdefault(number, HandHistory(hand, hand))
    if entered(hand) != entered(history.last):
        history.corrected = change
    if hand["struck"] != history.last["struck"]:
        history.struck = change
    history.last = hand


def entered(hand: LoggedHand) -> dict[str, Any]:
    """Returns a hand's entry without the fields that never score, e.g. its note."""
    return {name: value for name, value in hand["entry"].items() if name not in match_rules.REMARKS}


def _sentences(setup: Setup, history: HandHistory) -> Iterable[str]:
    if history.corrected and entered(history.first) != entered(history.last):
        was = agreed.entered(setup, history.first["entry"])
        yield _("Corrected: %(when)s. It was: %(entry)s.", when=_when(history.corrected), entry=was)
    if history.struck and history.last["struck"]:
        yield _("Struck out: %(when)s.", when=_when(history.struck))


def _when(change: Change) -> str:
    """When a change was made, and by whom where that is known."""
    moment = format_time(local(change.at))
    who = author_of(change)
    return f"{moment}, {who}" if who else moment


def local(moment: datetime) -> datetime:
    """Returns a moment in the server's time zone."""
    return moment.astimezone()
