"""Buraco's options: what a table may agree on before a match."""

from typing import Any

from ..engine.base import _
from .entry import FLAT
from .three import VARIANT


def _choice(name: str, label: str, rule: str, *choices: "tuple[Any, str]") -> "dict[str, Any]":
    kind = "choice" if isinstance(choices[0][0], str) else "number"
    listed = [[value, text] for value, text in choices]
    return {"name": name, "kind": kind, "label": label, "rule": rule, "choices": listed}


def _bonus(name: str, label: str, *values: int) -> "dict[str, Any]":
    return _choice(name, label, "BUR-28", (0, _("none")), *[(value, str(value)) for value in values])


def check_options(checks: Any, options: "dict[str, Any]", variant: str) -> None:
    """A lone player is known only where three play (BUR-32)."""
    if options["lone_hand_until"] != 0 and variant != VARIANT:
        checks.refuse("lone_hand_until", "BUR-32", _("Only three players play a lone hand"))


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
        "choices": [
            ["both", _("at either end")],
            ["high", _("high only")],
            ["low", _("low only")],
            ["one_end", _("at one end, never at both")],
        ],
    },
    {
        "name": "unplayed_pot",
        "kind": "choice",
        "label": _("A pot taken but not played costs"),
        "rule": "BUR-8",
        "choices": [
            ["lower", _("its cards or 100, whichever is less")],
            ["cards", _("its cards")],
            ["flat", str(FLAT)],
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
    {
        "name": "hands",
        "kind": "whole",
        "low": 1,
        "high": 999,
        "nullable": True,
        "label": _("Number of hands (empty: any number)"),
        "rule": "BUR-37",
    },
    _choice(
        "groups",
        _("Groups"),
        "BUR-22",
        ("court", _("of jacks, queens, kings and aces")),
        ("any", _("of any rank from 3")),
        ("none", _("none")),
    ),
    _choice(
        "semi_clean_wild",
        _("A semi-clean run has its wild card"),
        "BUR-24",
        ("anywhere", _("anywhere")),
        ("end", _("at an end")),
    ),
    _choice(
        "semi_clean_groups",
        _("A group with its wild card is semi-clean"),
        "BUR-25",
        ("none", _("never")),
        ("eight", _("with eight cards")),
        ("eight_or_more", _("with eight cards or more")),
    ),
    _choice("exact_cut", _("The exact cut"), "BUR-26", (FLAT, str(FLAT)), (0, _("none"))),
    _choice(
        "missed_pot",
        _("A pot never taken costs"),
        "BUR-27",
        ("always", _("always")),
        ("if_taken", _("only if some side took one")),
    ),
    _bonus("thirteen", _("Bonus for all thirteen ranks"), 300, 500),
    _bonus("thirteen_dirty", _("Bonus for all thirteen ranks with a wild card"), 250),
    _bonus("fourteen", _("Bonus for a run from ace to ace"), 1000),
    _bonus("eight", _("Bonus for eight of a rank"), 250),
    _bonus("eight_dirty", _("Bonus for eight of a rank with a wild card"), 200),
    _choice("two_points", _("A 2 counts"), "BUR-29", (20, "20"), (10, "10")),
    _choice("joker_points", _("A joker counts"), "BUR-29", (30, "30"), (20, "20"), (50, "50")),
    {"name": "pot_to_stock", "kind": "flag", "label": _("A pot that is left becomes the stock"), "rule": "BUR-30"},
    _choice(
        "without_clean",
        _("Without a clean run the melds"),
        "BUR-31",
        ("count", _("count")),
        ("minus", _("are deducted")),
    ),
    {
        "name": "lone_hand_until",
        "before": 0,
        "kind": "whole",
        "low": 0,
        "high": 99999,
        "nullable": True,
        "label": _("Three players: a lone player until a total of (empty: always)"),
        "rule": "BUR-34",
    },
]
