"""The game of Briscola, with the chiamata for five players."""

from ..engine.base import Game, _
from ..engine.words import HANDS_PLAYED
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, SHAPES, WAYS

GAME = Game(
    slug="briscola",
    title=_("Briscola"),
    rules=RULES,
    won_rule="BRI-6",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=claims.claims(rules.check_game, rules.lines_of),
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=HANDS_PLAYED,
    blurb=words.BLURB,
    tint=2,
    preset_words=words.PRESET_WORDS,
)
