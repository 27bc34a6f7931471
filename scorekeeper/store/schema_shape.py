"""The shape of a database: is it the one that the migrations make, and nothing else?

A copy from elsewhere may have a trigger that writes what nobody recorded, a view in a table's place, or lack a table.
"""

import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, inspect, text

from scorekeeper.store import upgrade
from scorekeeper.store.models import Base

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
            upgrade.upgrade(engine, Path(folder), revision)
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
