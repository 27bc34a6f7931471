"""Migrates the schema with Alembic after a backup, and compares a schema with what the migrations make."""

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
    from alembic.script import ScriptDirectory


MIGRATIONS = Path(__file__).parent / "migrations"


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


def upgrade(engine: Engine, backups: Path, to: str = HEAD) -> Path | None:
    """Applies all missing migrations in one transaction. Returns the path of the backup made before, if any.

    A SQLite database that is not empty is copied into `backups` first; for PostgreSQL use its own tools. Servers that
    start at the same time wait for a lock, and the later ones have nothing to do.
    Raises UnknownSchema if the database is newer than this code.
    """
    if revision(engine) == to:
        return None
    with engine.connect() as connection:
        connection.detach()  # closed afterwards instead of returned to the pool, because its settings are changed
        _lock(connection)
        current = _revision(connection)
        if current == to:
            return None
        config = _alembic_config(current)
        backup = _back_up(connection, backups, current)
        _apply(connection, config, to)
        _check_references(connection)
        connection.commit()
    return backup


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Batch migrations copy a table and drop the old one, although other tables reference it.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(7305720)"))  # an arbitrary number


def _check_references(connection: Connection) -> None:
    """Raises RuntimeError for broken foreign keys, which SQLite does not check during migrations."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the migrations leave broken references in rows of {broken[0][0]}: {len(broken)}")


def _back_up(connection: Connection, backups: Path, current: str | None) -> Path | None:
    """Copies the database with VACUUM INTO, on another connection, because this one is in a transaction."""
    file = connection.engine.url.database
    if current is None or connection.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = backups / f"{Path(file).stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-before-{HEAD}.sqlite3"
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite fills an empty file
    with connection.engine.connect() as reader:
        reader.execute(text("VACUUM INTO :copy"), {"copy": str(copy)})
    return copy


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


def _apply(connection: Connection, config: "Config", to: str) -> None:
    from alembic import command

    config.attributes["connection"] = connection
    command.upgrade(config, to)


# Keywords that change what a table accepts, and that SQLite's pragmas do not show.
CONDITIONS = re.compile(r"\b(CHECK|COLLATE|GENERATED|CONFLICT|STRICT|ROWID|VIRTUAL|DEFERRABLE)\b", re.IGNORECASE)

Shape = dict[tuple[str, str], Any]  # by kind and name, such as ("table", "match")


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
