"""Canasta and Samba."""

from ..engine.base import Game, _
from . import rules
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, WAYS, shapes

GAME = Game(
    slug="canasta",
    title=_("Canasta"),
    rules=tuple("CAN-" + str(number) for number in range(1, 24)),
    won_rule="CAN-17",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    claims=CLAIMS,
)
