"""Buraco on paper: columns, the rules in short, how a match was won."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..engine.words import figure
from ..fills import TICK, in_group, of_side
from ..paper import Column, CribLine, Form, line_a_side, target_line
from .entry import CARDS_OF_A_POT, CLASSES, FLAT, points_of, worth_of
from .runs import CLEAN, DIRTY, GREAT
from .three import CARDS_OF_THE_LONE_POT, is_for_three

POTS = {"played": TICK, "unplayed": "−", "none": f"−{FLAT}", "stock": "0"}
ENDINGS = {
    "hands_played": message("Won when the agreed hands were played"),
    "hands_played_drawn": message("Drawn when the agreed hands were played"),
}


def form(setup: Setup) -> Form:
    """One line a side, with everything that is counted."""
    return line_a_side(setup, _counted(setup))


def _counted(setup: Setup) -> list[Column]:
    """What is counted for each side, only where it is played; who played alone is ticked."""
    options = setup["options"]
    columns = []
    if is_for_three(setup):
        columns.append(Column(_("Alone"), 11, "count", TICK, **of_side("lone")))
    if options["first_meld"]:
        due = " · ".join(str(points) for _total, points in options["first_meld"])
        columns.append(Column(_("First meld"), 14, "count", due))
    columns.append(Column(_("Melds"), 15, "count", **_points_in(options, "melds")))
    columns.append(Column(_("Clean"), 12, "count", f"+{CLEAN}", **in_group("clean")))
    if options["semi_clean"]:
        columns.append(Column(_("Semi-clean"), 12, "count", f"+{options['semi_clean']}", **in_group("semi_clean")))
    columns.append(Column(_("Dirty"), 12, "count", f"+{DIRTY}", **in_group("dirty")))
    great = [f"+{options[name]}" for name in GREAT if options[name]]
    if great:
        columns.append(Column(_("Great runs"), 16, "count", " ".join(great), **_great(options)))
    columns += [
        Column(_("Left in hand"), 13, "count", "−", **_points_in(options, "hand")),
        Column(_("Pot"), 13, "count", "−", fill=_pot, tells=("sides.pot",)),
        Column(_("Going out"), 12, "count", f"+{FLAT}", **of_side("went_out")),
    ]
    if options["exact_cut"]:
        columns.append(
            Column(_("Exact cut"), 12, "count", f"+{options['exact_cut']}", fill=_cut, tells=("sides.cut_bonus",))
        )
    return columns


def _points_in(options: dict[str, Any], name: str) -> dict[str, Any]:
    """A column's parts for points that may have been entered as cards of each class."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get("sides") or ()
        return figure(points_of(options, sides[side][name])) if side < len(sides) else ""

    return {"fill": fill, "tells": (f"sides.{name}",)}


def _great(options: dict[str, Any]) -> dict[str, Any]:
    """A column's parts for what runs with a bonus of their own are worth together."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get("sides") or ()
        worth = sum(options[name] * sides[side].get(name, 0) for name in GREAT if options[name]) if sides else 0
        return figure(worth) if worth else ""

    return {"fill": fill, "tells": tuple(f"sides.{name}" for name in GREAT)}


def _pot(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Ticked where it was played; what a pot that nobody played from cost, the points tell."""
    sides = entry.get("sides") or ()
    return POTS.get(sides[side].get("pot"), "") if side < len(sides) else ""


def _cut(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    sides = entry.get("sides") or ()
    return TICK if side < len(sides) and sides[side].get("cut_bonus") else ""


def rules_in_short(setup: Setup) -> list[CribLine]:
    """What cards, runs and pots are worth, what the first meld is due, and what Italy and Brazil add."""
    options = setup["options"]
    target = target_line("BUR-15", options["target"], _("Played for an agreed time: most points win"))
    lines = [*_runs(options), *_cards_and_pots(options), *_first_meld(options), target]
    return lines + _great_runs(options) + _of_brazil(options) + _of_three(setup) + _number_of_hands(options)


def _runs(options: dict[str, Any]) -> list[CribLine]:
    lines = [
        CribLine("BUR-1", _("Cards"), _values(options)),
        CribLine("BUR-3", _("Clean run, seven or more"), f"+{CLEAN}"),
        CribLine("BUR-4", _("Dirty run, with a wild card"), f"+{DIRTY}"),
    ]
    if options["semi_clean"]:
        lines.append(CribLine("BUR-5", _("Semi-clean run"), f"+{options['semi_clean']}"))
    return lines


def _cards_and_pots(options: dict[str, Any]) -> list[CribLine]:
    any_run = options["go_out_with"] == "any"
    missed = _("Pot never taken, if a side took one") if options["missed_pot"] == "if_taken" else _("Pot never taken")
    lines = [
        CribLine("BUR-6", _("Cards left in hand"), _("− value")),
        CribLine("BUR-7", missed, f"−{FLAT}"),
        CribLine("BUR-8", _("Pot taken, nothing played from it"), _unplayed_pot(options["unplayed_pot"])),
        CribLine("BUR-9", _("Going out, with a run") if any_run else _("Going out, with a clean run"), f"+{FLAT}"),
    ]
    if options["exact_cut"]:
        cut = _("Cutting exactly %(cards)s for the pots", cards=CARDS_OF_A_POT * options["packs"])
        lines.append(CribLine("BUR-11", cut, f"+{options['exact_cut']}"))
    return lines


def _first_meld(options: dict[str, Any]) -> list[CribLine]:
    lines = []
    for least, points in options["first_meld"]:
        text = _("First meld, from a total of %(total)s", total=least) if least else _("First meld")
        lines.append(CribLine("BUR-13", text, str(points)))
    if lines:
        lines.append(CribLine("BUR-14", _("… each failed attempt raises it by"), str(options["failed_meld_increment"])))
    return lines


def _values(options: dict[str, Any]) -> str:
    """What a card of each class is worth."""
    *suited, joker = CLASSES
    values = " · ".join(f"{label}: {worth_of(options, name)}" for name, label, _worth, _most in suited)
    if options["jokers"]:
        values = _("%(values)s · joker: %(points)s", values=values, points=worth_of(options, joker[0]))
    return values


def _unplayed_pot(way: str) -> str:
    """What is deducted for a pot from which nothing was played (BUR-8)."""
    if way == "flat":
        return f"−{FLAT}"
    return _("− value") if way == "cards" else _("− value, −%(points)s at most", points=FLAT)


def _great_runs(options: dict[str, Any]) -> list[CribLine]:
    """Runs with a bonus of their own, two to a line where the second is played with the first."""
    lines = []
    for first, text, second, both in (
        ("thirteen", _("All thirteen ranks"), "thirteen_dirty", _("All thirteen ranks; with a wild card")),
        ("fourteen", _("From ace to ace"), "", ""),
        ("eight", _("Eight of a rank"), "eight_dirty", _("Eight of a rank; with a wild card")),
    ):
        played = [name for name in (first, second) if options.get(name)]
        if played:
            worth = " · ".join(f"+{options[name]}" for name in played)
            lines.append(CribLine("BUR-28", both if second in played else text, worth))
    return lines


def _of_brazil(options: dict[str, Any]) -> list[CribLine]:
    lines = []
    if options["pot_to_stock"]:
        lines.append(CribLine("BUR-30", _("Pot that became the stock"), "0"))
    if options["without_clean"] == "minus":
        lines.append(CribLine("BUR-31", _("No clean run: melds"), _("− value")))
    return lines


def _of_three(setup: Setup) -> list[CribLine]:
    """Who plays alone, and until when (BUR-32 to BUR-34)."""
    until = setup["options"]["lone_hand_until"]
    if not is_for_three(setup) or until == 0:
        return []
    lines = [
        CribLine("BUR-32", _("Who takes the pot of %(cards)s plays alone", cards=CARDS_OF_THE_LONE_POT)),
        CribLine("BUR-33", _("The two others: half of their points each, rounded up")),
    ]
    if until is not None:
        lines.append(CribLine("BUR-34", _("Three pots, everybody for himself, from a total of"), str(until)))
    return lines


def _number_of_hands(options: dict[str, Any]) -> list[CribLine]:
    return [CribLine("BUR-37", _("Number of hands"), str(options["hands"]))] if options["hands"] else []
