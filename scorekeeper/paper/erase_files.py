"""Files made to forget who was erased: the database is written anew, what waits or was printed is thrown away."""

from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from scorekeeper.paper import print_queue


def scrub(engine: Engine) -> bool:
    """Write the database's files anew. False where somebody else was busy with it; then it is to be tried again.

    SQLite waits for whoever writes; PostgreSQL locks each table while it is at it.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        try:
            if engine.dialect.name != "sqlite":
                connection.execute(text("VACUUM (FULL)"))
                return True
            connection.execute(text("VACUUM"))
            busy, *_pages = connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()
        except OperationalError:
            return False
    return not busy


def forget_files(club: int, instance: Path) -> None:
    """Delete files that may hold a name: what a club looked at and did not take in yet, and its finished PDFs."""
    print_queue.forget(instance / "press", club)
    for file in (instance / "imports").glob(f"{club}-*.jsonl"):
        file.unlink(missing_ok=True)
