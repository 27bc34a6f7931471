"""Buraco's presets: what is agreed in America, Italy and Brazil, and for how many."""

from typing import Any

from ..engine.base import _
from .entry import FLAT
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


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side: the preset says."""
    return [preset["shape"] for preset in PRESETS if preset["slug"] == variant]
