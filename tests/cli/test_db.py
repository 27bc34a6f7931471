"""`scorekeeper db`."""

import os
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.store.migrations import HEAD


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path


def db(command: str) -> Result:
    return CliRunner().invoke(main, ["db", command])


def test_upgrade_makes_the_tables_and_a_second_one_has_nothing_to_say() -> None:
    assert db("status").exit_code == 1
    assert db("upgrade").output == f"Database at step {HEAD}\n"
    assert (db("upgrade").output, db("upgrade").exit_code) == ("", 0)
    assert db("status").exit_code == 0
    assert HEAD in db("status").output


def test_a_database_from_a_newer_scorekeeper_is_refused_with_a_sentence(instance: Path) -> None:
    db("upgrade")
    with sqlite3.connect(instance / "scorekeeper.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '2525'")
    connection.close()
    for refused in (db("upgrade"), CliRunner().invoke(main, ["verify"])):
        assert refused.exit_code == 1
        assert refused.output.startswith("Error: The database has schema revision 2525")
    assert "step      2525 (of a newer Scorekeeper; this one cannot use it)\n" in db("status").output
    copied = CliRunner().invoke(main, ["backup", str(instance / "copy.sqlite3")])
    assert (copied.exit_code, "this one cannot restore the copy" in copied.output) == (0, True)


@pytest.mark.parametrize("command", ["upgrade", "status"])
def test_a_bad_setting_is_refused_with_a_sentence(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SQLITE_BUSY_SECONDS", "soon")
    assert db(command).output == "Error: SCOREKEEPER_SQLITE_BUSY_SECONDS: must be a whole number, 0 or more\n"


@pytest.mark.parametrize("command", ["upgrade", "status"])
def test_a_database_that_cannot_be_reached_is_told_with_a_sentence(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{os.devnull}/no/such/folder.sqlite3")
    refused = db(command)
    assert (refused.exit_code, refused.output.split(":")[1]) == (1, " the database does not answer")


def test_status_shows_no_password(monkeypatch: pytest.MonkeyPatch, instance: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite://scorer:hunter2@/{instance}/x.sqlite3")
    assert "hunter2" not in db("status").output
