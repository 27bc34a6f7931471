"""Lanterns, an invented game with all the files that a game may have."""

from scorekeeper.games.engine.base import TWO_PAIRS, Game, _

from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="lanterns",
    title=_("Lanterns"),
    rules=RULES,
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=words.next_hand,
    announced=words.announced,
    claims=claims.CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    clockwise=True,
    tally=30,
    digits=2,
    pad_waits=True,
)
