"""Scala 40's presets, options and fields: what is agreed before a match and entered for a hand."""

from typing import Any

from ..engine.base import _, field
from ..engine.setup import choice, flag, whole

# The most that so many players can hold together: 13 cards each of two packs (SCA-3), nine once they opened (SCA-5).
MOST_HELD = (198, 328, 458, 580, 679)
MOST_HELD_OPENED = (155, 248, 338, 428, 517)


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
    whole("limit", _("Out from this total on"), "SCA-6", 1, 999),
    flag("doubled_from_hand", _("Closing from hand doubles the others' counts"), "SCA-4"),
    choice(
        "unopened",
        _("Who has not opened scores"),
        "SCA-5",
        ("cards", _("the cards in hand")),
        ("flat", _("100, whatever is in hand")),
    ),
    flag("lone_ace", _("An ace as the only card counts 1"), "SCA-1"),
    whole("reentries", _("How often each player may come back"), "SCA-9", 0, 9),
    flag("clean_opening", _("The opening needs 40 without jokers"), "SCA-15"),
]


def _counts(most: int, rule: str, **where: Any) -> "dict[str, Any]":
    """What each player holds: 0 for the player who closed, blank for one who has no count."""
    more: dict[str, Any] = {"required": True, "min": 0, "max": most, "nought": "closed", "inner_rule": rule}
    return field("counts", "shares", _("Cards left in hand"), "SCA-1", refused_by="SCA-2", **more, **where)


# What is said of fields that the options exclude.
ALL_COUNTED = _("Here everybody counts the cards in hand")
NOBODY_BACK = _("In this match nobody comes back")
UNOPENED_PLAYED: "dict[str, Any]" = {"when": ["unopened", "flat"], "unplayed": ALL_COUNTED}


WAYS: "list[dict[str, Any]]" = [
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field("closed", "side", _("Who closed"), "SCA-2", required=True),
            _counts(MOST_HELD[0], "SCA-3", unless=["unopened", "flat"]),
            _counts(MOST_HELD_OPENED[0], "SCA-5", when=["unopened", "flat"]),
            field("from_hand", "flag", _("Closed from hand"), "SCA-4"),
            field("unopened", "some_sides", _("Who has not opened"), "SCA-5", **UNOPENED_PLAYED),
            field(
                "reenter",
                "some_sides",
                _("Who comes back with this hand"),
                "SCA-9",
                option="reentries",
                unplayed=NOBODY_BACK,
            ),
        ],
    }
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Two to six players, each for himself."""
    return [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
