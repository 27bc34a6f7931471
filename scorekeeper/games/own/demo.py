"""Hands of a game of one's own for a demonstration."""

from ..demo import Chance
from ..engine.base import Entry, Setup, Table

OPTIONS = {"target": 100}
MOST = 20


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Some points for every side, most of them for the better one."""
    points = [chance.randint(0, MOST) for _side in setup["sides"]]
    points[better] = max(points) + 1
    return {"points": points}
