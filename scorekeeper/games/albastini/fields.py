"""Albastini's presets, options and shapes, and the fields of its entries as forms are drawn from them."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from ..engine.counting import ALL_POINTS
from ..engine.setup import whole
from .count import BY_RANK, COUNTING, UNDRAWN, VALUES

PRESETS: list[dict[str, Any]] = [{"slug": "standard", "title": _("Standard"), "options": {"target": None}}]

OPTIONS: list[dict[str, Any]] = [
    whole("target", _("Target in game points (empty: until the players stop)"), "ALB-8", 1, 999, nullable=True)
]

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]

_NEXT_DEALER = field("next_dealer", "player", _("Next dealer"), "ALB-7")
# What the undrawn card takes out of the shares (ALB-9): its value of the points, itself of the cards of its rank.
WAYS: list[dict[str, Any]] = [
    {
        "slug": "points",
        "title": _("Card points"),
        "fields": [
            field(
                "points", "shares", _("Card points"), "ALB-2", total=ALL_POINTS, less=["undrawn", VALUES], required=True
            ),
            _NEXT_DEALER,
            UNDRAWN,
        ],
    },
    {
        "slug": "cards",
        "title": _("Count the cards"),
        "fields": [
            field(
                "cards",
                "ranks",
                _("Cards taken"),
                "ALB-1",
                required=True,
                less=["undrawn", dict.fromkeys(COUNTING, 1)],
                per="side",
                classes=BY_RANK,
            ),
            _NEXT_DEALER,
            UNDRAWN,
        ],
    },
    STOP_WAY,
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side (ALB-6, ALB-9)."""
    return SHAPES
