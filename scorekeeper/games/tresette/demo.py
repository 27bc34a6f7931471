"""Tresette's hands for a demonstration."""

from ..demo import Chance, shared
from ..engine.base import Entry, Setup, Table
from .count import ALL_POINTS


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The points alone."""
    return {"points": shared(chance, better, ALL_POINTS)}
