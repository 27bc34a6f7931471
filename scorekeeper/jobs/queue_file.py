"""The state of the queue: its SQLite file, with its path and a check for damage, or a Redis."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from limits.storage import storage_from_string
from sqlalchemy import make_url

FILE = "queue.sqlite3"  # in the instance folder
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
OK, BROKEN, REPLACED, SILENT = "ok", "damaged", "replaced", "no answer"
PATIENCE = 1.0  # seconds for a Redis to answer


def queue_file(config: Mapping[str, Any]) -> Path | None:
    """Returns the path of the queue's SQLite file; None if the queue is in PostgreSQL or Redis."""
    in_file = not config["QUEUE_URL"] and make_url(str(config["DATABASE_URL"])).get_backend_name() == "sqlite"
    return Path(str(config["INSTANCE_PATH"])) / FILE if in_file else None


def queue_state(config: Mapping[str, Any]) -> str:
    """Returns the state of the queue: of its file as `state_of`, of a Redis SILENT or OK; in PostgreSQL it is OK."""
    if config["QUEUE_URL"]:
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        return OK if storage_from_string(str(config["QUEUE_URL"]), **patience).check() else SILENT
    file = queue_file(config)
    return OK if file is None else state_of(file)


def aside(file: Path) -> Path:
    """Returns the path that a damaged queue file is moved to; one moved there before is overwritten."""
    return file.with_name(f"{file.name}.damaged")


def state_of(file: Path) -> str:
    """Returns BROKEN if the file is damaged, REPLACED if an earlier one was moved aside, else OK."""
    if file.exists():
        try:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                (problem,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as failure:
            problem = "damaged" if is_damage(failure) else "ok"  # it may be locked
        if problem != "ok":
            return BROKEN
    return REPLACED if aside(file).exists() else OK


def is_damage(failure: sqlite3.DatabaseError) -> bool:
    """True if SQLite found the file damaged; False for other errors, e.g. a locked file or a full disk."""
    return getattr(failure, "sqlite_errorcode", 0) & 0xFF in DAMAGED
