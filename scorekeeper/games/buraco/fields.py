"""Buraco's presets, options and shapes, and the fields of its entries as forms are drawn from them."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from .entry import CLASSES, FLAT, PACK_POINTS, POTS, STEP

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
