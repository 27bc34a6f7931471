"""Scopa's presets, options and fields: what is agreed before a match and entered for a deal."""

from typing import Any

from ..engine.base import _, field
from ..engine.setup import choice, flag, whole

CARDS, COINS, SEVENS = 40, 10, 4
BEST_CARDS = ("7", "6", "A", "5", "4", "3", "2", "F")  # in the order of their primiera values; F is any figure
SUITS_OF_BEST = (_("coins"), _("cups"), _("swords"), _("batons"))
NAPOLA_LEAST = 3


def _preset(slug: str, title: str, target: int, shapes: "list[tuple[int, int]]", **other: Any) -> "dict[str, Any]":
    options: dict[str, Any] = {
        "target": target,
        "fourth_point": "primiera",
        "napola": "none",
        "re_bello": False,
        "majority": False,
        "order": False,
    }
    options.update(other)
    return {"slug": slug, "title": title, "options": options, "shapes": shapes}


PRESETS = [
    _preset("scopa", _("Scopa"), 11, [(2, 1), (3, 1), (2, 2)]),
    _preset("scopone", _("Scopone"), 11, [(2, 2)]),
    _preset("scientifico", _("Scopone scientifico"), 21, [(2, 2)]),
    _preset("assi", _("Scopa d'assi: the ace takes all"), 31, [(2, 1), (2, 2)], napola="wins"),
    _preset("escoba", _("Escoba"), 21, [(2, 1), (3, 1), (2, 2)], fourth_point="sevens", majority=True),
]

OPTIONS: "list[dict[str, Any]]" = [
    whole("target", _("Target"), "SCO-11", 1, 999),
    choice(
        "fourth_point",
        _("The fourth point goes to"),
        "SCO-5",
        ("primiera", _("the best primiera")),
        ("sevens", _("the most sevens")),
    ),
    choice(
        "napola",
        _("Napola"),
        "SCO-8",
        ("none", _("not played")),
        ("points", _("3 points and more")),
        ("wins", _("all ten coins win the match")),
    ),
    flag("re_bello", _("The king of coins counts a point"), "SCO-10"),
    flag("majority", _("Three players: 21 cards and 6 coins are needed"), "SCO-3"),
    flag("order", _("The points are counted in their order, the first to arrive wins"), "SCO-12"),
]


def shapes(variant: str) -> "list[tuple[int, int]]":
    """Sides and players of a side: the preset says."""
    return [shape for preset in PRESETS if preset["slug"] == variant for shape in preset["shapes"]]


_BEST = [[best, best] for best in BEST_CARDS]

WAYS: "list[dict[str, Any]]" = [
    {
        "slug": "deal",
        "title": _("Deal"),
        "fields": [
            field("cards", "count_or_side", _("Cards"), "SCO-1", total=CARDS, required=True),
            field("coins", "count_or_side", _("Coins"), "SCO-2", total=COINS, required=True),
            field("settebello", "side", _("Settebello"), "SCO-4", required=True),
            field(
                "primiera",
                "best_or_side",
                _("Primiera"),
                "SCO-5",
                when=["fourth_point", "primiera"],
                required=True,
                choices=_BEST,
                suits=SUITS_OF_BEST,
            ),
            field(
                "sevens",
                "count_or_side",
                _("Sevens"),
                "SCO-6",
                when=["fourth_point", "sevens"],
                total=SEVENS,
                required=True,
            ),
            field("scope", "shares", _("Sweeps"), "SCO-7", blank=0),
            field("re_bello", "side", _("Re bello"), "SCO-10", option="re_bello", required=True),
            field("napola", "shares", _("Napola"), "SCO-8", blank=0, unless=["napola", "none"]),
        ],
    },
    {
        "slug": "claim",
        "title": _("A claim stopped the deal"),
        "fields": [
            field(
                "claim",
                "group",
                _("Claim"),
                "SCO-13",
                required=True,
                fields=[
                    field("side", "side", _("Who claims"), "SCO-13", required=True),
                    field("cards", "count", _("Cards"), "SCO-1", min=0, max=CARDS),
                    field("coins", "count", _("Coins"), "SCO-2", min=0, max=COINS),
                    field("settebello", "flag", _("Settebello"), "SCO-4"),
                    field("scope", "count", _("Sweeps"), "SCO-7", min=0, max=CARDS // 2),
                    field(
                        "best",
                        "best",
                        _("Best cards"),
                        "SCO-5",
                        when=["fourth_point", "primiera"],
                        choices=_BEST,
                        suits=SUITS_OF_BEST,
                    ),
                    field("sevens", "count", _("Sevens"), "SCO-6", when=["fourth_point", "sevens"], min=0, max=SEVENS),
                    field("napola", "count", _("Napola"), "SCO-8", min=0, max=COINS, unless=["napola", "none"]),
                    field("re_bello", "flag", _("Re bello"), "SCO-10", option="re_bello"),
                ],
            )
        ],
    },
]
