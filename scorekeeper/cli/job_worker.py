"""`scorekeeper worker`: runs background jobs (papers, exports, imports) in separate processes.

A parent process with the whole application loaded forks a child for every job: children start at once, their memory
is freed after the job, and a killed child is replaced.
"""

import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from scorekeeper.cli.db import bring_up_to_date, settings_or_stop, stop

NICENESS = 10  # below the web server, so that requests come first
LOOK = 0.2  # seconds between checks whether a worker has exited
LONGEST_PAUSE = 0.5  # seconds between polls of an empty queue
SHUTDOWN = 3  # seconds for a running job to finish; after that another worker restarts it
AFTERWARDS = 35  # seconds after which a worker without a sign of life counts as killed
PAUSE = 1.0  # seconds before an exited worker is restarted
WITH_PARENT = "--with-parent"


@click.command()
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 64), help="Jobs at the same time.")
@click.option(WITH_PARENT, type=int, hidden=True, help="Exit when this process does.")
def worker(processes: int, with_parent: int | None) -> None:
    """Run the web application's background jobs: papers, exports, imports. Ctrl-C ends it.

    `scorekeeper serve` starts one too; more workers, on any machine with the same database, share the jobs.
    """
    from scorekeeper.serving.worker import end_with_parent

    if with_parent is not None:
        os.setpgid(0, 0)  # Ctrl-C reaches only the server, which then stops this process
        end_with_parent(with_parent)
    else:
        bring_up_to_date(settings_or_stop())
    os.register_at_fork(after_in_child=end_with_parent)
    os.nice(NICENESS)
    run(processes)


def run(processes: int) -> None:
    """Runs jobs until a signal arrives. Exits with an error if the queue is unreachable; `working` then restarts it."""
    from scorekeeper.app import create_app
    from scorekeeper.jobs.queue import queue_of
    from scorekeeper.jobs.working import MEMORY
    from scorekeeper.paper import typesetting

    logging.getLogger("huey").setLevel(logging.CRITICAL)  # jobs log their own errors
    try:
        queue = queue_of(create_app(), MEMORY)
        queue.sweep_up()  # jobs left over from earlier runs
        queue.call_hourly()
        queue.sweep_up.schedule(delay=AFTERWARDS)  # and again later: a worker killed just now still seems to be alive
    except Exception as failure:  # there are three kinds of queue storage, with different exceptions
        stop(f"the worker's queue does not answer: {type(failure).__name__}.")
    queue.on_startup()(typesetting.delete_abandoned_folders)  # of the child before this one, if it was killed
    queue.on_shutdown()(typesetting.release_fonts)
    consumer = queue.create_consumer(
        workers=processes,
        worker_type="process",
        max_tasks=1,
        max_delay=LONGEST_PAUSE,
        health_check_interval=LOOK,
        shutdown_timeout=SHUTDOWN,
        graceful_signal="TERM",
    )
    gc.freeze()  # so that forked children share its memory pages
    consumer.run()
    typesetting.delete_abandoned_folders()


@contextmanager
def working(enabled: bool) -> Iterator[Callable[[], None]]:
    """Context manager that runs a worker process, restarts it if it exits, and terminates it at the end.

    Its value is a function that has the worker replaced by one with the present environment.

    The first worker is started by the calling thread, before the server forks: Linux sends a worker its parent-death
    signal when the thread that started it ends.
    """
    if not enabled:
        yield lambda: None
        return
    over, replaced = threading.Event(), threading.Event()
    supervisor = threading.Thread(target=_keep_working, args=(_start(), over, replaced), name="worker", daemon=True)
    supervisor.start()
    try:
        yield replaced.set
    finally:
        over.set()
        supervisor.join()


def _start() -> "subprocess.Popen[bytes]":
    # With these options Python opens no pipe to the process; a server that forks meanwhile would keep it open.
    command = [sys.executable, "-m", "scorekeeper", "worker", WITH_PARENT, str(os.getpid())]
    return subprocess.Popen(command, close_fds=False)  # noqa: S603 (our own command)


def _keep_working(process: "subprocess.Popen[bytes]", over: threading.Event, replaced: threading.Event) -> None:
    while not over.is_set():
        if replaced.is_set():
            replaced.clear()
            process.terminate()
        if process.poll() is None:
            over.wait(LOOK)
        elif not over.wait(PAUSE):
            process = _start()
    process.terminate()
    process.wait()
