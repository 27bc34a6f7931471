"""Briscola's hands for a demonstration."""

from ..demo import Chance, shared
from ..engine.base import Entry, Setup, Table
from ..engine.counting import ALL_POINTS
from .chiamata import is_chiamata

WEIGHT = 5


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The card points, even ones so that nobody has a single point; in the chiamata the better player called."""
    if is_chiamata(setup):
        partner = chance.choice([None, *(side for side in range(len(setup["sides"])) if side != better)])
        points = shared(chance, int(chance.random() < 0.4), ALL_POINTS // 2)
        return {"caller": better, "partner": partner, "points": [2 * half for half in points]}
    points = shared(chance, 0, ALL_POINTS // 2)
    others = len(setup["sides"]) - 1
    least, left_over = divmod(points[1], others)
    rest = [least + (1 if at < left_over else 0) for at in range(others)]
    rest.insert(better, points[0])
    return {"points": [2 * half for half in rest]}
