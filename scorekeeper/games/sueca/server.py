"""Sueca on paper and on its rules page, and its demonstration: used by the server only."""

from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance, shared
from ..engine.base import N_, Entry, Setup, Table
from ..engine.counting import ALL_POINTS, CARDS_OF_A_RANK, MORE_THAN_HALF
from ..paper import Column, CribLine, Form, card_points_and_games
from ..rulebook import CARDS_SECTION, COUNTING_SECTION, GAME_SECTION, LAST_SECTIONS, Example, document, pairs
from .fields import COUNTED, RANKS, TRICKS_IN_A_DEAL, VALUES
from .rules import BANDEIRA, HIGH_FROM, HIGH_WIN, LOW_WIN, REVOKE


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: card points, games and their total."""
    games = Column(_("Games"), 11, "points", f"{LOW_WIN} · {HIGH_WIN} · {BANDEIRA}")
    return card_points_and_games(setup, VALUES, games)


def worths(setup: Setup) -> dict[str, str]:
    """Returns the games for the other side after a revoke, as a text by rule number."""
    return {"SUE-8": str(REVOKE)}


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the short rules on the games for a deal won, for a bandeira, and on a drawn deal."""
    options, half = setup["options"], ALL_POINTS // 2
    drawn = {
        "nothing": _("%(half)s–%(half)s: drawn, nobody wins a game", half=half),
        "double": _("%(half)s–%(half)s: drawn, the next deal counts double", half=half),
        "one_more": _("%(half)s–%(half)s: drawn, the next deal counts one game more", half=half),
    }
    bandeira = (
        _("All %(tricks)s tricks: a bandeira", tricks=TRICKS_IN_A_DEAL)
        if options["bandeira"] == "tricks"
        else _("All %(points)s points: a bandeira", points=ALL_POINTS)
    )
    win = _("Deal won with %(low)s points or more; with %(high)s", low=MORE_THAN_HALF, high=HIGH_FROM)
    return [
        CribLine("SUE-4", win, f"{LOW_WIN} · {HIGH_WIN}"),
        CribLine("SUE-5", bandeira, str(BANDEIRA)),
        CribLine("SUE-6", drawn[options["after_draw"]]),
    ]


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("games", N_("Games")),
    ("match", N_("The match")),
    *LAST_SECTIONS,
)

# A suit's sign, its name, and its Portuguese name.
SUITS = [
    ("♣", N_("clubs"), "paus"),
    ("♥", N_("hearts"), "copas"),
    ("♠", N_("spades"), "espadas"),
    ("♦", N_("diamonds"), "ouros"),
]
HOME_LANGUAGE = "pt"

PORTUGUESE = {"A": "ás", "7": "manilha", "K": "rei", "J": "valete", "Q": "dama"}
OTHERS = ("6", "5", "4", "3", "2")


# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "all_points": ALL_POINTS,
    "all_but_one": ALL_POINTS - 1,
    "half": ALL_POINTS // 2,
    "high_from": HIGH_FROM,
    "low_most": HIGH_FROM - 1,
    "low_rest": ALL_POINTS - (HIGH_FROM - 1),
} | {f"in_tricks_{tricks}": COUNTED.most_points(CARDS_OF_A_RANK * tricks) for tricks in range(1, 5)}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, and cards with their names and values."""
    cards = [(rank, PORTUGUESE[rank], VALUES[rank]) for rank in RANKS] + [(rank, "", 0) for rank in OTHERS]
    return {"suits": SUITS, "language": HOME_LANGUAGE, "cards": cards}


def _example(caption: str, *hands: dict[str, Any], variant: str = "standard") -> Example:
    sides = pairs("Rita", "Luís", "Nuno", "Marta")
    return {"caption": caption, "document": document("sueca", variant, sides, list(hands))}


_SIXTY = {"points": [60, 60]}
_ALL_THE_POINTS = {"points": [120, 0]}
_THREE_ALL_BUT_ONE = ({"points": [100, 20]}, {"points": [20, 100]}, {"points": [70, 50]})

EXAMPLES = [
    _example(N_("Ninety points are one game."), {"points": [90, 30]}),
    _example(N_("Ninety-one are two."), {"points": [91, 29]}),
    _example(
        N_("The cards are counted, each rank for itself."),
        {"cards": {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}, "tricks": [6, 4]},
    ),
    _example(N_("All ten tricks: a bandeira, and the match is won."), {"points": [120, 0], "tricks": [10, 0]}),
    _example(N_("All the points, but a trick went to the others."), {"points": [120, 0], "tricks": [9, 1]}),
    _example(N_("The same in Brazil."), {"points": [120, 0], "tricks": [9, 1]}, variant="brazil"),
    _example(N_("All the points, and nobody says how many tricks."), _ALL_THE_POINTS),
    _example(N_("Sixty points in a single trick cannot be."), {"points": [60, 60], "tricks": [9, 1]}),
    _example(N_("Sixty all, and nobody wins a game."), _SIXTY),
    _example(N_("Draws that double: after two of them, 91 points."), _SIXTY, _SIXTY, {"points": [91, 29]},
             variant="doubling"),
    _example(N_("In Brazil two draws make a deal worth two games more."), _SIXTY, _SIXTY, {"points": [50, 70]},
             variant="brazil"),
    _example(N_("At 3–2 the leading side revokes."), *_THREE_ALL_BUT_ONE, {"revoke": 0}),
]  # fmt: skip


DEMO_WEIGHT = 4
BANDEIRAS = 0.06  # of all deals


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns the entry of an invented deal: even card points, as a side cannot have 1; sometimes a bandeira."""
    if chance.random() < BANDEIRAS:
        points, tricks = [0, 0], [0, 0]
        points[better], tricks[better] = ALL_POINTS, TRICKS_IN_A_DEAL
        return {"points": points, "tricks": tricks}
    return {"points": [2 * half for half in shared(chance, better, ALL_POINTS // 2)]}
