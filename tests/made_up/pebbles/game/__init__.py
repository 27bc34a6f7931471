"""Pebbles, an invented game with only the files that a game must have."""

from scorekeeper.games.engine.base import TWO_PAIRS, _

from .fields import OPTIONS, PRESETS, RULES, WAYS
from .rules import Rules


class Pebbles(Rules):
    slug = "pebbles"
    title = _("Pebbles")
    rulebook = RULES
    presets = PRESETS
    options = OPTIONS
    every_shape = TWO_PAIRS
    ways = WAYS


GAME = Pebbles()
