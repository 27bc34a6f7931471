"""Briscola's presets, options and fields: what is agreed before a match and entered for a hand."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from ..engine.counting import ALL_POINTS, CARDS_OF_A_RANK, MORE_THAN_HALF

VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
RANKS = ("A", "3", "K", "Q", "J")  # those that count, high to low
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
    {
        "name": "target",
        "kind": "whole",
        "low": 1,
        "high": 99,
        "nullable": True,
        "label": _("Target (empty: no target)"),
        "rule": "BRI-6",
    },
    {
        "name": "hands",
        "kind": "whole",
        "low": 1,
        "high": 999,
        "nullable": True,
        "label": _("Number of hands (empty: any number)"),
        "rule": "BRI-7",
    },
    {
        "name": "cappotto",
        "kind": "number",
        "label": _("All 120 points count"),
        "rule": "BRI-5",
        "choices": [[1, _("once")], [2, _("double")]],
    },
]

CLASSES = [[rank, rank, VALUES[rank], CARDS_OF_A_RANK] for rank in RANKS]
POINTS = field("points", "shares", _("Card points"), "BRI-2", total=ALL_POINTS, required=True)
CARDS = field("cards", "ranks", _("Cards taken"), "BRI-1", required=True, per="side", classes=CLASSES)

WAYS: "list[dict[str, Any]]" = [
    {"slug": "points", "title": _("Card points"), "fields": [POINTS]},
    {"slug": "cards", "title": _("Count the cards"), "fields": [CARDS]},
    STOP_WAY,
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side: five singles in the chiamata, otherwise up to six players."""
    if variant == CHIAMATA:
        return [(PLAYERS_OF_THE_CHIAMATA, 1)]
    return [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2)]
