"""`scorekeeper worker`: does long work, papers, exports and imports, in processes of its own.

A first process with the whole application loaded starts the others by fork, each for one job: so a worker is there at
once, what a job has filled its memory with is gone after it, and one that is killed is replaced.
"""

import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

from scorekeeper.cli.db import bring_up_to_date, settings_or_stop, stop

NICENESS = 10  # requests come first
LOOK = 0.2  # seconds between looks whether a worker has ended
LONGEST_PAUSE = 0.5  # seconds between looks into an empty queue
SHUTDOWN = 3  # seconds that a job gets to finish; after that another worker begins it again
AFTERWARDS = 35  # seconds after which a worker that was killed is known to be
PAUSE = 1.0  # seconds before one that has ended is started again
WITH_PARENT = "--with-parent"


@click.command()
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 64), help="Jobs at the same time.")
@click.option(WITH_PARENT, type=int, hidden=True, help="The process that has started it and takes it along.")
def worker(processes: int, with_parent: int | None) -> None:
    """Do long work that the web application was asked for: papers, exports, imports. Ctrl-C ends it.

    `scorekeeper serve` starts one by itself; more of them, on any machine with the same database, share the work.
    """
    from scorekeeper.serving.worker import end_with_parent

    if with_parent is not None:
        os.setpgid(0, 0)  # Ctrl-C is for the server, which then stops it
        end_with_parent(with_parent)
    else:
        bring_up_to_date(settings_or_stop())
    os.register_at_fork(after_in_child=end_with_parent)
    os.nice(NICENESS)
    run(processes)


def run(processes: int) -> None:
    """Work until a signal comes. Ends with a sentence where its queue is away: whoever started it does so again."""
    from scorekeeper.app import create_app
    from scorekeeper.jobs.queue import queue_of
    from scorekeeper.jobs.working import MEMORY

    logging.getLogger("huey").setLevel(logging.CRITICAL)  # what went wrong in a job is logged by the job
    try:
        queue = queue_of(create_app(), MEMORY)
        queue.sweep_up()  # what lay there from before
        queue.sweep_up.schedule(delay=AFTERWARDS)  # and what another worker has left, who was killed just now
    except Exception as failure:  # of three kinds of storage, with as many kinds of failures
        stop(f"the worker's queue does not answer: {type(failure).__name__}.")
    consumer = queue.create_consumer(
        workers=processes,
        worker_type="process",
        max_tasks=1,
        max_delay=LONGEST_PAUSE,
        health_check_interval=LOOK,
        shutdown_timeout=SHUTDOWN,
        graceful_signal="TERM",
    )
    gc.freeze()  # its pages are shared by all that it starts
    consumer.run()


@contextmanager
def working(wanted: bool) -> Iterator[None]:
    """Have a worker beside this process meanwhile: started again should it end, ended with this one in any case.

    The first is started before the server forks: the kernel takes the thread that started one for its parent.
    """
    if not wanted:
        yield
        return
    over = threading.Event()
    keeper = threading.Thread(target=_keep_working, args=(_start(), over), name="worker", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()


def _start() -> "subprocess.Popen[bytes]":
    # With these options Python needs no pipe to the new process, which a server that forks meanwhile would keep open.
    command = [sys.executable, "-m", "scorekeeper", "worker", WITH_PARENT, str(os.getpid())]
    return subprocess.Popen(command, close_fds=False)  # noqa: S603 (our own command)


def _keep_working(process: "subprocess.Popen[bytes]", over: threading.Event) -> None:
    while not over.is_set():
        if process.poll() is None:
            over.wait(LOOK)
        elif not over.wait(PAUSE):
            process = _start()
    process.terminate()
    process.wait()
