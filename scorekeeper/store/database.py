"""Engine options, SQLite's settings and write lock, objects from plain values, prepared statements, health checks.

On SQLite, reads run outside transactions: each statement sees one committed state. The first write of a session
waits for the write lock (`BEGIN IMMEDIATE`), so a transaction never fails half-way with "database is locked".
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from threading import Lock
from typing import Any, TypeVar, cast

from sqlalchemy import URL, Connection, Dialect, Engine, Insert, event, insert, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Session, make_transient_to_detached, object_session
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import Select
from sqlalchemy.types import TypeEngine

from scorekeeper.store import models

Row = TypeVar("Row", bound=DeclarativeBase)

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


@cache
def insert_into(kind: type[DeclarativeBase]) -> Insert:
    """Returns the INSERT statement of a table; the same object each time, so that it is compiled once."""
    return insert(kind)


def as_loaded(kind: type[Row], values: Mapping[str, object]) -> Row:
    """Returns an object with these values that belongs to no session and has no pending changes."""
    row = kind()
    row.__dict__.update(values)  # without SQLAlchemy's attributes, which would record each value as a change
    return row


def attached(session: Session, kind: type[Row], values: Mapping[str, object]) -> Row:
    """Returns an object of the session for a row that was read without it; reloads one already in the session."""
    row = as_loaded(kind, values)
    make_transient_to_detached(row)
    loaded: Any = session.identity_map.get(session.identity_key(instance=row))
    if loaded is None:
        session.add(row)
        return row
    session.refresh(loaded)
    return cast(Row, loaded)


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


Statement = Select[*tuple[Any, ...]] | UpdateBase
Processor = Callable[[Any], Any] | None


class Prepared:
    """A statement compiled for one dialect, with the conversions of its parameters and columns."""

    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        def type_of(kind: TypeEngine[Any]) -> TypeEngine[Any]:
            return kind.dialect_impl(dialect)

        compiled: Any = statement.compile(dialect=dialect)
        self.text = str(compiled)
        self.in_order = compiled.positiontup is not None
        names: list[str] = compiled.positiontup or list(compiled.binds)
        self.binds: list[tuple[str, Processor]] = [
            (name, type_of(compiled.binds[name].type).bind_processor(dialect)) for name in names
        ]
        columns = list(statement.selected_columns) if isinstance(statement, Select) else []
        self.results: list[Processor] = [type_of(column.type).result_processor(dialect, None) for column in columns]

    def parameters(self, values: Mapping[str, object]) -> Any:
        """Returns the values as the driver expects them: a tuple in order, or a dict by name."""
        if self.in_order:
            return tuple([convert(values[name]) if convert else values[name] for name, convert in self.binds])
        return {name: convert(values[name]) if convert else values[name] for name, convert in self.binds}

    def columns(self, row: Any) -> list[Any]:
        """Returns the values of a driver's row, converted to their Python types."""
        return [convert(value) if convert else value for value, convert in zip(row, self.results, strict=True)]


_prepared: dict[tuple[Statement, str], Prepared] = {}


def prepared(statement: Statement, dialect: Dialect) -> Prepared:
    """Returns a statement compiled for the dialect, from a cache without limit: only for constant statements."""
    compiled = _prepared.get((statement, dialect.name))
    if compiled is None:
        compiled = _prepared[statement, dialect.name] = Prepared(statement, dialect)
    return compiled


def execute(connection: Connection, statement: Statement, values: Mapping[str, object]) -> int:
    """Executes an INSERT, UPDATE or DELETE and returns the number of rows."""
    cursor, _compiled = _run(connection, statement, values)
    rows = int(cursor.rowcount)
    cursor.close()
    return rows


def first_row(connection: Connection, statement: Statement, values: Mapping[str, object]) -> list[Any] | None:
    """Executes a SELECT and returns the values of its first row; None if there is no row."""
    cursor, compiled = _run(connection, statement, values)
    row = cursor.fetchone()
    cursor.close()
    return None if row is None else compiled.columns(row)


def _run(connection: Connection, statement: Statement, values: Mapping[str, object]) -> tuple[Any, Prepared]:
    """Executes a statement and returns the driver's cursor; the driver's errors are raised as DBAPIError."""
    compiled = prepared(statement, connection.dialect)
    driver: Any = connection.dialect.loaded_dbapi
    try:
        cursor = connection.connection.cursor()
        parameters = compiled.parameters(values)
        for listener in connection.engine.dispatch.before_cursor_execute:  # as for all other statements
            listener(connection, cursor, compiled.text, parameters, None, False)
        cursor.execute(compiled.text, parameters)
    except driver.Error as error:
        connection.invalidate(error)  # it may be broken: do not return it to the pool
        raise DBAPIError.instance(None, None, error, driver.Error, dialect=connection.dialect) from error
    return cursor, compiled


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
