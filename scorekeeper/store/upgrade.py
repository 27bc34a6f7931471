"""Migrations: brings the schema up to date with Alembic after a backup, and compares it with what migrations make."""

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, inspect, text

from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Base

if TYPE_CHECKING:
    from alembic.config import Config


MIGRATIONS = Path(__file__).parent / "migrations"


class UnknownSchema(Exception):
    """The database's schema is newer than this code, which must not touch it."""


def revision(engine: Engine) -> str | None:
    """The revision of the database; None for an empty one."""
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def upgrade(engine: Engine, backups: Path, to: str = HEAD) -> Path | None:
    """Apply all missing migrations in one transaction. Returns the path of the backup that was made first, if any.

    A SQLite database that is not empty is copied into `backups` before; for PostgreSQL use its own tools. Servers that
    start at the same time wait for a lock, and the later ones find nothing to do.
    Raises UnknownSchema where the database is ahead of this code.
    """
    if revision(engine) == to:
        return None
    with engine.connect() as connection:
        connection.detach()  # its settings differ from the application's: it is closed, not returned to the pool
        _lock(connection)
        standing = _revision(connection)
        if standing == to:
            return None
        steps = _steps(standing)
        backup = _back_up(connection, backups, standing)
        _apply(connection, steps, to)
        _check_references(connection)
        connection.commit()
    return backup


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Batch migrations copy a table and drop the old one, to which other tables refer.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(7305720)"))  # any number that nothing else uses


def _check_references(connection: Connection) -> None:
    """Check the foreign keys, which SQLite did not enforce during the migrations."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the steps leave rows of {broken[0][0]} without what they belong to: {len(broken)}")


def _back_up(connection: Connection, backups: Path, standing: str | None) -> Path | None:
    """Copy the database with VACUUM INTO, on another connection, as this one is in a transaction."""
    file = connection.engine.url.database
    if standing is None or connection.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = backups / f"{Path(file).stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-before-{HEAD}.sqlite3"
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite fills an empty file
    with connection.engine.connect() as reader:
        reader.execute(text("VACUUM INTO :copy"), {"copy": str(copy)})
    return copy


def _steps(standing: str | None) -> "Config":
    """Alembic's configuration for `migrations/`. Importing Alembic takes a quarter of a second: only where needed."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    steps = Config()
    steps.set_main_option("script_location", str(MIGRATIONS))
    known = {step.revision for step in ScriptDirectory.from_config(steps).walk_revisions()}
    if standing is not None and standing not in known:
        raise UnknownSchema(
            f"The database stands at step {standing}, which this Scorekeeper does not know (its newest is {HEAD}). "
            "It was written by a newer Scorekeeper: update this one."
        )
    return steps


def check_known(standing: str | None) -> None:
    """Raises UnknownSchema for a revision that this code does not have."""
    if standing != HEAD:
        _steps(standing)


def _apply(connection: Connection, steps: "Config", to: str) -> None:
    from alembic import command

    steps.attributes["connection"] = connection
    command.upgrade(steps, to)


# Words of a definition that change what a table takes, and that SQLite's pragmas do not tell.
CONDITIONS = re.compile(r"\b(CHECK|COLLATE|GENERATED|CONFLICT|STRICT|ROWID|VIRTUAL|DEFERRABLE)\b", re.IGNORECASE)

Shape = dict[tuple[str, str], Any]  # of each ("table", its name), and whatever else there is


def unlike(found: Shape, wanted: Shape) -> Iterator[str]:
    """What is different, as English sentences; none where the shapes are the same."""
    for kind, name in sorted(wanted.keys() - found.keys(), reverse=True):  # tables before their indexes
        yield f"the {kind} {name} is missing"
    for kind, name in sorted(found.keys() - wanted.keys()):
        yield f"the {kind} {name} is none of Scorekeeper's"
    for kind, name in sorted(found.keys() & wanted.keys()):
        if found[kind, name] != wanted[kind, name]:
            yield f"the {kind} {name} is not as Scorekeeper makes it"


def shape_of(connection: sqlite3.Connection) -> Shape:
    """The shape of a SQLite database: columns, keys and references of its tables, its indexes, triggers and views."""
    master = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    shape: Shape = {}
    for kind, name, of, definition in master:
        if name.startswith("sqlite_"):
            continue  # SQLite's own: statistics, and indexes of constraints, which stand with their tables
        words = sorted(word.upper() for word in CONDITIONS.findall(definition or ""))
        shape[kind, name] = (_of_table(connection, name), words) if kind == "table" else (of, words)
    return shape


def _of_table(connection: sqlite3.Connection, table: str) -> tuple[Any, ...]:
    def rows(pragma: str, of: str) -> list[tuple[Any, ...]]:
        return connection.execute(f"SELECT * FROM pragma_{pragma}(?)", [of]).fetchall()  # noqa: S608 (names of ours)

    columns = [(name, kind.upper(), *rest) for _number, name, kind, *rest in rows("table_xinfo", table)]
    references = sorted(tuple(map(str, row[2:])) for row in rows("foreign_key_list", table))
    indexes = []
    for _number, name, unique, origin, partial in rows("index_list", table):
        keys = [row[2:5] for row in rows("index_xinfo", name) if row[5]]
        indexes.append((name if origin == "c" else origin, unique, partial, keys))
    return columns, references, sorted(indexes, key=repr)


@cache
def shape_at(revision: str) -> Shape:
    """The shape that the migrations give a SQLite database up to a revision."""
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
    """What is different in a database that is in use from what its revision should be, as English sentences."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101 (for mypy: SQLite's driver makes no others)
            return list(unlike(shape_of(driver), shape_at(revision)))
    return list(_problems_of_postgresql(engine))


def _problems_of_postgresql(engine: Engine) -> Iterator[str]:
    """On PostgreSQL others may have tables beside ours: those are looked at that are ours."""
    asked = inspect(engine)
    there = set(asked.get_table_names())
    for table in Base.metadata.sorted_tables:
        if table.name not in there:
            yield f"the table {table.name} is missing"
        elif {column["name"] for column in asked.get_columns(table.name)} != {column.name for column in table.columns}:
            yield f"the table {table.name} is not as Scorekeeper makes it"
    triggers = text(
        "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
        "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace ORDER BY tgname"
    )
    with engine.connect() as connection:
        for name, of in connection.execute(triggers):
            if of in Base.metadata.tables:
                yield f"the trigger {name} is none of Scorekeeper's"
