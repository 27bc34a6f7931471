"""Scala 40's presets, options and fields: what is agreed before a match and entered for a hand."""

from typing import Any

from ..engine.base import _, field


def _preset(limit: int) -> "dict[str, Any]":
    options = {
        "limit": limit,
        "doubled_from_hand": False,
        "unopened": "cards",
        "lone_ace": False,
        "reentries": 0,
        "clean_opening": False,
    }
    return {"slug": str(limit), "title": str(limit), "options": options}


PRESETS = [_preset(101), _preset(151), _preset(201), _preset(301)]

OPTIONS: "list[dict[str, Any]]" = [
    {"name": "limit", "kind": "whole", "low": 1, "high": 999, "label": _("Out from this total on"), "rule": "SCA-6"},
    {
        "name": "doubled_from_hand",
        "kind": "flag",
        "label": _("Closing from hand doubles the others' counts"),
        "rule": "SCA-4",
    },
    {
        "name": "unopened",
        "kind": "choice",
        "label": _("Who has not opened scores"),
        "rule": "SCA-5",
        "choices": [["cards", _("the cards in hand")], ["flat", _("100, whatever is in hand")]],
    },
    {"name": "lone_ace", "kind": "flag", "label": _("An ace as the only card counts 1"), "rule": "SCA-1"},
    {
        "name": "reentries",
        "kind": "whole",
        "low": 0,
        "high": 9,
        "label": _("How often each player may come back"),
        "rule": "SCA-9",
    },
    {
        "name": "clean_opening",
        "kind": "flag",
        "label": _("The opening needs 40 without jokers"),
        "rule": "SCA-15",
    },
]

WAYS: "list[dict[str, Any]]" = [
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field("closed", "side", _("Who closed"), "SCA-2", required=True),
            field("counts", "shares", _("Cards left in hand"), "SCA-1", required=True, min=0),
            field("from_hand", "flag", _("Closed from hand"), "SCA-4"),
            field("unopened", "some_sides", _("Who has not opened"), "SCA-5", when=["unopened", "flat"]),
            field("reenter", "some_sides", _("Who comes back with this hand"), "SCA-9", option="reentries"),
        ],
    }
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Two to six players, each for himself."""
    return [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
