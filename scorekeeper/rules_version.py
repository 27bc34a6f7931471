"""Digests of the games' rules: a match stores its game's digest and is rescored if that has changed.

A game's digest covers the code that its rules, its fields and the engine's `play` import, without docstrings,
comments and titles of rules. Changes of texts or of other games therefore do not cause rescoring.
"""

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from threading import Lock

from scorekeeper import game_folders
from scorekeeper.game_folders import place_of

SERVER_ONLY = (
    "completeness.py",
    "demo.py",
    "examples.py",
    "packages.py",
    "paper.py",
    "rulebook.py",
    "server.py",
    "source_check.py",
)
GAMES = "scorekeeper.games"
_PARSING = Lock()  # in Python 3.11, parsing in two threads at the same time fails


@cache
def sources() -> dict[str, str]:
    """Returns the source of each rules file used on phones, by its path there."""
    files = [(name, path) for name, path in game_folders.sources() if path.name not in SERVER_ONLY]
    return {f"scorekeeper/games/{name}": path.read_text("utf-8") for name, path in files}


@cache
def digest(slug: str) -> str:
    """Returns the digest (12 hexadecimal digits) of the code that checks and scores a game's hands.

    It covers the game's rules and fields, the engine's `play`, and everything that they import.
    """
    place = place_of(slug)
    engine = game_folders.GAMES / "engine" / "play.py"  # plays a match from its document to its result
    parts = [path for path in (place.folder / "rules.py", place.folder / "fields.py") if path.exists()]
    roots = (game_folders.GAMES, place.folder.parent)
    return _short({_below(roots, path): read(path)[0] for path in _imported([*parts, engine])})


def _below(roots: tuple[Path, ...], path: Path) -> str:
    return next(path.relative_to(root).as_posix() for root in roots if path.is_relative_to(root))


@cache
def digest_of_all() -> str:
    """Returns the digest (12 hexadecimal digits) of all rules files used on phones."""
    return _short(sources())


def _short(texts: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:12]


def _imported(paths: list[Path]) -> set[Path]:
    """Returns these files and everything that they import from `games`."""
    files: set[Path] = set()
    while paths:
        path = paths.pop()
        if path not in files:
            files.add(path)
            paths += read(path)[1]
    return files


@cache
def read(path: Path) -> tuple[str, list[Path]]:
    """Returns a file's code without docstrings and comments, and the files that it imports."""
    with _PARSING:
        tree = ast.parse(path.read_text("utf-8"))
    return _code_of(tree), _imports_of(path, tree)


def _imports_of(path: Path, tree: ast.Module) -> list[Path]:
    """Returns the files that a file of a game imports: those of the game and of the engine."""
    files = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.level or f"{node.module}.".startswith(f"{GAMES}.")):
            start = path.parents[node.level - 1] if node.level else game_folders.GAMES
            module = node.module or "" if node.level else (node.module or "").removeprefix(GAMES).lstrip(".")
            folder = start.joinpath(*module.split("."))
            modules = [folder / name.name for name in node.names] if folder.is_dir() else [folder]
            files += [module.with_suffix(".py") for module in modules]
    return [file for file in files if file.is_file()]


def without_titles(tree: ast.Module) -> ast.Module:
    """Removes the list `RULES` from a game's syntax tree: changed titles of rules do not affect scores."""
    tree.body = [node for node in tree.body if not _is_list_of_rules(node)]
    return tree


def _is_list_of_rules(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.List):
        return False
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return isinstance(target, ast.Name) and target.id == "RULES"


def _code_of(tree: ast.Module) -> str:
    for node in ast.walk(without_titles(tree)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
