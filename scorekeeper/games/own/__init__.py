"""A game of the players' own, whose rules they agree on."""

from ..engine import elimination
from ..engine.base import Game
from . import rules, words
from .example import example
from .fields import OPTIONS, PRESETS, RULES, SHAPES, TITLE, WAYS

GAME = Game(
    slug="own",
    title=TITLE,
    named_by="name",
    rules=RULES,
    won_rule="OWN-6",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=elimination.next_hand,
    announced=elimination.announced,
    check_options=rules.check_options,
    told=words.told,
    agreed=words.agreed,
    example=example,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    digits=3,
    lowest_wins=("best", ("low",)),
)
