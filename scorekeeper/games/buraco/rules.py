"""Buraco: partnerships lay down melds, runs of seven earn a bonus, first to two thousand.

Source: the rules as played in the United States and their variations (English Wikipedia, *Buraco*; Parlett's *Oxford
Dictionary of Card Games*). Not covered: drawing, discarding and the course of a turn. Points are multiples of five.
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
    line,
    outcome,
    stopped,
    totals_after,
    win,
    winner_at,
)
from .entry import FLAT, check_hand, points_of
from .melds import CLEAN, DIRTY


def required_first_meld(setup: Setup, total: int, failed: int = 0) -> int:
    """What a side must lay down to open, by its total before the hand and its failed attempts (BUR-13, BUR-14).

    A first step from 0 or less holds for all totals below it too. Where no first meld is asked for, nothing can fail.
    """
    steps = setup["options"]["first_meld"]
    required = steps[0][1] if steps and steps[0][0] <= 0 else 0
    for from_total, points in steps:
        if total >= from_total:
            required = points
    return required + failed * setup["options"]["failed_meld_increment"] if required else 0


def next_hand(setup: Setup, table: Table) -> dict[str, Any]:
    """Each side's requirement for its first meld of the next hand."""
    return {"first_meld": [required_first_meld(setup, total) for total in table["totals"]]}


def problems(setup: Setup, table: Table, entry: Entry) -> list[Problem]:
    """Everything that is wrong with an entry."""
    checks = Checks(entry)
    if "stop" in entry:
        checks.only(("stop",))
        if entry["stop"] is not True:
            checks.refuse("stop", "BUR-15", _("This can only be yes"))
        if setup["options"]["target"] is not None:
            checks.refuse("stop", "BUR-15", _("This match is played to a target, it cannot be stopped"))
    else:
        check_hand(checks, setup, table)
    return checks.problems


def score(setup: Setup, table: Table, entry: Entry) -> Outcome:
    """Score an entry without problems."""
    if "stop" in entry:
        return stopped(setup, table, "BUR-15")
    lines: list[Line] = []
    for side, part in enumerate(entry["sides"]):
        lines += _side_lines(setup, table, side, part, entry.get("went_out") == side)
    result = outcome(setup, table, lines)
    _win_by_target(setup, table, result)
    return result


def _side_lines(setup: Setup, table: Table, side: int, part: Entry, went_out: bool) -> list[Line]:
    """The sum of one side's hand."""
    melds = points_of(part["melds"])
    lines = [line(side, "BUR-2", _("Melds: {worth}"), melds, worth=melds)]
    semi_clean = setup["options"]["semi_clean"]
    for name, rule, text, bonus in (
        ("clean", "BUR-3", _("Clean runs: {count} × {bonus}"), CLEAN),
        ("semi_clean", "BUR-5", _("Semi-clean runs: {count} × {bonus}"), semi_clean),
        ("dirty", "BUR-4", _("Dirty runs: {count} × {bonus}"), DIRTY),
    ):
        count = part.get(name, 0)
        if count:
            lines.append(line(side, rule, text, count * bonus, count=count, bonus=bonus))
    in_hand = points_of(part["hand"])
    if in_hand:
        lines.append(line(side, "BUR-6", _("Cards left in hand: −{worth}"), -in_hand, worth=in_hand))
    lines += _pot_lines(setup, side, part)
    if went_out:
        lines.append(line(side, "BUR-9", _("Goes out: {worth}"), FLAT, worth=FLAT))
    if part.get("cut_bonus"):
        lines.append(line(side, "BUR-11", _("Cut exactly the cards of the pots: {worth}"), FLAT, worth=FLAT))
    failed = part.get("failed_melds", 0)
    required = required_first_meld(setup, table["totals"][side], failed)
    if failed and required:
        lines.append(
            line(
                side,
                "BUR-14",
                _("Failed first melds: {count}, the last was due {required}"),
                count=failed,
                required=required,
            )
        )
    return lines


def _pot_lines(setup: Setup, side: int, part: Entry) -> list[Line]:
    """What a pot never taken, or taken and not played, costs (BUR-7, BUR-8)."""
    if part["pot"] == "none":
        return [line(side, "BUR-7", _("Never took the pot: −{worth}"), -FLAT, worth=FLAT)]
    if part["pot"] == "played":
        return []
    way = setup["options"]["unplayed_pot"]
    if way == "flat":
        return [line(side, "BUR-8", _("The pot was not played: −{worth}"), -FLAT, worth=FLAT)]
    cards = part["pot_cards"]
    cost = cards if way == "cards" else min(cards, FLAT)
    return [
        line(
            side,
            "BUR-8",
            _("The pot was not played, its cards are {cards}: −{worth}"),
            -cost,
            cards=cards,
            worth=cost,
        )
    ]


def _win_by_target(setup: Setup, table: Table, result: Outcome) -> None:
    """At or above the target the highest total wins; equal: another hand (BUR-15)."""
    target = setup["options"]["target"]
    totals = totals_after(table, result["points"])
    if target is None or max(totals) < target:
        return
    winner = winner_at(totals, target)
    if winner is None:
        text = _("The lead is shared at {total}: another hand is played")
        result["lines"] += [
            line(side, "BUR-15", text, total=total) for side, total in enumerate(totals) if total == max(totals)
        ]
        return
    text = _("Reaches {target} with {total}, the highest total")
    result["lines"].append(line(winner, "BUR-15", text, target=target, total=totals[winner]))
    win(result, winner, "target")
