"""Buraco's presets, options and shapes, and the fields of its entries as forms are drawn from them."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from .entry import CLASSES, FLAT, PACK_POINTS, POTS, STEP
from .melds import USUAL_VALUES

_USUAL: dict[str, Any] = {
    "target": 2000,
    "hands": None,
    "packs": 2,
    "jokers": True,
    "semi_clean": 0,
    "go_out_with": "clean",
    "ace": "both",
    "unplayed_pot": "lower",
    "first_meld": [[0, 50], [1500, 75]],
    "failed_meld_increment": 15,
    "groups": "court",
    "semi_clean_wild": "anywhere",
    "semi_clean_groups": "none",
    "exact_cut": FLAT,
    "missed_pot": "always",
    "thirteen": 0,
    "thirteen_dirty": 0,
    "fourteen": 0,
    "eight": 0,
    "eight_dirty": 0,
    "two_points": USUAL_VALUES["two_points"],
    "joker_points": USUAL_VALUES["joker_points"],
    "pot_to_stock": False,
    "without_clean": "count",
    "lone_hand_until": 0,
}
_ITALIAN: dict[str, Any] = {
    "target": 2005,
    "semi_clean": 150,
    "go_out_with": "any",
    "first_meld": [],
    "groups": "any",
    "ace": "one_end",
    "semi_clean_wild": "end",
    "semi_clean_groups": "eight",
    "unplayed_pot": "cards",
    "missed_pot": "if_taken",
    "exact_cut": 0,
}
_BRAZILIAN: dict[str, Any] = {
    "target": 3000,
    "first_meld": [],
    "groups": "none",
    "unplayed_pot": "flat",
    "exact_cut": 0,
    "thirteen": 500,
    "fourteen": 1000,
    "two_points": 10,
    "joker_points": 20,
    "pot_to_stock": True,
}
_FITAB: dict[str, Any] = {
    "semi_clean_groups": "eight_or_more",
    "missed_pot": "always",
    "thirteen": 300,
    "thirteen_dirty": 250,
    "eight": 250,
    "eight_dirty": 200,
}


def _preset(slug: str, title: str, shape: "tuple[int, int]", *changes: "dict[str, Any]") -> dict[str, Any]:
    options = dict(_USUAL)
    for each in changes:
        options.update(each)
    timed = options["target"] is None  # a clock ends it, which the table may set when it starts
    return {"slug": slug, "title": title, "options": options, "shape": shape, "timed": timed}


PRESETS = [
    _preset("us", _("United States"), (2, 2)),
    _preset("classic", _("Classic, without jokers"), (2, 2), {"jokers": False}),
    _preset("three-teams", _("Three teams"), (3, 2), {"packs": 3}),
    _preset("two-by-three", _("Two teams of three"), (2, 3), {"packs": 3}),
    _preset("timed", _("Timed"), (2, 2), {"target": None}),
    _preset("burraco", _("Italian burraco (FIBUR)"), (2, 2), _ITALIAN),
    _preset("burraco-fitab", _("Italian burraco (FITAB)"), (2, 2), _ITALIAN, _FITAB),
    _preset("burraco-3", _("Italian burraco for three"), (3, 1), _ITALIAN, {"target": 1505, "lone_hand_until": 1000}),
    _preset("aberto", _("Brazilian, open"), (2, 2), _BRAZILIAN),
    _preset("fechado", _("Brazilian, closed"), (2, 2), _BRAZILIAN, {"groups": "any", "go_out_with": "any"}),
    _preset("stbl", _("Brazilian, no groups, clean to go out"), (2, 2), _BRAZILIAN),
]


def _choice(name: str, label: str, rule: str, *choices: "tuple[Any, str]") -> "dict[str, Any]":
    kind = "choice" if isinstance(choices[0][0], str) else "number"
    listed = [[value, text] for value, text in choices]
    return {"name": name, "kind": kind, "label": label, "rule": rule, "choices": listed}


def _bonus(name: str, label: str, *values: int) -> "dict[str, Any]":
    return _choice(name, label, "BUR-28", (0, _("none")), *[(value, str(value)) for value in values])


def check_options(checks: Any, options: "dict[str, Any]", variant: str) -> None:
    """A lone player is known only where three play (BUR-32)."""
    if options["lone_hand_until"] != 0 and variant != "burraco-3":
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
        "kind": "whole",
        "low": 0,
        "high": 99999,
        "nullable": True,
        "label": _("Three players: a lone player until a total of (empty: always)"),
        "rule": "BUR-34",
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
                    field(
                        "melds",
                        "points",
                        _("Melds"),
                        "BUR-2",
                        min=0,
                        step=STEP,
                        classes=CLASSES,
                        a_pack=PACK_POINTS,
                        required=True,
                    ),
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
                        step=STEP,
                        classes=CLASSES,
                        required=True,
                    ),
                    field("pot", "choice", _("Pot"), "BUR-7", choices=POTS, required=True),
                    field("pot_cards", "points", _("Cards of the pot"), "BUR-8", min=0, step=STEP),
                    field("failed_melds", "count", _("Failed first melds"), "BUR-14", min=0, max=None),
                    field("cut_bonus", "flag", _("Exact cut"), "BUR-11"),
                ],
            ),
            field("went_out", "side", _("Went out"), "BUR-9", nullable=True),
        ],
    },
    STOP_WAY,
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side: the preset says."""
    return [preset["shape"] for preset in PRESETS if preset["slug"] == variant]
