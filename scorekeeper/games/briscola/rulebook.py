"""Briscola for reading: titles, sections, tables and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import CARDS, COUNTING, GAME, LAST, Example, document, pairs, singly
from .chiamata import ALONE, CALLER, PARTNER
from .fields import RANKS, VALUES

TITLES = (
    ("BRI-1", _("Order and value of the cards")),
    ("BRI-2", _("120 points")),
    ("BRI-3", _("Two sides")),
    ("BRI-4", _("Three sides")),
    ("BRI-5", _("A game won")),
    ("BRI-6", _("Winning the match")),
    ("BRI-7", _("A number of hands, or an open end")),
    ("BRI-8", _("Who deals next")),
    ("BRI-9", _("The auction of the chiamata")),
    ("BRI-10", _("Caller and partner")),
    ("BRI-11", _("Made or lost")),
    ("BRI-12", _("Payments")),
    ("BRI-13", _("The caller alone")),
    ("BRI-14", _("All the points")),
    ("BRI-15", _("Winning the chiamata")),
)

SECTIONS = (GAME, CARDS, COUNTING, ("match", _("The match")), ("chiamata", _("Chiamata")), *LAST)

HOME_LANGUAGE = "it"
ITALIAN = {"A": "asso", "3": "tre", "K": "re", "Q": "cavallo", "J": "fante"}
OTHERS = ("7", "6", "5", "4", "2")


def tables() -> dict[str, Any]:
    """Cards with their names and values, and the payments of the chiamata: won with a partner, won alone."""
    cards = [(rank, ITALIAN[rank], VALUES[rank]) for rank in RANKS] + [(rank, "", 0) for rank in OTHERS]
    payments = [
        (_("Caller"), CALLER, ALONE),
        (_("Partner"), PARTNER, None),
        (_("Each opponent"), -1, -1),
    ]
    return {"language": HOME_LANGUAGE, "cards": cards, "payments": payments}


_PAIRS = pairs("Ada", "Carlo", "Bice", "Dario")
_THREE = singly("Ada", "Bice", "Carlo")
_FIVE = singly("Ada", "Bice", "Carlo", "Dario", "Elsa")


def _example(
    caption: str, sides: list[dict[str, Any]], *hands: dict[str, Any], variant: str = "best-of-three", **options: Any
) -> Example:
    played = document("briscola", variant, sides, list(hands))
    return {"caption": caption, "document": played | {"options": options}}


def _called(caption: str, hand: dict[str, Any], **options: Any) -> Example:
    return _example(caption, _FIVE, hand, variant="chiamata", **options)


EXAMPLES = [
    _example(_("Two pairs, an ordinary game."), _PAIRS, {"points": [70, 50]}),
    _example(_("Sixty all, and nobody wins a game."), _PAIRS, {"points": [60, 60]}),
    _example(_("All the points: one game."), _PAIRS, {"points": [120, 0]}),
    _example(_("All the points, where they count double."), _PAIRS, {"points": [120, 0]}, cappotto=2),
    _example(
        _("The cards are counted, each rank for itself."),
        _PAIRS,
        {"cards": {"A": [3, 1], "3": [2, 2], "K": [1, 3], "Q": [4, 0], "J": [2, 2]}},
    ),
    _example(_("Three players: the most points win."), _THREE, {"points": [50, 45, 25]}),
    _example(_("Two of three share the most."), _THREE, {"points": [50, 50, 20]}),
    _example(_("One point was miscounted."), _PAIRS, {"points": [119, 1]}),
    _called(_("The caller and his partner make 61."), {"caller": 0, "partner": 3, "points": [74, 46]}),
    _called(_("The same points are not enough for a bid of 75."),
            {"caller": 0, "partner": 3, "bid": 75, "points": [74, 46]}),
    _called(_("The caller holds the called card himself."), {"caller": 2, "partner": None, "points": [61, 59]}),
    _called(_("Alone, he has only 40."), {"caller": 2, "partner": None, "points": [40, 80]}),
    _called(_("The caller's party takes nothing: doubled."), {"caller": 0, "partner": 1, "points": [0, 120]}),
    _example(_("Three hands were agreed: one game each and a draw."), _PAIRS,
             {"points": [70, 50]}, {"points": [50, 70]}, {"points": [60, 60]}, hands=3),
]  # fmt: skip
