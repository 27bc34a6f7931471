"""The game of Buraco."""

from ..engine.base import Game, _
from ..engine.words import HANDS_PLAYED
from . import rules, words
from .claims import CLAIMS
from .entry import FLAT, PACK_POINTS, STEP
from .fields import OPTIONS, PRESETS, RULES, SHAPES, WAYS, check_options
from .melds import CLEAN

MOST_RUNS = 15  # clean ones of seven cards: more than the 14 that the 104 natural cards of two packs hold

GAME = Game(
    slug="buraco",
    title=_("Buraco"),
    rules=RULES,
    won_rule="BUR-15",
    check_options=check_options,
    presets=PRESETS,
    options=OPTIONS,
    shapes=SHAPES,
    ways=WAYS,
    problems=rules.problems,
    score=rules.score,
    next_hand=rules.next_hand,
    announced=words.announced,
    claims=CLAIMS,
    claim_fields=words.CLAIM_FIELDS,
    follow_ups=words.follow_ups,
    told=words.told,
    endings=HANDS_PLAYED,
    blurb=words.BLURB,
    tint=4,
    preset_words=words.PRESET_WORDS,
    presets_at_home={
        "it": ("burraco", "burraco-fitab", "burraco-3"),
        "pt_BR": ("aberto", "fechado", "stbl"),
        "pt_PT": ("aberto", "fechado", "stbl"),
    },
    tournament_preset="burraco",
    point_step=STEP,
    most_a_hand={"burraco": 2 * PACK_POINTS + MOST_RUNS * CLEAN + FLAT},
    clockwise=True,
    digits=4,
    special=(_("Most runs in a match"), ("BUR-3", "BUR-4", "BUR-5", "BUR-28")),
)
