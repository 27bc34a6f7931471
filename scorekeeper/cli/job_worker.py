"""`scorekeeper worker`: runs background jobs (papers, exports, imports) in separate processes.

One process with the whole application loaded waits for jobs and forks a child for each: children start at once, their
memory is freed after the job, and a killed child costs nothing but its job's next try.
"""

import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, repeat
from multiprocessing.process import BaseProcess
from typing import Any

import click
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.cli.db import Stop, begin_log, bring_up_to_date, settings_or_stop
from scorekeeper.jobs.working import MEMORY, claim, is_long, on_the_hour, on_the_minute, work
from scorekeeper.paper import typesetting
from scorekeeper.store.models import Job, db

NICENESS = 10  # below the web server, so that requests come first
PROCESSES = 2  # jobs at the same time, of which one is kept for short ones
LOOK = 0.2  # seconds between checks whether a worker has exited
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 0.5  # seconds between polls if there is no job to begin
SHUTDOWN = 3  # seconds for a running job to finish; after that another worker restarts it
MINUTE, HOUR = 60, 3_600
AFTERWARDS = 35  # seconds from the first sweep to the second: by then the lease of a killed worker's job has expired
PAUSE = 1.0  # seconds before an exited worker is restarted


@click.command()
@click.option(
    "--processes",
    default=PROCESSES,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Jobs at the same time; from two on, one is kept for short jobs.",
)
def worker(processes: int) -> None:
    """Run the web application's background jobs: papers, exports, imports. Ctrl-C ends it.

    `scorekeeper serve` starts one too; more workers, on any machine with the same database, share the jobs.
    """
    begin_log()
    bring_up_to_date(settings_or_stop())
    _step_back()
    run(processes)


def _step_back() -> None:
    """Gives this process a name of its own and a low priority, which its children inherit."""
    from scorekeeper.serving.worker import name_process

    name_process("sk-worker")
    os.nice(NICENESS)


def run(processes: int) -> None:
    """Runs jobs until a signal arrives."""
    from scorekeeper.app import create_app

    app = create_app()
    if os.environ.get("SCOREKEEPER_QUEUE"):
        app.logger.warning("SCOREKEEPER_QUEUE is no longer used: jobs wait in the database")
    typesetting.delete_abandoned_folders()
    gc.freeze()  # so that forked children share its memory pages
    Crew(app, processes).work()
    typesetting.delete_abandoned_folders()


class Crew:
    """The children of a worker: at most `most`; long jobs leave one of them to short ones, if there are two."""

    def __init__(self, app: Flask, most: int) -> None:
        self.app, self.most = app, most
        self.running: dict[int, bool] = {}  # True for a long job, by process id
        self.over, self.failing = False, False
        self.next_sweep = self.next_hour = 0.0  # at once: there may be jobs left over from earlier runs
        self.between_sweeps = chain([AFTERWARDS], repeat(MINUTE))  # seconds

    def work(self) -> None:
        """Runs jobs until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        pause = SHORTEST_PAUSE
        while not self.over:
            self._reap()
            self._on_time()
            if self._begin_next():
                pause = SHORTEST_PAUSE
            else:
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        self._dismiss()

    def _end(self, *_signal: object) -> None:
        self.over = True

    def _reap(self) -> None:
        for process in list(self.running):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                del self.running[process]
            if ended and status:
                typesetting.delete_abandoned_folders()  # it was killed

    def _on_time(self) -> None:
        """Begins what is due each minute and each hour, beside the jobs."""
        moment = time.monotonic()
        if moment > self.next_sweep:
            self.next_sweep = moment + next(self.between_sweeps)
            self._fork(partial(on_the_minute, self.app))
        if moment > self.next_hour:
            self.next_hour = moment + HOUR
            self._fork(partial(on_the_hour, self.app))

    def _begin_next(self) -> bool:
        """Begins the next job; False if there is none, or no child is free for it."""
        if len(self.running) >= self.most:
            return False
        job = self._claimed(may_be_long=sum(self.running.values()) < max(1, self.most - 1))
        if job is None:
            return False
        self._fork(partial(work, self.app, job, MEMORY), is_long=is_long(job.kind, job.total))
        return True

    def _claimed(self, *, may_be_long: bool) -> Job | None:
        """Claims the next job; None if there is none, or if the database does not answer, which is logged once."""
        job = None
        try:
            with self.app.app_context():
                job = claim(may_be_long=may_be_long)
            self.failing = False
        except SQLAlchemyError as failure:
            if not self.failing:
                self.app.logger.error("jobs: %s", type(failure).__name__)
            self.failing = True
        return job

    def _fork(self, act: Callable[[], object], *, is_long: bool = False) -> None:
        """Calls `act` in a child, which shares no connection with this process."""
        with self.app.app_context():
            db.engine.dispose()
        process = os.fork()
        if process:
            self.running[process] = is_long
        else:
            _be_a_child(self.app, act)

    def _dismiss(self) -> None:
        """Waits for running jobs, and ends those that take longer than SHUTDOWN: they wait for another worker."""
        for number in (0, signal.SIGTERM, signal.SIGKILL):  # 0 is no signal
            for process in self.running:
                with suppress(ProcessLookupError):
                    os.kill(process, number)
            until = time.monotonic() + SHUTDOWN
            while self.running and time.monotonic() < until:
                self._reap()
                time.sleep(SHORTEST_PAUSE / 10)


def _be_a_child(app: Flask, act: Callable[[], object]) -> None:
    """Calls `act` and ends this process. SIGTERM ends it at once, and the job waits again; Ctrl-C is for the parent."""
    from scorekeeper.serving.worker import end_with_parent

    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    try:
        act()
    except SQLAlchemyError as failure:  # the job is begun again when its lease has expired
        app.logger.error("jobs: %s", type(failure).__name__)
    except Exception:
        app.logger.exception("worker")
    finally:
        typesetting.release_fonts()
        os._exit(0)


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


def _start() -> BaseProcess:
    """Starts a worker: on Linux a fork, which shares the memory of everything that is loaded already."""
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    process: BaseProcess = context.Process(target=_run_below, args=(os.getpid(),), name="worker")
    process.start()
    return process


def _run_below(parent: int) -> None:
    from scorekeeper.serving.worker import end_with_parent

    os.setpgid(0, 0)  # Ctrl-C reaches only the server, which then stops this process
    end_with_parent(parent)
    begin_log()
    _step_back()
    try:
        run(PROCESSES)
    except Stop as reason:
        reason.show()
        sys.exit(1)
    except Exception:
        logging.getLogger("scorekeeper").exception("worker")
        sys.exit(1)


def _keep_working(process: BaseProcess, over: threading.Event, replaced: threading.Event) -> None:
    while not over.is_set():
        if replaced.is_set():
            replaced.clear()
            process.terminate()
        if process.is_alive():
            over.wait(LOOK)
        elif not over.wait(PAUSE):
            process = _start()
    process.terminate()
    process.join()
