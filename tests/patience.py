"""Waiting for what another process does: asked again and again until it is there, and given up after a long while."""

import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 60  # seconds; only a test that fails waits as long
OFTEN = 0.02


def until(look: Callable[[], Found | None], wanted: str) -> Found:
    """What `look` answers, once that is true of anything; the test fails where it never is."""
    ends, pause = time.monotonic() + PATIENCE, Event()
    while not (found := look()):
        assert time.monotonic() < ends, f"not in {PATIENCE} seconds: {wanted}"
        pause.wait(OFTEN)
    return found
