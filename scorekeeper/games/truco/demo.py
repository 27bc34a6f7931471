"""Truco's hands for a demonstration."""

from ..demo import Chance
from ..engine.base import Entry, Setup, Table
from .hands import plain_stake

WEIGHT = 7  # its matches are short: so a match of all games has ten hands on average


def hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """A hand in which nobody calls."""
    return {"winner": better, "stake": plain_stake(setup, table)}
