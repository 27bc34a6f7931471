"""Buraco: partnerships lay down melds, runs of seven earn a bonus, first to two thousand.

Source: the rules as played in the United States and their variations (English Wikipedia, *Buraco*; Parlett's *Oxford
Dictionary of Card Games*). Not covered: drawing, discarding and the course of a turn. Points are multiples of five.
"""

from typing import Any

from ..engine.base import (
    STOP_WAY,
    Checks,
    Entry,
    Game,
    Line,
    Outcome,
    Problem,
    Setup,
    Table,
    _,
    field,
    line,
    outcome,
    stopped,
    totals_after,
    win,
    winner_at,
)
from . import claims as buraco_claims
from .entry import CLASSES, POTS, check_hand, points_of
from .melds import CLEAN, DIRTY

FLAT = 100  # points: going out, the exact cut, a pot never taken or not played (BUR-7 to BUR-11)

_USUAL: dict[str, Any] = {
    "target": 2000,
    "packs": 2,
    "jokers": True,
    "semi_clean": 0,
    "go_out_with": "clean",
    "ace": "both",
    "unplayed_pot": "lower",
    "first_meld": [[0, 50], [1500, 75]],
    "failed_meld_increment": 15,
}


def _preset(slug: str, title: str, sides: int, players: int, **other: Any) -> dict[str, Any]:
    options = dict(_USUAL)
    options.update(other)
    timed = options["target"] is None  # a clock ends it, which the table may set when it starts
    return {"slug": slug, "title": title, "options": options, "shape": (sides, players), "timed": timed}


PRESETS = [
    _preset("us", _("United States"), 2, 2),
    _preset("classic", _("Classic, without jokers"), 2, 2, jokers=False),
    _preset("three-teams", _("Three teams"), 3, 2, packs=3),
    _preset("two-by-three", _("Two teams of three"), 2, 3, packs=3),
    _preset("timed", _("Timed"), 2, 2, target=None),
    _preset("burraco", _("Italian burraco"), 2, 2, target=2005, semi_clean=150, go_out_with="any", first_meld=[]),
]

OPTIONS: list[dict[str, Any]] = [
    {
        "name": "target",
        "kind": "whole",
        "low": 1,
        "high": 99999,
        "nullable": True,
        "label": _("Target (empty: for an agreed time)"),
        "rule": "BUR-15",
    },
    {
        "name": "packs",
        "kind": "number",
        "label": _("Packs"),
        "rule": "BUR-1",
        "choices": [[2, "2"], [3, "3"]],
    },
    {"name": "jokers", "kind": "flag", "label": _("With jokers"), "rule": "BUR-1"},
    {
        "name": "semi_clean",
        "kind": "number",
        "label": _("Bonus for a semi-clean run"),
        "rule": "BUR-5",
        "choices": [[0, _("none")], [150, "150"]],
    },
    {
        "name": "go_out_with",
        "kind": "choice",
        "label": _("Going out needs"),
        "rule": "BUR-9",
        "choices": [["clean", _("a clean run")], ["any", _("any run")]],
    },
    {
        "name": "ace",
        "kind": "choice",
        "label": _("The ace stands"),
        "rule": "BUR-16",
        "choices": [["both", _("at either end")], ["high", _("high only")], ["low", _("low only")]],
    },
    {
        "name": "unplayed_pot",
        "kind": "choice",
        "label": _("A pot taken but not played costs"),
        "rule": "BUR-8",
        "choices": [
            ["lower", _("its cards or 100, whichever is less")],
            ["cards", _("its cards")],
            ["flat", "100"],
        ],
    },
    {
        "name": "first_meld",
        "kind": "thresholds",
        "label": _("First meld: from total, points"),
        "rule": "BUR-13",
    },
    {
        "name": "failed_meld_increment",
        "kind": "whole",
        "low": 0,
        "high": 999,
        "label": _("A failed first meld adds"),
        "rule": "BUR-14",
    },
]

WAYS: list[dict[str, Any]] = [
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field(
                "sides",
                "sides",
                _("Sides"),
                "BUR-2",
                required=True,
                fields=[
                    field("melds", "points", _("Melds"), "BUR-2", min=0, step=5, classes=CLASSES, required=True),
                    field("clean", "count", _("Clean runs"), "BUR-3", min=0, max=None),
                    field(
                        "semi_clean",
                        "count",
                        _("Semi-clean runs"),
                        "BUR-5",
                        min=0,
                        max=None,
                        option="semi_clean",
                    ),
                    field("dirty", "count", _("Dirty runs"), "BUR-4", min=0, max=None),
                    field(
                        "hand",
                        "points",
                        _("Cards in hand"),
                        "BUR-6",
                        min=0,
                        step=5,
                        classes=CLASSES,
                        required=True,
                    ),
                    field("pot", "choice", _("Pot"), "BUR-7", choices=POTS, required=True),
                    field("pot_cards", "points", _("Cards of the pot"), "BUR-8", min=0, step=5),
                    field("failed_melds", "count", _("Failed first melds"), "BUR-14", min=0, max=None),
                    field("cut_bonus", "flag", _("Exact cut"), "BUR-11"),
                ],
            ),
            field("went_out", "side", _("Went out"), "BUR-9", nullable=True),
        ],
    },
    STOP_WAY,
]


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


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side: the preset says."""
    return [preset["shape"] for preset in PRESETS if preset["slug"] == variant]


GAME = Game(
    slug="buraco",
    title=_("Buraco"),
    rules=tuple("BUR-" + str(number) for number in range(1, 22)),
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=problems,
    score=score,
    next_hand=next_hand,
    claims=buraco_claims.claims(required_first_meld),
)
