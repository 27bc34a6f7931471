"""Statements of every saved hand and every watcher's question: compiled once, then handed to the driver as they are.

SQLAlchemy looks a statement up in its cache, puts the values together and wraps the rows anew each time: several times
what a small database does for it. Values and columns pass through their types as always, and errors are SQLAlchemy's.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.selectable import Select
from sqlalchemy.types import TypeEngine

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
