"""The rules in a few words, as they stand at the foot of a sheet: what is agreed, with its numbers."""

from math import ceil

from scorekeeper.games.engine.base import Setup
from scorekeeper.games.paper import CribLine, rules_in_short


def crib(setup: Setup, columns: int) -> tuple[tuple[CribLine, ...], ...]:
    """The rules that this match is played by, as far as they are asked for at the table, in columns of even length."""
    lines = rules_in_short(setup)
    length = ceil(len(lines) / columns)
    return tuple(tuple(lines[start : start + length]) for start in range(0, len(lines), length))
