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

from scorekeeper.games.engine.game import folder_of

PACKAGE = Path(__file__).parent
GAMES = PACKAGE / "games"
SERVER_ONLY = (
    "demo.py",
    "examples.py",
    "optional.py",
    "paper.py",
    "rulebook.py",
    "server.py",
)
ENGINE = GAMES / "engine" / "play.py"  # plays a match from its document to its result
_PARSING = Lock()  # in Python 3.11, parsing in two threads at the same time fails


@cache
def sources() -> dict[str, str]:
    """Returns the source of each rules file used on phones, by its path there."""
    paths = [path for path in sorted(GAMES.rglob("*.py")) if _is_on_the_phone(path)]
    return {f"scorekeeper/{path.relative_to(PACKAGE).as_posix()}": path.read_text("utf-8") for path in paths}


def _is_on_the_phone(path: Path) -> bool:
    return path.name not in SERVER_ONLY


@cache
def digest(slug: str) -> str:
    """Returns the digest (12 hexadecimal digits) of the code that checks and scores a game's hands.

    It covers the game's rules and fields, the engine's `play`, and everything that they import.
    """
    folder = GAMES / folder_of(slug)
    parts = [path for path in (folder / "rules.py", folder / "fields.py") if path.exists()]
    codes = {path.relative_to(GAMES).as_posix(): read(path)[0] for path in _imported([*parts, ENGINE])}
    return _short(codes)


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
    """Returns the files that a file of `games` imports. Only relative imports count (`from .count import …`)."""
    files = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
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
