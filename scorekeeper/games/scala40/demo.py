"""Scala 40's hands for a demonstration."""

from ..demo import Chance
from ..engine.base import Entry, Setup, Table
from .standing import still_in

USUALLY_HELD = (4, 45)
CLOSES = 2 / 3  # how often the better side does


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """One closes, more often the better side while it is in; the others hold a handful."""
    playing = still_in(setup, table["totals"])
    closed = better if better in playing and chance.random() < CLOSES else chance.choice(playing)
    counts: list[int | None] = [
        0 if side == closed else chance.randint(*USUALLY_HELD) if side in playing else None
        for side in range(len(setup["sides"]))
    ]
    return {"closed": closed, "counts": counts}
