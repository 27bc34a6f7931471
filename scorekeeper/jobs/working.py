"""What a worker does with a job: take it, say that it is alive, make the file, store it, say how it ended.

Everything about the job itself is written in short transactions on a connection of its own, whatever the maker does
in the session meanwhile.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from flask import Flask
from sqlalchemy import select, update

from scorekeeper.i18n import speaking
from scorekeeper.jobs import files
from scorekeeper.jobs.makers import MAKERS, Work
from scorekeeper.jobs.watch import watched
from scorekeeper.store.job_models import Job
from scorekeeper.store.models import db, now

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
        files.clear(connection, number, sent=False)  # of somebody who was killed half-way
    job = db.session.scalar(select(Job).where(Job.number == number))
    if job is not None:
        db.session.expunge(job)
    db.session.rollback()
    return job


def _make(app: Flask, job: Job) -> None:
    """Run the maker and store what it yields."""
    handed = Work(job, _reporter(app, job.number), lambda told: _set(app, job.number, told=told))
    for place, packed in enumerate(files.in_pieces(MAKERS[job.kind](handed))):
        with db.engine.begin() as connection:
            _check(connection.execute(update(Job).where(Job.number == job.number).values(alive_until=now() + LEASE)))
            files.store_piece(connection, job.number, place, packed, sent=False)


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
            files.clear(connection, number, sent=False)


def _set(app: Flask, number: str, **values: Any) -> None:
    """Write values into its row. Raises Gone where there is none."""
    with app.app_context(), db.engine.begin() as connection:
        _check(connection.execute(update(Job).where(Job.number == number, Job.status == "working").values(**values)))


def _check(result: Any) -> None:
    if result.rowcount == 0:
        raise Gone
