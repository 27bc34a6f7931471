"""Settings of the randomised tests: the same few examples every time, or at night many new ones.

`make test` tries the same examples on every machine, so that a failure on one is a failure on all. `make fuzz` sets
SCOREKEEPER_FUZZ, takes other examples each time and many more; what it finds is printed, and becomes a test of its own.
"""

import os
from random import Random, SystemRandom

from hypothesis import settings

FUZZING = os.environ.get("SCOREKEEPER_FUZZ") == "1"
MORE = 25  # times as many at night

settings.register_profile("usual", max_examples=60, deadline=None, derandomize=True, database=None)
settings.register_profile("fuzz", max_examples=60 * MORE, deadline=None, derandomize=False, print_blob=True)


def tries(usual: int) -> int:
    """So many, or at night more."""
    return usual * MORE if FUZZING else usual


def chance(name: str) -> Random:
    """Where random cases come from: the same for the same name, or at night another one each time."""
    return Random(f"{name} {SystemRandom().random()}" if FUZZING else name)
