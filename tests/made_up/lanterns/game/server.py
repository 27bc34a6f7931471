"""Lanterns on paper, for reading and as a demonstration."""

from scorekeeper.games.demo import Chance
from scorekeeper.games.engine.base import Entry, Setup, Table, _
from scorekeeper.games.paper import Column, CribLine, Form, beside_each_other
from scorekeeper.games.rulebook import GAME_SECTION, LAST_SECTIONS, document, pairs

SECTIONS = (GAME_SECTION, LAST_SECTIONS[1])
EXAMPLES = [
    {
        "caption": _("A bright evening."),
        "document": document("lanterns", "usual", pairs("Ada", "Bea", "Cem", "Dan"), [{"lanterns": [12, 8]}]),
    }
]


def form(setup: Setup) -> Form:
    """A column of its own."""
    return beside_each_other(setup, [Column("Lit", 14, "count first"), Column("Total", 14, "total")])


def rules_in_short(setup: Setup) -> "list[CribLine]":
    """One line."""
    return [CribLine("LAN-1", "Each lantern", "1")]


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Always the same."""
    return {"lanterns": [15, 5] if better == 0 else [5, 15]}
