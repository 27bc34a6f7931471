"""Polling for what another process does, with a long timeout."""

import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 60  # seconds; only a test that fails waits as long
OFTEN = 0.02


def until(look: Callable[[], Found | None], wanted: str) -> Found:
    """Poll `look` until it returns something truthy, and return that; the test fails after a long while."""
    ends, pause = time.monotonic() + PATIENCE, Event()
    while not (found := look()):
        assert time.monotonic() < ends, f"not in {PATIENCE} seconds: {wanted}"
        pause.wait(OFTEN)
    return found
