"""Canasta's hands for a demonstration."""

from ..demo import Chance
from ..engine.base import Entry, Setup, Table
from .entry import STEP


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The better side goes out; all the others have melded what their first meld asks for, and hold cards."""
    sides: list[Entry] = [_other(chance) for _side in setup["sides"]]
    canastas = {"natural": 1, "mixed": chance.randint(1, 2)}
    sides[better] = {"melds": STEP * chance.randint(40, 80), **canastas, "red_threes": chance.randint(0, 2), "hand": 0}
    return {"sides": sides, "went_out": better}


def _other(chance: Chance) -> Entry:
    melds = STEP * chance.randint(30, 45)
    return {"melds": melds, "mixed": chance.randint(0, 1), "hand": STEP * chance.randint(2, 20)}
