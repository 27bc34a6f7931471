"""A thread beside a job: says now and then that its worker is alive, and ends the worker where it grows too large."""

import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

MEMORY = 300_000_000  # bytes that a worker may hold; whoever started it starts another one
LOOK = 0.2  # seconds between looks at the memory
SAY = 5.0  # seconds between signs of life
STATM = Path("/proc/self/statm")


@contextmanager
def watched(alive: Callable[[], None], too_large: Callable[[], None], memory: int | None) -> Iterator[None]:
    """Within the block `alive` is called every few seconds; beyond `memory`, `too_large`, and the process ends."""
    over = threading.Event()
    thread = threading.Thread(target=_watch, args=(over, alive, too_large, memory), name="watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _watch(over: threading.Event, alive: Callable[[], None], too_large: Callable[[], None], memory: int | None) -> None:
    said = time.monotonic()
    while not over.wait(LOOK):
        if memory is not None and held() > memory:
            try:
                too_large()
            finally:
                os._exit(1)
        if time.monotonic() - said > SAY:
            said = time.monotonic()
            with suppress(SQLAlchemyError):  # a database that is busy for once: it is said again
                alive()


def held() -> int:
    """Bytes of memory that this process holds; the most that it ever held where the system tells no more."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
