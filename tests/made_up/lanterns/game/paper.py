"""Lanterns on paper."""

from scorekeeper.games.engine.base import Setup, _
from scorekeeper.games.paper import Column, CribLine, Form, beside_each_other

ENDINGS = {"shore": _("Won by lighting the shore")}


def form(setup: Setup) -> Form:
    """A column of its own."""
    return beside_each_other(setup, [Column("Lit", 14, "count first"), Column("Total", 14, "total")])


def rules_in_short(setup: Setup) -> "list[CribLine]":
    """One line."""
    return [CribLine("LAN-1", "Each lantern", "1")]
