"""Which rules these are: a digest for each game of the code that scores it, by which stored matches say how they were.

Only what a game's rules and the engine's account of a match import counts, without docstrings, comments and titles of
rules: words about a game, and everything of other games, score nothing again.
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
_PARSING = Lock()  # Python 3.11 fails where two threads make syntax trees at once


@cache
def sources() -> dict[str, str]:
    """The text of every file of the rules, by its path as a phone has it."""
    found = [path for path in sorted(GAMES.rglob("*.py")) if _is_on_the_phone(path)]
    return {f"scorekeeper/{path.relative_to(PACKAGE).as_posix()}": path.read_text("utf-8") for path in found}


def _is_on_the_phone(path: Path) -> bool:
    return path.name not in SERVER_ONLY


@cache
def digest(slug: str) -> str:
    """Returns twelve hexadecimal digits that change with the code that checks and scores a game's hands.

    That is the game's rules and fields, which the engine checks, and everything that they import.
    """
    folder = GAMES / folder_of(slug)
    parts = [path for path in (folder / "rules.py", folder / "fields.py") if path.exists()]
    codes = {path.relative_to(GAMES).as_posix(): read(path)[0] for path in _imported([*parts, ENGINE])}
    return _short(codes)


@cache
def digest_of_all() -> str:
    """Twelve signs for all files of the rules, as a phone has them."""
    return _short(sources())


def _short(texts: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:12]


def _imported(paths: list[Path]) -> set[Path]:
    """These files and all that they import from `games`."""
    found: set[Path] = set()
    while paths:
        path = paths.pop()
        if path not in found:
            found.add(path)
            paths += read(path)[1]
    return found


@cache
def read(path: Path) -> tuple[str, list[Path]]:
    """A file's code without its docstrings and comments, and the files that it imports. Games share most of them."""
    with _PARSING:
        tree = ast.parse(path.read_text("utf-8"))
    return _code_of(tree), _imports_of(path, tree)


def _imports_of(path: Path, tree: ast.Module) -> list[Path]:
    """The files that a file of `games` imports, relatively as they all do (`from .count import …`)."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            named = [folder / each.name for each in node.names] if folder.is_dir() else [folder]
            found += [each.with_suffix(".py") for each in named]
    return [file for file in found if file.is_file()]


def without_titles(tree: ast.Module) -> ast.Module:
    """The same code without a game's list of rules, `RULES`: their titles and texts on paper score nothing."""
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
