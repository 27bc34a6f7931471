"""The queue of jobs' numbers, kept by Huey: what is to be done stands in the database, in what order stands here.

On one machine it is a SQLite file in the instance folder; with PostgreSQL it is in that database, so every machine has
it without anything more to run; `QUEUE_URL` may name a Redis instead. Messages are signed with the secret key, as
Huey unpickles them. A message that is lost loses nothing: `expiry.sweep` sends it again.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app
from sqlalchemy import make_url

if TYPE_CHECKING:
    from huey import Huey

NAME = "scorekeeper"
DEADLINE = 900  # seconds that a job may take
FIRST, LATER = 1, 0  # what members of clubs ask for comes before what strangers do
TABLES = "queue"  # how the names of its tables begin in PostgreSQL
FILE = "queue.sqlite3"  # in the instance folder
KEY = "scorekeeper-queue"


def init_app(app: Flask) -> None:
    """The queue is opened when it is needed first: most processes never do."""
    app.extensions[KEY] = None


def queue_of(app: Flask, memory: int | None = None) -> "Huey":
    """The application's queue, with what its workers do. A process that is a worker and nothing else says how many
    bytes of `memory` it may hold: beyond, it ends.
    """
    found: Huey | None = app.extensions[KEY]
    if found is None:
        from huey.serializer import SignedSerializer

        serializer = SignedSerializer(secret=str(app.config["SECRET_KEY"]), salt=NAME)
        found = app.extensions[KEY] = _open(app, {"results": False, "serializer": serializer})
        _add_tasks(found, app, memory)
    return found


def _open(app: Flask, options: dict[str, Any]) -> "Huey":
    import huey

    chosen, database = str(app.config["QUEUE_URL"]), make_url(str(app.config["DATABASE_URL"]))
    if chosen:
        return huey.PriorityRedisHuey(NAME, url=chosen, **options)
    if database.get_backend_name() == "sqlite":
        file = Path(app.instance_path) / FILE
        file.touch(mode=0o600)
        return huey.SqliteHuey(NAME, filename=str(file), **options)
    return _until_there(
        partial(huey.PostgresHuey, NAME, dsn=_dsn(str(app.config["DATABASE_URL"])), table_prefix=TABLES, **options)
    )


def _dsn(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _until_there(open_queue: "partial[Huey]") -> "Huey":
    """Servers that start at the same time make its tables at the same time, which one of them is refused."""
    try:
        return open_queue()
    except Exception as failure:
        if type(failure).__name__ != "UniqueViolation":  # of the driver, which not everybody has
            raise
        return open_queue()


def _add_tasks(found: "Huey", app: Flask, memory: int | None) -> None:
    from huey import crontab

    from scorekeeper.jobs.working import sweep, work

    @found.task(name="work", timeout=DEADLINE)  # type: ignore[untyped-decorator]  # Huey ships no type hints
    def work_on(number: str) -> None:
        work(app, number, memory)

    @found.periodic_task(crontab(), name="sweep", expires=60)  # type: ignore[untyped-decorator]
    def sweep_up() -> None:
        with app.app_context():
            sweep()

    found.work_on, found.sweep_up = work_on, sweep_up


def put(number: str, *, first: bool) -> None:
    """Tell the workers of a job. Where the queue does not answer, the job waits until `expiry.sweep` tells them."""
    try:
        found: Any = queue_of(current_app._get_current_object())  # type: ignore[attr-defined]
        found.enqueue(found.work_on.s(number, priority=FIRST if first else LATER))
    except Exception as failure:  # of three kinds of storage, with as many kinds of failures
        current_app.logger.error("queue: %s", type(failure).__name__)


def is_empty() -> bool:
    """Whether no message waits."""
    found = queue_of(current_app._get_current_object())  # type: ignore[attr-defined]
    return bool(found.pending_count() == 0)
