"""The databases of tests: a SQLite file each, or one database of a PostgreSQL server that is emptied between them.

`SCOREKEEPER_TEST_POSTGRESQL` may name an empty database of a server that runs already; else each worker starts one of
its own from Debian's package, and throws it away in the end.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url, text

from tools.trust.cluster import NoPostgreSQL, cluster

# Nothing has to outlive the run.
HASTY = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "jit=off",
    "shared_buffers=32MB",
)


class Server:
    """A PostgreSQL server with a database that has all tables, made by the migrations once a run."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://")
        self._engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        self._numbers = count()
        self._ready = ""

    def emptied(self, folder: Path) -> str:
        """The address of the database with all tables and nothing in them, numbered from 1 on again."""
        if not self._ready:
            from scorekeeper.store import upgrade

            upgrade.upgrade(self._engine, folder)
            self._ready = _emptying(self._engine)
        with self._engine.connect() as connection:
            connection.execute(text(LEFT_BEHIND))
            connection.exec_driver_sql(self._ready)
            connection.execute(text(QUEUE))
        return self.url

    def new(self) -> str:
        """The address of one more database, without tables."""
        name = f"new_{os.getpid()}_{next(self._numbers)}"
        with self._engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def close(self) -> None:
        """Dispose of its connections."""
        self._engine.dispose()


# Connections that an earlier test did not close, and the locks that they may hold.
LEFT_BEHIND = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
QUEUE = "DROP TABLE IF EXISTS queue_task, queue_schedule, queue_kv, queue_counter"  # the queue makes them anew


def _emptying(engine: Engine) -> str:
    """What empties every table: for few rows that is twenty times as fast as TRUNCATE, which makes new files."""
    from scorekeeper.store.models import Base

    deleting = [f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables)]
    with engine.connect() as connection:
        sequences = connection.scalars(text("SELECT quote_ident(sequencename) FROM pg_sequences")).all()
    return "; ".join(deleting + [f"SELECT setval('{name}', 1, false)" for name in sequences])


@contextmanager
def server() -> Iterator[Server | str]:
    """A running server, or why there is none."""
    url = os.environ.get("SCOREKEEPER_TEST_POSTGRESQL")
    try:
        if url:
            yield from _closed(Server(url))
        else:
            with cluster(HASTY) as made:
                yield from _closed(Server(made.url))
    except NoPostgreSQL as reason:
        yield str(reason)


def _closed(made: Server) -> Iterator[Server]:
    yield made
    made.close()
