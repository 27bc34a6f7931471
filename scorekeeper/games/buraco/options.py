"""Buraco's options: what a table may agree on before a match."""

from typing import Any

from ..engine.base import _
from ..engine.setup import choice, flag, whole
from .entry import FLAT
from .three import VARIANT


def _bonus(name: str, label: str, *values: int) -> "dict[str, Any]":
    return choice(name, label, "BUR-28", (0, _("none")), *[(value, str(value)) for value in values])


def check_options(checks: Any, options: "dict[str, Any]", variant: str) -> None:
    """A lone player is known only where three play (BUR-32)."""
    if options["lone_hand_until"] != 0 and variant != VARIANT:
        checks.refuse("lone_hand_until", "BUR-32", _("Only three players play a lone hand"))


OPTIONS: list[dict[str, Any]] = [
    whole("target", _("Target (empty: for an agreed time)"), "BUR-15", 1, 99999, nullable=True),
    choice("packs", _("Packs"), "BUR-1", (2, "2"), (3, "3")),
    flag("jokers", _("With jokers"), "BUR-1"),
    choice("semi_clean", _("Bonus for a semi-clean run"), "BUR-5", (0, _("none")), (150, "150")),
    choice("go_out_with", _("Going out needs"), "BUR-9", ("clean", _("a clean run")), ("any", _("any run"))),
    choice(
        "ace",
        _("The ace is"),
        "BUR-16",
        ("both", _("at either end")),
        ("high", _("high only")),
        ("low", _("low only")),
        ("one_end", _("at one end, never at both")),
    ),
    choice(
        "unplayed_pot",
        _("A pot taken but not played costs"),
        "BUR-8",
        ("lower", _("its cards or 100, whichever is less")),
        ("cards", _("its cards")),
        ("flat", str(FLAT)),
    ),
    {
        "name": "first_meld",
        "kind": "thresholds",
        "label": _("First meld: from total, points"),
        "rule": "BUR-13",
    },
    whole("failed_meld_increment", _("A failed first meld adds"), "BUR-14", 0, 999),
    whole("hands", _("Number of hands (empty: any number)"), "BUR-37", 1, 999, nullable=True),
    choice(
        "groups",
        _("Groups"),
        "BUR-22",
        ("court", _("of jacks, queens, kings and aces")),
        ("any", _("of any rank from 3")),
        ("none", _("none")),
    ),
    choice(
        "semi_clean_wild",
        _("A semi-clean run has its wild card"),
        "BUR-24",
        ("anywhere", _("anywhere")),
        ("end", _("at an end")),
    ),
    choice(
        "semi_clean_groups",
        _("A group with its wild card is semi-clean"),
        "BUR-25",
        ("none", _("never")),
        ("eight", _("with eight cards")),
        ("eight_or_more", _("with eight cards or more")),
    ),
    choice("exact_cut", _("The exact cut"), "BUR-26", (FLAT, str(FLAT)), (0, _("none"))),
    choice(
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
    choice("two_points", _("A 2 counts"), "BUR-29", (20, "20"), (10, "10")),
    choice("joker_points", _("A joker counts"), "BUR-29", (30, "30"), (20, "20"), (50, "50")),
    flag("pot_to_stock", _("A pot that is left becomes the stock"), "BUR-30"),
    choice(
        "without_clean",
        _("Without a clean run the melds"),
        "BUR-31",
        ("count", _("count")),
        ("minus", _("are deducted")),
    ),
    whole(
        "lone_hand_until",
        _("Three players: a lone player until a total of (empty: always)"),
        "BUR-34",
        0,
        99999,
        before=0,
        nullable=True,
    ),
]
