"""King, of Portugal and Brazil."""

from ..engine.base import Game, _
from ..engine.final_result import adds_up_to_zero
from . import rules, words
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="king",
    title=_("King"),
    rules=RULES,
    won_rule="KIN-7",
    presets=PRESETS,
    options=OPTIONS,
    shapes=[(4, 1)],
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    hands=rules.hands,
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    told_in_list=True,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    tint=3,
    preset_words=words.PRESET_WORDS,
    presets_at_home={"pt_BR": ("brazil",)},
    digits=4,
    point_step=5,
    final_problem=adds_up_to_zero,
)
