"""The condition of a database and its disks: for the health check, `scorekeeper verify` and `scorekeeper doctor`."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, text

PROBE = b"0" * 8_192  # bytes: two database pages


def takes_writes(connection: Connection) -> bool:
    """True if the database accepts writes; a PostgreSQL standby or read-only server does not."""
    if connection.dialect.name == "sqlite":
        return not connection.scalar(text("PRAGMA query_only"))
    return str(connection.scalar(text("SHOW transaction_read_only"))) == "off"


def written_folders(url: URL, instance: str) -> set[Path]:
    """Returns the instance folder and the folder of the SQLite database, which may be the same."""
    file = url.database if url.get_backend_name() == "sqlite" else None
    return {Path(instance), *([Path(file).parent] if file else [])}


def has_room(folder: Path) -> bool:
    """True if a test file could be written in the folder."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(PROBE)
            probe.flush()
    except OSError:
        return False
    return True


def integrity_errors(engine: Engine) -> Iterator[str]:
    """Yields the problems found by SQLite's integrity checks; none on PostgreSQL, which has its own tools."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            for (result,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if result != "ok":
                    yield f"database file: {result}"
            for table, row, *_rest in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield f"row {row} of {table} belongs to something that is not there"
