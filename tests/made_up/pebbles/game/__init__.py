"""Pebbles, an invented game with only the files that a game must have."""

from scorekeeper.games.engine.base import TWO_PAIRS, Game, _

from . import rules
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="pebbles",
    title=_("Pebbles"),
    rules=RULES,
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
)
