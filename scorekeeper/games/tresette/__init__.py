"""Tresette."""

from ..engine.base import TWO_PAIRS, Game, _
from . import rules, words
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="tresette",
    title=_("Tresette"),
    rules=RULES,
    won_rule="TRE-5",
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    claim_of=words.claim_of,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
)
