"""The queue of job numbers, by Huey. The jobs themselves are rows of the database.

On one machine the queue is a SQLite file in the instance folder (`queue_storage`); with PostgreSQL it is in that
database, which all machines share; `QUEUE_URL` may name a Redis instead. Messages are signed with the secret key,
because Huey unpickles them. If a message is lost, `working.sweep` sends it again.
"""

import sqlite3
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app
from sqlalchemy import make_url

from scorekeeper.jobs.queue_file import is_damage, queue_file
from scorekeeper.store.models import Job, db

if TYPE_CHECKING:
    from huey import Huey

NAME = "scorekeeper"
FIRST, LATER = 1, 0  # priorities: jobs of club members come first
SHORT = {"sheets": 1_000, "pages": 60, "tournament": 60}  # kinds that take under a minute: hands, pages, matches
TABLES = "queue"  # prefix of its tables in PostgreSQL
KEY = "scorekeeper-queue"
HOURLY, EACH_MINUTE = "scorekeeper-hourly", "scorekeeper-each-minute"
LOOK = 0.1  # seconds between looks whether a message was taken


def init_app(app: Flask) -> None:
    """Registers the queue, which is opened when it is first used: most processes never do."""
    app.extensions[KEY] = None
    app.extensions[HOURLY], app.extensions[EACH_MINUTE] = [], []


def each_hour(app: Flask, task: Callable[[], None]) -> None:
    """Registers a function that a worker calls once an hour, in the application context, and then commits."""
    app.extensions[HOURLY].append(task)


def each_minute(app: Flask, task: Callable[[], None]) -> None:
    """Registers a function that a worker calls once a minute, and after `wake`, in the application context."""
    app.extensions[EACH_MINUTE].append(task)


def queue_of(app: Flask, memory: int | None = None) -> "Huey":
    """Returns the application's queue with its tasks. A worker process exits if it holds more than `memory` bytes."""
    queue: Huey | None = app.extensions[KEY]
    if queue is None:
        from huey.serializer import SignedSerializer

        serializer = SignedSerializer(secret=str(app.config["SECRET_KEY"]), salt=NAME)
        queue = app.extensions[KEY] = _open(app, {"results": False, "serializer": serializer})
        _add_tasks(queue, app, memory)
    return queue


def _open(app: Flask, options: dict[str, Any]) -> "Huey":
    import huey

    if app.config["QUEUE_URL"]:
        return huey.PriorityRedisHuey(NAME, url=str(app.config["QUEUE_URL"]), **options)
    file = queue_file(app.config)
    if file is not None:
        from scorekeeper.jobs.queue_storage import FileHuey

        opened = _retry_once(partial(FileHuey, NAME, filename=str(file), **options))
    else:
        dsn = _dsn(str(app.config["DATABASE_URL"]))
        opened = _retry_once(partial(huey.PostgresHuey, NAME, dsn=dsn, table_prefix=TABLES, **options))
    queue: Huey = opened
    return queue


def _dsn(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _retry_once(operation: "partial[Any]") -> Any:
    """Calls the operation, and once more if it fails because of something that is mended by then.

    Either another server has created the tables in PostgreSQL at the same moment, or a damaged file was replaced.
    """
    try:
        return operation()
    except Exception as failure:
        another_was_first = type(failure).__name__ == "UniqueViolation"  # by name, because the driver is optional
        if not another_was_first and not (isinstance(failure, sqlite3.DatabaseError) and is_damage(failure)):
            raise
        return operation()


def _add_tasks(queue: "Huey", app: Flask, memory: int | None) -> None:
    from scorekeeper.jobs.working import sweep, work

    @queue.task(name="work")  # type: ignore[untyped-decorator]  # Huey ships no type hints
    def work_on(number: str, _is_long: bool = False) -> None:
        work(app, number, memory)

    @queue.task(name="sweep", expires=60)  # type: ignore[untyped-decorator]
    def sweep_up() -> None:
        with app.app_context():
            sweep()
            for task in app.extensions[EACH_MINUTE]:
                task()

    @queue.task(name="hourly")  # type: ignore[untyped-decorator]
    def call_hourly() -> None:
        with app.app_context():
            for task in app.extensions[HOURLY]:
                task()
                db.session.commit()

    queue.work_on, queue.sweep_up, queue.call_hourly = work_on, sweep_up, call_hourly


def put(job: Job) -> None:
    """Sends a job's number to the workers; if that fails, logs an error and leaves it to `working.sweep`.

    Jobs of a club come first; of long ones, workers do fewer at a time.
    """
    priority = FIRST if job.sitting_id is None else LATER
    _enqueue(lambda queue: queue.work_on.s(job.number, is_long(job), priority=priority))


def is_long(job: Job) -> bool:
    """True if the job may take more than a minute."""
    return job.total > SHORT.get(job.kind, -1)


def wake() -> None:
    """Runs the tasks of `each_minute` at once in a worker; within a minute if the queue is not available."""
    _enqueue(lambda queue: queue.sweep_up.s())


def _enqueue(message: Callable[[Any], Any]) -> None:
    try:
        queue: Any = queue_of(current_app._get_current_object())  # type: ignore[attr-defined]
        _retry_once(partial(queue.enqueue, message(queue)))
    except Exception as failure:  # each of the three storages raises its own exceptions
        current_app.logger.error("queue: %s", type(failure).__name__)


def is_empty() -> bool:
    """True if the queue contains no messages. Replaces a damaged file."""
    queue: Any = queue_of(current_app._get_current_object())  # type: ignore[attr-defined]
    if hasattr(queue.storage, "check"):
        _retry_once(partial(queue.storage.check))
    return bool(queue.pending_count() == 0)


def worker_answers(app: Flask, seconds: float) -> bool:
    """True if a worker takes a message from the queue in time; the message names no job, and expires soon.

    Raises the storage's exceptions if the queue is not available.
    """
    queue: Any = queue_of(app)
    message = queue.work_on.s("", priority=FIRST, expires=max(1, round(seconds)))
    queue.enqueue(message)
    deadline = time.monotonic() + seconds
    while any(waiting.id == message.id for waiting in queue.pending()):
        if time.monotonic() > deadline:
            return False
        time.sleep(LOOK)
    return True
