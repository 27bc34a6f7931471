"""Every benchmark and every part of `make trust` runs to its end, each at its smallest size.

At night, because that takes some minutes.
"""

import subprocess
import sys

import pytest
from flask import Flask
from sqlalchemy import select

from benchmarks.__main__ import HERE, SMALLEST
from benchmarks.club import strangers_of
from scorekeeper.clubs import accounts
from scorekeeper.clubs.demo import fill_club
from scorekeeper.store.club_models import Result
from scorekeeper.store.models import db
from tools.trust import __main__ as trust
from tools.trust import memory

ASKS_THE_NETWORK = "pins"  # of which test_sbom asserts what it says of each answer


@pytest.mark.night
@pytest.mark.parametrize("name", SMALLEST)
def test_a_benchmark_runs(name: str) -> None:
    words = [sys.executable, "-m", f"benchmarks.{name}", *SMALLEST[name].split()]
    done = subprocess.run(words, cwd=HERE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_all_benchmarks_and_all_parts_have_a_smallest_size() -> None:
    programs = {file.stem for file in HERE.glob("*.py") if "def main()" in file.read_text(encoding="utf-8")}
    of_others = {"__main__", "servers", "lighthouse"}  # what benchmarks start, and `make lighthouse`
    assert programs - of_others == set(SMALLEST)
    assert set(trust.PARTS) == set(trust.SMALLEST)


@pytest.mark.night
@pytest.mark.parametrize("name", [name for name in trust.PARTS if name != ASKS_THE_NETWORK])
def test_a_part_runs(name: str) -> None:
    words = [sys.executable, "-m", "tools.trust", name, *trust.SMALLEST[name].split()]
    done = subprocess.run(words, cwd=HERE.parent, capture_output=True, text=True, check=False)
    assert "| it took |" in done.stdout, done.stderr
    assert "broke off" not in done.stdout, done.stderr


def test_too_few_hours_have_a_figure_without_a_verdict() -> None:
    growth = memory.growth([100.0, 120.0, 130.0])
    assert (growth.figure, growth.sound) == ("130 MB after 3 hours, too few to see a growth", None)


def test_only_players_who_never_met_are_merged(app: Flask) -> None:
    with app.app_context():
        club = accounts.create_club("Circolo")
        assert strangers_of(club) is None
        for _done in fill_club(club, 3, seed=1):
            pass
        one, two = strangers_of(club) or (0, 0)
        tables = [
            set(db.session.scalars(select(Result.match_id).where(Result.player_id == player))) for player in (one, two)
        ]
        assert all(tables)
        assert not tables[0] & tables[1]
