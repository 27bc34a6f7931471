"""Albastini's score sheet, rules page, examples and demonstration, which only the server uses."""

from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance, shared
from ..engine.base import N_, Entry, Setup, Table
from ..engine.counting import ALL_POINTS, CARDS_OF_A_RANK
from ..paper import Column, CribLine, Form, beside_each_other, card_points, card_points_and_games
from ..rulebook import (
    CARDS_SECTION,
    COUNTING_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    Example,
    document,
    pairs,
    singly,
    teams,
)
from .fields import RANKS, VALUES
from .rules import LOW_PER_PLAYER, WORTH_ONE, WORTH_TWO


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: card points, game points, total; with many sides only points and total."""
    if len(setup["sides"]) > 3:
        return beside_each_other(
            setup,
            [
                Column(_("Cards"), 11, "count first", str(ALL_POINTS), **card_points(VALUES)),
                Column(_("Total"), 11, "total"),
            ],
        )
    return card_points_and_games(setup, VALUES, Column(_("Game points"), 11, "points", f"{WORTH_ONE} · {WORTH_TWO}"))


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: when a deal is worth two game points; with five players, the points in play."""
    players = len(setup["seats"])
    low = LOW_PER_PLAYER * players // len(setup["sides"])
    lines = [CribLine("ALB-5", _("… with another side under %(points)s", points=low), _("2 game points"))]
    if players == 5:
        lines.append(
            CribLine("ALB-9", _("The turned-up trump is not drawn: %(points)s less its value", points=ALL_POINTS))
        )
    return lines


SECTIONS = (GAME_SECTION, CARDS_SECTION, COUNTING_SECTION, ("table", N_("Players and dealer")), *LAST_SECTIONS)

# A suit's sign, its name, and its name in Tanzania.
SUITS = [
    ("♠", N_("spades"), "shupaza"),
    ("♥", N_("hearts"), "kopa"),
    ("♦", N_("diamonds"), "uru"),
    ("♣", N_("clubs"), "pau"),
]
HOME_LANGUAGE = "sw"

SWAHILI = {"A": "dume", "7": "jike", "K": "mzungu", "J": "mzungu", "Q": "mzungu"}
RUBBISH = "ngarasha"


# Numbers in the texts of the rules page and of the rules on paper, by name.
_CARDS = len(RANKS) * CARDS_OF_A_RANK
NUMBERS = {
    "all_points": ALL_POINTS,
    "cards": _CARDS,
    "cards_of_five": _CARDS - 1,
    "low_alone": LOW_PER_PLAYER,
    "low_pair": 2 * LOW_PER_PLAYER,
    "low_three": 3 * LOW_PER_PLAYER,
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, and cards with their names and values."""
    cards = [(rank, SWAHILI.get(rank, RUBBISH), VALUES[rank]) for rank in RANKS]
    return {"suits": SUITS, "language": HOME_LANGUAGE, "cards": cards}


def _example(caption: str, sides: list[dict[str, Any]], hand: dict[str, Any]) -> Example:
    return {"caption": caption, "document": document("albastini", "standard", sides, [hand])}


_TWO_PAIRS = pairs("Asha", "Neema", "Juma", "Baraka")
_THREE = singly("Asha", "Juma", "Neema")
_TEAMS_OF_THREE = teams(("Asha", "Juma", "Neema"), ("Baraka", "Zawadi", "Imani"))

EXAMPLES = [
    _example(N_("Two pairs, an ordinary win."), _TWO_PAIRS, {"points": [70, 50]}),
    _example(
        N_("The same pairs, with cards counted."),
        _TWO_PAIRS,
        {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}},
    ),
    _example(N_("A pair stays under 20."), _TWO_PAIRS, {"points": [101, 19]}),
    _example(N_("Twenty is enough for a pair."), _TWO_PAIRS, {"points": [100, 20]}),
    _example(N_("Three people playing singly: one stays under 10."), _THREE, {"points": [60, 51, 9]}),
    _example(N_("Two share the most points."), _THREE, {"points": [55, 55, 10]}),
    _example(
        N_("Three pairs, one under 20."),
        teams(("Asha", "Juma"), ("Neema", "Baraka"), ("Zawadi", "Imani")),
        {"points": [80, 21, 19]},
    ),
    _example(N_("Two teams of three, one under 30."), _TEAMS_OF_THREE, {"points": [91, 29]}),
    _example(N_("Thirty is enough for three."), _TEAMS_OF_THREE, {"points": [90, 30]}),
    _example(
        N_("Five people: the King of trumps stayed out."),
        singly("Asha", "Juma", "Neema", "Baraka", "Zawadi"),
        {"points": [40, 30, 20, 16, 10], "undrawn": "K"},
    ),
]


DEMO_OPTIONS = {"target": 7}


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random demonstration hand, entered as card points."""
    return {"points": shared(chance, better, ALL_POINTS)}
