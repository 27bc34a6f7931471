"""The rules import nothing from elsewhere, and heavy modules are imported on first use."""

import subprocess
import sys

import pytest

from scorekeeper import game_folders
from scorekeeper.games.source_check import faults_of

HEAVY = {"alembic", "flask", "granian", "sqlalchemy", "weasyprint"}
MAIN = "from scorekeeper.cli import main"


def test_the_rules_import_only_each_other_and_typing() -> None:
    files = sorted(game_folders.GAMES.glob("*/*.py"))
    assert len(files) > 80
    modules = [(path, f"scorekeeper.games.{path.parent.name}") for path in files]
    assert [(module, str(fault)) for path, module in modules for fault in faults_of(path, module)] == []


@pytest.mark.parametrize(
    "statement, unwanted",
    [
        (f"{MAIN}; main(['score', '/dev/null'], standalone_mode=False)", HEAVY),
        (
            f"{MAIN}; main(['--help'], standalone_mode=False)",
            HEAVY | {"scorekeeper.cli.documents", "scorekeeper.games"},
        ),
        (f"{MAIN}; main(['club', '--help'], standalone_mode=False)", HEAVY | {"scorekeeper.cli.club"}),
        ("import scorekeeper.app, scorekeeper.cli.sheet", {"weasyprint"}),
    ],
)
def test_what_is_not_needed_is_not_loaded(statement: str, unwanted: set[str]) -> None:
    tell = f"{statement}; import sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True).stdout
    assert unwanted & set(loaded.split()) == set()
