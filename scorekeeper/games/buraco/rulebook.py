"""Buraco for reading: titles, sections, tables, and melds that are judged."""

from typing import Any

from ..engine.base import _
from ..engine.cards import RANKS
from ..rulebook.pieces import CARDS, GAME, LAST
from ..rulebook.worked import judged
from .entry import CLASSES, PACK_POINTS
from .examples import EXAMPLES
from .fields import RUN_FIELDS
from .presets import PRESETS
from .runs import GREAT

__all__ = ["EXAMPLES", "SECTIONS", "TITLES", "tables"]  # what the page is made of

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
    ("BUR-22", _("Which cards are grouped")),
    ("BUR-23", _("The ace at one end")),
    ("BUR-24", _("Where a semi-clean run has its wild card")),
    ("BUR-25", _("Semi-clean groups")),
    ("BUR-26", _("Whether the exact cut counts")),
    ("BUR-27", _("When a missed pot costs")),
    ("BUR-28", _("Runs with a bonus of their own")),
    ("BUR-29", _("What 2s and jokers are worth")),
    ("BUR-30", _("A pot becomes the stock")),
    ("BUR-31", _("Without a clean run")),
    ("BUR-32", _("The lone player")),
    ("BUR-33", _("Half for each of the pair")),
    ("BUR-34", _("Three pots")),
    ("BUR-35", _("How far three play")),
    ("BUR-36", _("Nobody took a pot")),
    ("BUR-37", _("An agreed number of hands")),
)

SECTIONS = (
    GAME,
    CARDS,
    ("counting", _("Counting a hand")),
    ("first-meld", _("The first meld")),
    ("winning", _("Winning the match")),
    ("melds", _("Melds")),
    ("italy-and-brazil", _("Italy and Brazil")),
    ("three-players", _("Three players")),
    *LAST,
)

SUITS_OF_A_GROUP = "SHDCSHDC"
A_TO_K = " ".join(f"{rank}S" for rank in RANKS)


def _group(rank: str, cards: int) -> str:
    """So many cards of a rank, as two packs have them."""
    return " ".join(rank + suit for suit in SUITS_OF_A_GROUP[:cards])


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
    ("burraco", "9S 9H 9D"),
    ("aberto", "QS QH QD"),
    ("burraco", _group("3", 7)),
    ("burraco", _group("9", 7) + " JOKER"),
    ("burraco", _group("9", 8) + " JOKER"),
    ("burraco-fitab", _group("9", 8) + " JOKER"),
    ("burraco", "3H 4H 5H 6H 7H 8H 9H JOKER JH"),
    ("burraco-fitab", A_TO_K),
    ("burraco", A_TO_K + " JOKER"),
    ("burraco-fitab", A_TO_K + " JOKER"),
    ("burraco", A_TO_K + " AS"),
    ("aberto", A_TO_K + " AS"),
]


def tables() -> dict[str, Any]:
    """Classes of cards, the points that two and three packs hold with jokers and without, and melds with verdicts."""
    rows = [(label, worth) for _name, label, worth, _most in CLASSES]
    without = sum(worth * most for name, _label, worth, most in CLASSES if name != "joker")
    packs = [(packs, packs * PACK_POINTS, packs * without) for packs in (2, 3)]
    return {"cards": {"rows": rows, "packs": packs}, "melds": judged_melds(), "great": great_runs()}


def great_runs() -> dict[str, Any]:
    """Runs with a bonus of their own, and what they earn by FITAB's code and in Brazil; 0 for nothing (BUR-28)."""
    options = {preset["slug"]: preset["options"] for preset in PRESETS}
    having = [options["burraco-fitab"], options["aberto"]]
    labels = {field["name"]: field["label"] for field in RUN_FIELDS}
    rows = [(labels[name], [each[name] for each in having]) for name in GREAT]
    return {"titles": [_("Italy (FITAB)"), _("Brazil")], "rows": rows}


def judged_melds() -> list[dict[str, Any]]:
    """The melds of MELDS with the engine's verdicts; the line about what the cards are worth is left out."""
    return judged("buraco", "meld", MELDS, presets=PRESETS, left_out="BUR-1")
