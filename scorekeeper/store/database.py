"""What the two databases need to be told: SQLite's safety settings, and how a write takes its turn.

Reads run outside any transaction on SQLite (each statement sees a whole state); the first write of a session takes
the one write lock at once (`BEGIN IMMEDIATE`), waits its turn, and never meets "database is locked" half-way.
"""

from collections.abc import Callable
from functools import cache
from sqlite3 import Connection as SqliteConnection
from threading import Lock
from typing import Any

from sqlalchemy import Engine, Insert, PoolProxiedConnection, Update, bindparam, event, insert, inspect, update
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.pool import ConnectionPoolEntry

LINE, FIRST = "line", "first"  # of a connection: the line of those who would write, and whether it is at its head
PATIENCE = 10.0  # seconds in the line


def engine_options(url: str, busy_seconds: int) -> dict[str, Any]:
    """The entry for `SQLALCHEMY_ENGINES`: the address with what its driver must know."""
    options: dict[str, Any] = {"url": url, "hide_parameters": True}  # names and links stay out of logs
    if url.startswith("sqlite"):
        # The driver then opens a transaction by itself before the first INSERT, UPDATE or DELETE, and takes the
        # write lock there; a transaction that starts by reading could not get it later without risking a refusal.
        options["connect_args"] = {"isolation_level": "IMMEDIATE", "timeout": busy_seconds}
    else:
        options["pool_pre_ping"] = True
    return options


def prepare(engine: Engine, synchronous: str) -> None:
    """Have every new connection of a SQLite engine keep foreign keys, write ahead, and be as durable as asked."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite_settings(synchronous))
        event.listen(engine, "checkin", _leave_line)


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

    SQLite itself has whoever is not next sleep for ever longer spells, and look again: with eight phones most of the
    time of a write was that sleep. Where the wait is too long SQLite has the last word, as with other processes.
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


def insert_row(session: Session, row: DeclarativeBase) -> None:
    """Insert a row, every column of it filled in, at once. The session does not get to know it.

    Like `update_row`, this is for what every saved hand has to do: a flush would take three times as long.
    """
    kind = type(row)
    values = {column.key: getattr(row, column.key) for column in inspect(kind).columns}
    session.connection().execute(insert_into(kind), values)


@cache
def _update_of(kind: type[DeclarativeBase], names: tuple[str, ...]) -> Update:
    (key,) = inspect(kind).primary_key
    return update(kind).where(key == bindparam("row_key")).values({name: bindparam(f"new_{name}") for name in names})


def update_row(session: Session, row: DeclarativeBase, **values: object) -> None:
    """Change a row that the session holds, at once, in the database and in the session."""
    new = {f"new_{name}": value for name, value in values.items()}
    (key,) = inspect(row).identity or (None,)
    session.connection().execute(_update_of(type(row), tuple(values)), {"row_key": key, **new})
    for name, value in values.items():
        set_committed_value(row, name, value)


def take_turn(session: Session) -> None:
    """Wait until no other SQLite session writes. What is read afterwards stays true until the commit.

    PostgreSQL has row locks instead (`SELECT … FOR UPDATE`, the callers' business); nothing happens there.
    """
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        return
    driver = connection.connection.driver_connection
    if driver is not None and not driver.in_transaction:
        _wait_in_line(connection.info, PATIENCE)
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def stand_in_line(connection: PoolProxiedConnection) -> None:
    """Come to the head of SQLite's line, where the next statement is a write: that takes the turn by itself."""
    _wait_in_line(connection.info, PATIENCE)
