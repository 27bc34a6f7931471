"""Truco as it is played in Argentina, in Uruguay and in Rio Grande do Sul."""

from ..engine.base import Game, _
from ..engine.final_result import one_at_target
from . import rules, words
from .claims import CLAIMS
from .fields import CLAIM_FIELDS, OPTIONS, PRESETS, RULES, SHAPES, WAYS
from .tricks import WORTHS
from .words import follow_ups

GAME = Game(
    slug="truco-argentino",
    title=_("Truco argentino"),
    rules=RULES,
    won_rule="TAR-23",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    calls=lambda setup, table: list(WORTHS),
    call_words={2: "Truco!", 3: "Retruco!", 4: "Vale cuatro!"},
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=CLAIM_FIELDS,
    follow_ups=follow_ups,
    told=words.told,
    blurb=words.BLURB,
    tint=5,
    preset_words=words.PRESET_WORDS,
    presets_at_home={"pt_BR": ("gauderio",), "es_UY": ("uruguayo",)},
    tally=40,
    capped=True,
    final_problem=one_at_target,
    squares=True,
    pad_waits=True,
    check_options=rules.check_options,
)
