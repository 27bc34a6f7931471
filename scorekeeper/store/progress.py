"""Shows on the console how far a long migration is."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

OFTEN = 5.0  # seconds between two lines
INSTRUCTIONS = 1_000_000  # of SQLite's virtual machine between two looks at the clock

Report = Callable[[str], None]


class Progress:
    """Calls `report` with what is being done and for how long, at most once in OFTEN seconds."""

    def __init__(self, report: Report) -> None:
        self.report, self.doing = report, ""
        self.began = self.last = time.monotonic()

    def begin(self, doing: str) -> None:
        """Sets the text of the current step."""
        self.doing, self.began = doing, time.monotonic()
        self.look()

    def look(self) -> int:
        """Reports if OFTEN seconds have passed; returns 0, with which SQLite goes on."""
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
