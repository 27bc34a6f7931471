"""Canasta and Samba."""

from ..engine.base import Game, _
from . import rules, words
from .claims import CLAIMS
from .fields import CLAIM_FIELDS, OPTIONS, PRESETS, WAYS, shapes

GAME = Game(
    slug="canasta",
    title=_("Canasta"),
    rules=tuple("CAN-" + str(number) for number in range(1, 24)),
    won_rule="CAN-17",
    presets=PRESETS,
    options=OPTIONS,
    shapes=shapes,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    clockwise=True,
    digits=5,
)
