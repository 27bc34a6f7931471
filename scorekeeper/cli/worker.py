"""The entry point of a server's worker process: the application, in a process that ends with its parent.

A parent killed without notice (SIGKILL, out of memory) cannot stop its workers, which would hold the port and go on
answering while a new server cannot start. So the kernel is asked to kill them with it.
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
from scorekeeper.cli.buffering import Buffered

SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h
SWITCH = 0.001  # seconds that a thread computes (a sheet) while others wait; by itself Python gives it five
POLL = 1.0  # seconds between checks on systems where the kernel cannot be asked


def server() -> Buffered:
    """The application behind what keeps slow senders and readers from its threads, for granian to serve by RSGI."""
    sys.setswitchinterval(SWITCH)
    app = application()
    return Buffered(app, app.config["TRUSTED_PROXIES"])


def application() -> Flask:
    """The application, for any WSGI server in a process that ends with its parent."""
    end_with_parent()
    app = create_app()
    freeze_loaded_objects()
    return app


def freeze_loaded_objects() -> None:
    """Exempt everything loaded by now from garbage collection.

    A full collection would otherwise scan it every few pages of a large club, for a tenth of a second each time.
    """
    gc.freeze()  # without collecting first, which would slow the start


def end_with_parent(started_by: int | None = None) -> None:
    """Have this process killed when its parent ends. Confirmed hands are in the database by then.

    Who took long to start says who has `started_by` it: that may have ended meanwhile.
    """
    parent = started_by or os.getppid()
    if sys.platform == "linux":
        # SIGKILL: a worker that is still starting has its parent's signal handlers, which would catch SIGTERM.
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # the parent ended just before
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL)
    os._exit(1)
