"""Copies of a SQLite database, made while it is in use: each appears under its name complete or not at all.

The checksum of the copy FILE is in FILE.sha256, in the format of `sha256sum`. Only their owner can read them.
"""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

PAGES_AT_ONCE = 2_000  # copied between two reports of progress


class BackupError(Exception):
    """Raised if a backup cannot be made or used; the message is a sentence for the operator."""


def checksum_of(path: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def checksum_file(copy: Path) -> Path:
    """Returns the path of a backup's checksum file."""
    return copy.with_name(copy.name + ".sha256")


def back_up(database: Path, copy: Path) -> None:
    """Copies the database to a new file, consistently and without blocking writers.

    The file appears complete or not at all. Raises BackupError if it exists already or cannot be written.
    """
    if copy.exists():
        raise BackupError(f"{copy} is there already; choose another name")
    if not database.exists():
        raise BackupError(f"There is no database at {database}")
    try:
        descriptor, name = tempfile.mkstemp(dir=copy.parent, prefix=".copy-")  # mode 0600
    except OSError as error:
        raise BackupError(f"{copy} cannot be written: {error.strerror}") from error
    os.close(descriptor)
    temporary = Path(name)
    try:
        _copy(database, temporary)
        _put_in_place(temporary, copy)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{database} cannot be copied to {copy}: {error}") from error
    finally:
        temporary.unlink(missing_ok=True)


class CopyBefore:
    """A copy of a database made before a change. `keep` gives it its final name; otherwise it is deleted at the end.

    A context manager. The copy is first called `unfinished`, the same name for each attempt, so the rest of a killed
    attempt is overwritten. Only one process at a time may make a copy.
    """

    def __init__(self, database: Path, copy: Path, unfinished: Path) -> None:
        self.database, self.copy, self.unfinished = database, copy, unfinished

    def make(self, report: Callable[[int], None]) -> None:
        """Copies the database; calls `report` with the percentage. Raises BackupError if it cannot be written."""

        def progress(_status: int, remaining: int, total: int) -> None:
            report(100 * (total - remaining) // max(total, 1))

        try:
            self.unfinished.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.unfinished.unlink(missing_ok=True)
            os.close(os.open(self.unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            _copy(self.database, self.unfinished, progress)
        except (OSError, sqlite3.Error) as error:
            raise self._failed(error) from error

    def keep(self) -> None:
        """Renames the copy to its final name. Raises BackupError if it cannot be written."""
        try:
            _put_in_place(self.unfinished, self.copy)
        except OSError as error:
            raise self._failed(error) from error

    def __enter__(self) -> "CopyBefore":
        return self

    def __exit__(self, failure: object, *_traceback: object) -> None:
        superfluous = (self.copy, checksum_file(self.copy)) if failure else ()
        for path in (self.unfinished, *superfluous):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _failed(self, error: Exception) -> BackupError:
        needed, folder = size_of(self.database), self.unfinished.parent
        return BackupError(
            f"{self.database} cannot be copied to {folder}: {getattr(error, 'strerror', None) or error}. "
            f"The copy needs {megabytes(needed)}; {megabytes(free_beside(self.unfinished))} are free there."
        )


def size_of(database: Path) -> int:
    """Returns the size of a database in bytes, with its write-ahead log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def free_beside(file: Path) -> int:
    """Returns the free space in bytes on the disk of a file that may not exist yet."""
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    return shutil.disk_usage(folder).free


def megabytes(count: int) -> str:
    """Returns a number of bytes as text, in megabytes rounded up."""
    return f"{-(-count // 1_000_000):,} MB"


def _copy(source: Path, target: Path, progress: Callable[[int, int, int], None] | None = None) -> None:
    pages = -1 if progress is None else PAGES_AT_ONCE
    with closing(_open(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=pages, progress=progress)
        new.execute("PRAGMA journal_mode = DELETE")  # all in one file, without a write-ahead log


def _put_in_place(temporary: Path, copy: Path) -> None:
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    with os.fdopen(os.open(checksum_file(copy), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{checksum_of(temporary)}  {copy.name}\n")
        file.flush()
        os.fsync(file.fileno())
    os.link(temporary, copy)  # fails if the file exists by now


def _open(path: Path) -> sqlite3.Connection:
    """Opens a database read-only; a missing file is not created."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
