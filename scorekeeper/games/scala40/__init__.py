"""The game of Scala 40."""

from ..engine import elimination
from ..engine.base import Game, _
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, SHAPES, WAYS

GAME = Game(
    slug="scala40",
    title=_("Scala 40"),
    rules=RULES,
    won_rule="SCA-8",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=elimination.next_hand,
    announced=elimination.announced,
    claims=claims.CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    tint=3,
    preset_words=words.PRESET_WORDS,
    clockwise=True,
    digits=3,
    lowest_wins=True,
)
