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
        """The database's time; SQLite finds most rows only while they are fetched, which is not counted."""
        return sum(each[0] for each in self.asked)

    def clear(self) -> None:
        """Start a new request."""
        self.asked.clear()

    def slowest(self, most: int) -> list[tuple[str, Any]]:
        """The slowest statements about results and sums, with their parameters."""
        about = [
            each for each in self.asked if any(f"FROM {table}" in each[1] for table in ("result", "tally", "player"))
        ]
        return [each[1:] for each in sorted(about, key=lambda each: -each[0])[:most]]

    def close(self) -> None:
        """Stop recording."""
        event.remove(self.engine, "before_cursor_execute", self._before)
        event.remove(self.engine, "after_cursor_execute", self._after)


def plan(engine: Engine, statement: str, values: Any) -> str:
    """The plan of a statement; PostgreSQL's with real times."""
    sqlite = engine.dialect.name == "sqlite"
    word = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)"
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"{word} {statement}", values).all()
    return "\n".join(str(row[-1]) for row in rows)
