"""Migrates the schema with Alembic after a backup, and shows the progress; compares a schema with the newest one."""

import re
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.store.copies import CopyBefore, free_beside, megabytes, size_of
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Base

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

OFTEN = 5.0  # seconds between two lines
INSTRUCTIONS = 1_000_000  # of SQLite's virtual machine between two looks at the clock

Report = Callable[[str], None]


class Progress:
    """Calls `report` with the current step and its duration, at most once in OFTEN seconds."""

    def __init__(self, report: Report) -> None:
        self.report, self.doing = report, ""
        self.began = self.last = time.monotonic()

    def begin(self, doing: str) -> None:
        """Sets the text of the current step."""
        self.doing, self.began = doing, time.monotonic()
        self.look()

    def look(self) -> int:
        """Reports if OFTEN seconds have passed; returns 0, so that SQLite continues."""
        now = time.monotonic()
        if now - self.last >= OFTEN:
            self.last = now
            self.report(f"{self.doing} ({now - self.began:.0f} s)")
        return 0

    def copied(self, percent: int) -> None:
        """Sets how much of the database has been copied."""
        self.doing = f"Copying the database: {percent} %"
        self.look()

    @contextmanager
    def during(self, connection: Connection) -> Iterator[None]:
        """Context manager that reports during long statements, too (on SQLite)."""
        driver: object = connection.connection.dbapi_connection  # `driver_connection` is None after `detach`
        if not isinstance(driver, sqlite3.Connection):
            yield
            return
        driver.set_progress_handler(self.look, INSTRUCTIONS)
        try:
            yield
        finally:
            driver.set_progress_handler(None, INSTRUCTIONS)


MIGRATIONS = Path(__file__).parent / "migrations"
ROOM = 3  # times the size of the database: space for the copy, the write-ahead log, and tables that are rewritten


class UnknownSchema(Exception):
    """Raised if the schema of the database is newer than this code, which must then not use it."""


def revision(engine: Engine) -> str | None:
    """Returns the database's revision; None if it is empty."""
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return number


class NoRoom(Exception):
    """Raised if a migration needs more disk space than there is; the message is a sentence for the operator."""


def upgrade(
    engine: Engine, backups: Path, to: str = HEAD, report: Callable[[str], None] = lambda line: None
) -> Path | None:
    """Applies all missing migrations in one transaction. Returns the path of the backup made before, if any.

    A SQLite database that is not empty is copied into `backups` first; for PostgreSQL use its own tools. Servers that
    start at the same time wait for a lock, and the later ones have nothing to do. Nothing is left of migrations that
    fail. `report` gets lines about long ones.
    Raises UnknownSchema if the database is newer than this code, BackupError and NoRoom.
    """
    if revision(engine) == to:
        return None
    progress = Progress(report)
    with engine.connect() as connection:
        connection.detach()  # closed afterwards instead of returned to the pool, because its settings are changed
        _lock(connection)
        current = _revision(connection)
        if current == to:
            return None
        config = _alembic_config(current)
        with _no_room_named(connection), _copied(connection, backups, current, progress) as copy:
            with progress.during(connection):
                _apply(connection, config, to, progress)
                _check_references(connection, progress)
            if copy is not None:
                copy.keep()
            connection.commit()
    return copy.copy if copy is not None else None


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Batch migrations copy a table and drop the old one, although other tables reference it.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(7305720)"))  # an arbitrary number


def _check_references(connection: Connection, progress: Progress) -> None:
    """Raises RuntimeError for broken foreign keys, which SQLite does not check during migrations."""
    if connection.dialect.name == "sqlite":
        progress.begin("Checking the migrated database")
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the migrations leave broken references in rows of {broken[0][0]}: {len(broken)}")


def _file_of(connection: Connection) -> Path | None:
    """Returns the path of a SQLite database; None for one in memory, and for PostgreSQL."""
    file = connection.engine.url.database
    return Path(file) if connection.dialect.name == "sqlite" and file and file != ":memory:" else None


@contextmanager
def _copied(
    connection: Connection, backups: Path, current: str | None, progress: Progress
) -> Iterator[CopyBefore | None]:
    """Context manager of the copy made before the migrations; None for an empty database or PostgreSQL."""
    file = _file_of(connection)
    if current is None or file is None:
        yield None
        return
    name = f"{file.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-before-{HEAD}.sqlite3"
    with CopyBefore(file, backups / name, backups / f".{file.stem}-before-migration.unfinished") as copy:
        copy.make(progress.copied)
        yield copy


@contextmanager
def _no_room_named(connection: Connection) -> Iterator[None]:
    """Context manager that raises NoRoom, with the file and the space needed, if the disk is full."""
    file = _file_of(connection)
    needed, free = (ROOM * size_of(file), free_beside(file)) if file else (0, 0)
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_FULL:
            raise
        raise NoRoom(
            f"the disk is full: the migration of {file} needs up to {megabytes(needed)} with the copy made before; "
            f"{megabytes(free)} were free. The database is as it was before."
        ) from error


def _alembic_config(current: str | None) -> "Config":
    """Returns Alembic's configuration for `migrations/`. Raises UnknownSchema if it lacks `current`.

    Alembic is imported here because that takes a quarter of a second.
    """
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    if current is not None and current not in _revisions(ScriptDirectory.from_config(config)):
        raise UnknownSchema(
            f"The database has schema revision {current}, which this Scorekeeper does not know (its newest is {HEAD}). "
            "It was written by a newer Scorekeeper: update this one."
        )
    return config


def _revisions(scripts: "ScriptDirectory") -> set[str]:
    return {script.revision for script in scripts.walk_revisions()}


def check_known(current: str | None) -> None:
    """Raises UnknownSchema unless the migrations of this code include the revision."""
    if current != HEAD:
        _alembic_config(current)


def _apply(connection: Connection, config: "Config", to: str, progress: Progress) -> None:
    from alembic import command

    def applied(**applied_step: Any) -> None:
        progress.begin(f"Migrating the database, after step {applied_step['step'].up_revision_id} of {to}")

    progress.begin(f"Migrating the database to step {to}")
    config.attributes.update(connection=connection, applied=applied)
    command.upgrade(config, to)


# Keywords that change what a table accepts, and that SQLite's pragmas do not show.
CONDITIONS = re.compile(r"\b(CHECK|COLLATE|GENERATED|CONFLICT|STRICT|ROWID|VIRTUAL|DEFERRABLE)\b", re.IGNORECASE)

Shape = dict[tuple[str, str], Any]  # by kind and name, e.g. ("table", "match")


def unlike(actual: Shape, expected: Shape) -> Iterator[str]:
    """Yields an English sentence for each difference between two schemas."""
    for kind, name in sorted(expected.keys() - actual.keys(), reverse=True):  # tables before their indexes
        yield f"the {kind} {name} is missing"
    for kind, name in sorted(actual.keys() - expected.keys()):
        yield f"the {kind} {name} does not belong to Scorekeeper"
    for kind, name in sorted(actual.keys() & expected.keys()):
        if actual[kind, name] != expected[kind, name]:
            yield f"the {kind} {name} differs from Scorekeeper's"


def shape_of(connection: sqlite3.Connection) -> Shape:
    """Returns the schema of a SQLite database: its tables (columns, keys, references), indexes, triggers and views."""
    master = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    shape: Shape = {}
    for kind, name, of, definition in master:
        if name.startswith("sqlite_"):
            continue  # SQLite's own: statistics, and indexes of constraints, which are compared with their tables
        keywords = sorted(word.upper() for word in CONDITIONS.findall(definition or ""))
        shape[kind, name] = (_table_shape(connection, name), keywords) if kind == "table" else (of, keywords)
    return shape


def _table_shape(connection: sqlite3.Connection, table: str) -> tuple[Any, ...]:
    """Returns the columns, foreign keys and indexes of a table."""

    def rows(pragma: str, of: str) -> list[tuple[Any, ...]]:
        return connection.execute(f"SELECT * FROM pragma_{pragma}(?)", [of]).fetchall()  # noqa: S608 (constants only)

    columns = [(name, kind.upper(), *rest) for _number, name, kind, *rest in rows("table_xinfo", table)]
    references = sorted(tuple(map(str, row[2:])) for row in rows("foreign_key_list", table))
    indexes = []
    for _number, name, unique, origin, partial in rows("index_list", table):
        keys = [row[2:5] for row in rows("index_xinfo", name) if row[5]]
        indexes.append((name if origin == "c" else origin, unique, partial, keys))
    return columns, references, sorted(indexes, key=repr)


@cache
def shape_at(revision: str) -> Shape:
    """Returns the schema of a SQLite database at a revision, by running the migrations on an empty one."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-shape-") as folder:
        file = Path(folder) / "empty.sqlite3"
        engine = create_engine(f"sqlite:///{file}")
        try:
            upgrade(engine, Path(folder), revision)
        finally:
            engine.dispose()
        with closing(sqlite3.connect(file)) as connection:
            return shape_of(connection)


def problems_of(engine: Engine, revision: str) -> list[str]:
    """Returns the differences between a database and the schema of its revision, as English sentences."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101 (for mypy)
            return list(unlike(shape_of(driver), shape_at(revision)))
    return list(_problems_of_postgresql(engine))


def _problems_of_postgresql(engine: Engine) -> Iterator[str]:
    """Yields a sentence for each wrong table, or foreign trigger on one; ignores other applications' tables."""
    inspector = inspect(engine)
    tables = set(inspector.get_table_names())
    for table in Base.metadata.sorted_tables:
        if table.name not in tables:
            yield f"the table {table.name} is missing"
        elif {column["name"] for column in inspector.get_columns(table.name)} != set(table.columns.keys()):
            yield f"the table {table.name} differs from Scorekeeper's"
    triggers = text(
        "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
        "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace ORDER BY tgname"
    )
    with engine.connect() as connection:
        for name, of in connection.execute(triggers):
            if of in Base.metadata.tables:
                yield f"the trigger {name} does not belong to Scorekeeper"
