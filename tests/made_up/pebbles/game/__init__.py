"""Pebbles, which nobody plays: a game of only the files that a game must have."""

from scorekeeper.games.engine.base import Game, _, two_pairs

from . import rules
from .fields import OPTIONS, PRESETS, WAYS

GAME = Game(
    slug="pebbles",
    title=_("Pebbles"),
    rules=("PEB-1", "PEB-2", "PEB-3"),
    presets=PRESETS,
    options=OPTIONS,
    shapes=two_pairs,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
)
