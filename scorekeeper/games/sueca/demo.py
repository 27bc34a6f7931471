"""Sueca's deals for a demonstration."""

from ..demo import Chance, shared
from ..engine.base import Entry, Setup, Table
from ..engine.counting import ALL_POINTS
from .fields import TRICKS_IN_A_DEAL

WEIGHT = 4
BANDEIRAS = 0.06  # of all deals


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The card points, even ones so that nobody has a single point; now and then a bandeira."""
    if chance.random() < BANDEIRAS:
        points, tricks = [0, 0], [0, 0]
        points[better], tricks[better] = ALL_POINTS, TRICKS_IN_A_DEAL
        return {"points": points, "tricks": tricks}
    return {"points": [2 * half for half in shared(chance, better, ALL_POINTS // 2)]}
