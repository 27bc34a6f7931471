"""The rules import nothing from elsewhere, and heavy modules are imported on first use."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import games, rules_version

GAMES = sorted(path for path in Path(games.__file__).parent.rglob("*.py") if path.name not in rules_version.SERVER_ONLY)
HEAVY = {"alembic", "flask", "sqlalchemy", "weasyprint"}


def imported_from_elsewhere(path: Path) -> list[str | None]:
    """Returns the modules other than `typing` that a file imports by an absolute name."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    absolute = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return [module for module in plain + absolute if module != "typing"]


def test_the_rules_import_only_each_other_and_typing() -> None:
    assert len(GAMES) > 30
    assert [(str(path), modules) for path in GAMES if (modules := imported_from_elsewhere(path))] == []


@pytest.mark.parametrize(
    "statement, unwanted",
    [
        ("import scorekeeper.games", HEAVY),
        ("from scorekeeper.cli import main; main(['score', '/dev/null'], standalone_mode=False)", HEAVY),
        ("import scorekeeper.app", {"weasyprint"}),
    ],
)
def test_what_is_not_needed_is_not_loaded(statement: str, unwanted: set[str]) -> None:
    tell = f"{statement}; import sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True).stdout
    assert unwanted & set(loaded.split()) == set()
