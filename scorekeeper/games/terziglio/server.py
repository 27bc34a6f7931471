"""Terziglio's score sheet, rules page, examples and demonstration, which only the server uses."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, say

from ..demo import Chance
from ..engine.base import N_, Entry, Setup, Table
from ..engine.thirds import ALL_POINTS, ALL_THIRDS, THIRDS_OF_A_POINT
from ..engine.words import shares
from ..paper import Column, CribLine, Form, beside_each_other, circled
from ..rulebook import (
    CARDS_IN_THIRDS,
    CARDS_SECTION,
    COUNTING_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    Example,
    document,
    singly,
)
from .fields import BIDS, DIFFERENCE, NEEDED
from .rules import bid_of, stakes, thirds_taken


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: the soloist (to circle), bid and points of a hand, each player's total."""
    hand = [
        circled(setup, _("Soloist"), "soloist"),
        (Column(_("Bid"), 19, "count", fill=_bid, tells=("bid", "passed")), ""),
        (Column(_("Points"), 14, "count", fill=_counted, tells=("points", "thirds", "made")), ""),
    ]
    return beside_each_other(setup, [Column(_("Payment"), 14, "points first"), Column(_("Total"), 14, "total")], hand)


def _bid(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    if "passed" in entry:
        return say(N_("all passed"), {})
    return say(dict(BIDS)[bid_of(dict(entry))], {}) if "soloist" in entry else ""


def _counted(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Returns the points or thirds of both parties, e.g. `7–4`; without any, “made” or “lost”."""
    if "made" in entry:
        return say(N_("made") if entry["made"] else N_("lost"), {})
    thirds = thirds_taken(dict(entry))
    return shares(entry.get("points", [])) if thirds is None else shares([thirds, ALL_THIRDS - thirds])


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the stake of each bid, and an agreed number of hands."""
    of_bids = stakes(setup["options"]["solissimo"])
    text = " · ".join(f"{say(label, {})} {of_bids[bid]}" for bid, label in BIDS)
    hands = setup["options"]["hands"]
    agreed = [] if hands is None else [CribLine("TER-9", _("Hands to be played at most"), str(hands))]
    return [CribLine("TER-5", text), *agreed]


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("payment", N_("What is paid")),
    ("match", N_("The match")),
    *LAST_SECTIONS,
)

# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "thirds": ALL_THIRDS,
    "all_points": ALL_POINTS,
    "needed": NEEDED,
    "needed_thirds": NEEDED * THIRDS_OF_A_POINT,
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: cards with their thirds, and bids with both stakes that may be agreed."""
    three, four = stakes(3), stakes(4)
    return {"cards": CARDS_IN_THIRDS, "stakes": [(label, three[bid], four[bid]) for bid, label in BIDS]}


def _example(caption: str, *hands: dict[str, Any], variant: str = "stakes", **options: Any) -> Example:
    played = document("terziglio", variant, singly("Ada", "Bice", "Carlo"), list(hands))
    return {"caption": caption, "document": {**played, "options": options}}


EXAMPLES = [
    _example(N_("Ada calls a card and makes six points."), {"soloist": 0, "points": [6, 5]}),
    _example(N_("Five points are not enough."), {"soloist": 0, "bid": "solo", "points": [5, 6]}),
    _example(
        N_("The cards are counted: the last trick makes the sixth point."),
        {"soloist": 0, "aces": [2, 2], "figures": [9, 11], "last_trick": 0},
    ),
    _example(N_("The highest bid, made."), {"soloist": 1, "bid": "scegliete", "made": True}, target=None),
    _example(N_("One third is missing."), {"soloist": 0, "thirds": [17, 18]}),
    _example(N_("The difference is paid."), {"soloist": 0, "thirds": [22, 13]}, variant=DIFFERENCE),
    _example(
        N_("A lost solo costs each third twice."),
        {"soloist": 1, "bid": "solo", "aces": [1, 3], "figures": [8, 12], "last_trick": 1},
        variant=DIFFERENCE,
    ),
    _example(N_("Points alone do not tell the difference."), {"soloist": 0, "points": [6, 5]}, variant=DIFFERENCE),
    _example(
        N_("Two players share the lead at the target: another hand."),
        {"soloist": 0, "made": False},
        target=1,
    ),
]  # fmt: skip

MADE_AT_ALL = 0.6  # of the hands of the weaker players


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand: mostly the better player bids, and mostly makes it; the higher the bid, the rarer."""
    soloist = better if chance.random() < MADE_AT_ALL else chance.randrange(len(setup["sides"]))
    bid = chance.choice(["chiamo"] * 6 + ["solo"] * 3 + ["solissimo"])
    needed = NEEDED * THIRDS_OF_A_POINT
    thirds = chance.randint(needed, needed + 9) if chance.random() < MADE_AT_ALL else chance.randint(9, needed - 1)
    return {"soloist": soloist, "bid": bid, "thirds": [thirds, ALL_THIRDS - thirds]}
