"""What an application asks its database, how long that takes, and which way the database goes."""

import time
from typing import Any

from sqlalchemy import Engine, event

ABOUT = ("result", "tally", "player")


class Questions:
    """The statements of one request after the other, until it is closed."""

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
        """What the database took; SQLite finds most rows only while they are fetched, which is not counted."""
        return sum(each[0] for each in self.asked)

    def clear(self) -> None:
        """A new request."""
        self.asked.clear()

    def slowest(self, most: int) -> list[tuple[str, Any]]:
        """The questions about results and sums that took longest, with what was asked for."""
        about = [
            each for each in self.asked if any(f"FROM {table}" in each[1] for table in ("result", "tally", "player"))
        ]
        return [each[1:] for each in sorted(about, key=lambda each: -each[0])[:most]]

    def close(self) -> None:
        """Listen no longer."""
        event.remove(self.engine, "before_cursor_execute", self._before)
        event.remove(self.engine, "after_cursor_execute", self._after)


def plan(engine: Engine, statement: str, values: Any) -> str:
    """How the database goes about a statement; PostgreSQL says what it really took."""
    sqlite = engine.dialect.name == "sqlite"
    word = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)"
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"{word} {statement}", values).all()
    return "\n".join(str(row[-1]) for row in rows)
