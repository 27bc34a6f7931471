"""Engine options, SQLite's settings and write lock, the statements of polls, health checks.

On SQLite, reads run outside transactions: each statement sees one committed state. The first write of a session
waits for the write lock (`BEGIN IMMEDIATE`), so a transaction never fails half-way with "database is locked".
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from threading import Lock
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, Row, Select, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import DeclarativeBase, Session, object_session
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.store import models

LOCK, HOLDS_LOCK = "lock", "holds_lock"  # keys of a connection's info: the process's write lock, and if it holds it
PATIENCE = 10.0  # seconds that a writer waits for the lock


def engine_options(url: str, busy_seconds: int) -> dict[str, Any]:
    """Returns the entry for `SQLALCHEMY_ENGINES`: the URL and the options of its driver."""
    # Parameters are hidden because they contain names and links, which must not be logged.
    options: dict[str, Any] = {"url": url, "hide_parameters": True, "json_deserializer": models.read}
    if url.startswith("sqlite"):
        # The driver opens a transaction before the first INSERT, UPDATE or DELETE and takes the write lock there. A
        # transaction that begins with a read could fail to get the lock later.
        options["connect_args"] = {"isolation_level": "IMMEDIATE", "timeout": busy_seconds}
    else:
        options["pool_pre_ping"] = True
    return options


def prepare(engine: Engine, synchronous: str) -> None:
    """Sets up every new SQLite connection: foreign keys, write-ahead log, `synchronous`, file modes (owner only)."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _restrict_files)
        event.listen(engine, "connect", _sqlite_settings(synchronous))
        event.listen(engine, "checkin", _release_lock)


def _restrict_files(_dialect: object, _record: object, arguments: Sequence[str], _options: object) -> None:
    """Makes the database file, its log and its shared memory readable by their owner only.

    An existing file is never opened here: closing it would release all POSIX locks that this process has on it, and
    another process that then closes the database would delete the write-ahead log in use.
    """
    file = arguments[0] if arguments else ""
    if file in {"", ":memory:"} or file.startswith("file:"):
        return
    try:
        with suppress(FileExistsError):
            os.close(
                os.open(file, os.O_RDONLY | os.O_CREAT | os.O_EXCL, 0o600)
            )  # SQLite gives its other files the same mode
        for path in (file, f"{file}-wal", f"{file}-shm"):
            if os.path.exists(path) and os.stat(path).st_mode & 0o077:
                os.chmod(path, 0o600)
    except OSError:
        return  # owned by another user, or on a read-only disk


def _sqlite_settings(synchronous: str) -> Callable[[SqliteConnection, ConnectionPoolEntry], None]:
    lock = Lock()

    def set_up(connection: SqliteConnection, record: ConnectionPoolEntry) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        record.info[LOCK] = lock

    return set_up


def _acquire_lock(info: dict[Any, Any], seconds: float) -> None:
    """Acquires the process's write lock, so that its threads write one after the other.

    SQLite alone retries after increasing sleeps: with eight phones, most of the time of a write was sleep. If the lock
    is not free within `seconds`, the writer continues without it and waits for SQLite's own lock, as between processes.
    """
    lock = info.get(LOCK)
    if lock is not None and not info.get(HOLDS_LOCK):
        info[HOLDS_LOCK] = lock.acquire(timeout=seconds)


def _release_lock(_connection: object, record: ConnectionPoolEntry) -> None:
    """Releases the write lock when the connection returns to its pool, after a commit or a rollback."""
    if record.info.pop(HOLDS_LOCK, False):
        record.info[LOCK].release()


def session_of(row: DeclarativeBase) -> Session:
    """Returns the row's session. Raises ValueError if there is none."""
    session = object_session(row)
    if session is None:
        raise ValueError("the row belongs to no session")
    return session


def take_turn(session: Session) -> None:
    """Acquires SQLite's write lock: data read afterwards cannot change before the session's commit.

    Does nothing on PostgreSQL, where callers lock rows with `SELECT … FOR UPDATE`.
    """
    connection = session.connection()
    if wait_for_turn(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def wait_for_turn(connection: Connection) -> bool:
    """Acquires the process-wide write lock; the next statement that writes then begins SQLite's transaction.

    True if the caller may BEGIN; False in a transaction and on PostgreSQL.
    """
    if connection.dialect.name != "sqlite":
        return False
    driver = connection.connection.driver_connection
    if driver is None or driver.in_transaction:
        return False
    _acquire_lock(connection.info, PATIENCE)
    return True


Query = Select[*tuple[Any, ...]]


def first_row(connection: Connection, query: Query, values: Mapping[str, object]) -> Row[*tuple[Any, ...]] | None:
    """Executes a constant SELECT and returns its first row as the driver has it; for polls, which cost less so."""
    sql, names = _compiled(query, connection.dialect)
    return connection.exec_driver_sql(sql, tuple(values[name] for name in names) if names else dict(values)).first()


@lru_cache
def _compiled(query: Query, dialect: Dialect) -> tuple[str, list[str] | None]:
    """Returns a query's SQL and, if the driver takes parameters by position, their names in order."""
    compiled: Any = query.compile(dialect=dialect)
    return str(compiled), compiled.positiontup


def scrub(engine: Engine) -> bool:
    """Rewrites the database's files without free pages, which contain deleted rows. False if it was in use.

    On SQLite it waits for writers; on PostgreSQL it locks each table in turn.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        try:
            if engine.dialect.name != "sqlite":
                connection.execute(text("VACUUM (FULL)"))
                return True
            connection.execute(text("VACUUM"))
            busy, *_pages = connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()
        except OperationalError:
            return False
    return not busy


PROBE = b"0" * 8_192  # bytes: two database pages


def takes_writes(connection: Connection) -> bool:
    """True if the database accepts writes; a PostgreSQL standby or read-only server does not."""
    if connection.dialect.name == "sqlite":
        return not connection.scalar(text("PRAGMA query_only"))
    return str(connection.scalar(text("SHOW transaction_read_only"))) == "off"


def written_folders(url: URL, instance: str) -> set[Path]:
    """Returns the instance folder and the folder of the SQLite database, which may be the same."""
    file = url.database if url.get_backend_name() == "sqlite" else None
    return {Path(instance), *([Path(file).parent] if file else [])}


def has_room(folder: Path) -> bool:
    """True if a test file could be written in the folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(PROBE)
            probe.flush()
    except OSError:
        return False
    return True


def integrity_errors(engine: Engine) -> Iterator[str]:
    """Yields the problems found by SQLite's integrity checks; none on PostgreSQL, which has its own tools."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            for (result,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if result != "ok":
                    yield f"database file: {result}"
            for table, row, *_rest in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield f"row {row} of {table} belongs to something that is not there"
