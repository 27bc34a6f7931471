"""Records an application's queries, their times and their query plans."""

import time
from typing import Any

from sqlalchemy import Engine, event

ABOUT = ("result", "tally", "player")


class Questions:
    """Records the statements of each request, until it is closed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.asked: list[tuple[float, str, Any]] = []
        self._start = 0.0
        event.listen(engine, "before_cursor_execute", self._before)
        event.listen(engine, "after_cursor_execute", self._after)

    def _before(self, *_rest: object) -> None:
        self._start = time.perf_counter()

    def _after(self, _connection: object, _cursor: object, statement: str, values: object, *_rest: object) -> None:
        self.asked.append((time.perf_counter() - self._start, statement, values))

    @property
    def seconds(self) -> float:
        """The time in the database, except fetching rows, during which SQLite finds most of them."""
        return sum(row[0] for row in self.asked)

    def clear(self) -> None:
        """Forgets the statements so far, before a new request."""
        self.asked.clear()

    def slowest(self, most: int) -> list[tuple[str, Any]]:
        """Returns the slowest statements about results and sums, with their parameters."""
        about = [row for row in self.asked if any(f"FROM {table}" in row[1] for table in ("result", "tally", "player"))]
        return [row[1:] for row in sorted(about, key=lambda row: -row[0])[:most]]

    def close(self) -> None:
        """Stops recording."""
        event.remove(self.engine, "before_cursor_execute", self._before)
        event.remove(self.engine, "after_cursor_execute", self._after)


def plan(engine: Engine, statement: str, values: Any) -> str:
    """Returns the plan of a statement; PostgreSQL's with measured times."""
    sqlite = engine.dialect.name == "sqlite"
    word = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)"
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"{word} {statement}", values).all()
    return "\n".join(str(row[-1]) for row in rows)
