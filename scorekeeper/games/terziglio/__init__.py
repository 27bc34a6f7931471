"""The game of Terziglio, also called calabresella."""

from ..engine.base import Game, _
from ..engine.final_result import adds_up_to_zero
from ..engine.words import HANDS_PLAYED
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="terziglio",
    title=_("Terziglio"),
    rules=RULES,
    presets=PRESETS,
    options=OPTIONS,
    shapes=[(3, 1)],
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=claims.CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=HANDS_PLAYED,
    blurb=words.BLURB,
    tint=5,
    preset_words=words.PRESET_WORDS,
    digits=3,
    final_problem=adds_up_to_zero,
)
