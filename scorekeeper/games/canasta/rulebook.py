"""Canasta for reading: titles, sections, tables, melds that are judged, and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import CARDS, GAME, LAST, Example, document, pairs
from ..rulebook.worked import judged
from .fields import CLASSES, PACK_POINTS, PRESETS
from .worth import ALL_RED_THREES, RED_THREES_IN_A_PACK

TITLES = (
    ("CAN-1", _("What the cards are worth")),
    ("CAN-2", _("Melded cards")),
    ("CAN-3", _("Natural canasta")),
    ("CAN-4", _("Mixed canasta")),
    ("CAN-5", _("Samba")),
    ("CAN-6", _("A canasta of wild cards")),
    ("CAN-7", _("Red threes")),
    ("CAN-8", _("Red threes that count minus")),
    ("CAN-9", _("Going out")),
    ("CAN-10", _("Going out concealed")),
    ("CAN-11", _("Cards left in hand")),
    ("CAN-12", _("The stock is used up")),
    ("CAN-13", _("Below zero")),
    ("CAN-14", _("The first meld")),
    ("CAN-15", _("What counts towards the first meld")),
    ("CAN-16", _("No first meld for going out concealed")),
    ("CAN-17", _("Winning the match")),
    ("CAN-18", _("Melds of one rank")),
    ("CAN-19", _("One meld of a rank")),
    ("CAN-20", _("Black threes")),
    ("CAN-21", _("Red threes are not melded")),
    ("CAN-22", _("Sequences")),
    ("CAN-23", _("“May I go out?”")),
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
    ("classic", "KS KH KD KC KS KH KD"),
    ("classic", "KS KH KD KC KS 2S JOKER"),
    ("classic", "KS KH KD KC 2S 2H JOKER"),
    ("samba", "KS KH KD KC 2S 2H JOKER"),
    ("classic", "KS KH KD 2S 2H 2D JOKER"),
    ("classic", "KS KH 2S 2H 2D"),
    ("classic", "KS JOKER 2S"),
    ("classic", "2S 2H 2D 2C 2S 2H JOKER"),
    ("classic", "3S 3C 3S"),
    ("classic", "3H 3D 3H"),
    ("classic", "4S 5S 6S 7S 8S 9S 10S"),
    ("samba", "4S 5S 6S 7S 8S 9S 10S"),
    ("samba", "4S 5S 6S 7S 8S 9S 10S JS"),
]


def tables() -> dict[str, Any]:
    """Classes of cards, what two and three packs hold and all their red threes are worth, and melds with verdicts."""
    rows = [(label, worth) for _name, label, worth, _most in CLASSES]
    packs = [(packs, packs * PACK_POINTS, packs * RED_THREES_IN_A_PACK, ALL_RED_THREES[packs]) for packs in (2, 3)]
    return {"cards": {"rows": rows, "packs": packs}, "melds": judged_melds()}


def judged_melds() -> list[dict[str, Any]]:
    """The melds of MELDS with the engine's verdicts; the line about what the cards are worth is left out."""
    return judged("canasta", "canasta", MELDS, presets=PRESETS, left_out="CAN-1")


SIDES = pairs("Lucía", "Sofía", "Mateo", "Tomás")


def _example(
    caption: str, hands: list[dict[str, Any]], claim: dict[str, Any] | None = None, variant: str = "classic"
) -> Example:
    played = document("canasta", variant, SIDES, hands)
    return {"caption": caption, "document": played} | ({"claim": claim} if claim else {})


def _hand(*sides: dict[str, Any], out: int | None = None, **more: Any) -> dict[str, Any]:
    return {"sides": list(sides), "went_out": out, **more}


def _numbers(*sides: tuple[int, int]) -> dict[str, Any]:
    return {"sides": [{"base": base, "count": count} for base, count in sides]}


FULL = {"melds": 420, "natural": 1, "mixed": 1, "red_threes": 2, "hand": 35}
COUNTED = {
    "melds": {"joker": 1, "2": 2, "A": 3, "8-K": 9, "4-7": 6},
    "mixed": 1,
    "hand": {"2": 1, "8-K": 3, "4-7": 2, "3": 1},
}
OTHER = {"melds": 120, "hand": 45}
AT_1500 = [_numbers((1000, 500), (300, 200))]
OPENING = {"type": "first_meld", "side": 0, "melds": [["AS", "AH", "AD"], ["4S", "4H", "JOKER"]]}

EXAMPLES = [
    _example(_("A full hand. The second side counted its cards by class."), [_hand(FULL, COUNTED, out=0)]),
    _example(_("The same hand in two numbers a side."), [_numbers((1100, 385), (300, 205))]),
    _example(
        _("Two red threes, and nothing melded."),
        [_hand({"melds": 200, "natural": 1, "hand": 0}, {"melds": 0, "red_threes": 2, "hand": 95}, out=0)],
    ),
    _example(
        _("All four red threes: with a meld and without one."),
        [_hand({"melds": 200, "natural": 1, "red_threes": 4, "hand": 0}, OTHER, out=0)],
    ),
    _example(
        _("Going out concealed."),
        [_hand({"melds": 155, "natural": 1, "hand": 0}, OTHER, out=0, concealed=True)],
    ),
    _example(
        _("Samba: a samba, a mixed canasta and three red threes. The second side has one canasta, so its threes cost."),
        [
            _hand(
                {"melds": 390, "samba": 1, "mixed": 1, "red_threes": 3, "hand": 0},
                {"melds": 300, "mixed": 1, "red_threes": 3, "hand": 40},
                out=0,
            )
        ],
        variant="samba",
    ),
    _example(_("A first meld with 1,500 points before the hand."), AT_1500, OPENING),
    _example(
        _("Melds that are worth less than the first meld had to be."), [*AT_1500, _hand(OTHER | {"melds": 85}, OTHER)]
    ),
    _example(
        _("Both sides are above 5,000 after the last hand."),
        [_numbers((3500, 700), (3600, 400)), _numbers((600, 305), (900, 340))],
    ),
]
