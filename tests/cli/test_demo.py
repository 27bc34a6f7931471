"""`scorekeeper demo`: a club to look around in, the same for everybody."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text

from scorekeeper.cli import main
from scorekeeper.clubs import accounts
from scorekeeper.clubs.demo import DAYS
from scorekeeper.store.models import now


def demo(folder: Path, database: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> list[tuple[object, ...]]:
    """The results of a demo club made in a folder of its own."""
    folder.mkdir()
    shutil.copyfile(database, folder / "scorekeeper.sqlite3")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    result = CliRunner().invoke(main, ["demo", "--matches", "6", "--password", "four aces of coins", *options])
    assert result.exit_code == 0, result.output
    assert result.output.endswith("Demo club is at /c/demo-club; demo owns it\n")
    engine = create_engine(f"sqlite:///{folder / 'scorekeeper.sqlite3'}")
    with engine.connect() as connection:
        rows = connection.execute(
            text("SELECT match_id, name, game, won, points_for, rating FROM result ORDER BY 1, seat")
        )
        found = [tuple(row) for row in rows]
        days = connection.scalars(text("SELECT at FROM change ORDER BY at")).all()
    engine.dispose()
    assert str(now() - timedelta(days=DAYS + 2)) < days[0] < days[-1] < str(now()), "three years, none in the future"
    return found


def test_the_same_seed_makes_the_same_club(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "STRENGTH", "pbkdf2:sha1:1")
    first = demo(tmp_path / "first", empty_database, monkeypatch)
    assert demo(tmp_path / "second", empty_database, monkeypatch) == first
    assert len({row[0] for row in first}) == 6
    assert all([row[0] for row in first].count(match) >= 2 for match, *_rest in first)
    assert demo(tmp_path / "third", empty_database, monkeypatch, "--seed", "2") != first
