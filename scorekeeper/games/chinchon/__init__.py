"""The game of Chinchón, called conga in Uruguay."""

from ..engine import elimination
from ..engine.base import Game, _
from . import claims, rules, words
from .fields import OPTIONS, PRESETS, RULES, SHAPES, WAYS

GAME = Game(
    slug="chinchon",
    title=_("Chinchón"),
    rules=RULES,
    won_rule="CHI-8",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=elimination.next_hand,
    announced=elimination.announced,
    claims=claims.CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    tint=2,
    preset_words=words.PRESET_WORDS,
    presets_at_home={"es_AR": ("argentina",), "es_UY": ("uruguay",)},
    digits=3,
    lowest_wins=True,
    special=(_("Most chinchóns in a match"), ("CHI-5",)),
)
