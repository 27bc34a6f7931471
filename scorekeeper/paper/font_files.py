"""The temporary folder for the fonts that WeasyPrint copies to disk, deleted however the process ends.

A process holds a lock on its folder while it runs. A folder that nobody has locked is left from a process that was
killed, and the next process deletes it.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PREFIX = "scorekeeper-fonts-"


@contextmanager
def in_own_folder() -> Iterator[None]:
    """Context manager: temporary folders made inside are made in this process's own one. Not for several threads."""
    own, _lock = _own_folder()
    usual, tempfile.tempdir = tempfile.tempdir, str(own)
    try:
        yield
    finally:
        tempfile.tempdir = usual


@cache
def _own_folder() -> tuple[Path, int]:
    """Creates the folder of this process; returns its path and the file descriptor that holds the lock."""
    delete_abandoned()
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = _lock(folder)
        if lock is not None and folder.exists():  # else another process deletes it, as it was not locked yet
            return folder, lock


def delete_own() -> None:
    """Deletes the folder of this process, if there is one."""
    if _own_folder.cache_info().currsize:
        folder, lock = _own_folder()
        _own_folder.cache_clear()
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def delete_abandoned() -> None:
    """Deletes the folders of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        lock = _lock(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)  # another user's stays
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """Locks a folder until the process ends; None if it is locked, is gone, or may not be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
        else:
            return descriptor
    return None
