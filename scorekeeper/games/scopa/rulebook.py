"""Scopa for reading: titles, sections, tables and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import CARDS, COUNTING, GAME, LAST, LATIN_SUITS, Example, document, pairs, singly
from .cards import NOT_ABOVE, PRIMIERA
from .fields import BEST_CARDS

TITLES = (
    ("SCO-1", _("Carte: the most cards")),
    ("SCO-2", _("Denari: the most coins")),
    ("SCO-3", _("The most, or more than half")),
    ("SCO-4", _("Settebello")),
    ("SCO-5", _("Primiera")),
    ("SCO-6", _("Sevens")),
    ("SCO-7", _("Sweeps")),
    ("SCO-8", _("Napola")),
    ("SCO-9", _("All ten coins")),
    ("SCO-10", _("Re bello")),
    ("SCO-11", _("Reaching the target")),
    ("SCO-12", _("Counting in order")),
    ("SCO-13", _("Calling out")),
    ("SCO-14", _("A primiera that is sure")),
    ("SCO-15", _("What calling out decides")),
    ("SCO-16", _("One pack of forty")),
    ("SCO-17", _("Coins that are named")),
    ("SCO-18", _("What a primiera takes")),
    ("SCO-19", _("Sevens and coins")),
    ("SCO-20", _("Best cards and counts")),
    ("SCO-21", _("Who plays, who deals")),
)

SECTIONS = (
    GAME,
    CARDS,
    COUNTING,
    ("winning", _("Winning the match")),
    ("claim", _("A claim during play")),
    ("fit", _("What must fit")),
    ("table", _("Players and dealer")),
    *LAST,
)

HOME_LANGUAGE = "it"

# A card that can be a suit's best, its Italian name, and its card of a French pack.
_NAMES = {
    "7": ("sette", "7"), "6": ("sei", "6"), "A": ("asso", "A"), "5": ("cinque", "5"), "4": ("quattro", "4"),
    "3": ("tre", "3"), "2": ("due", "2"), "F": ("fante, cavallo, re", "J, Q, K"),
}  # fmt: skip


def tables() -> dict[str, Any]:
    """Suits, and cards with what they count for the primiera and how many of a suit are not above them."""
    cards = [(*_NAMES[card], PRIMIERA[card], NOT_ABOVE[card]) for card in BEST_CARDS]
    return {"suits": LATIN_SUITS, "language": HOME_LANGUAGE, "cards": cards}


_PAIRS = pairs("Anna", "Carla", "Bruno", "Dino")
_THREE = singly("Anna", "Carla", "Bruno")
_DEAL = {"cards": [22, 18], "coins": [5, 5], "settebello": 0, "primiera": 1}


def _example(
    caption: str, *hands: dict[str, Any], variant: str = "scopa", sides: list[dict[str, Any]] = _PAIRS, **options: Any
) -> Example:
    played = document("scopa", variant, sides, list(hands))
    return {"caption": caption, "document": played | ({"options": options} if options else {})}


def _before(first: int, second: int) -> dict[str, Any]:
    """A deal that brings two sides to these totals: three points and sweeps for the first, one for the second."""
    return {"cards": 0, "coins": 0, "settebello": 0, "primiera": 1, "scope": [first - 3, second - 1]}


_LAST_DEAL = {"cards": [23, 17], "coins": [4, 6], "settebello": 1, "primiera": 1}
_CALLED = {"side": 0, "cards": 21, "coins": 5, "settebello": True, "scope": 1}

EXAMPLES = [
    _example(_("An ordinary deal, with one sweep."), _DEAL | {"scope": [1, 0]}),
    _example(
        _("Best cards entered: the primiera goes to the higher sum."),
        _DEAL | {"coins": [3, 7], "primiera": {"best": [["7", "6", "A", "7"], ["6", "7", "7", "6"]]}},
    ),
    _example(
        _("Three sevens, but no batons: there is no primiera without a card of each suit."),
        {
            "cards": [20, 20],
            "coins": [9, 1],
            "settebello": 0,
            "primiera": {"best": [["7", "7", "7", None], ["6", "6", "6", "7"]]},
        },
    ),
    _example(_("Cards and coins are shared: nobody has these points."), _DEAL | {"cards": [20, 20]}),
    _example(
        _("Three players: the most cards are enough."),
        {"cards": [17, 12, 11], "coins": [4, 4, 2], "settebello": 2, "primiera": 0},
        sides=_THREE,
    ),
    _example(
        _("The same where more than half is needed."),
        {"cards": [17, 12, 11], "coins": [4, 4, 2], "settebello": 2, "primiera": 0},
        sides=_THREE,
        majority=True,
    ),
    _example(
        _("Scopa d'assi: all ten coins win the match."),
        {"cards": [24, 16], "coins": [10, 0], "settebello": 0, "primiera": 0, "napola": [10, 0]},
        variant="assi",
    ),
    _example(_("Ten to nine before the deal: both arrive, and the higher total wins."), _before(10, 9), _LAST_DEAL),
    _example(_("The same, counted in order: the first to arrive wins."), _before(10, 9), _LAST_DEAL, order=True),
    _example(_("Eight points before the deal, and a claim that holds."), _before(8, 4), {"claim": _CALLED}),
    _example(
        _("The same with one card less: twenty are not sure to be the most."),
        _before(8, 4),
        {"claim": _CALLED | {"cards": 20}},
    ),
    _example(
        _("Nine points before, and three sevens with a 3: the primiera is sure."),
        _before(9, 4),
        {"claim": {"side": 0, "cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "7", "3"]}},
    ),
    _example(
        _("Escoba: two sevens each, nobody has that point."),
        {"cards": [21, 19], "coins": [6, 4], "settebello": 1, "sevens": [2, 2], "scope": [1, 2]},
        variant="escoba",
    ),
    _example(
        _("A napola of six stops before the 7: its side cannot have the settebello."),
        {"cards": [21, 19], "coins": [7, 3], "settebello": 0, "primiera": None, "napola": [6, 0]},
        napola="points",
    ),
]
