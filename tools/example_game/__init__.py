"""Bisca."""

from scorekeeper.games.engine.base import TWO_PAIRS, Game

from . import rules
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="bisca",
    title="Bisca",
    rules=RULES,
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
)
