"""The game of Albastini."""

from ..engine.base import Game, _
from . import rules, words
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, RULES, SHAPES, WAYS

GAME = Game(
    slug="albastini",
    title=_("Albastini"),
    rules=RULES,
    won_rule="ALB-8",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    blurb=words.BLURB,
    tint=3,
    preset_words=words.PRESET_WORDS,
)
