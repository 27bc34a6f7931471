"""The sheet of a recorded match: its hands as they stand, and in footnotes what became of them since."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper import ledger
from scorekeeper.games.base import Setup
from scorekeeper.i18n import _, format_date, format_time, say
from scorekeeper.models import Change, Match
from scorekeeper.sheets import words
from scorekeeper.sheets.fill import Occasion, Played, sheet_of_match
from scorekeeper.sheets.model import Sheet

Said = Mapping[str, Any]  # what was said of a hand: its entry, and whether it is struck (see `ledger.log`)
REMARKS = ("note", "at")  # what an entry may carry beside the hand


def sheet_of_recorded(match: Match, *, paper: str, language: str) -> Sheet:
    """The sheet of a match as it stands now."""
    told = remarks(match.setup, ledger.changes(match))
    hands = [
        Played(
            number=hand.number,
            dealer=hand.dealer or "",
            entry=hand.entry,
            points=hand.points,
            totals=hand.table["totals"],
            struck=hand.struck,
            remarks=told.get(hand.number, ()) + seated(match.setup, hand.number),
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
    return sheet_of_match(match.setup, match.table, hands, occasion=occasion, paper=paper, language=language)


def seated(setup: Setup, hand: int) -> tuple[str, ...]:
    """Who sits at the table under another name from that hand on."""
    return tuple(
        say("From hand {hand} on {new} sits for {old}", each) for each in ledger.seatings(setup) if each["hand"] == hand
    )


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
    return {name: value for name, value in said["entry"].items() if name not in REMARKS}


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
