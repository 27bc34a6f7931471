"""Briscola's presets, options and fields: what is agreed before a match and entered for a hand."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from ..engine.counting import ALL_POINTS, MORE_THAN_HALF, Counting
from ..engine.setup import choice, whole

VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
RANKS = ("A", "3", "K", "Q", "J")  # those that count, high to low
NAMES = {"A": _("Ace"), "3": _("Three"), "K": _("King"), "Q": _("Knight"), "J": _("Jack")}
CHIAMATA = "chiamata"
LOWEST_BID = MORE_THAN_HALF
PLAYERS_OF_THE_CHIAMATA = 5


def _preset(slug: str, title: str, target: "int | None", cappotto: int = 1) -> "dict[str, Any]":
    return {"slug": slug, "title": title, "options": {"target": target, "hands": None, "cappotto": cappotto}}


PRESETS: "list[dict[str, Any]]" = [
    _preset("best-of-three", _("Best of three"), 2),
    _preset("single", _("A single game"), 1),
    _preset("best-of-five", _("Best of five"), 3),
    _preset("first-to-five", _("First to five games"), 5),
    _preset(CHIAMATA, _("Chiamata of five"), None, 2),
]

OPTIONS: "list[dict[str, Any]]" = [
    whole("target", _("Target (empty: no target)"), "BRI-6", 1, 99, nullable=True),
    whole("hands", _("Number of hands (empty: any number)"), "BRI-7", 1, 999, nullable=True),
    choice("cappotto", _("All 120 points count"), "BRI-5", (1, _("once")), (2, _("double"))),
]

COUNTED = Counting(VALUES, RANKS, NAMES, {"points": "BRI-2", "cards": "BRI-2", "taken": "BRI-1"})

CALLER = field("caller", "side", _("Caller"), "BRI-10", required=True, ask=True, players=PLAYERS_OF_THE_CHIAMATA)
PARTNER = field(
    "partner",
    "side",
    _("Partner"),
    "BRI-10",
    required=True,
    nullable=True,
    nobody=_("alone"),
    ask=True,
    players=PLAYERS_OF_THE_CHIAMATA,
)
BID = field(
    "bid",
    "points",
    _("Points bid, if not 61"),
    "BRI-9",
    min=LOWEST_BID,
    max=ALL_POINTS,
    players=PLAYERS_OF_THE_CHIAMATA,
)


def of_sides_or_parties(shared: "dict[str, Any]") -> "list[dict[str, Any]]":
    """Returns a field of points or cards twice: shared by the sides, and by the two parties of the chiamata."""
    of_sides, of_parties = dict(shared), dict(shared)
    of_sides["unless_players"] = of_parties["players"] = PLAYERS_OF_THE_CHIAMATA
    of_parties["parties"] = [_("Caller's party"), _("The others")]
    return [of_sides, of_parties]


WAYS: "list[dict[str, Any]]" = COUNTED.ways(
    [CALLER, PARTNER] + of_sides_or_parties(COUNTED.points) + [BID],
    [CALLER, PARTNER] + of_sides_or_parties(COUNTED.cards) + [BID],
) + [STOP_WAY]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side: five singles in the chiamata, otherwise up to six players."""
    if variant == CHIAMATA:
        return [(PLAYERS_OF_THE_CHIAMATA, 1)]
    return [(2, 2), (2, 1), (3, 1), (2, 3), (3, 2)]
