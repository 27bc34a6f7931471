"""Albastini for reading: titles, sections, tables and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import CARDS, COUNTING, GAME, LAST, Example, document, pairs, singly, teams
from .count import RANKS, VALUES

TITLES = (
    ("ALB-1", _("Order and value of the cards")),
    ("ALB-2", _("120 points")),
    ("ALB-3", _("Winning a deal")),
    ("ALB-4", _("One game point")),
    ("ALB-5", _("Two game points")),
    ("ALB-6", _("Who plays together")),
    ("ALB-7", _("Who deals next")),
    ("ALB-8", _("The end of a match")),
    ("ALB-9", _("Five players")),
)

SECTIONS = (GAME, CARDS, COUNTING, ("table", _("Players and dealer")), *LAST)

# A suit's sign, its name, and what it is called where the game is at home.
SUITS = [
    ("♠", _("spades"), "shupaza"),
    ("♥", _("hearts"), "kopa"),
    ("♦", _("diamonds"), "uru"),
    ("♣", _("clubs"), "pau"),
]
HOME_LANGUAGE = "sw"

SWAHILI = {"A": "dume", "7": "jike", "K": "mzungu", "J": "mzungu", "Q": "mzungu"}
RUBBISH = "ngarasha"


def tables() -> dict[str, Any]:
    """Suits, and cards with their names and values."""
    cards = [(rank, SWAHILI.get(rank, RUBBISH), VALUES[rank]) for rank in RANKS]
    return {"suits": SUITS, "language": HOME_LANGUAGE, "cards": cards}


def _example(caption: str, sides: list[dict[str, Any]], hand: dict[str, Any]) -> Example:
    return {"caption": caption, "document": document("albastini", "standard", sides, [hand])}


_TWO_PAIRS = pairs("Asha", "Neema", "Juma", "Baraka")
_THREE = singly("Asha", "Juma", "Neema")
_TEAMS_OF_THREE = teams(("Asha", "Juma", "Neema"), ("Baraka", "Zawadi", "Imani"))

EXAMPLES = [
    _example(_("Two pairs, an ordinary win."), _TWO_PAIRS, {"points": [70, 50]}),
    _example(
        _("The same pairs, with cards counted."),
        _TWO_PAIRS,
        {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}},
    ),
    _example(_("A pair stays under 20."), _TWO_PAIRS, {"points": [101, 19]}),
    _example(_("Twenty is enough for a pair."), _TWO_PAIRS, {"points": [100, 20]}),
    _example(_("Three people playing singly: one stays under 10."), _THREE, {"points": [60, 51, 9]}),
    _example(_("Two share the most points."), _THREE, {"points": [55, 55, 10]}),
    _example(
        _("Three pairs, one under 20."),
        teams(("Asha", "Juma"), ("Neema", "Baraka"), ("Zawadi", "Imani")),
        {"points": [80, 21, 19]},
    ),
    _example(_("Two teams of three, one under 30."), _TEAMS_OF_THREE, {"points": [91, 29]}),
    _example(_("Thirty is enough for three."), _TEAMS_OF_THREE, {"points": [90, 30]}),
    _example(
        _("Five people: the King of trumps stayed out."),
        singly("Asha", "Juma", "Neema", "Baraka", "Zawadi"),
        {"points": [40, 30, 20, 16, 10], "undrawn": "K"},
    ),
]
