"""Albastini's deals for a demonstration."""

from ..demo import Chance, shared
from ..engine.base import Entry, Setup, Table
from ..engine.counting import ALL_POINTS

OPTIONS = {"target": 7}


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The card points alone."""
    return {"points": shared(chance, better, ALL_POINTS)}
