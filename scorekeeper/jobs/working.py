"""Running background jobs in a worker: claiming, making and storing the file, retrying, expiring.

The table of jobs is the queue. Any number of workers, on any machine with the same database, claim jobs from it by a
conditional UPDATE.
"""

import os
import resource
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from sqlalchemy import delete, select, update
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.i18n import speaking
from scorekeeper.jobs import orders
from scorekeeper.jobs.orders import KEPT, LEASE, MOST_TRIES, Busy, Gone, Order, delete_jobs, find
from scorekeeper.store.models import Job, JobPiece, db, now


class Work:
    """A job as its maker sees it: the order's parameters and file, and functions to report progress and results."""

    def __init__(self, job: Job, report: Callable[[int], None], store_result: Callable[[dict[str, Any]], None]) -> None:
        self.number, self.asked, self.club_id = job.number, job.asked, job.club_id
        self.language, self.told = job.language, job.told
        self.report = report  # stores how many of `total` are done; raises Gone if the job was deleted
        self.store_result = store_result  # stores values that the job's page shows, as `told`

    def sent(self, job: str = "") -> Iterator[bytes]:
        """Yields the pieces of the file sent with this job's order, or with another job's."""
        return orders.pieces(job or self.number, sent=True)


Maker = Callable[[Work], Iterator[bytes]]

MAKERS: dict[str, Maker] = {}
DEADLINE = 900  # seconds that a job may take
DEADLINES: dict[str, int] = {}  # by kind, where it is another one


def maker(kind: str, seconds: int = DEADLINE) -> Callable[[Maker], Maker]:
    """Decorator that registers a function as the maker of a kind of job; it yields the file's bytes, if any.

    It runs in a worker, in an application and a request context with the order's base URL and language, and may take
    so many `seconds`.
    """

    def add(function: Maker) -> Maker:
        MAKERS[kind], DEADLINES[kind] = function, seconds
        return function

    return add


MEMORY = 300_000_000  # bytes that a worker may hold; beyond, it exits and its parent starts another one
LOOK = 0.2  # seconds between checks of the memory
SAY = 5.0  # seconds between extensions of the lease
STATM = Path("/proc/self/statm")


TIME, ROOM = "time", "room"  # why a job was stopped


@contextmanager
def watched(
    alive: Callable[[], None], stop: Callable[[str], None], memory: int | None, seconds: float
) -> Iterator[None]:
    """Context manager that calls `alive` every few seconds.

    In a worker, which has a bound of `memory` in bytes, it calls `stop` with the reason and exits: ROOM beyond that
    bound, TIME after so many `seconds`.
    """
    over = threading.Event()
    arguments = (over, alive, stop, memory, time.monotonic() + seconds)
    thread = threading.Thread(target=_watch, args=arguments, name="watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _watch(
    over: threading.Event, alive: Callable[[], None], stop: Callable[[str], None], memory: int | None, deadline: float
) -> None:
    extended = time.monotonic()
    while not over.wait(LOOK):
        moment = time.monotonic()
        reason = ROOM if held() > (memory or sys.maxsize) else TIME if moment > deadline else ""
        if memory is not None and reason:
            try:
                stop(reason)
            finally:
                os._exit(1)
        if moment - extended > SAY:
            extended = moment
            with suppress(SQLAlchemyError):  # the database may be busy: the next extension comes soon enough
                alive()


def held() -> int:
    """Returns the memory of this process in bytes; without /proc the maximum since it started."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


MINUTE, NOTHING = "minute", "nothing"  # kinds of jobs that nobody has asked for
# Of kinds that take under a minute, up to so many hands, pages or matches.
SHORT = {"sheets": 1_000, "pages": 60, "tournament": 60, MINUTE: 0, NOTHING: 0}
OFTEN = 0.5  # seconds between reports of progress


def claim(*, may_be_long: bool = True) -> Job | None:
    """Claims the next waiting job, jobs of clubs first, and returns it; None if there is none."""
    waiting = select(Job.number, Job.kind, Job.total).where(Job.status == "waiting")
    with db.engine.connect() as connection:
        rows = connection.execute(waiting.order_by(Job.sitting_id.is_not(None), Job.made_at)).all()
    for number, kind, total in rows:
        if (may_be_long or not is_long(kind, total)) and (job := take(number)):
            return job
    return None


def is_long(kind: str, total: int) -> bool:
    """True if a job may take more than a minute."""
    return total > SHORT.get(kind, -1)


def take(number: str) -> Job | None:
    """Claims a waiting job and returns it; None if another worker was first, or it was deleted."""
    values = {"status": "working", "tries": Job.tries + 1, "done": 0, "alive_until": now() + LEASE}
    waiting = (Job.number == number, Job.status == "waiting")
    with db.engine.begin() as connection:
        if connection.execute(update(Job).where(*waiting).values(**values)).rowcount == 0:
            return None
        orders.clear(connection, number, sent=False)  # left by a worker that was killed
    job = db.session.scalar(select(Job).where(Job.number == number))
    if job is not None:
        db.session.expunge(job)
    db.session.rollback()
    return job


def work(app: Flask, job: Job, memory: int | None = None) -> None:
    """Runs a claimed job and stores how it ended. This process exits if it holds more than `memory` bytes."""
    number = job.number
    with app.test_request_context(base_url=job.root), speaking(job.language, job.language):
        try:
            seconds = DEADLINES.get(job.kind, DEADLINE)
            with watched(lambda: extend(app, number), lambda why: end(app, number, "failed", why), memory, seconds):
                _make(app, job)
            end(app, number, "made")
        except Gone:
            db.session.rollback()
        except Exception:
            db.session.rollback()
            app.logger.exception("job of kind %s", job.kind)
            end(app, number, "failed")
        except BaseException:  # the worker has to stop: another one starts the job again
            db.session.rollback()
            end(app, number, "waiting")
            raise


def _make(app: Flask, job: Job) -> None:
    """Calls the maker of the job and stores the file that it yields, piece by piece."""
    task = Work(job, _reporter(app, job.number), lambda told: _set(app, job.number, told=told))
    for place, packed in enumerate(orders.in_pieces(MAKERS[job.kind](task))):
        with db.engine.begin() as connection:
            orders.store_piece(connection, job.number, place, packed, sent=False)


def _reporter(app: Flask, number: str) -> Callable[[int], None]:
    """Returns a function that stores the progress, at most once in OFTEN seconds."""
    last = 0.0

    def report(done: int) -> None:
        nonlocal last
        if time.monotonic() - last > OFTEN:
            last = time.monotonic()
            _set(app, number, done=done)

    return report


def extend(app: Flask, number: str) -> None:
    """Extends the lease of a running job."""
    with app.app_context(), db.engine.begin() as connection:
        running = (Job.number == number, Job.status == "working")
        connection.execute(update(Job).where(*running).values(alive_until=now() + LEASE))


def end(app: Flask, number: str, status: str, why: str = "") -> None:
    """Stores the final status of a running job; unless it is `made`, deletes the unfinished file.

    If it failed, what was sent with it is deleted too; `why` is the reason that its page shows, if one is known.
    """
    values = {"status": status, **({"told": {"why": why}} if why else {})}
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(Job).where(Job.number == number, Job.status == "working").values(**values))
        if status != "made":
            orders.clear(connection, number, sent=None if status == "failed" else False)


def _set(app: Flask, number: str, **values: Any) -> None:
    """Sets columns of a running job. Raises Gone if it was deleted."""
    with app.app_context(), db.engine.begin() as connection:
        orders.set_columns(connection, number, **values)


HOURLY, EACH_MINUTE = "scorekeeper-hourly", "scorekeeper-each-minute"
OVERDUE = timedelta(seconds=30)  # a job that waits longer has no worker, or there are many


def init_app(app: Flask) -> None:
    """Begins the lists of what workers do each hour and each minute."""
    app.extensions[HOURLY], app.extensions[EACH_MINUTE] = [], []


def each_hour(app: Flask, task: Callable[[], None]) -> None:
    """Registers a function that a worker calls once an hour, in the application context, and then commits."""
    app.extensions[HOURLY].append(task)


def each_minute(app: Flask, task: Callable[[], None]) -> None:
    """Registers a function that a worker calls once a minute, and after `wake`, in the application context."""
    app.extensions[EACH_MINUTE].append(task)


def on_the_hour(app: Flask) -> None:
    """Does what is due each hour."""
    with app.app_context():
        for task in app.extensions[HOURLY]:
            task()
            db.session.commit()


def on_the_minute(app: Flask) -> None:
    """Does what is due each minute."""
    with app.app_context():
        sweep()
        for task in app.extensions[EACH_MINUTE]:
            task()


def sweep() -> None:
    """Deletes expired jobs, and retries jobs of dead workers. Commits."""
    delete_jobs(list(db.session.scalars(select(Job.number).where(Job.made_at < now() - KEPT))))
    _retry_or_fail_abandoned()
    db.session.commit()


def _retry_or_fail_abandoned() -> None:
    """Makes jobs of dead workers wait again; those already started MOST_TRIES times fail, and lose their files."""
    abandoned = (Job.status == "working", Job.alive_until < now())
    failed = select(Job.number).where(*abandoned, Job.tries >= MOST_TRIES)
    db.session.execute(delete(JobPiece).where(JobPiece.job.in_(failed)))
    db.session.execute(update(Job).where(*abandoned, Job.tries >= MOST_TRIES).values(status="failed"))
    db.session.execute(update(Job).where(*abandoned, Job.tries < MOST_TRIES).values(status="waiting"))


POLL = 0.1  # seconds between checks whether a worker has begun a job


@maker(MINUTE)
def make_minute(_work: Work) -> Iterator[bytes]:
    """Does what is due each minute; makes no file."""
    on_the_minute(current_app._get_current_object())  # type: ignore[attr-defined]
    return iter(())


@maker(NOTHING)
def make_nothing(_work: Work) -> Iterator[bytes]:
    """Makes no file."""
    return iter(())


def wake() -> None:
    """Queues the every-minute job now; does nothing if the queue is full, as the job runs each minute anyway."""
    with suppress(Busy):
        _errand(MINUTE)


def worker_answers(app: Flask, seconds: float) -> bool:
    """True if a worker begins a job within so many seconds; the job is deleted."""
    deadline = time.monotonic() + seconds
    with app.app_context():
        try:
            number = _errand(NOTHING)
        except Busy:
            return False
        while (is_waiting := _is_waiting(number)) and time.monotonic() < deadline:
            time.sleep(POLL)
        delete_jobs([number])
        db.session.commit()
    return not is_waiting


def _is_waiting(number: str) -> bool:
    job = find(number)
    return job is not None and job.status == "waiting"


def _errand(kind: str) -> str:
    """Submits a job of the application’s own, not of a visitor; returns its number. Raises Busy."""
    order = Order(kind, "", "", "", 0, {}, "en", "http://localhost/", visitor="", about=secrets.token_hex())
    return orders.submit(order).number
