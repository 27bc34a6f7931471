"""Bisca's preset and option, the way to enter a hand, and the list of its rules."""

from scorekeeper.games.engine.base import Option, Rule, Way, _, field, rule
from scorekeeper.games.engine.setup import preset, presets, whole

POINTS_OF_A_HAND = 120
TRICKS_OF_A_HAND = 10

PRESETS = presets(preset("standard", _("Standard"), target=500))
OPTIONS: "list[Option]" = [whole("target", _("Target"), "BIS-3", 1, 9999)]

RULES: "list[Rule]" = [rule("BIS-1"), rule("BIS-2"), rule("BIS-3")]

WAYS: "list[Way]" = [
    {
        "slug": "points",
        "title": _("Card points"),
        "fields": [
            field("points", "shares", _("Card points"), "BIS-1", total=POINTS_OF_A_HAND, required=True),
            field("tricks", "shares", _("Tricks"), "BIS-2", total=TRICKS_OF_A_HAND, required=True),
        ],
    }
]
