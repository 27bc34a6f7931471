"""Tresette."""

from ..engine import elimination
from ..engine.base import TWO_PAIRS, Game, _
from . import losing, rules, words
from .claims import CLAIMS
from .fields import FIRST_OVER, LAST_IN, OPTIONS, PRESETS, RULES, WAYS, check_options

GAME = Game(
    slug="tresette",
    title=_("Tresette"),
    rules=RULES,
    won_rule="TRE-5",
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    check_options=check_options,
    problems=rules.problems,
    score=rules.score,
    next_hand=elimination.next_hand,
    announced=losing.announced,
    limit=losing.limit,
    lowest_wins=("ending", (FIRST_OVER, LAST_IN)),
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    claim_of=words.claim_of,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    tint=1,
    preset_words=words.PRESET_WORDS,
    special=(_("Most honours in a match"), ("TRE-14", "TRE-15", "TRE-16")),
)
