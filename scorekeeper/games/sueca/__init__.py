"""Sueca."""

from ..engine.base import Game, _, two_pairs
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, WAYS

GAME = Game(
    slug="sueca",
    title=_("Sueca"),
    rules=tuple("SUE-" + str(number) for number in range(1, 10)),
    won_rule="SUE-7",
    presets=PRESETS,
    options=OPTIONS,
    shapes=two_pairs,
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
    preset_words=words.PRESET_WORDS,
    tally=8,
)
