"""Scala 40."""

from ..engine.base import Game, _
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, WAYS, shapes

GAME = Game(
    slug="scala40",
    title=_("Scala 40"),
    rules=tuple("SCA-" + str(number) for number in range(1, 16)),
    won_rule="SCA-8",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    over=rules.over,
    announced=words.announced,
    claims=claims.CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    clockwise=True,
    digits=3,
    lowest_wins=True,
)
