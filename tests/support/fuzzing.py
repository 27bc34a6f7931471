"""Settings of the randomised tests: always the same few examples, or many new ones at night.

`make test` tries the same examples on every machine, so that failures are reproducible. `make fuzz` sets
SCOREKEEPER_FUZZ and tries many more, different each time; a failing example is printed and should become a test.
SCOREKEEPER_FUZZ=20 tries twenty times as many as SCOREKEEPER_FUZZ=1.
"""

import os
from collections.abc import Iterable
from random import Random, SystemRandom
from typing import TypeVar

from hypothesis import settings

Value = TypeVar("Value")
NIGHTS = int(os.environ.get("SCOREKEEPER_FUZZ") or 0)
FUZZING = NIGHTS > 0
MORE = 25 * max(NIGHTS, 1)  # times as many at night

settings.register_profile("usual", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", max_examples=40 * MORE, deadline=None, derandomize=False, print_blob=True)


def tries(usual: int) -> int:
    """Returns the number of examples, more at night."""
    return usual * MORE if FUZZING else usual


def chance(name: str) -> Random:
    """Returns a random generator, seeded with the name; with FUZZING, seeded differently each time."""
    return Random(f"{name} {SystemRandom().random()}" if FUZZING else name)


def shared_out(values: Iterable[Value], turn: int, turns: int) -> list[Value]:
    """Returns every `turns`-th value from `turn` on, so that the turns share all values; or at night all of them."""
    return list(values) if FUZZING else list(values)[turn::turns]


def in_turn(values: Iterable[Value], turn: int) -> list[Value]:
    """Returns one of the values, the next for each turn; or at night all of them, where to try each takes its time."""
    each = list(values)
    return each if FUZZING else [each[turn % len(each)]]
