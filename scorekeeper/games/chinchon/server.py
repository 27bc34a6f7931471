"""Chinchón's score sheet, rules page, examples and demonstration, which only the server uses."""

from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance, one_closes
from ..engine.base import N_, Entry, Setup, Table
from ..engine.cards import JOKER, signed
from ..paper import CribLine, cards_left
from ..rulebook import (
    CARDS_SECTION,
    COUNTING_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    LATIN_SUITS,
    Example,
    document,
    options_by_preset,
    singly,
)
from .claims import is_meld
from .fields import ACE_OF_COINS, CARDS, LESS, NO_JOKER, PRESETS, most_held, worth_of

HOME_LANGUAGE = "es"
AT_HOME = {"♦": "oros", "♥": "copas", "♠": "espadas", "♣": "bastos"}
AGREED = options_by_preset(PRESETS)


form = cards_left


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the points of cards left in hand, and chinchón in a match without jokers."""
    options, left = setup["options"], _("Cards left in hand; others their number")
    worths = " · ".join(f"{rank}: {worth_of(rank + 'S', options)}" for rank in ("A", "J", "Q", "K"))
    if options["jokers"] == NO_JOKER:
        return [CribLine("CHI-1", left, worths), CribLine("CHI-5", _("Chinchón: the match"), "")]
    return [CribLine("CHI-1", left, f"{worths} · {_('joker')}: {options['joker_points']}")]


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("out", N_("Out and in")),
    ("melds", N_("Closing and melds")),
    *LAST_SECTIONS,
)

# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {"cards": CARDS, "less": LESS, "joker": AGREED["spain"]["joker_points"]}
for _slug in ("spain", "argentina"):
    _options = AGREED[_slug]
    NUMBERS |= {"close_" + _slug: _options["close"], "limit_" + _slug: _options["limit"]}
    NUMBERS["joker_" + _slug] = _options["joker_chinchon"]
MELDS = (
    ("JS", "JH", "JD"), ("JS", "JH", JOKER), ("7C", "JC", "QC"), ("5S", "6S", JOKER), ("AH", "2H", "3H"),
    ("QC", "KC", "AC"), ("4H", "4S", "5S"), ("4H", JOKER, JOKER),
)  # fmt: skip


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, points of cards left, the most that can be left, and melds."""
    cards = [
        ("A", 1),
        ("2 – 9", None),
        ("J", 10),
        ("Q", "10 / 11"),
        ("K", "10 / 12"),
        (JOKER, AGREED["spain"]["joker_points"]),
    ]
    suits = [(sign, name, AT_HOME[sign]) for sign, name, _italian in LATIN_SUITS]
    most = [
        (preset["title"], most_held(preset["options"], 4), most_held(preset["options"], 5)[:4]) for preset in PRESETS
    ]
    plain = AGREED["spain"] | {"jokers": "two"}
    melds = [([card if card == JOKER else signed(card) for card in meld], is_meld(list(meld), plain)) for meld in MELDS]
    return {"suits": suits, "language": HOME_LANGUAGE, "cards": cards, "most": most, "melds": melds}


_THREE = singly("Ana", "Bruno", "Carla")


def _example(caption: str, *hands: dict[str, Any], variant: str = "spain", **options: Any) -> Example:
    return {"caption": caption, "document": {**document("chinchon", variant, _THREE, list(hands)), "options": options}}


EXAMPLES = [
    _example(N_("Ana closes with three left."), {"closed": 0, "counts": [3, 24, 17]}),
    _example(N_("All seven cards melded: ten less."), {"closed": 0, "counts": [0, 24, 17]}),
    _example(N_("Four are too many in Spain …"), {"closed": 0, "counts": [4, 24, 17]}),
    _example(N_("… five are allowed in Argentina."), {"closed": 0, "counts": [5, 24, 17]}, variant="argentina"),
    _example(
        N_("A chinchón with a joker, in Uruguay."),
        {"closed": 1, "counts": [12, 0, 9], "chinchon": "joker"},
        variant="uruguay",
    ),
    _example(
        N_("A clean chinchón wins the match."),
        {"closed": 0, "counts": [0, 70, 40]},
        {"closed": 1, "chinchon": "clean"},
    ),
    _example(
        N_("Bruno went out and comes back at the highest total of the others."),
        {"closed": 0, "counts": [2, 70, 60]},
        {"closed": 0, "counts": [3, 35, 30]},
        {"closed": 2, "counts": [4, 10, 0], "reenter": [1]},
    ),
    _example(
        N_("All go out with the same hand: the lowest total wins."),
        {"closed": 0, "counts": [3, 4, 2]},
        {"closed": 0, "counts": [3, 5, 8]},
        limit=5,
    ),
    _example(N_("Two players cannot have so much left."), {"closed": 0, "counts": [0, 85, 85]}),
    {
        "caption": N_("A run, a set with the joker, and a 2 is left."),
        "document": document("chinchon", "spain", _THREE, []),
        "claim": {"type": "close", "side": 0, "cards": ["AC", "2C", "3C", "JS", "JH", ACE_OF_COINS, "2S"]},
    },
]  # fmt: skip

USUALLY_LEFT = (0, 35)


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand: one player closes, more often the better one; the others have points left."""
    return one_closes(setup, table, chance, better, USUALLY_LEFT, setup["options"]["close"])
