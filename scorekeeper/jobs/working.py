"""What a worker does with a job: lock it, report progress, make the file and store it; expired jobs are deleted."""

import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.i18n import speaking
from scorekeeper.jobs import orders, queue
from scorekeeper.jobs.orders import KEPT, delete_jobs
from scorekeeper.store.models import Job, db, now


class Work:
    """A job in the hands of its maker: what was asked, what was sent, and a way to say how far it is."""

    def __init__(self, job: Job, report: Callable[[int], None], tell: Callable[[dict[str, Any]], None]) -> None:
        self.number, self.asked, self.club_id = job.number, job.asked, job.club_id
        self.language, self.told = job.language, job.told
        self.report = report  # of `total`, how many are done; raises Gone where nobody wants it any more
        self.tell = tell  # plain values that the job's page shows

    def sent(self, job: str = "") -> Iterator[bytes]:
        """The pieces of the file that was sent for it, or for another job."""
        return orders.pieces(job or self.number, sent=True)


Maker = Callable[[Work], Iterator[bytes]]

MAKERS: dict[str, Maker] = {}


def maker(kind: str) -> Callable[[Maker], Maker]:
    """Have this function do the work of a kind. It runs in a worker, in an application and a request context with the
    addresses and the language of whoever asked; it yields the file's bytes, nothing for work without a file."""

    def add(function: Maker) -> Maker:
        MAKERS[kind] = function
        return function

    return add


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


LEASE = timedelta(seconds=20)  # a worker that says nothing for so long is gone
OFTEN = 0.5  # seconds between reports


class Gone(Exception):
    """The job was deleted: nobody wants it any more."""


def work(app: Flask, number: str, memory: int | None = None) -> None:
    """Do a job, unless somebody else does; how it ended stands in its row. `memory`: as in `queue.queue_of`."""
    with app.app_context():
        job = take(number)
    if job is None:
        return
    with app.test_request_context(base_url=job.root), speaking(job.language, job.language):
        try:
            with watched(lambda: extend(app, number), lambda: end(app, number, "failed"), memory):
                _make(app, job)
            end(app, number, "made")
        except Gone:
            db.session.rollback()
        except Exception:
            db.session.rollback()
            app.logger.exception("job of kind %s", job.kind)
            end(app, number, "failed")
        except BaseException:  # it is told to stop, and somebody else goes on
            db.session.rollback()
            end(app, number, "waiting")
            raise


def take(number: str) -> Job | None:
    """The job, if it waited; it is ours then."""
    values = {"status": "working", "tries": Job.tries + 1, "done": 0, "alive_until": now() + LEASE}
    waiting = (Job.number == number, Job.status == "waiting")
    with db.engine.begin() as connection:
        if connection.execute(update(Job).where(*waiting).values(**values)).rowcount == 0:
            return None
        orders.clear(connection, number, sent=False)  # of somebody who was killed half-way
    job = db.session.scalar(select(Job).where(Job.number == number))
    if job is not None:
        db.session.expunge(job)
    db.session.rollback()
    return job


def _make(app: Flask, job: Job) -> None:
    """Run the maker and store what it yields."""
    handed = Work(job, _reporter(app, job.number), lambda told: _set(app, job.number, told=told))
    for place, packed in enumerate(orders.in_pieces(MAKERS[job.kind](handed))):
        with db.engine.begin() as connection:
            _check(connection.execute(update(Job).where(Job.number == job.number).values(alive_until=now() + LEASE)))
            orders.store_piece(connection, job.number, place, packed, sent=False)


def _reporter(app: Flask, number: str) -> Callable[[int], None]:
    """Write down how much is done, not too often."""
    last = 0.0

    def report(done: int) -> None:
        nonlocal last
        if time.monotonic() - last > OFTEN:
            last = time.monotonic()
            _set(app, number, done=done)

    return report


def extend(app: Flask, number: str) -> None:
    """Say that somebody works on it."""
    with app.app_context(), db.engine.begin() as connection:
        mine = (Job.number == number, Job.status == "working")
        connection.execute(update(Job).where(*mine).values(alive_until=now() + LEASE))


def end(app: Flask, number: str, status: str) -> None:
    """Say how it ended; a file that was not finished goes."""
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(Job).where(Job.number == number, Job.status == "working").values(status=status))
        if status != "made":
            orders.clear(connection, number, sent=False)


def _set(app: Flask, number: str, **values: Any) -> None:
    """Write values into its row. Raises Gone where there is none."""
    with app.app_context(), db.engine.begin() as connection:
        _check(connection.execute(update(Job).where(Job.number == number, Job.status == "working").values(**values)))


def _check(result: Any) -> None:
    if result.rowcount == 0:
        raise Gone


MOST_TRIES = 2  # what ended two workers is not given to a third
OVERDUE = timedelta(seconds=30)  # a job that waits longer, while the queue is empty, was lost on its way there


def sweep() -> None:
    """Delete what is too old, and send jobs again that nobody works on. Once a minute, by any worker."""
    delete_jobs(list(db.session.scalars(select(Job.number).where(Job.made_at < now() - KEPT))))
    _give_up_or_back()
    db.session.commit()
    if queue.is_empty():
        waiting = select(Job).where(Job.status == "waiting", Job.made_at < now() - OVERDUE).order_by(Job.made_at)
        for job in db.session.scalars(waiting).all():
            queue.put(job.number, first=job.sitting_id is None)


def _give_up_or_back() -> None:
    """Jobs whose worker was killed wait again, or have failed where that happened before."""
    left = (Job.status == "working", Job.alive_until < now())
    db.session.execute(update(Job).where(*left, Job.tries >= MOST_TRIES).values(status="failed"))
    db.session.execute(update(Job).where(*left, Job.tries < MOST_TRIES).values(status="waiting"))
