"""A game of one's own, counted as the table agreed."""

from ..engine.base import Game, _
from . import rules
from .fields import OPTIONS, PRESETS, shapes
from .rules import WAYS

GAME = Game(
    slug="own",
    title=_("Another game"),
    rules=tuple("OWN-" + str(number) for number in range(1, 11)),
    won_rule="OWN-6",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    check_options=rules.check_options,
)
