"""Scopa's deals for a demonstration."""

from ..demo import Chance, shared
from ..engine.base import Entry, Setup, Table
from .entry import LEAST_FOR_PRIMIERA
from .fields import CARDS, COINS

MOST_SWEEPS = 3


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Cards and coins counted, the other points as they are said; the better side has most of them."""
    coins, others = shared(chance, better, COINS), shared(chance, better, CARDS - COINS)
    cards = [coin + other for coin, other in zip(coins, others, strict=True)]
    sides = (better, better, 1 - better)
    return {
        "cards": cards,
        "coins": coins,
        "settebello": chance.choice(sides),
        "primiera": chance.choice(sides) if min(others) >= LEAST_FOR_PRIMIERA - 1 else better,
        "scope": [chance.randrange(min(MOST_SWEEPS, count // 2) + 1) for count in cards],
    }
