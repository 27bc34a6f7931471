"""Tresette for reading: titles, sections, tables and worked examples."""

from typing import Any

from ..engine.base import _
from ..rulebook.pieces import CARDS, COUNTING, GAME, LAST, LATIN_SUITS, Example, document, pairs
from .count import THIRDS_OF_AN_ACE
from .rules import SPECIAL_GAMES, SPECIAL_RULES

TITLES = (
    ("TRE-1", _("Aces")),
    ("TRE-2", _("Figures")),
    ("TRE-3", _("The last trick")),
    ("TRE-4", _("From thirds to points")),
    ("TRE-5", _("Reaching the target")),
    ("TRE-6", _("Both sides at the target")),
    ("TRE-7", _("Claiming the target")),
    ("TRE-8", _("What a claim decides")),
    ("TRE-9", _("Cappotto")),
    ("TRE-10", _("Cappottone")),
    ("TRE-11", _("Stramazzo")),
    ("TRE-12", _("Stramazzone")),
    ("TRE-13", _("Napoletana decima")),
    ("TRE-14", _("Four of a rank")),
    ("TRE-15", _("Three of a rank")),
    ("TRE-16", _("Napoletana")),
    ("TRE-17", _("Four or three, not both")),
    ("TRE-18", _("One pack for all honours")),
    ("TRE-19", _("Buon gioco")),
)

SECTIONS = (
    GAME,
    CARDS,
    COUNTING,
    ("winning", _("Winning the match")),
    ("claim", _("A claim during play")),
    ("at-once", _("Matches won at once")),
    ("honours", _("Honours")),
    *LAST,
)

HOME_LANGUAGE = "it"

# Rank, Italian name, the card of a French pack; from high to low.
RANKS = (
    ("3", "tre", "3"), ("2", "due", "2"), ("A", "asso", "A"), ("R", "re", "K"), ("C", "cavallo", "Q"),
    ("F", "fante", "J"), ("7", "sette", "7"), ("6", "sei", "6"), ("5", "cinque", "5"), ("4", "quattro", "4"),
)  # fmt: skip
OF_A_THIRD = ("3", "2", "R", "C", "F")


def tables() -> dict[str, Any]:
    """Suits, cards with their thirds, and what matches won at once are worth."""
    thirds = dict.fromkeys(OF_A_THIRD, 1) | {"A": THIRDS_OF_AN_ACE}
    cards = [(name, french, thirds.get(rank, 0)) for rank, name, french in RANKS]
    named = dict(TITLES)
    special = [(rule, named[rule], SPECIAL_GAMES[slug]) for slug, rule in SPECIAL_RULES.items()]
    return {"suits": LATIN_SUITS, "language": HOME_LANGUAGE, "cards": cards, "special": special}


def _example(caption: str, hands: list[dict[str, Any]], variant: str = "parlett") -> Example:
    sides = pairs("Anna", "Carla", "Bruno", "Dino")
    return {"caption": caption, "document": document("tresette", variant, sides, hands)}


NINETEEN = [{"points": [11, 0], "tricks": [9, 1]}, {"points": [8, 3]}]  # Hands that bring a side to 19

EXAMPLES = [
    _example(
        _("An ordinary deal. Together the points make 11."),
        [{"aces": [3, 1], "figures": [12, 8], "last_trick": 0}],
    ),
    _example(_("The last trick turns the deal round."), [{"aces": [2, 2], "figures": [11, 9], "last_trick": 1}]),
    _example(
        _("A stramazzo. The opponents have the last trick, but only two thirds in cards."),
        [{"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]}],
    ),
    _example(
        _("A claim that holds, with 19 points before the deal."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 1, "figures": 4}}],
    ),
    _example(
        _("A claim that falls short by one third, again with 19 points before."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 0, "figures": 5}}],
    ),
    _example(
        _("Honours for 19 points: ace, 2 and 3 of three suits, and one more 3."),
        [
            {
                "points": [5, 6],
                "honours": [
                    {"player": "Anna", "kind": "four", "rank": "3"},
                    {"player": "Anna", "kind": "three", "rank": "2", "missing": "coins"},
                    {"player": "Anna", "kind": "three", "rank": "A", "missing": "coins"},
                    {"player": "Anna", "kind": "napoletana", "suit": "cups"},
                    {"player": "Anna", "kind": "napoletana", "suit": "swords"},
                    {"player": "Anna", "kind": "napoletana", "suit": "batons"},
                ],
            }
        ],
        variant="scarne",
    ),
    _example(
        _("Honours that one pack cannot hold."),
        [
            {
                "points": [5, 6],
                "honours": [
                    {"player": "Anna", "kind": "three", "rank": "3", "missing": "coins"},
                    {"player": "Dino", "kind": "napoletana", "suit": "cups"},
                ],
            }
        ],
        variant="mcleod",
    ),
]
