"""Buraco for reading: titles, sections, tables, melds that are judged, and worked examples."""

from typing import Any

from scorekeeper.i18n import say

from ..engine import match
from ..engine.base import _
from ..rulebook.pieces import CARDS, FORMAT, GAME, LAST, Example, document, pairs
from ..rulebook.worked import TWO_SIDES, with_signs
from .entry import CLASSES, PACK_POINTS
from .fields import PRESETS

TITLES = (
    ("BUR-1", _("What the cards are worth")),
    ("BUR-2", _("Melded cards")),
    ("BUR-3", _("Clean run")),
    ("BUR-4", _("Dirty run")),
    ("BUR-5", _("Semi-clean run")),
    ("BUR-6", _("Cards left in hand")),
    ("BUR-7", _("A pot never taken")),
    ("BUR-8", _("A pot not played")),
    ("BUR-9", _("Going out")),
    ("BUR-10", _("The stock is used up")),
    ("BUR-11", _("The exact cut")),
    ("BUR-12", _("Below zero")),
    ("BUR-13", _("The first meld")),
    ("BUR-14", _("A failed first meld")),
    ("BUR-15", _("Winning the match")),
    ("BUR-16", _("Sequences")),
    ("BUR-17", _("Groups")),
    ("BUR-18", _("One wild card")),
    ("BUR-19", _("A 2 in its own place")),
    ("BUR-20", _("Two 2s, or a 2 and a joker")),
    ("BUR-21", _("Wild cards in groups")),
)

SECTIONS = (
    GAME,
    CARDS,
    ("counting", _("Counting a hand")),
    ("first-meld", _("The first meld")),
    ("winning", _("Winning the match")),
    ("melds", _("Melds")),
    *LAST,
)

# Preset and cards of the melds that the page judges.
MELDS: list[tuple[str, str]] = [
    ("us", "AS 2S 3S 4S 5S 6S 7S"),
    ("us", "2H 3H 4H 5H 6H 7H 8H"),
    ("us", "AS 2S 3S 4S 5S 6S 2D"),
    ("us", "AS 2S 2S 4S 5S 6S 7S"),
    ("us", "2C 3C 4C 5C 6C 7C 2C"),
    ("us", "AS 3S 4S 5S 6S 7S 8S 2H"),
    ("us", "5D 6D JOKER 8D 9D 10D JD"),
    ("us", "5D 6D JOKER 8D 2S 10D JD"),
    ("us", "AS 2S 3S JOKER 5S 6S 7S"),
    ("us", "3H 4H 5H 6H 7H 8H 9H JOKER"),
    ("burraco", "3H 4H 5H 6H 7H 8H 9H JOKER"),
    ("us", "9S 9H 9D"),
    ("us", "QS QH 2C"),
    ("us", "QS KS AS 2S 3S"),
    ("us", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"),
]

# A meld is judged by the game's first preset unless another one is named.
PRESET_TITLES = {preset["slug"]: preset["title"] for preset in PRESETS[1:]}


def tables() -> dict[str, Any]:
    """Classes of cards, the points that two and three packs hold with jokers and without, and melds with verdicts."""
    rows = [(label, worth) for _name, label, worth, _most in CLASSES]
    without = sum(worth * most for name, _label, worth, most in CLASSES if name != "joker")
    packs = [(packs, packs * PACK_POINTS, packs * without) for packs in (2, 3)]
    return {"cards": {"rows": rows, "packs": packs}, "melds": judged_melds()}


def judged_melds() -> list[dict[str, Any]]:
    """The melds of MELDS with the engine's verdicts; the line about what the cards are worth is left out."""
    return [_judged(variant, cards.split()) for variant, cards in MELDS]


def _judged(variant: str, cards: list[str]) -> dict[str, Any]:
    document = {"format": FORMAT, "game": "buraco", "variant": variant, "sides": TWO_SIDES, "hands": []}
    verdict = match.claim(document, {"type": "meld", "cards": cards}, say)
    reasons = [reason for reason in verdict["reasons"] if reason["rule"] != "BUR-1"]
    return {
        "cards": with_signs(cards),
        "preset": PRESET_TITLES.get(variant),
        "effect": verdict["effect"],
        "reasons": reasons,
    }


SIDES = pairs("Lucía", "Sofía", "Mateo", "Tomás")
_OTHERS = {"melds": 100, "hand": 0, "pot": "played"}


def _example(caption: str, hands: list[dict[str, Any]], claim: dict[str, Any] | None = None) -> Example:
    played = document("buraco", "us", SIDES, hands)
    return {"caption": caption, "document": played} | ({"claim": claim} if claim else {})


def _first_meld(melds: list[list[str]], failed: int = 0) -> dict[str, Any]:
    return {"type": "first_meld", "side": 0, "melds": melds, "failed_melds": failed}


def _hand(*sides: dict[str, Any], out: int | None = None) -> dict[str, Any]:
    return {"sides": list(sides), "went_out": out}


FIFTY = [["KS", "KH", "KD"], ["4H", "5H", "6H", "7H"]]
SEVENTY_FIVE = [["AS", "AH", "AD"], ["QS", "QH", "QC"]]
AT_1495 = [_hand({"melds": 495, "clean": 5, "hand": 0, "pot": "played"}, _OTHERS)]
AT_1500 = [_hand({"melds": 500, "clean": 5, "hand": 0, "pot": "played"}, _OTHERS)]

EXAMPLES = [
    _example(
        _("A full hand. The second side counted its cards by class, and never played from its pot."),
        [
            _hand(
                {"melds": 345, "clean": 1, "dirty": 1, "hand": 45, "pot": "played"},
                {
                    "melds": {"3-7": 10, "8-K": 6, "A": 2, "2": 1},
                    "dirty": 1,
                    "hand": 30,
                    "pot": "unplayed",
                    "pot_cards": 85,
                },
                out=0,
            )
        ],
    ),
    _example(
        _("The second side ends up in the hole."),
        [
            _hand(
                {"melds": 300, "clean": 1, "hand": 0, "pot": "played"},
                {"melds": 60, "hand": 120, "pot": "none"},
                out=0,
            )
        ],
    ),
    _example(_("A first meld with 1,495 points before the hand."), AT_1495, _first_meld(FIFTY)),
    _example(_("The same cards with 1,500 points."), AT_1500, _first_meld(FIFTY)),
    _example(_("With 1,500 points, and two attempts that failed."), AT_1500, _first_meld(SEVENTY_FIVE, 2)),
    _example(
        _("Both sides are above 2,000 after the third hand."),
        [
            _hand(
                {"melds": 420, "clean": 2, "hand": 0, "pot": "played"},
                {"melds": 390, "clean": 2, "hand": 45, "pot": "played"},
                out=0,
            ),
            _hand(
                {"melds": 365, "clean": 1, "dirty": 1, "hand": 30, "pot": "played"},
                {"melds": 455, "clean": 2, "hand": 0, "pot": "played"},
                out=1,
            ),
            _hand(
                {"melds": 310, "clean": 1, "hand": 25, "pot": "played"},
                {"melds": 110, "clean": 1, "hand": 0, "pot": "played"},
                out=1,
            ),
        ],
    ),
]
