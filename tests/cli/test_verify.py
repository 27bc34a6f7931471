"""`scorekeeper verify` finds everything that is not what the rules and the log make of it."""

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper import ledger
from scorekeeper.cli import main
from scorekeeper.models import db
from tests.conftest import MakeApp
from tests.evenings import BURACO, TRESETTE, TRUCO, points, start, won, write

SPOILT = {
    "points that the rules do not give": "UPDATE hand SET points = '[11, 0]' WHERE match_id = 1 AND number = 1",
    "another dealer": "UPDATE hand SET dealer = 'Dino' WHERE match_id = 1 AND number = 1",
    "a line that the rules do not give": "UPDATE hand SET lines = '[]' WHERE match_id = 1 AND number = 1",
    "a table that does not follow": 'UPDATE match SET "table" = json_set("table", \'$.totals[0]\', 20) WHERE id = 1',
    "an entry that nobody made": "UPDATE hand SET entry = '{\"points\": [3, 8]}' WHERE match_id = 1 AND number = 2",
    "a refused entry": "UPDATE hand SET entry = '{\"points\": [9, 9]}' WHERE match_id = 1 AND number = 1",
    "a hand that is gone": "DELETE FROM hand WHERE match_id = 1 AND number = 1",
    "a hand struck by nobody": "UPDATE hand SET struck = 1 WHERE match_id = 1 AND number = 2",
    "a line of the log that is gone": "DELETE FROM change WHERE match_id = 1 AND number = 2",
    "an end that nobody decided": "UPDATE match SET stopped = 1 WHERE id = 1",
    "a match of no sitting": "UPDATE match SET sitting_id = 99 WHERE id = 1",
}


@pytest.fixture
def database(make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An evening with everything that can be done to a match."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with make_app().app_context():
        play_evening()
        db.session.commit()
    return tmp_path / "scorekeeper.sqlite3"


def play_evening() -> None:
    start(TRESETTE, points(8, 3), points(5, 6))
    match = start(TRUCO, won(0, 3), won(1, 9))
    write(ledger.correct, match, 1, won(0, 6))
    write(ledger.annotate, match, 1, "after a quarrel")
    write(ledger.seat, match, 0, "Ada")  # the hands before were dealt by those who sat there then
    write(ledger.strike, match, 2)
    write(ledger.undo, match)
    write(ledger.redo, match)
    write(ledger.finish, match)
    write(ledger.undo, match)
    start(BURACO)


def verify() -> Result:
    return CliRunner().invoke(main, ["verify"])


def test_an_evening_of_changes_undone_and_made_again_is_sound(database: Path) -> None:
    assert (verify().output, verify().exit_code) == ("Matches: 3. Differences: 0.\n", 0)


@pytest.mark.parametrize("statement", SPOILT.values(), ids=SPOILT)
def test_everything_that_does_not_follow_is_told(database: Path, statement: str) -> None:
    connection = sqlite3.connect(database)
    assert connection.execute(statement).rowcount == 1
    connection.commit()
    connection.close()
    told = verify()
    assert told.exit_code == 1
    assert len(told.output.splitlines()) > 1


def test_a_database_of_another_step_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert verify().output == "Error: the database is not up to date: scorekeeper db upgrade\n"


def test_both_databases_are_read(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", any_app.instance_path)
    monkeypatch.setenv("DATABASE_URL", any_app.config["DATABASE_URL"])
    with any_app.app_context():
        play_evening()
        db.session.commit()
    assert "Differences: 0." in verify().output
