"""Unfinished games, and the missing parts of each as sentences.

One test fails with these sentences. Until then all other tests run without such a game, as if it were not listed; none
at all if it cannot be imported, since then no program starts.
"""

import ast
import importlib
import json
import sys
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from scorekeeper.games.engine.base import Game

TOP = Path(__file__).parents[2]
LIST = TOP / "scorekeeper" / "games" / "__init__.py"
PACKAGE = "scorekeeper.games"
COMPLETE = "test_every_game_is_complete.py"  # the test that fails


@cache
def listed() -> tuple[str, ...]:
    """The folders that the list of games names."""
    for node in ast.parse(LIST.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "FOLDERS":
            return tuple(ast.literal_eval(node.value))
    raise LookupError(f"There is no list FOLDERS in {LIST}")


@cache
def not_imported() -> dict[str, str]:
    """Returns by folder why games cannot be imported; imports the package without these games."""
    reasons: dict[str, str] = {}
    while True:
        try:
            importlib.import_module(PACKAGE)
        except Exception as error:
            folder = _imported_last(error)
            if folder is None or folder in reasons:
                raise
            reasons[folder] = _why_not_imported(folder, error)
            _import_again_without(reasons)
        else:
            _games()[:] = [game for game in _games() if game.slug not in reasons]
            return reasons


def _imported_last(error: Exception) -> str | None:
    """The folder of the game that was being imported when this was raised."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == PACKAGE:
            name: str | None = trace.tb_frame.f_globals.get("_name")
            return name
        trace = trace.tb_next
    return None


def _why_not_imported(folder: str, error: Exception) -> str:
    missing = getattr(error, "name", None) or ""
    if isinstance(error, ModuleNotFoundError) and missing.startswith(PACKAGE):
        path = missing.replace(".", "/")
        return f"there is no {path}{'/__init__' if missing.endswith(f'.{folder}') else ''}.py"
    return f"it cannot be imported: {type(error).__name__}: {error}"


def _import_again_without(folders: dict[str, str]) -> None:
    """Forget all imports so far, and put empty games in the place of these."""
    for name in [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    for folder in folders:
        module: Any = ModuleType(f"{PACKAGE}.{folder}")
        module.GAME = SimpleNamespace(slug=folder)
        sys.modules[module.__name__] = module


def _games() -> "list[Game]":
    games: list[Game] = importlib.import_module(PACKAGE).GAMES
    return games


@cache
def unfinished() -> dict[str, list[str]]:
    """Returns the missing parts of unfinished games, by folder; removes these from the list of games."""
    lacking = {folder: [reason] for folder, reason in not_imported().items()}
    imported = [folder for folder in listed() if folder not in lacking]
    for folder, game in zip(imported, list(_games()), strict=True):
        if sentences := _lacks(game, folder):
            lacking[folder] = sentences
            _games().remove(game)
    return lacking


def _lacks(game: "Game", folder: str) -> list[str]:
    """Returns the missing parts of an importable game; consequences of other missing parts are left out."""
    from scorekeeper.games.completeness import failures, lacks

    return lacks(game, folder) or failures(game, matches=1) or _without_vectors(folder)


def _without_vectors(folder: str) -> list[str]:
    path = Path("tests", "vectors", f"{folder}.jsonl")
    lines = (TOP / path).read_text("utf-8").splitlines() if (TOP / path).is_file() else []
    if not any("result" in json.loads(line) for line in lines):
        return [f"{path} has no match with the result that was agreed on"]
    return []


def pytest_configure() -> None:
    """Removes unfinished games from the games that are tested."""
    unfinished()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """If a game cannot be imported, runs only the test that reports it."""
    if not_imported():
        others = [item for item in items if item.path.name != COMPLETE]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item.path.name == COMPLETE]
