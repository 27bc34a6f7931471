"""Backups of a SQLite database: made while it is in use, verified, and restored in one step.

Beside the backup FILE is FILE.sha256, in the format of `sha256sum`. Both are readable by their owner only.
"""

import hashlib
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine

from scorekeeper.store import upgrade
from scorekeeper.store.migrations import HEAD


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


def _open_copy(path: Path) -> sqlite3.Connection:
    """Open a copy that nobody writes to; what lies beside it, such as a WAL file, is no part of it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)


def verify_backup(copy: Path, *, checksum: bool = True) -> str:
    """The backup's schema revision. Raises BackupError for one that must not be restored.

    Its tables must be those that the migrations make up to that revision, with no trigger or view besides, and the
    missing migrations must be possible with what is in them.
    """
    if checksum:
        _check_sum(copy)
    if not copy.is_file():
        raise BackupError(f"There is no file {copy}")
    try:
        with closing(_open_copy(copy)) as connection:
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            standing = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version").fetchmany(2)]
            shape = upgrade.shape_of(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise BackupError(f"{copy} is not a database of Scorekeeper: {error}") from error
    if sound != "ok":
        raise BackupError(f"{copy} is damaged: {sound}")
    if len(standing) != 1 or not isinstance(standing[0], str):
        raise BackupError(f"{copy} is not a database of Scorekeeper: it does not say at which step it stands")
    try:
        upgrade.check_known(standing[0])
    except upgrade.UnknownSchema as error:
        raise BackupError(str(error)) from error
    for problem in upgrade.unlike(shape, upgrade.shape_at(standing[0])):
        raise BackupError(f"{copy} is not a database of Scorekeeper: {problem}")
    if standing[0] != HEAD:
        _try_migrations(copy)
    return standing[0]


def _try_migrations(copy: Path) -> None:
    """Bring a copy of the copy up to date: afterwards it would be too late to find that it cannot be."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-restore-") as folder:
        tried = Path(folder) / "tried.sqlite3"
        engine = create_engine(f"sqlite:///{tried}")
        try:
            with closing(_open_copy(copy)) as old, closing(sqlite3.connect(tried)) as new:
                old.backup(new)
            upgrade.upgrade(engine, Path(folder))
        except Exception as error:  # whatever a row makes a step fail with
            raise BackupError(f"{copy} cannot be brought up to date: {_first_line(error)}") from error
        finally:
            engine.dispose()


def _first_line(error: Exception) -> str:
    return (str(getattr(error, "orig", error)) or type(error).__name__).splitlines()[0]


def _check_sum(copy: Path) -> None:
    try:
        wanted = checksum_file(copy).read_text(encoding="utf-8").split()[:1]
        found = checksum_of(copy)
    except FileNotFoundError as error:
        raise BackupError(f"There is no {error.filename}") from error
    except OSError as error:
        raise BackupError(f"{error.filename} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BackupError(f"{checksum_file(copy).name} holds no checksum") from error
    if wanted != [found]:
        raise BackupError(f"{copy} is not what {checksum_file(copy).name} says: it was changed or is not whole")


def restore(copy: Path, database: Path) -> None:
    """Replace the database's content by the backup's in one transaction; servers may have it open.

    To be called after `verify_backup`. Raises BackupError where it cannot be written.
    """
    try:
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(_open_copy(copy)) as old, closing(sqlite3.connect(database, timeout=10)) as new:
            new.execute("PRAGMA journal_mode = WAL")
            new.execute("PRAGMA synchronous = FULL")
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{database} cannot be written: {error}") from error
