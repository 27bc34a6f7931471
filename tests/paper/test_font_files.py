"""The folders with the fonts that WeasyPrint copies to disk: those of killed processes are deleted, no others."""

import fcntl
import os
import tempfile
from pathlib import Path

import pytest

from scorekeeper.paper.typesetting import FOLDER_PREFIX, delete_abandoned_folders


def test_a_folder_is_deleted_only_if_no_process_has_locked_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    used, abandoned, foreign = (
        tmp_path / name for name in (f"{FOLDER_PREFIX}used", f"{FOLDER_PREFIX}abandoned", "foreign")
    )
    for folder in (used, abandoned, foreign):
        folder.mkdir()
        (folder / "font").touch()
    link = tmp_path / f"{FOLDER_PREFIX}link"
    link.symlink_to(foreign)
    lock = os.open(used, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    delete_abandoned_folders()
    assert {path.name for path in tmp_path.rglob("*")} == {used.name, foreign.name, link.name, "font"}
    os.close(lock)
    delete_abandoned_folders()
    assert not used.exists()
