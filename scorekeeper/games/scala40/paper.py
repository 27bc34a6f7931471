"""Scala 40 on paper: columns, the rules in short, how a match was won."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..engine.side_names import SIGNS
from ..fills import of_side
from ..paper import Column, CribLine, Form, beside_each_other
from .claims import REQUIRED
from .entry import LONE_ACE
from .melds import ACE_WORTH, COURT
from .rules import UNOPENED

MOST_SIDES_WITH_CARDS = 4  # beyond, there is room for a total alone
JOKER_HELD = 25
ENDINGS = {"last_in": message("Won as the last player in")}


def form(setup: Setup) -> Form:
    """Who closed is printed to be circled; each player's cards and total."""
    sides = len(setup["sides"])
    closed = (
        Column(_("Closed"), 5 * sides, "circle", _("circle"), fill=_closed, tells=("closed",)),
        " ".join(SIGNS[:sides]),
    )
    total = Column(_("Total"), 13, "total")
    if sides > MOST_SIDES_WITH_CARDS:
        return beside_each_other(setup, [Column(_("Total"), 14, "total first")], [closed])
    return beside_each_other(setup, [Column(_("Cards"), 12, "count first", **of_side("counts")), total], [closed])


def _closed(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return SIGNS[entry["closed"]] if "closed" in entry else ""


def rules_in_short(setup: Setup) -> list[CribLine]:
    """What cards count, who is out, and what an opening takes."""
    options = setup["options"]
    court = f"{' '.join(COURT)}: 10 · A: {ACE_WORTH} · {_('joker')}: {JOKER_HELD}"
    lines = [CribLine("SCA-1", _("Cards left in hand; 2 to 9 their number"), court)]
    if options["lone_ace"]:
        lines.append(CribLine("SCA-1", _("An ace as the only card in hand"), str(LONE_ACE)))
    lines.append(CribLine("SCA-2", _("Who closes"), "0"))
    if options["doubled_from_hand"]:
        lines.append(CribLine("SCA-4", _("Closed from hand: the others' cards"), "× 2"))
    if options["unopened"] == "flat":
        lines.append(CribLine("SCA-5", _("Who has not opened, whatever is in hand"), str(UNOPENED)))
    lines.append(CribLine("SCA-6", _("Out from this total on"), str(options["limit"])))
    lines.append(CribLine("SCA-8", _("The last player in wins")))
    if options["reentries"]:
        text = _("Coming back, at the highest total of those who are in")
        lines.append(CribLine("SCA-9", text, f"× {options['reentries']}"))
    opening = _("Opening, without jokers") if options["clean_opening"] else _("Opening")
    lines.append(CribLine("SCA-15" if options["clean_opening"] else "SCA-11", opening, str(REQUIRED)))
    return lines
