"""Albastini."""

from ..engine.base import Game, _
from . import rules, words
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, WAYS, shapes

GAME = Game(
    slug="albastini",
    title=_("Albastini"),
    rules=tuple("ALB-" + str(number) for number in range(1, 10)),
    won_rule="ALB-8",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
)
