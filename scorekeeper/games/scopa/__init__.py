"""Scopa, Scopone, Escoba and Cirulla."""

from ..engine.base import Game, _
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, SHAPES, WAYS

GAME = Game(
    slug="scopa",
    title=_("Scopa"),
    rules=RULES,
    won_rule="SCO-11",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    claims=claims.CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    claim_of=words.claim_of,
    follow_ups=words.follow_ups,
    announced=words.announced,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    pad_waits=True,
    special=(_("Most sweeps in a match"), ("SCO-7",)),
)
