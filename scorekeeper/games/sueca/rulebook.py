"""Sueca for reading: titles, sections, tables and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import CARDS, COUNTING, GAME, LAST, Example, document, pairs
from .fields import RANKS, VALUES
from .rules import BANDEIRA, HIGH_FROM, HIGH_WIN, LOW_WIN

TITLES = (
    ("SUE-1", _("Order and value of the cards")),
    ("SUE-2", _("120 points")),
    ("SUE-3", _("What the tricks can hold")),
    ("SUE-4", _("One game or two")),
    ("SUE-5", _("The bandeira")),
    ("SUE-6", _("Sixty all")),
    ("SUE-7", _("Winning the match")),
    ("SUE-8", _("Not following suit")),
    ("SUE-9", _("Who deals next")),
)

SECTIONS = (GAME, CARDS, COUNTING, ("games", _("Games")), ("match", _("The match")), *LAST)

# A suit's sign, its name, and what it is called where the game is at home.
SUITS = [
    ("♣", _("clubs"), "paus"),
    ("♥", _("hearts"), "copas"),
    ("♠", _("spades"), "espadas"),
    ("♦", _("diamonds"), "ouros"),
]
HOME_LANGUAGE = "pt"

PORTUGUESE = {"A": "ás", "7": "manilha", "K": "rei", "J": "valete", "Q": "dama"}
OTHERS = ("6", "5", "4", "3", "2")


def tables() -> dict[str, Any]:
    """Suits, cards with their names and values, and the games that a deal gives."""
    cards = [(rank, PORTUGUESE[rank], VALUES[rank]) for rank in RANKS] + [(rank, "", 0) for rank in OTHERS]
    games = {"low": LOW_WIN, "high": HIGH_WIN, "from": HIGH_FROM, "bandeira": BANDEIRA}
    return {"suits": SUITS, "language": HOME_LANGUAGE, "cards": cards, "games": games}


def _example(caption: str, *hands: dict[str, Any], variant: str = "standard") -> Example:
    sides = pairs("Rita", "Luís", "Nuno", "Marta")
    return {"caption": caption, "document": document("sueca", variant, sides, list(hands))}


_SIXTY = {"points": [60, 60]}
_ALL_THE_POINTS = {"points": [120, 0]}
_THREE_ALL_BUT_ONE = ({"points": [100, 20]}, {"points": [20, 100]}, {"points": [70, 50]})

EXAMPLES = [
    _example(_("Ninety points are one game."), {"points": [90, 30]}),
    _example(_("Ninety-one are two."), {"points": [91, 29]}),
    _example(
        _("The cards are counted, each rank for itself."),
        {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}, "tricks": [6, 4]},
    ),
    _example(_("All ten tricks: a bandeira, and the match is won."), {"points": [120, 0], "tricks": [10, 0]}),
    _example(_("All the points, but a trick went to the others."), {"points": [120, 0], "tricks": [9, 1]}),
    _example(_("The same in Brazil."), {"points": [120, 0], "tricks": [9, 1]}, variant="brazil"),
    _example(_("All the points, and nobody says how many tricks."), _ALL_THE_POINTS),
    _example(_("Sixty points in a single trick cannot be."), {"points": [60, 60], "tricks": [9, 1]}),
    _example(_("Sixty all, and nobody wins a game."), _SIXTY),
    _example(_("Draws that double: after two of them, 91 points."), _SIXTY, _SIXTY, {"points": [91, 29]},
             variant="doubling"),
    _example(_("In Brazil two draws make a deal worth two games more."), _SIXTY, _SIXTY, {"points": [50, 70]},
             variant="brazil"),
    _example(_("At 3–2 the leading side revokes."), *_THREE_ALL_BUT_ONE, {"revoke": 0}),
]  # fmt: skip
