"""`scorekeeper club`: a club without a browser."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.clubs import accounts

PASSWORD = "four aces of coins"


@pytest.fixture(autouse=True)
def _instance(
    tmp_path: Path, empty_database: Path, _passwords_are_looked_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copyfile(empty_database, tmp_path / "scorekeeper.sqlite3")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)


def club(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["club", *arguments])


def test_a_club_is_founded_with_its_owner() -> None:
    made = club("create", "Circolo San Marco", "--login", "olga", "--password", PASSWORD)
    assert made.output.endswith("Circolo San Marco is at /c/circolo-san-marco; olga owns it\n")


def test_a_password_that_others_can_see_gets_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "can see a password" in club("password", "nobody", "--password", PASSWORD).stderr
    monkeypatch.setenv("SCOREKEEPER_PASSWORD", PASSWORD)
    assert "can see a password" not in club("password", "nobody").stderr


def test_an_owner_may_have_a_second_club_with_the_same_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "STRENGTH", "pbkdf2:sha1:1")  # the other tests wait for real hashes
    club("create", "First", "--login", "olga", "--password", PASSWORD)
    assert "olga owns it" in club("create", "Second", "--login", "olga", "--password", PASSWORD).output
    refused = club("create", "Third", "--login", "olga", "--password", "not the password")
    assert refused.exit_code == 1
    assert "log-in name is taken" in refused.output


def test_a_forgotten_password_is_set() -> None:
    club("create", "First", "--login", "olga", "--password", PASSWORD)
    assert "counts from now on" in club("password", "olga", "--password", "a new set of words").output
    assert club("password", "nobody", "--password", "a new set of words").exit_code == 1
    assert club("password", "olga", "--password", "short").exit_code == 1
