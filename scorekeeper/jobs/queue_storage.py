"""The queue's storage in a SQLite file: a damaged file is moved aside and replaced by an empty one.

Nothing is lost with it, because the jobs are rows of the database and `working.sweep` queues them again. Apart from
`queue_file`, because importing Huey imports the drivers of PostgreSQL and Redis.
"""

import fcntl
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from huey import Huey
from huey.storage import SqliteStorage

from scorekeeper.jobs.queue_file import aside, is_damage

logger = logging.getLogger(__name__)


class RepairingStorage(SqliteStorage):  # type: ignore[misc]  # Huey ships no type hints
    """Huey's SQLite storage; if it finds its file damaged, it replaces it, and the operation fails once.

    Other processes notice by the file's inode that it was replaced, and open the new one. The journal is deleted after
    each transaction: a process closing a write-ahead log of the old file would delete that of the new file by its name.
    """

    def __init__(self, *args: Any, filename: str, **options: Any) -> None:
        self.file, self.inode = Path(filename), 0
        super().__init__(*args, filename=filename, journal_mode="delete", **options)

    @contextmanager
    def db(self, commit: bool = False, close: bool = False) -> Iterator[sqlite3.Cursor]:
        """Context manager of a cursor, in a transaction if `commit`."""
        self._open_current_file()
        opened = self.inode
        try:
            with super().db(commit, close) as cursor:
                yield cursor
        except sqlite3.DatabaseError as failure:
            if is_damage(failure):
                self.close()
                self._move_aside(opened)
            raise

    def _open_current_file(self) -> None:
        """Closes the connection if the file was replaced or deleted, and creates the tables in a new file."""
        inode = _inode_of(self.file)
        if inode != self.inode or not inode:
            self.close()
            os.close(os.open(self.file, os.O_WRONLY | os.O_CREAT, 0o600))
            self.inode = _inode_of(self.file)
            try:
                self.initialize_schema()
            except sqlite3.Error:
                self.inode = 0  # so that the next operation tries again
                raise

    def check(self) -> None:
        """Replaces the file if a part of it is damaged that no operation has come across."""
        ((problem,),) = self.sql("PRAGMA quick_check(1)", results=True)
        if problem != "ok":
            self.close()
            self._move_aside(self.inode)

    def _move_aside(self, opened: int) -> None:
        """Renames the file with inode `opened`, unless another process has; the next operation creates a new one."""
        with suppress(FileNotFoundError), self.file.open("rb") as damaged:
            fcntl.flock(damaged, fcntl.LOCK_EX)
            if _inode_of(self.file) == os.fstat(damaged.fileno()).st_ino == opened:
                self.file.replace(aside(self.file))
                logger.error(
                    "queue: the file was damaged and was moved to %s; its jobs are queued again", aside(self.file)
                )
                for suffix in ("-wal", "-shm", "-journal"):  # they belong to the damaged file
                    Path(f"{self.file}{suffix}").unlink(missing_ok=True)


def _inode_of(file: Path) -> int:
    """Returns the inode of a file; 0 if there is none."""
    try:
        return file.stat().st_ino
    except FileNotFoundError:
        return 0


class FileHuey(Huey):  # type: ignore[misc]
    """A Huey with its queue in a RepairingStorage."""

    storage_class = RepairingStorage
