"""Brazilian Truco."""

from ..engine.base import Game, _, two_pairs
from . import rules, words
from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, WAYS

GAME = Game(
    slug="truco",
    title=_("Brazilian Truco"),
    rules=tuple("TRU-" + str(number) for number in range(1, 17)),
    won_rule="TRU-16",
    presets=PRESETS,
    options=OPTIONS,
    shapes=two_pairs,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    preset_words=words.PRESET_WORDS,
    tally=15,
)
