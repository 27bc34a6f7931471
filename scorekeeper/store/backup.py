"""Backups of a SQLite database: made while it is in use, verified, and restored in one step.

Beside the backup FILE is FILE.sha256, in the format of `sha256sum`. Both are readable by their owner only.
"""

import hashlib
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from scorekeeper.store import upgrade


class BackupError(Exception):
    """A backup cannot be made or used; the text is a sentence that says why."""


def checksum_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def checksum_file(copy: Path) -> Path:
    """The path of a backup's checksum file."""
    return copy.with_name(copy.name + ".sha256")


def back_up(database: Path, copy: Path) -> None:
    """Copy the database as it is at one moment, without blocking writers.

    The file appears complete or not at all. Raises BackupError where it exists already or cannot be written.
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
    made = Path(name)
    try:
        _copy(database, made)
        _put_in_place(made, copy)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{copy} cannot be written: {error}") from error
    finally:
        made.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    with closing(_open(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # no WAL file beside it


def _put_in_place(made: Path, copy: Path) -> None:
    with made.open("rb") as file:
        os.fsync(file.fileno())
    with os.fdopen(os.open(checksum_file(copy), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{checksum_of(made)}  {copy.name}\n")
        file.flush()
        os.fsync(file.fileno())
    os.link(made, copy)  # fails where the name was taken meanwhile


def _open(path: Path) -> sqlite3.Connection:
    """Open read-only; a missing file is not created."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def verify_backup(copy: Path, *, checksum: bool = True) -> str:
    """The backup's schema revision. Raises BackupError for one that must not be restored."""
    if checksum:
        _check_sum(copy)
    try:
        with closing(_open(copy)) as connection:
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            (standing,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    except sqlite3.Error as error:
        raise BackupError(f"{copy} is not a database of Scorekeeper: {error}") from error
    if sound != "ok":
        raise BackupError(f"{copy} is damaged: {sound}")
    try:
        upgrade.check_known(standing)
    except upgrade.UnknownSchema as error:
        raise BackupError(str(error)) from error
    return str(standing)


def _check_sum(copy: Path) -> None:
    try:
        wanted = checksum_file(copy).read_text(encoding="utf-8").split()[:1]
        found = checksum_of(copy)
    except FileNotFoundError as error:
        raise BackupError(f"There is no {error.filename}") from error
    if wanted != [found]:
        raise BackupError(f"{copy} is not what {checksum_file(copy).name} says: it was changed or is not whole")


def restore(copy: Path, database: Path) -> None:
    """Replace the database's content by the backup's in one transaction; servers may have it open.

    To be called after `verify_backup`. Raises BackupError where it cannot be written.
    """
    os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        with closing(_open(copy)) as old, closing(sqlite3.connect(database, timeout=10)) as new:
            new.execute("PRAGMA journal_mode = WAL")
            new.execute("PRAGMA synchronous = FULL")
            old.backup(new)
    except sqlite3.Error as error:
        raise BackupError(f"{database} cannot be written: {error}") from error
