"""The game of Canasta, with Samba."""

from ..engine.base import Game, _
from . import rules, words
from .claims import CLAIMS
from .fields import CLAIM_FIELDS, OPTIONS, PRESETS, RULES, STEP, WAYS

GAME = Game(
    slug="canasta",
    title=_("Canasta"),
    rules=RULES,
    won_rule="CAN-17",
    presets=PRESETS,
    options=OPTIONS,
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
    tint=1,
    preset_words=words.PRESET_WORDS,
    clockwise=True,
    digits=5,
    point_step=STEP,
)
