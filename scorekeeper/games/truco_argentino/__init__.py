"""Truco as it is played in Argentina, in Uruguay and in Rio Grande do Sul."""

from ..engine.base import Game, _
from . import rules
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, WAYS, shapes

GAME = Game(
    slug="truco-argentino",
    title=_("Truco argentino"),
    rules=tuple("TAR-" + str(number) for number in range(1, 28)),
    won_rule="TAR-23",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    claims=CLAIMS,
    check_options=rules.check_options,
)
