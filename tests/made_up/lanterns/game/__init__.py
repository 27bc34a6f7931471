"""Lanterns, which nobody plays: a game of all the files that a game may have."""

from scorekeeper.games.engine.base import Game, _, two_pairs

from . import claims, rules, words
from .fields import OPTIONS, PRESETS, WAYS

GAME = Game(
    slug="lanterns",
    title=_("Lanterns"),
    rules=("LAN-1", "LAN-2", "LAN-3"),
    presets=PRESETS,
    options=OPTIONS,
    shapes=two_pairs,
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
