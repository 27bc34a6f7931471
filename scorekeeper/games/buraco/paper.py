"""Buraco on paper: columns and the rules in short."""

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.summary import SIGNS
from ..paper import Cell, Column, CribLine, Form, Row, side_by_side, target_line
from .entry import CARDS_OF_A_POT, CLASSES, FLAT
from .runs import CLEAN, DIRTY


def form(setup: Setup) -> Form:
    """One line a side, as there is more to write for each than stands in a row."""
    options = setup["options"]
    columns = [
        Column(_("Hand"), 9, "number"),
        Column(_("Dealer"), 22, "dealer"),
        Column("", 7, "sign"),
    ]
    if options["first_meld"]:
        due = " · ".join(str(points) for _total, points in options["first_meld"])
        columns.append(Column(_("First meld"), 14, "count", due))
    columns += [Column(_("Melds"), 15, "count"), Column(_("Clean"), 12, "count", f"+{CLEAN}")]
    if options["semi_clean"]:
        columns.append(Column(_("Semi-clean"), 12, "count", f"+{options['semi_clean']}"))
    columns += [
        Column(_("Dirty"), 12, "count", f"+{DIRTY}"),
        Column(_("Left in hand"), 13, "count", "−"),
        Column(_("Pot"), 13, "count", "−"),
        Column(_("Going out"), 12, "count", f"+{FLAT}"),
        Column(_("Exact cut"), 12, "count", f"+{FLAT}"),
        Column(_("Points"), 16, "points"),
        Column(_("Total"), 18, "total"),
    ]
    to_write = tuple(Cell(column.kind) for column in columns[3:])
    sides = len(setup["sides"])

    def hand(number: int) -> tuple[Row, ...]:
        lines = [(Cell("sign", SIGNS[side]), *to_write) for side in range(sides)]
        lines[0] = (Cell("number", str(number), rows=sides), Cell("dealer", rows=sides), *lines[0])
        return tuple(Row(cells, opens=side == 0) for side, cells in enumerate(lines))

    return Form(tuple(columns), side_by_side(len(columns), sides), hand)


def rules_in_short(setup: Setup) -> list[CribLine]:
    """What cards, runs and pots are worth, and what the first meld is due."""
    options = setup["options"]
    *suited, joker = CLASSES
    values = " · ".join(f"{label}: {worth}" for _name, label, worth, _most in suited)
    if options["jokers"]:
        values = _("%(values)s · joker: %(points)s", values=values, points=joker[2])
    lines = [CribLine("BUR-1", _("Cards"), values), CribLine("BUR-3", _("Clean run, seven or more"), f"+{CLEAN}")]
    lines.append(CribLine("BUR-4", _("Dirty run, with a wild card"), f"+{DIRTY}"))
    if options["semi_clean"]:
        lines.append(CribLine("BUR-5", _("Semi-clean run"), f"+{options['semi_clean']}"))
    any_run = options["go_out_with"] == "any"
    lines += [
        CribLine("BUR-6", _("Cards left in hand"), _("− value")),
        CribLine("BUR-7", _("Pot never taken"), f"−{FLAT}"),
        CribLine("BUR-8", _("Pot taken, nothing played from it"), _unplayed_pot(options["unplayed_pot"])),
        CribLine("BUR-9", _("Going out, with a run") if any_run else _("Going out, with a clean run"), f"+{FLAT}"),
        CribLine(
            "BUR-11", _("Cutting exactly %(cards)s for the pots", cards=CARDS_OF_A_POT * options["packs"]), f"+{FLAT}"
        ),
    ]
    for least, points in options["first_meld"]:
        text = _("First meld, from a total of %(total)s", total=least) if least else _("First meld")
        lines.append(CribLine("BUR-13", text, str(points)))
    if options["first_meld"]:
        lines.append(CribLine("BUR-14", _("… each failed attempt raises it by"), str(options["failed_meld_increment"])))
    return [*lines, target_line("BUR-15", options["target"], _("Played for an agreed time: most points win"))]


def _unplayed_pot(way: str) -> str:
    """What is deducted for a pot from which nothing was played (BUR-8)."""
    if way == "flat":
        return f"−{FLAT}"
    return _("− value") if way == "cards" else _("− value, −%(points)s at most", points=FLAT)
