"""Lanterns' preset and options, and a field of every kind that a hand can have."""

from scorekeeper.games.engine.base import STOP_WAY, Option, Way, _, field, rule
from scorekeeper.games.engine.setup import flag, preset, presets, whole

LANTERNS = 20

PRESETS = presets(preset("usual", _("Usual"), target=30, echo=True))
OPTIONS: "list[Option]" = [
    whole("target", _("Target"), "LAN-3", 1, 999),
    flag("echo", _("The last lantern echoes"), "LAN-2"),
]

RULES = [rule("LAN-1", _("Each lantern")), rule("LAN-2", _("The echo")), rule("LAN-3", _("The shore"))]

_SHARES = field("lanterns", "shares", _("Lanterns taken"), "LAN-1", total=LANTERNS, required=True)
WAYS: "list[Way]" = [
    {
        "slug": "quick",
        "title": _("Lanterns alone"),
        "fields": [_SHARES, field("last", "side", _("Last lantern"), "LAN-2", nullable=True, option="echo")],
    },
    {
        "slug": "all",
        "title": _("Everything there is"),
        "option": "echo",
        "fields": [
            _SHARES,
            field("moons", "count", _("Moons"), "LAN-1", min=0, max=9),
            field("wind", "flag", _("It was windy"), "LAN-1"),
            field("caller", "player", _("Who called out"), "LAN-1"),
            field("shore", "choice", _("Shore"), "LAN-1", choices=[["near", _("near")], ["far", _("far")]]),
            field("weight", "count", _("Weight"), "LAN-1", typed=True, min=0, step=1),
            field("throws", "tricks", _("Throws"), "LAN-1", most=3),
            field("sizes", "ranks", _("Sizes"), "LAN-1", classes=[["L", "L", 2, 4], ["S", "S", 1, 4]]),
            field(
                "splash",
                "group",
                _("Splash"),
                "LAN-1",
                fields=[field("player", "player", _("Splashed by"), "LAN-1", required=True)],
            ),
            field(
                "finds",
                "rows",
                _("Finds"),
                "LAN-1",
                most=4,
                fields=[field("count", "count", _("Found"), "LAN-1", min=0, max=9, required=True)],
            ),
        ],
    },
    STOP_WAY,
]
