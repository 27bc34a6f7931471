"""Polls for the effects of other processes, with a long timeout."""

import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 60  # seconds; only a failing test waits that long
OFTEN = 0.02


def until(look: Callable[[], Found | None], wanted: str) -> Found:
    """Polls `look` until it returns something truthy, and returns that; fails the test after PATIENCE."""
    ends, pause = time.monotonic() + PATIENCE, Event()
    while not (found := look()):
        assert time.monotonic() < ends, f"not in {PATIENCE} seconds: {wanted}"
        pause.wait(OFTEN)
    return found
