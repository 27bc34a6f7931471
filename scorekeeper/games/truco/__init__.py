"""Brazilian Truco."""

from ..engine.base import Game, _
from ..engine.final_result import one_at_target
from . import rules, words
from .checks import calls
from .claims import CLAIMS
from .fields import OPTIONS, PLAYERS, PRESETS, RULES, SHAPES, WAYS

GAME = Game(
    slug="truco",
    title=_("Brazilian Truco"),
    rules=RULES,
    won_rule="TRU-16",
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    usual_players=PLAYERS,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    calls=calls,
    call_words={3: "Truco!", 4: "Truco!", 6: "Seis!", 9: "Nove!", 10: "Dez!", 12: "Doze!"},
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    told=words.told,
    endings=words.ENDINGS,
    blurb=words.BLURB,
    tint=2,
    preset_words=words.PRESET_WORDS,
    presets_at_home={"pt_BR": ("paulista", "mineiro")},
    tally=15,
    capped=True,
    final_problem=one_at_target,
)
