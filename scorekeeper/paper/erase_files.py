"""Clearing erased names out of files: the database file is rewritten, uploads and finished PDFs are deleted."""

from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from scorekeeper.paper import print_queue


def scrub(engine: Engine) -> bool:
    """Rewrite the database's files without free pages. False where others were using it; then try again later.

    On SQLite it waits for writers; on PostgreSQL it locks each table in turn.
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


def delete_files(club: int, instance: Path) -> None:
    """Delete a club's files that may hold a name: uploaded imports, and print jobs."""
    print_queue.delete_jobs(instance / "press", club)
    for file in (instance / "imports").glob(f"{club}-*.jsonl"):
        file.unlink(missing_ok=True)
