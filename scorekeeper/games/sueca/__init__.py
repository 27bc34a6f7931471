"""Sueca."""

from ..engine.base import TWO_PAIRS, Game, _
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, WAYS

GAME = Game(
    slug="sueca",
    title=_("Sueca"),
    rules=RULES,
    won_rule="SUE-7",
    presets=PRESETS,
    options=OPTIONS,
    shapes=TWO_PAIRS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=claims.claims(rules.check_deal, rules.result_of),
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    tint=1,
    preset_words=words.PRESET_WORDS,
    presets_at_home={"pt_BR": ("brazil",)},
    tally=8,
    special=(_("Most bandeiras in a match"), ("SUE-5",)),
)
