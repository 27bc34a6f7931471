"""Bisca."""

from scorekeeper.games.engine.base import TWO_PAIRS

from .fields import OPTIONS, PRESETS, RULES, WAYS
from .rules import Rules


class Bisca(Rules):
    slug = "bisca"
    title = "Bisca"
    rulebook = RULES
    presets = PRESETS
    options = OPTIONS
    every_shape = TWO_PAIRS
    ways = WAYS


GAME = Bisca()
