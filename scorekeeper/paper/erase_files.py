"""Clearing erased names out of files: the database file is rewritten."""

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError


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
