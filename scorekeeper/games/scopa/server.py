"""Scopa on paper and on its rules page, and its demonstration: used by the server only."""

from typing import Any

from scorekeeper.i18n import _, court_cards

from ..demo import Chance, shared
from ..engine.base import N_, Entry, Setup, Table
from ..paper import Column, CribLine, Form, beside_each_other, of_side
from ..rulebook import (
    CARDS_SECTION,
    COUNTING_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    LATIN_SUITS,
    Example,
    document,
    option_named,
    options_by_preset,
    pairs,
    singly,
)
from .calling import SURE_CARDS, SURE_COINS
from .entry import LEAST_FOR_PRIMIERA, NOT_ABOVE, PRIMIERA
from .fields import CARDS, COINS, GRANDE, HANDS_OF_A_SIDE, NAPOLA_LEAST, OPTIONS, PRESETS, SEVENS
from .kinds import BEST_CARDS


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: all counts for two sides; only sweeps, points and totals for three."""
    total = [Column(_("Points"), 10, "points"), Column(_("Total"), 13, "total")]
    if len(setup["sides"]) > 2:
        return beside_each_other(setup, [Column(_("Sweeps"), 11, "count first", **of_side("scope")), *total])
    options = setup["options"]
    counted = [
        Column(_("Cards"), 9, "count first", str(CARDS), **of_side("cards")),
        Column(_("Coins"), 9, "count", str(COINS), **of_side("coins")),
    ]
    counted.append(Column("7♦", 6, "count", **of_side("settebello")))
    if options["fourth_point"] == "primiera":
        counted.append(Column(_("Primiera"), 12, "count", **of_side("primiera")))
    else:
        counted.append(Column(_("Sevens"), 9, "count", str(SEVENS), **of_side("sevens")))
    # There is no room for columns of grande and accusi: a filled sheet has them below the hand.
    if options["napola"] != "none":  # printed instead of the points
        counted.append(Column(_("Napola"), 9, "count", _("Grande") if options["grande"] else "", **of_side("napola")))
        total = [Column(_("Total"), 13, "total")]
    sweeps = Column(_("Sweeps"), 9, "count", _("Accusi") if options["accusi"] else "", **of_side("scope"))
    return beside_each_other(setup, [*counted, sweeps, *total])


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the short rules on most cards and most coins; three sides may need more than half."""
    three = setup["options"]["majority"] and len(setup["sides"]) > 2
    most_cards = _("Most cards, %(count)s at least", count=SURE_CARDS) if three else _("Most cards; a tie: nobody")
    most_coins = _("Most coins, %(count)s at least", count=SURE_COINS) if three else _("Most coins; a tie: nobody")
    return [CribLine("SCO-1", most_cards, "1"), CribLine("SCO-2", most_coins, "1")]


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("cirulla", N_("Cirulla")),
    ("winning", N_("Winning the match")),
    ("claim", N_("A claim during play")),
    ("fit", N_("What must fit")),
    ("table", N_("Players and dealer")),
    *LAST_SECTIONS,
)

HOME_LANGUAGE = "it"

# A card that can be a suit's best, its Italian name, and its French counterpart.
_NAMES = {
    "7": ("sette", "7"), "6": ("sei", "6"), "A": ("asso", "A"), "5": ("cinque", "5"), "4": ("quattro", "4"),
    "3": ("tre", "3"), "2": ("due", "2"), "F": ("fante, cavallo, re", "J, Q, K"),
}  # fmt: skip


# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "cards": CARDS,
    "coins": COINS,
    "sevens": SEVENS,
    "most_cards": SURE_CARDS,
    "most_coins": SURE_COINS,
    "napola_least": NAPOLA_LEAST,
    "grande": GRANDE,
    "hands_of_two": HANDS_OF_A_SIDE[2],
    "hands_of_three": HANDS_OF_A_SIDE[3],
    "piccola": options_by_preset(PRESETS)["cirulla"]["napola_to"],
    "cirulla_target": options_by_preset(PRESETS)["cirulla"]["target"],
    "highest_target": option_named(OPTIONS, "target")["high"],
}
NUMBERS |= {f"primiera_{card}": PRIMIERA[card] for card in ("7", "6", "A", "5", "F")}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, and cards with their primiera values and their rank in the suit."""
    names = {card: (name, court_cards(french)) for card, (name, french) in _NAMES.items()}
    cards = [(*names[card], PRIMIERA[card], NOT_ABOVE[card]) for card in BEST_CARDS]
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
    """Returns the entry of a deal that gives two sides these points (at least 3 and 1), mostly by sweeps."""
    return {"cards": 0, "coins": 0, "settebello": 0, "primiera": 1, "scope": [first - 3, second - 1]}


_CIRULLA = {"cards": [21, 19], "coins": [6, 4], "settebello": 0, "primiera": 1, "scope": [3, 2]}
_LAST_DEAL = {"cards": [23, 17], "coins": [4, 6], "settebello": 1, "primiera": 1}
_CALLED = {"side": 0, "cards": 21, "coins": 5, "settebello": True, "scope": 1}

EXAMPLES = [
    _example(N_("An ordinary deal, with one sweep."), _DEAL | {"scope": [1, 0]}),
    _example(
        N_("Best cards entered: the primiera goes to the higher sum."),
        _DEAL | {"coins": [3, 7], "primiera": {"best": [["7", "6", "A", "7"], ["6", "7", "7", "6"]]}},
    ),
    _example(
        N_("Three sevens, but no batons: there is no primiera without a card of each suit."),
        {
            "cards": [20, 20],
            "coins": [9, 1],
            "settebello": 0,
            "primiera": {"best": [["7", "7", "7", None], ["6", "6", "6", "7"]]},
        },
    ),
    _example(N_("Cards and coins are shared: nobody has these points."), _DEAL | {"cards": [20, 20]}),
    _example(
        N_("Three players: the most cards are enough."),
        {"cards": [17, 12, 11], "coins": [4, 4, 2], "settebello": 2, "primiera": 0},
        sides=_THREE,
    ),
    _example(
        N_("The same where more than half is needed."),
        {"cards": [17, 12, 11], "coins": [4, 4, 2], "settebello": 2, "primiera": 0},
        sides=_THREE,
        majority=True,
    ),
    _example(
        N_("Scopa d’assi: all ten coins win the match."),
        {"cards": [24, 16], "coins": [10, 0], "settebello": 0, "primiera": 0, "napola": [10, 0]},
        variant="assi",
    ),
    _example(N_("Ten to nine before the deal: both arrive, and the higher total wins."), _before(10, 9), _LAST_DEAL),
    _example(N_("The same, counted in order: the first to arrive wins."), _before(10, 9), _LAST_DEAL, order=True),
    _example(N_("Eight points before the deal, and a claim that holds."), _before(8, 4), {"claim": _CALLED}),
    _example(
        N_("The same with one card less: twenty are not sure to be the most."),
        _before(8, 4),
        {"claim": _CALLED | {"cards": 20}},
    ),
    _example(
        N_("Nine points before, and three sevens with a 3: the primiera is sure."),
        _before(9, 4),
        {"claim": {"side": 0, "cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "7", "3"]}},
    ),
    _example(
        N_("Escoba: two sevens each, nobody has that point."),
        {"cards": [21, 19], "coins": [6, 4], "settebello": 1, "sevens": [2, 2], "scope": [1, 2]},
        variant="escoba",
    ),
    _example(
        N_("A napola of six stops before the 7: its side cannot have the settebello."),
        {"cards": [21, 19], "coins": [7, 3], "settebello": 0, "primiera": None, "napola": [6, 0]},
        napola="points",
    ),
    _example(
        N_("Cirulla: a piccola of five and one accuso of 3, against the grande and one of 10."),
        _CIRULLA | {"napola": [5, 0], "grande": 1, "accusi": {"3": [1, 0], "10": [0, 1]}},
        variant="cirulla",
    ),
    _example(
        N_("Cirulla: the row is entered whole, but no more than six points are counted."),
        _CIRULLA | {"coins": [7, 3], "napola": [7, 0], "grande": 1},
        variant="cirulla",
    ),
    _example(
        N_("Cirulla: all ten coins are the grande too, and it has to be entered."),
        _CIRULLA | {"coins": [10, 0], "primiera": 0, "napola": [10, 0]},
        variant="cirulla",
    ),
    _example(
        N_("Cirulla: seven accusi are more than the six hands that a side is dealt."),
        _CIRULLA | {"accusi": {"3": [6, 0], "10": [1, 0]}},
        variant="cirulla",
    ),
]


MOST_SWEEPS = 3


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a deal with cards and coins counted and other points named; the better side has most of them."""
    coins, others = shared(chance, better, COINS), shared(chance, better, CARDS - COINS)
    cards = [coin + other for coin, other in zip(coins, others, strict=True)]
    sides = (better, better, 1 - better)
    return {
        "cards": cards,
        "coins": coins,
        "settebello": chance.choice(sides),
        "primiera": chance.choice(sides) if min(others) >= LEAST_FOR_PRIMIERA - 1 else better,
        "scope": [chance.randrange(min(MOST_SWEEPS, count // 2) + 1) for count in cards],
    }
