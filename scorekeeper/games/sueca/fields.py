"""Sueca's presets, options and fields: what is agreed before a match and entered for a deal."""

from typing import Any

from ..engine.base import STOP_WAY, _, field
from ..engine.counting import Counting
from ..engine.setup import choice, whole

VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
RANKS = ("A", "7", "K", "J", "Q")  # those that count, high to low
NAMES = {"A": _("Ace"), "7": _("Seven"), "K": _("King"), "J": _("Jack"), "Q": _("Queen")}
TRICKS_IN_A_DEAL = 10


def _preset(slug: str, title: str, bandeira: str, after_draw: str) -> "dict[str, Any]":
    options = {"target": 4, "bandeira": bandeira, "after_draw": after_draw}
    return {"slug": slug, "title": title, "options": options}


PRESETS: "list[dict[str, Any]]" = [
    _preset("standard", _("Standard"), "tricks", "nothing"),
    _preset("brazil", _("Brazilian"), "points", "one_more"),
    _preset("doubling", _("A draw doubles the next deal"), "tricks", "double"),
]

OPTIONS: "list[dict[str, Any]]" = [
    whole("target", _("Target in games (empty: until the players stop)"), "SUE-7", 1, 99, nullable=True),
    choice(
        "bandeira", _("A bandeira takes"), "SUE-5", ("tricks", _("all ten tricks")), ("points", _("all 120 points"))
    ),
    choice(
        "after_draw",
        _("After a draw the next deal counts"),
        "SUE-6",
        ("nothing", _("as always")),
        ("double", _("double")),
        ("one_more", _("one game more")),
    ),
]

COUNTED = Counting(VALUES, RANKS, NAMES, {"points": "SUE-2", "cards": "SUE-2", "taken": "SUE-1"})
TRICKS = field("tricks", "shares", _("Tricks"), "SUE-3", total=TRICKS_IN_A_DEAL)

WAYS: "list[dict[str, Any]]" = COUNTED.ways([COUNTED.points, TRICKS], [COUNTED.cards, TRICKS]) + [
    {"slug": "bandeira", "title": _("Bandeira"), "fields": [COUNTED.points, dict(TRICKS, required=True)]},
    {
        "slug": "revoke",
        "title": _("Revoke"),
        "fields": [field("revoke", "side", _("Who revoked"), "SUE-8", required=True)],
    },
    STOP_WAY,
]
