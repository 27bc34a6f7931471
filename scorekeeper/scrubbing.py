"""A database made to forget what was erased: its file is written anew, without what rows held before."""

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError


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
