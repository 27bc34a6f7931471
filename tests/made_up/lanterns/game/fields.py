"""Lanterns' preset, options and fields; Pebbles has a field of every kind."""

from scorekeeper.games.engine.base import STOP_WAY, Option, Way, _, field, rule
from scorekeeper.games.engine.setup import flag, preset, presets, whole

LANTERNS = 20

PRESETS = presets(preset("usual", _("Usual"), target=30, echo=True))
OPTIONS: "list[Option]" = [
    whole("target", _("Target"), "LAN-3", 1, 999),
    flag("echo", _("The last lantern echoes"), "LAN-2"),
]

RULES = [rule("LAN-1", _("Each lantern")), rule("LAN-2", _("The echo")), rule("LAN-3", _("The shore"))]

WAYS: "list[Way]" = [
    {
        "slug": "quick",
        "title": _("Lanterns alone"),
        "fields": [
            field("lanterns", "shares", _("Lanterns taken"), "LAN-1", total=LANTERNS, required=True),
            field("last", "side", _("Last lantern"), "LAN-2", nullable=True, option="echo"),
        ],
    },
    STOP_WAY,
]
