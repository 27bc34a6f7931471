"""What the two databases need: SQLite's safety settings, and how writers wait for each other.

Reads run outside any transaction on SQLite (each statement sees a whole state); the first write of a session takes
the one write lock at once (`BEGIN IMMEDIATE`), waits its turn, and never meets "database is locked" half-way.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from sqlite3 import Connection as SqliteConnection
from threading import Lock
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Dialect, Engine, Insert, event, insert, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Session, make_transient_to_detached, object_session
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import Select
from sqlalchemy.types import TypeEngine

from scorekeeper.store import models

Row = TypeVar("Row", bound=DeclarativeBase)

LINE, FIRST = "line", "first"  # of a connection: the lock that writers queue for, and whether it holds that
PATIENCE = 10.0  # seconds in the queue


def engine_options(url: str, busy_seconds: int) -> dict[str, Any]:
    """The entry for `SQLALCHEMY_ENGINES`: the address with what its driver must know."""
    # Names and links stay out of logs.
    options: dict[str, Any] = {"url": url, "hide_parameters": True, "json_deserializer": models.read}
    if url.startswith("sqlite"):
        # The driver then opens a transaction by itself before the first INSERT, UPDATE or DELETE, and takes the
        # write lock there; a transaction that starts by reading could not get it later without risking a refusal.
        options["connect_args"] = {"isolation_level": "IMMEDIATE", "timeout": busy_seconds}
    else:
        options["pool_pre_ping"] = True
    return options


def prepare(engine: Engine, synchronous: str) -> None:
    """Have every new connection of a SQLite engine keep foreign keys, write ahead, and be as durable as asked.

    Its file can be read by its owner only.
    """
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _close_to_others)
        event.listen(engine, "connect", _sqlite_settings(synchronous))
        event.listen(engine, "checkin", _leave_line)


def _close_to_others(_dialect: object, _record: object, arguments: Sequence[str], _options: object) -> None:
    """Make the file and those that SQLite keeps beside it for their owner only, whatever they were before.

    A file that is there is never opened: closing it would take away all locks that this process has on it (POSIX), and
    another process that then closes the database would remove the log that is being written ahead.
    """
    file = arguments[0] if arguments else ""
    if file in {"", ":memory:"} or file.startswith("file:"):
        return
    try:
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_RDONLY | os.O_CREAT | os.O_EXCL, 0o600))  # those beside it get the same rights
        for path in (file, f"{file}-wal", f"{file}-shm"):
            if os.path.exists(path) and os.stat(path).st_mode & 0o077:
                os.chmod(path, 0o600)
    except OSError:
        return  # somebody else's, or on a disk that only reads


def _sqlite_settings(synchronous: str) -> Callable[[SqliteConnection, ConnectionPoolEntry], None]:
    line = Lock()

    def set_up(connection: SqliteConnection, record: ConnectionPoolEntry) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        record.info[LINE] = line

    return set_up


def _wait_in_line(info: dict[Any, Any], seconds: float) -> None:
    """Let threads of this process write one after the other.

    SQLite itself retries after ever longer sleeps: with eight phones most of the time of a write was that sleep. After
    `seconds` it is left to SQLite all the same, as with other processes.
    """
    line = info.get(LINE)
    if line is not None and not info.get(FIRST):
        info[FIRST] = line.acquire(timeout=seconds)


def _leave_line(_connection: object, record: ConnectionPoolEntry) -> None:
    """The transaction is over, however it ended: the connection goes back to its pool."""
    if record.info.pop(FIRST, False):
        record.info[LINE].release()


@cache
def insert_into(kind: type[DeclarativeBase]) -> Insert:
    """The statement that adds a row of a table."""
    return insert(kind)


def as_loaded(kind: type[Row], values: Mapping[str, object]) -> Row:
    """Returns an object with these values that belongs to no session and has no pending changes."""
    row = kind()
    row.__dict__.update(values)  # without SQLAlchemy's attributes, which would record each value as a change
    return row


def attached(session: Session, kind: type[Row], values: Mapping[str, object]) -> Row:
    """Returns the session's object for values that were read without it; one that it already has is reloaded."""
    row = as_loaded(kind, values)
    make_transient_to_detached(row)
    loaded: Any = session.identity_map.get(session.identity_key(instance=row))
    if loaded is None:
        session.add(row)
        return row
    session.refresh(loaded)
    return cast(Row, loaded)


def session_of(row: DeclarativeBase) -> Session:
    """The session that the row was loaded in. Raises ValueError if there is none."""
    session = object_session(row)
    if session is None:
        raise ValueError("the row belongs to no session")
    return session


def take_turn(session: Session) -> None:
    """Wait until no other SQLite session writes. What is read afterwards stays true until the commit.

    PostgreSQL has row locks instead (`SELECT … FOR UPDATE`, the callers' business); nothing happens there.
    """
    connection = session.connection()
    if wait_for_turn(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def wait_for_turn(connection: Connection) -> bool:
    """Come to the head of SQLite's queue of writers; the next statement that writes begins the transaction.

    Answers whether there is one to begin: on PostgreSQL there never is.
    """
    if connection.dialect.name != "sqlite":
        return False
    driver = connection.connection.driver_connection
    if driver is None or driver.in_transaction:
        return False
    _wait_in_line(connection.info, PATIENCE)
    return True


Statement = Select[*tuple[Any, ...]] | UpdateBase
Processor = Callable[[Any], Any] | None


class Prepared:
    """A statement as the driver of one kind of database takes it."""

    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        def type_of(kind: TypeEngine[Any]) -> TypeEngine[Any]:
            return kind.dialect_impl(dialect)

        compiled: Any = statement.compile(dialect=dialect)
        self.text = str(compiled)
        self.in_order = compiled.positiontup is not None
        names: list[str] = compiled.positiontup or list(compiled.binds)
        self.given: list[tuple[str, Processor]] = [
            (name, type_of(compiled.binds[name].type).bind_processor(dialect)) for name in names
        ]
        columns = list(statement.selected_columns) if isinstance(statement, Select) else []
        self.taken: list[Processor] = [type_of(column.type).result_processor(dialect, None) for column in columns]

    def parameters(self, values: Mapping[str, object]) -> Any:
        """The values as the driver wants them: in order, or by name."""
        if self.in_order:
            return tuple([ready(values[name]) if ready else values[name] for name, ready in self.given])
        return {name: ready(values[name]) if ready else values[name] for name, ready in self.given}

    def columns(self, row: Any) -> list[Any]:
        """A row's values as Python knows them."""
        return [ready(value) if ready else value for value, ready in zip(row, self.taken, strict=True)]


_prepared: dict[tuple[Statement, str], Prepared] = {}


def prepared(statement: Statement, dialect: Dialect) -> Prepared:
    """One of this package's lasting statements, compiled once for each kind of database."""
    found = _prepared.get((statement, dialect.name))
    if found is None:
        found = _prepared[statement, dialect.name] = Prepared(statement, dialect)
    return found


def execute(connection: Connection, statement: Statement, values: Mapping[str, object]) -> int:
    """Run a statement that writes; answers how many rows it wrote."""
    cursor, _ready = _run(connection, statement, values)
    rows = int(cursor.rowcount)
    cursor.close()
    return rows


def first_row(connection: Connection, statement: Statement, values: Mapping[str, object]) -> list[Any] | None:
    """The values of the first row; None where there is none."""
    cursor, ready = _run(connection, statement, values)
    row = cursor.fetchone()
    cursor.close()
    return None if row is None else ready.columns(row)


def _run(connection: Connection, statement: Statement, values: Mapping[str, object]) -> tuple[Any, Prepared]:
    """The driver's cursor after the statement. Raises SQLAlchemy's DBAPIError for the driver's errors."""
    ready = prepared(statement, connection.dialect)
    driver: Any = connection.dialect.loaded_dbapi
    try:
        cursor = connection.connection.cursor()
        parameters = ready.parameters(values)
        for listener in connection.engine.dispatch.before_cursor_execute:  # as of any other statement
            listener(connection, cursor, ready.text, parameters, None, False)
        cursor.execute(ready.text, parameters)
    except driver.Error as error:
        connection.invalidate(error)  # it may be broken: nobody is to have it after us
        raise DBAPIError.instance(None, None, error, driver.Error, dialect=connection.dialect) from error
    return cursor, ready


def scrub(engine: Engine) -> bool:
    """Rewrite the database's files without free pages. False where others were using it; then try again later.

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
