"""Verifies a backup of a SQLite database, and restores it in one transaction."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine

from scorekeeper.store import upgrade
from scorekeeper.store.copies import BackupError, checksum_file, checksum_of
from scorekeeper.store.migrations import HEAD


def _open_copy(path: Path) -> sqlite3.Connection:
    """Opens a backup as immutable: a write-ahead log beside it is ignored."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)


def verify_backup(copy: Path, *, checksum: bool = True) -> str:
    """Returns the backup's schema revision. Raises BackupError if it must not be restored.

    Its schema must be exactly the one of that revision, without further triggers or views, and the missing migrations
    must succeed with its rows.
    """
    if checksum:
        _check_sum(copy)
    if not copy.is_file():
        raise BackupError(f"There is no file {copy}")
    try:
        with closing(_open_copy(copy)) as connection:
            (integrity,) = connection.execute("PRAGMA integrity_check").fetchone()
            revisions = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version").fetchmany(2)]
            shape = upgrade.shape_of(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise BackupError(f"{copy} is not a database of Scorekeeper: {error}") from error
    if integrity != "ok":
        raise BackupError(f"{copy} is damaged: {integrity}")
    if len(revisions) != 1 or not isinstance(revisions[0], str):
        raise BackupError(f"{copy} is not a database of Scorekeeper: its schema revision is missing")
    revision = revisions[0]
    try:
        upgrade.check_known(revision)
    except upgrade.UnknownSchema as error:
        raise BackupError(str(error)) from error
    for problem in upgrade.unlike(shape, upgrade.shape_at(revision)):
        raise BackupError(f"{copy} is not a database of Scorekeeper: {problem}")
    if revision != HEAD:
        _try_migrations(copy)
    return revision


def _try_migrations(copy: Path) -> None:
    """Tests the missing migrations on a temporary copy of the backup. Raises BackupError if they fail."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-restore-") as folder:
        trial = Path(folder) / "trial.sqlite3"
        engine = create_engine(f"sqlite:///{trial}")
        try:
            with closing(_open_copy(copy)) as old, closing(sqlite3.connect(trial)) as new:
                old.backup(new)
            upgrade.upgrade(engine, Path(folder))
        except Exception as error:  # a migration may fail with any error, depending on the rows
            raise BackupError(f"{copy} cannot be brought up to date: {_first_line(error)}") from error
        finally:
            engine.dispose()


def _first_line(error: Exception) -> str:
    return (str(getattr(error, "orig", error)) or type(error).__name__).splitlines()[0]


def _check_sum(copy: Path) -> None:
    try:
        expected = checksum_file(copy).read_text(encoding="utf-8").split()[:1]
        actual = checksum_of(copy)
    except FileNotFoundError as error:
        raise BackupError(f"There is no {error.filename}") from error
    except OSError as error:
        raise BackupError(f"{error.filename} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BackupError(f"{checksum_file(copy).name} holds no checksum") from error
    if expected != [actual]:
        raise BackupError(f"{copy} does not match {checksum_file(copy).name}: it was changed or is incomplete")


def restore(copy: Path, database: Path) -> None:
    """Replaces the database's content by the backup's in one transaction; servers may have it open.

    Call `verify_backup` before. Raises BackupError if the database cannot be written.
    """
    try:
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(_open_copy(copy)) as old, closing(sqlite3.connect(database, timeout=10)) as new:
            new.execute("PRAGMA journal_mode = WAL")
            new.execute("PRAGMA synchronous = FULL")
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{database} cannot be written: {error}") from error
