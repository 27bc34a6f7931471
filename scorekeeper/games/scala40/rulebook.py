"""Scala 40 for reading: titles, sections, tables and worked examples."""

from typing import Any

from ..engine.base import _
from ..engine.cards import JOKER, RANKS, signed
from ..rulebook.pieces import CARDS, COUNTING, GAME, LAST, Example, document, singly
from .melds import ACE_WORTH, worth_of
from .paper import JOKER_HELD

TITLES = (
    ("SCA-1", _("Cards left in hand")),
    ("SCA-2", _("Who closes")),
    ("SCA-3", _("The least and the most")),
    ("SCA-4", _("Closing from hand")),
    ("SCA-5", _("Who has not opened")),
    ("SCA-6", _("Out")),
    ("SCA-7", _("Who is out")),
    ("SCA-8", _("The last player in")),
    ("SCA-9", _("Coming back")),
    ("SCA-10", _("Who deals")),
    ("SCA-11", _("Opening with forty")),
    ("SCA-12", _("Sets")),
    ("SCA-13", _("Sequences")),
    ("SCA-14", _("A joker in a meld")),
    ("SCA-15", _("Forty without jokers")),
)

SECTIONS = (GAME, CARDS, COUNTING, ("out", _("Out and in")), ("melds", _("Opening and melds")), *LAST)

PIPS = RANKS[1:10]
HELD = {"J": 10, "Q": 10, "K": 10, "A": ACE_WORTH, JOKER: JOKER_HELD}
MELDS = (
    ("AS", "AH", "AD"), ("KS", "KH", JOKER), ("KS", "KS", "KH"), ("AS", "2S", "3S"), ("QH", "KH", "AH"),
    ("QH", "KH", JOKER), ("5C", "6C", JOKER), ("KD", "AD", "2D"), ("4C", JOKER, JOKER),
)  # fmt: skip


def tables() -> dict[str, Any]:
    """What cards count that are left in hand, and melds with what they are worth; None for what is none."""
    cards = [(f"{PIPS[0]} – {PIPS[-1]}", None), *HELD.items()]
    return {"cards": cards, "melds": [([_card(card) for card in meld], worth_of(list(meld))) for meld in MELDS]}


def _card(card: str) -> str:
    return card if card == JOKER else signed(card)


_THREE = singly("Anna", "Bruno", "Carla")
_FOUR = singly("Anna", "Bruno", "Carla", "Dino")


def _example(caption: str, sides: list[dict[str, Any]], *hands: dict[str, Any], **options: Any) -> Example:
    return {"caption": caption, "document": {**document("scala40", "101", sides, list(hands)), "options": options}}


EXAMPLES = [
    _example(
        _("One hundred stays in, one hundred and one is out."),
        _THREE,
        {"closed": 1, "counts": [88, 0, 99]},
        {"closed": 1, "counts": [12, 0, 2]},
    ),
    _example(
        _("Closed from hand, where that doubles."),
        _THREE,
        {"closed": 0, "counts": [0, 12, 31], "from_hand": True},
        doubled_from_hand=True,
    ),
    _example(
        _("Bruno has not opened: his hundred is not doubled."),
        _THREE,
        {"closed": 0, "counts": [0, None, 20], "from_hand": True, "unopened": [1]},
        doubled_from_hand=True,
        unopened="flat",
    ),
    _example(
        _("Everybody else goes out, and Carla has won."),
        _FOUR,
        {"closed": 1, "counts": [30, 0, 20, 50]},
        {"closed": 2, "counts": [30, 95, 0, 47]},
        {"closed": 2, "counts": [41, 6, 0, 4]},
    ),
    _example(
        _("Bruno went out and comes back at the highest total of the others."),
        _THREE,
        {"closed": 0, "counts": [0, 60, 88]},
        {"closed": 2, "counts": [70, 45, 0]},
        {"closed": 0, "counts": [0, 10, 4], "reenter": [1]},
        reentries=1,
    ),
    _example(_("Two players cannot hold so much."), _THREE, {"closed": 0, "counts": [0, 198, 140]}),
    {
        "caption": _("Three aces and a sequence with a joker open."),
        "document": document("scala40", "101", _THREE, []),
        "claim": {"type": "opening", "side": 0, "melds": [["AS", "AH", "AD"], ["5C", JOKER, "7C"]]},
    },
]
