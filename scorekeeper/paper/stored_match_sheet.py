"""The sheet of a recorded match: its hands as they stand, and in footnotes what became of them since."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scorekeeper import ledger
from scorekeeper.games.engine import match as match_rules
from scorekeeper.games.engine.base import Setup
from scorekeeper.i18n import _, format_date, format_time, say
from scorekeeper.paper import words
from scorekeeper.paper.confirmed import confirmed, lapsed
from scorekeeper.paper.fill import Occasion, Played, sheet_of_match
from scorekeeper.paper.fingerprint import fingerprint
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.rulings import sentences
from scorekeeper.store.models import Change, Match

Said = Mapping[str, Any]  # what was said of a hand: its entry, and whether it is struck (see `ledger.log`)


def sheet_of_recorded(match: Match, *, paper: str, language: str) -> Sheet:
    """The sheet of a match as it stands now."""
    changes = ledger.changes(match)
    told = remarks(match.setup, changes)
    heard = ledger.confirmations(match)
    hands = [
        Played(
            number=hand.number,
            dealer=hand.dealer or "",
            entry=hand.entry,
            points=hand.points,
            totals=hand.table["totals"],
            struck=hand.struck,
            remarks=(
                told.get(hand.number, ())
                + seated(match.setup, hand.number)
                + scored_again(match, hand.number)
                + lapsed(match, heard, hand.number)
            ),
        )
        for hand in ledger.hands(match)
    ]
    occasion = Occasion(
        place=match.sitting.place,
        day=format_date(local(match.started_at), "long"),
        sitting=match.sitting.name,
        match=str(match.number),
        stopped=match.status == "stopped",
    )
    sheet = sheet_of_match(
        match.setup,
        match.table,
        hands,
        told=fingerprint_of(match),
        occasion=occasion,
        paper=paper,
        language=language,
    )
    return replace(sheet, rulings=sentences(changes), confirmed=confirmed(match, heard))


def fingerprint_of(match: Match) -> str:
    """The match's fingerprint as it stands: that of its document, with what came of it."""
    counted = [
        (ledger.now_named(match.setup, hand.number, hand.entry), hand.points)
        for hand in ledger.hands(match)
        if not hand.struck
    ]
    return fingerprint(match.setup, counted, match.table, stopped=match.status == "stopped")


def seated(setup: Setup, hand: int) -> tuple[str, ...]:
    """Who sits at the table under another name from that hand on."""
    return tuple(
        say("From hand {hand} on {new} sits for {old}", each) for each in ledger.seatings(setup) if each["hand"] == hand
    )


def scored_again(match: Match, hand: int) -> tuple[str, ...]:
    """What newer rules made of a hand."""
    found = ledger.rescored(match, say)
    return tuple(f"{each}." for each in found["told"].get(str(hand), ())) if found else ()


@dataclass(slots=True)
class Telling:
    """What became of one hand: as it was first said, as it is said now, and who changed it last."""

    first: Said
    last: Said
    corrected: Change | None = None
    struck: Change | None = None


def remarks(setup: Setup, changes: Iterable[Change]) -> dict[int, tuple[str, ...]]:
    """For each hand that is not as it was first said, sentences that tell of it; what was taken back is not told."""
    told: dict[int, Telling] = {}
    for change in changes:
        for number, said in change.after.get("hands", {}).items():
            _follow(told, int(number), said, change)
    return {number: sentences for number, telling in told.items() if (sentences := tuple(_sentences(setup, telling)))}


def _follow(told: dict[int, Telling], number: int, said: Said | None, change: Change) -> None:
    """Take one change of one hand into account."""
    if said is None:
        told.pop(number, None)
        return
    telling = told.setdefault(number, Telling(said, said))
    if entered(said) != entered(telling.last):
        telling.corrected = change
    if said["struck"] != telling.last["struck"]:
        telling.struck = change
    telling.last = said


def entered(said: Said) -> dict[str, Any]:
    """What was entered for a hand, without what never scores."""
    return {name: value for name, value in said["entry"].items() if name not in match_rules.REMARKS}


def _sentences(setup: Setup, telling: Telling) -> Iterable[str]:
    if telling.corrected and entered(telling.first) != entered(telling.last):
        was = words.entered(setup, telling.first["entry"])
        yield _("Corrected: %(when)s. It was: %(entry)s.", when=_when(telling.corrected), entry=was)
    if telling.struck and telling.last["struck"]:
        yield _("Struck out: %(when)s.", when=_when(telling.struck))


def _when(change: Change) -> str:
    """When a change was made, and by whom where that is known."""
    moment = format_time(local(change.at))
    return f"{moment}, {change.actor}" if change.actor else moment


def local(moment: datetime) -> datetime:
    """A moment in the time of the place where Scorekeeper runs."""
    return moment.astimezone()
