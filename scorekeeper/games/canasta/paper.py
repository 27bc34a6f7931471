"""Canasta on paper: columns and the rules in short."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.words import figure
from ..fills import TICK, in_group
from ..paper import Column, CribLine, Form, line_a_side, target_line
from .fields import CLASSES, MIXED, NATURAL
from .worth import RED_THREE, all_red_threes, points_of, red_threes_worth


def form(setup: Setup) -> Form:
    """One line a side, with everything that is counted."""
    return line_a_side(setup, _counted(setup))


def _counted(setup: Setup) -> list[Column]:
    """A column for everything that is counted, with what one of it is worth."""
    options = setup["options"]
    columns = []
    if options["first_meld"]:
        due = " · ".join(str(points) for _total, points in options["first_meld"])
        columns.append(Column(_("First meld"), 14, "count", due))
    columns += [
        Column(_("Melds"), 15, "count", **_points_in("melds")),
        Column(_("Natural"), 12, "count", f"+{NATURAL}", **in_group("natural")),
        Column(_("Mixed"), 12, "count", f"+{MIXED}", **in_group("mixed")),
    ]
    if options["samba"]:
        columns.append(Column(_("Samba"), 12, "count", f"+{options['samba']}", **in_group("samba")))
    if options["wild_canasta"]:
        columns.append(Column(_("Wild"), 12, "count", f"+{options['wild_canasta']}", **in_group("wild")))
    out = f"+{options['go_out']} · +{options['concealed']}" if options["concealed"] else f"+{options['go_out']}"
    return [
        *columns,
        Column(_("Red threes"), 13, "count", f"±{RED_THREE}", **in_group("red_threes")),
        Column(_("Going out"), 13, "count", out, fill=_out, tells=("went_out", "concealed")),
        Column(_("Left in hand"), 13, "count", "−", **_points_in("hand")),
    ]


def _points_in(name: str) -> dict[str, Any]:
    """A column's parts for points that may have been entered as cards of each class; of two numbers there are none."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get("sides") or ()
        return figure(points_of(sides[side][name])) if side < len(sides) and name in sides[side] else ""

    return {"fill": fill, "tells": (f"sides.{name}",)}


def _out(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Twice ticked: concealed."""
    if entry.get("went_out") != side:
        return ""
    return TICK * 2 if entry.get("concealed") else TICK


def rules_in_short(setup: Setup) -> list[CribLine]:
    """What cards and canastas are worth, what going out takes, and what the first meld is due."""
    options = setup["options"]
    lines = [CribLine("CAN-1", _values())]
    lines.append(CribLine("CAN-3", _("Natural canasta, seven or more"), f"+{NATURAL}"))
    lines.append(CribLine("CAN-4", _("Mixed canasta, with wild cards"), f"+{MIXED}"))
    if options["samba"]:
        lines.append(CribLine("CAN-5", _("Samba, seven of a suit in a row"), f"+{options['samba']}"))
    if options["wild_canasta"]:
        lines.append(CribLine("CAN-6", _("Canasta of wild cards"), f"+{options['wild_canasta']}"))
    lines += _red_threes(setup)
    needs = _("Going out, with a canasta")
    if options["canastas_to_go_out"] > 1:
        needs = _("Going out, with %(canastas)s canastas", canastas=options["canastas_to_go_out"])
    lines.append(CribLine("CAN-9", needs, f"+{options['go_out']}"))
    if options["concealed"]:
        lines.append(CribLine("CAN-10", _("… the whole hand in one turn, instead"), f"+{options['concealed']}"))
    lines.append(CribLine("CAN-11", _("Cards left in hand"), _("− value")))
    if options["first_meld"]:
        steps = _first_melds(options["first_meld"])
        lines.append(CribLine("CAN-14", _("First meld by the total before: %(steps)s", steps=steps)))
    lines.append(target_line("CAN-17", options["target"], _("Played for an agreed time: most points win")))
    return [*lines, CribLine("CAN-18", _("Wild cards in a meld, at most"), str(options["max_wilds"]))]


def _values() -> str:
    """What each class of cards is worth, as a text that may break; jokers and black threes have names."""
    (_joker, _label, joker, _most), *suited, (_three, _text, black_three, _count) = CLASSES
    values = " · ".join(f"{label}: {worth}" for _name, label, worth, _most in suited)
    return _("Joker: %(joker)s · %(values)s · black 3: %(three)s", joker=joker, values=values, three=black_three)


def _red_threes(setup: Setup) -> list[CribLine]:
    every = all_red_threes(setup)
    worth = red_threes_worth(setup, every)
    lines = [CribLine("CAN-7", _("Red three; all %(every)s: %(worth)s", every=every, worth=worth), f"+{RED_THREE}")]
    needs = {0: _("… without a meld"), 1: _("… without a canasta"), 2: _("… without two canastas")}
    minus = _("−%(points)s each", points=RED_THREE) if setup["options"]["red_threes_minus"] == "flat" else _("minus")
    return [*lines, CribLine("CAN-8", needs[setup["options"]["red_threes_need"]], minus)]


def _first_melds(steps: list[list[int]]) -> str:
    """What the first meld is due from each total on; a step below 0 holds for all totals below."""
    return " · ".join(f"{'<' if least < 0 else ''}{max(least, 0)}: {points}" for least, points in steps)
