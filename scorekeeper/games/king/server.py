"""King on paper and on its rules page, and its demonstration: used by the server only."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.i18n import _, say

from ..demo import Chance
from ..engine.base import N_, Entry, Setup, Table
from ..engine.cards import SIGNS
from ..engine.figures import figure
from ..paper import Cell, Column, CribLine, Form, Row, beside_each_other
from ..rulebook import COUNTING_SECTION, GAME_SECTION, LAST_SECTIONS, Example, document, singly
from .claims import NULOS, SALE
from .fields import (
    ALL_POINTS,
    FESTA,
    FESTAS,
    HOW_MANY,
    KEYS,
    MOST_BID,
    MOST_BID_OF_NULOS,
    NEGATIVES,
    NULO,
    TITLES,
    TRICKS,
    WORTH,
)
from .rules import negative_hands, next_hand

GAME_COLUMN = 2  # behind the hand's number and the dealer


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: the game of each hand, points and totals; a fixed order is printed."""
    told = (FESTA, "nulos", "trump") if setup["options"]["pairs"] else (*KEYS, "nulos", "trump")
    game = Column(_("Game"), 30, "entered game", fill=_game, tells=told)
    grid = beside_each_other(
        setup, [Column(_("Points"), 12, "points first"), Column(_("Total"), 15, "total")], [(game, "")]
    )
    names = [_printed(keys) for keys in (*negative_hands(setup["options"]), *([FESTA],) * FESTAS)]
    if setup["options"]["order"] == "free":
        names = []

    def hand(number: int) -> tuple[Row, ...]:
        cells = list(grid.hand(number)[0].cells)
        if number <= len(names):
            cells[GAME_COLUMN] = names[number - 1]
        return (Row(tuple(cells)),)

    return replace(grid, hand=hand)


def _printed(keys: list[str]) -> Cell:
    """Returns the cell with the name of a hand and the sum of its points."""
    points = sum(WORTH[key] * HOW_MANY[key] for key in keys)
    return Cell("entered game", say(TITLES[",".join(keys)], {}), remark=figure(points))


def _game(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    if entry.get("nulos"):
        return _("Nulos")
    title = TITLES.get(",".join(key for key in KEYS if key in entry))
    trump = SIGNS.get(entry.get("trump", ""), "")
    return f"{say(title, {})} {trump}".strip() if title else ""


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the points of each negative game."""
    return [CribLine("KIN-1", say(TITLES[key], {}), f"{HOW_MANY[key]} × {figure(WORTH[key])}") for key in NEGATIVES]


SECTIONS = (
    GAME_SECTION,
    COUNTING_SECTION,
    ("order", N_("Order and festas")),
    ("match", N_("The match")),
    ("claims", N_("What can be claimed")),
    *LAST_SECTIONS,
)

# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "all_points": ALL_POINTS,
    "cards": FESTAS * TRICKS,
    "most_bid": MOST_BID,
    "most_nulos": MOST_BID_OF_NULOS,
    "negatives": FESTAS * ALL_POINTS,
    "nulo": NULO,
    "nulos": NULOS,
    "sale": SALE,
    "trick": WORTH[FESTA],
}


def tables() -> dict[str, Any]:
    """Returns the table of the rules page: for each negative game its title, points and number of cards or tricks."""
    return {"negatives": [(TITLES[key], -WORTH[key], HOW_MANY[key]) for key in NEGATIVES]}


_SIX = (
    {"tricks": [4, 4, 2, 3]}, {"hearts": [5, 4, 4, 0]}, {"queens": [2, 1, 0, 1]}, {"men": [3, 0, 4, 1]}, {"king": 2},
    {"last_two": [1, 0, 0, 1]},
)  # fmt: skip
_LEADS = ({FESTA: [10, 1, 1, 1]}, {FESTA: [11, 1, 0, 1]}, {FESTA: [9, 1, 2, 1]})


def _example(caption: str, *hands: dict[str, Any], variant: str = "portugal", **more: Any) -> Example:
    sides = singly("Anna", "Bruno", "Carla", "Dino")
    return {"caption": caption, "document": document("king", variant, sides, list(hands)), **more}


EXAMPLES = [
    _example(N_("No tricks: the four numbers make 13."), {"tricks": [4, 4, 2, 3]}),
    _example(N_("Fourteen hearts cannot be."), _SIX[0], {"hearts": [5, 4, 4, 1]}),
    _example(N_("A festa, with trumps or without."), *_SIX, {FESTA: [3, 2, 5, 3], "trump": "H"}),
    _example(N_("The same tricks as nulos."), *_SIX, {FESTA: [3, 2, 5, 3], "nulos": True}),
    _example(
        N_("Carla sells her festa to Anna for five tricks."),
        *_SIX,
        {FESTA: [3, 4, 2, 4], "sale": {"buyer": 0, "bid": 5}},
    ),
    _example(N_("Nulos, sold for two."), *_SIX, {FESTA: [4, 4, 2, 3], "nulos": True, "sale": {"buyer": 1, "bid": 2}}),
    _example(N_("Not played out: four tricks for Carla, three for the others."), *_SIX, {FESTA: [3, 3, 4, 3]}),
    _example(
        N_("Quick game: hearts and the king of hearts in one hand."),
        {"tricks": [4, 4, 2, 3], "last_two": [0, 1, 0, 1]},
        {"hearts": [6, 0, 3, 4], "king": 3},
        variant="quick",
    ),
    _example(
        N_("Only one festa is left, and nobody can catch up with Anna."),
        *_SIX,
        *_LEADS,
        variant="plain",
        claim={"type": "safe_win", "side": 0},
    ),
    _example(
        N_("Ace and queen of spades are sure: the others have a single spade."),
        claim={"type": "rest", "side": 0, "cards": ["AS", "QS"], "others": ["KS", "2H", "3H", "4D", "5D", "6C"]},
    ),
]


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns the entry of a random hand: the better player takes less in a negative game, more in a festa."""
    keys = chance.choice(next_hand(setup, table)["choice"])
    sides = range(len(setup["sides"]))
    entry: Entry = {}
    for key in keys:
        weights = [2 if (side == better) == (key == FESTA) else 1 for side in sides]
        takers = chance.choices(sides, weights, k=HOW_MANY[key])
        entry[key] = takers[0] if key == "king" else [takers.count(side) for side in sides]
    if "king" in entry and "hearts" in entry:
        entry["king"] = max(sides, key=lambda side: entry["hearts"][side])
    if "last_two" in entry and "tricks" in entry:
        entry["last_two"] = [2 if side == entry["tricks"].index(max(entry["tricks"])) else 0 for side in sides]
    return entry
