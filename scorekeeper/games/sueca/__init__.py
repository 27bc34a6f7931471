"""Sueca."""

from ..engine.base import Game, _, two_pairs
from . import claims, rules
from .fields import OPTIONS, PRESETS, WAYS

GAME = Game(
    slug="sueca",
    title=_("Sueca"),
    rules=tuple("SUE-" + str(number) for number in range(1, 10)),
    won_rule="SUE-7",
    presets=PRESETS,
    options=OPTIONS,
    shapes=two_pairs,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    claims=claims.claims(rules.check_deal, rules.result_of),
)
