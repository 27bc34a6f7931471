"""A game of one's own on paper: the agreed columns, what was agreed in short, how a match was won."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..engine.words import figure
from ..paper import Column, CribLine, Form, beside_each_other

MOST_SIDES_WITH_COLUMNS = 2  # beyond, there is room for points and total alone
MOST_SIDES_WITH_POINTS = 6
ENDINGS = {
    "hands_played": message("Ahead after the agreed hands"),
    "hands_played_drawn": message("Equal after the agreed hands"),
    "last_in": message("Won as the last side in"),
    "last_in_drawn": message("All out together, and equal"),
}


def form(setup: Setup) -> Form:
    """For each side the agreed columns, points and total, as many of them as there is room for."""
    sides = len(setup["sides"])
    if sides > MOST_SIDES_WITH_POINTS:
        return beside_each_other(setup, [Column(_("Total"), 11, "total first")])
    columns = [Column(_("Points"), 11, "points", tells=("points",)), Column(_("Total"), 13, "total")]
    if sides <= MOST_SIDES_WITH_COLUMNS:
        agreed = setup["options"]["columns"]
        columns = [*(_counted(each["name"], each["factor"]) for each in agreed), *columns]
    return beside_each_other(setup, columns)


def _counted(name: str, factor: int) -> Column:
    """A column that was agreed."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        shares = entry.get("columns", {}).get(name)
        return figure(shares[side]) if shares and shares[side] is not None else ""

    return Column(name, 11, "count", f"× {factor}", fill=fill, tells=(f"columns.{name}",))


def rules_in_short(setup: Setup) -> list[CribLine]:
    """What was agreed, by the numbers of the rules."""
    options = setup["options"]
    lines = [CribLine("OWN-1", each["name"], f"× {each['factor']}") for each in options["columns"]]
    if options["step"] != 1:
        lines.append(CribLine("OWN-2", _("Points come in steps of"), str(options["step"])))
    if not options["negative"]:
        lines.append(CribLine("OWN-3", _("No hand costs points")))
    if options["sum"] is not None:
        lines.append(CribLine("OWN-4", _("All points of a hand together"), str(options["sum"])))
    best = _("The lowest total wins") if options["best"] == "low" else _("The highest total wins")
    if options["target"] is not None:
        lines.append(CribLine("OWN-6", _("Target"), str(options["target"])))
    lines.append(CribLine("OWN-6", best))
    if options["hands"] is not None:
        lines.append(CribLine("OWN-7", _("Hands"), str(options["hands"])))
    if options["limit"] is not None:
        lines.append(CribLine("OWN-8", _("Out from this total on"), str(options["limit"])))
    if all(options[name] is None for name in ("target", "hands", "limit")):
        lines.append(CribLine("OWN-9", _("Played until you stop")))
    return lines
