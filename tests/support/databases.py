"""The databases of tests: a SQLite file each, or one PostgreSQL database that is emptied between tests.

`SCOREKEEPER_TEST_POSTGRESQL` may name an empty database of a running server; otherwise each worker starts a temporary
server from Debian's package.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url, text

from tools.trust.cluster import NoPostgreSQL, cluster

# Durability is off: nothing has to survive the run.
HASTY = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "jit=off",
    "shared_buffers=32MB",
)


class Server:
    """A PostgreSQL server with a database that has all tables, created by the migrations once per run."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://")
        self._engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        self._numbers = count()
        self._ready = ""

    def emptied(self, folder: Path) -> str:
        """Empties all tables and resets their sequences; returns the address of the database."""
        if not self._ready:
            from scorekeeper.store import upgrade

            upgrade.upgrade(self._engine, folder)
            self._ready = _emptying(self._engine)
        with self._engine.connect() as connection:
            connection.execute(text(LEFT_BEHIND))
            connection.exec_driver_sql(self._ready)
        return self.url

    def new(self) -> str:
        """Creates another database without tables; returns its address."""
        name = f"new_{os.getpid()}_{next(self._numbers)}"
        with self._engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def close(self) -> None:
        """Closes its connections."""
        self._engine.dispose()


# Connections that an earlier test left open may hold locks.
LEFT_BEHIND = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def _emptying(engine: Engine) -> str:
    """Returns the statement that empties every table; for few rows it is twenty times as fast as TRUNCATE."""
    from scorekeeper.store.models import Base

    deleting = [f'DELETE FROM "{table.name}"' for table in reversed(Base.metadata.sorted_tables)]
    with engine.connect() as connection:
        sequences = connection.scalars(text("SELECT quote_ident(sequencename) FROM pg_sequences")).all()
    return "; ".join(deleting + [f"SELECT setval('{name}', 1, false)" for name in sequences])


@contextmanager
def server() -> Iterator[Server | str]:
    """Yields a running server, or the reason why there is none."""
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
