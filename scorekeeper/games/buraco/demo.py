"""Buraco's hands for a demonstration."""

from ..demo import Chance
from ..engine.base import Entry, Setup, Table
from .entry import STEP


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The better of two sides goes out with a clean run."""
    runs = {"clean": 1, "dirty": chance.randint(0, 1)}
    won = {"melds": STEP * chance.randint(50, 90), **runs, "hand": 0, "pot": "played"}
    lost = {"melds": STEP * chance.randint(10, 40), "hand": STEP * chance.randint(2, 15), "pot": "played"}
    return {"sides": [won, lost] if better == 0 else [lost, won], "went_out": better}
