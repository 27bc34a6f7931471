"""Belote, coinche and contrée."""

from ..engine.base import TWO_PAIRS, Game, _
from ..engine.words import HANDS_PLAYED
from . import rules, words
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="belote",
    title=_("Belote"),
    rules=RULES,
    won_rule="BEL-20",
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    hands_played=rules.deals_played,
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=HANDS_PLAYED,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    digits=4,
    special=(_("Most belotes in a match"), ("BEL-4",)),
)
