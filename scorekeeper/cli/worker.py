"""What a server's worker process loads: the application, in a process that does not outlive the one that started it.
What is loaded then is set aside from Python's collector, for as long as the process lives.

Killed without notice (SIGKILL, no memory left), the first process can end nobody, and its workers would hold the port
and go on answering while a new server cannot start. So the kernel is told to end them with it.
"""

import ctypes
import gc
import os
import signal
import sys
import threading
import time

from flask import Flask

from scorekeeper.app import create_app

SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h
OFTEN = 1.0  # seconds between two looks where the kernel cannot be asked


def application() -> Flask:
    """The application, for granian to serve."""
    end_with_parent()
    app = create_app()
    set_aside()
    return app


def set_aside() -> None:
    """Have the collector leave alone what is loaded by now: going through it would make somebody wait a tenth of a
    second for a large club's page, every few pages."""
    gc.freeze()  # without a last look first, which would take part of the second that a start has


def end_with_parent() -> None:
    """Have this process end as soon as its parent does. What was confirmed is in the database by then."""
    parent = os.getppid()
    if sys.platform == "linux":
        # SIGKILL, as a worker that is still starting has its parent's handlers and would take SIGTERM for a message.
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # it ended just before
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(OFTEN)
    os._exit(1)
