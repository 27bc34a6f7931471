"""Canasta: partnerships lay down melds, seven cards make a canasta, first to five thousand.

Sources: pagat.com, Bicycle (classic, two-hand, samba), Britannica, HowStuffWorks. Modern American canasta is another
game and is not covered, nor are drawing and the discard pile. Points are multiples of five.
"""

from typing import Any

from ..engine.base import (
    Checks,
    Entry,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    check_stop,
    end_at_target,
    line,
    outcome,
    stopped,
)
from .entry import RULE_OF, check_parts, check_two_numbers
from .melds import CANASTAS, bonus_of, points_of, red_threes_are_minus, red_threes_worth, required_first_meld


def next_hand(setup: Setup, table: Table) -> "dict[str, Any]":
    """Each side's requirement for its first meld of the next hand."""
    return {"first_meld": [required_first_meld(setup, total) for total in table["totals"]]}


def problems(setup: Setup, table: Table, entry: Entry) -> "list[Problem]":
    """Everything that is wrong with an entry."""
    checks = Checks(entry)
    if "stop" in entry:
        check_stop(checks, "CAN-17", setup["options"]["target"] is None)
        return checks.problems
    sides = _sides_of(checks, setup)
    if sides is None:
        return checks.problems
    in_two_numbers = ["base" in part or "count" in part for part in sides]
    if all(in_two_numbers):
        check_two_numbers(checks, setup, sides)
    elif any(in_two_numbers):
        checks.refuse("sides", "CAN-2", _("All sides are entered in the same form"))
    else:
        check_parts(checks, setup, table, sides)
    return checks.problems


def _sides_of(checks: Checks, setup: Setup) -> "list[Entry] | None":
    """One group of fields for each side."""
    if not checks.required("sides", "CAN-2"):
        return None
    sides = checks.mapping["sides"]
    if not isinstance(sides, list) or len(sides) != len(setup["sides"]):
        count = len(setup["sides"])
        checks.refuse("sides", "CAN-2", _("This must be one group for each of the {sides} sides"), sides=count)
        return None
    for index, part in enumerate(sides):
        if not isinstance(part, dict):
            checks.refuse("sides." + str(index), "CAN-2", _("This must be a group of named fields"))
            return None
    return list(sides)


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Score an entry without problems."""
    if "stop" in entry:
        return stopped(setup, table, "CAN-17")
    lines: list[Line] = []
    for side, part in enumerate(entry["sides"]):
        if "base" in part:
            lines.append(line(side, "CAN-3", _("Base: {worth}"), part["base"], worth=part["base"]))
            text = _("Cards melded less cards in hand: {worth}")
            lines.append(line(side, "CAN-2", text, part["count"], worth=part["count"]))
        else:
            lines += _side_lines(setup, entry, side, part)
    result = outcome(setup, table, lines)
    end_at_target(result, table, setup["options"]["target"], "CAN-17")
    return result


def _side_lines(setup: Setup, entry: Entry, side: int, part: Entry) -> "list[Line]":
    """The sum of one side's hand."""
    melds = points_of(part["melds"])
    lines = [line(side, "CAN-2", _("Melds: {worth}"), melds, worth=melds)]
    texts = {
        "natural": _("Natural canastas: {count} × {bonus}"),
        "mixed": _("Mixed canastas: {count} × {bonus}"),
        "samba": _("Sambas: {count} × {bonus}"),
        "wild": _("Canastas of wild cards: {count} × {bonus}"),
    }
    for kind in CANASTAS:
        count, bonus = part.get(kind, 0), bonus_of(setup, kind)
        if count:
            lines.append(line(side, RULE_OF[kind], texts[kind], count * bonus, count=count, bonus=bonus))
    threes = part.get("red_threes", 0)
    if threes:
        is_minus = red_threes_are_minus(setup, part)
        worth = red_threes_worth(setup, threes, is_minus)
        text = _("Red threes without what they need: {count}") if is_minus else _("Red threes: {count}")
        lines.append(line(side, "CAN-8" if is_minus else "CAN-7", text, worth, count=threes))
    if entry.get("went_out") == side:
        lines.append(_going_out_line(setup, side, entry.get("concealed", False)))
    in_hand = points_of(part["hand"])
    if in_hand:
        lines.append(line(side, "CAN-11", _("Cards left in hand: −{worth}"), -in_hand, worth=in_hand))
    return lines


def _going_out_line(setup: Setup, side: int, concealed: bool) -> Line:
    if concealed:
        worth = setup["options"]["concealed"]
        return line(side, "CAN-10", _("Goes out concealed: {worth}"), worth, worth=worth)
    worth = setup["options"]["go_out"]
    return line(side, "CAN-9", _("Goes out: {worth}"), worth, worth=worth)
