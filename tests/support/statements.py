"""Collects the SQL statements of a block, and counts the work of SQLite on them."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from scorekeeper.store.models import db


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    """Collects the SQL statements executed inside the block."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_about: object) -> None:
        sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield sent
    event.remove(db.engine, "before_cursor_execute", note)


@contextmanager
def counted_steps() -> Iterator[list[int]]:
    """Counts the steps of SQLite's virtual machine inside the block, by tens; the same every time."""
    steps = [0]

    def step() -> int:
        steps[0] += 1
        return 0

    raw = db.session.connection().connection.driver_connection
    assert raw is not None
    raw.set_progress_handler(step, 10)
    yield steps
    raw.set_progress_handler(None, 0)
