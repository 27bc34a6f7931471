"""Score lines of the napola, which may be counted up to a number, and of the accusi (SCO-8, SCO-23, SCO-25)."""

from ..engine.base import Line, Setup, _, line
from .fields import COINS


def napola_line(setup: Setup, side: int, napola: int) -> Line:
    """Returns the line for a napola of so many coins; no more are counted than was agreed (SCO-8, SCO-23)."""
    most = setup["options"]["napola_to"]
    if most == COINS:
        return line(side, "SCO-8", _("Napola: {count}"), napola, count=napola)
    worth = min(napola, most)
    text = _("Piccola: {count}") if worth == napola else _("Piccola of {count} coins, counted up to {worth}")
    return line(side, "SCO-23", text, worth, count=napola, worth=worth)


def accusi_line(side: int, threes: int, tens: int) -> "list[Line]":
    """Returns the line for a side's accusi of 3 and of 10 points; empty if it has none (SCO-25)."""
    if not threes and not tens:
        return []
    text = _("Accusi: {threes} × 3, {tens} × 10")
    return [line(side, "SCO-25", text, 3 * threes + 10 * tens, threes=threes, tens=tens)]
