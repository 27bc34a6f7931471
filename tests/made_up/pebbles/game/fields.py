"""Pebbles' preset and options, and a field of every kind that a hand can have."""

from scorekeeper.games.engine.base import STOP_WAY, Option, Way, _, field, rule
from scorekeeper.games.engine.setup import flag, preset, presets, whole

PEBBLES = 20

PRESETS = presets(preset("usual", _("Usual"), target=30, echo=True))
OPTIONS: "list[Option]" = [
    whole("target", _("Target"), "PEB-3", 1, 999),
    flag("echo", _("The last pebble echoes"), "PEB-2"),
]

RULES = [rule("PEB-1"), rule("PEB-2"), rule("PEB-3")]

_SHARES = field("pebbles", "shares", _("Pebbles taken"), "PEB-1", total=PEBBLES, required=True)
WAYS: "list[Way]" = [
    {
        "slug": "quick",
        "title": _("Pebbles alone"),
        "fields": [_SHARES, field("last", "side", _("Last pebble"), "PEB-2", nullable=True, option="echo")],
    },
    {
        "slug": "all",
        "title": _("Everything there is"),
        "option": "echo",
        "fields": [
            _SHARES,
            field("moons", "count", _("Moons"), "PEB-1", min=0, max=9),
            field("wind", "flag", _("It was windy"), "PEB-1"),
            field("caller", "player", _("Who called out"), "PEB-1"),
            field("shore", "choice", _("Shore"), "PEB-1", choices=[["near", _("near")], ["far", _("far")]]),
            field("weight", "count", _("Weight"), "PEB-1", typed=True, min=0, step=1),
            field("throws", "tricks", _("Throws"), "PEB-1", most=3),
            field("sizes", "ranks", _("Sizes"), "PEB-1", classes=[["L", "L", 2, 4], ["S", "S", 1, 4]]),
            field(
                "splash",
                "group",
                _("Splash"),
                "PEB-1",
                fields=[field("player", "player", _("Splashed by"), "PEB-1", required=True)],
            ),
            field(
                "finds",
                "rows",
                _("Finds"),
                "PEB-1",
                most=4,
                fields=[field("count", "count", _("Found"), "PEB-1", min=0, max=9, required=True)],
            ),
        ],
    },
    STOP_WAY,
]
