"""Statements of every saved hand and every watcher's question, written out once, as the driver takes them.

A session of SQLAlchemy looks a statement up, puts its values together, wraps its rows and keeps account of them anew
each time: several times what a small database does for it. What is asked all evening long goes straight to the driver
instead, on a connection of the same pool. Values and columns pass through their types as always.

Nothing here explains a failure: there is an ordinary way to do the same for whoever is told that nothing came of it.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeVar

from sqlalchemy import Dialect, Engine, PoolProxiedConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import Select
from sqlalchemy.types import TypeEngine

from scorekeeper.store.database import stand_in_line

Statement = Select[*tuple[Any, ...]] | UpdateBase
Ready = Callable[[Any], Any] | None
Row = TypeVar("Row", bound=DeclarativeBase)


class Prepared:
    """A statement as the driver of one kind of database takes it."""

    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        def type_of(kind: TypeEngine[Any]) -> TypeEngine[Any]:
            return kind.dialect_impl(dialect)

        compiled: Any = statement.compile(dialect=dialect)
        self.text = str(compiled)
        self.in_order = compiled.positiontup is not None
        names: list[str] = compiled.positiontup or list(compiled.binds)
        self.given: list[tuple[str, Ready]] = [
            (name, type_of(compiled.binds[name].type).bind_processor(dialect)) for name in names
        ]
        columns = list(statement.selected_columns) if isinstance(statement, Select) else []
        self.names = [column.name for column in columns]
        self.taken: list[Ready] = [type_of(column.type).result_processor(dialect, None) for column in columns]

    def parameters(self, values: Mapping[str, object]) -> Sequence[Any] | Mapping[str, Any]:
        """The values as the driver wants them: in order, or by name."""
        if self.in_order:
            return [ready(values[name]) if ready else values[name] for name, ready in self.given]
        return {name: ready(values[name]) if ready else values[name] for name, ready in self.given}

    def columns(self, row: Sequence[Any]) -> list[Any]:
        """A row's values as Python knows them."""
        return [ready(value) if ready else value for value, ready in zip(row, self.taken, strict=True)]


_known: dict[tuple[Statement, str], Prepared] = {}


def prepared(statement: Statement, dialect: Dialect) -> Prepared:
    """One of this package's lasting statements, made ready once for each kind of database."""
    known = _known.get((statement, dialect.name))
    if known is None:
        known = _known[statement, dialect.name] = Prepared(statement, dialect)
    return known


class Straight:
    """A connection of an engine's pool without a session: taken when it is first needed, given back at the end."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._taken: PoolProxiedConnection | None = None
        self._refusals = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)

    def __enter__(self) -> "Straight":
        return self

    def __exit__(self, *_error: object) -> None:
        if self._taken is not None:
            self._taken.close()  # what was not committed is rolled back

    def _give_up(self) -> None:
        """The connection may be broken: nobody is to have it after us."""
        if self._taken is not None:
            self._taken.invalidate()
            self._taken = None

    def _connection(self) -> PoolProxiedConnection:
        if self._taken is None:
            self._taken = self._engine.raw_connection()
        return self._taken

    def read_one(self, statement: Statement, values: Mapping[str, object]) -> list[Any] | None:
        """The first row's values; None where there is none, or the database refuses."""
        ready = prepared(statement, self._engine.dialect)
        try:
            with closing(self._connection().cursor()) as cursor:
                cursor.execute(ready.text, ready.parameters(values))
                row = cursor.fetchone()
        except self._refusals:
            self._give_up()
            return None
        return None if row is None else ready.columns(row)

    def write(self, *steps: tuple[Statement, Mapping[str, object]]) -> bool:
        """Write, if the first statement changes just one row; answers whether all is written. It is to be committed."""
        ready = [(prepared(statement, self._engine.dialect), values) for statement, values in steps]
        calls = [(each.text, each.parameters(values)) for each, values in ready]
        try:
            connection = self._connection()
            with closing(connection.cursor()) as cursor:
                stand_in_line(connection)
                cursor.execute(*calls[0])
                if cursor.rowcount != 1:
                    return False
                for call in calls[1:]:
                    cursor.execute(*call)
        except self._refusals:
            self._give_up()
            return False
        return True

    def commit(self) -> bool:
        """Keep what was written.

        False where the database refuses. Should it be lost in the middle, nobody knows: a write has a key, by which the
        ordinary way sees whether it is there already.
        """
        try:
            self._connection().commit()
        except self._refusals:
            self._give_up()
            return False
        return True


def as_loaded(kind: type[Row], values: Mapping[str, object]) -> Row:
    """A row as if it had been loaded, which no session knows."""
    row = kind()
    row.__dict__.update(values)  # not set one by one: nobody needs to know what was there before
    return row
