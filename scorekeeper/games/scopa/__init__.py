"""Scopa, Scopone and Escoba."""

from ..engine.base import Game, _
from . import claims, rules
from .fields import OPTIONS, PRESETS, WAYS, shapes

GAME = Game(
    slug="scopa",
    title=_("Scopa"),
    rules=tuple("SCO-" + str(number) for number in range(1, 22)),
    won_rule="SCO-11",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=claims.claims(rules.winner_of_primiera),
)
