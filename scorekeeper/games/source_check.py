"""Finds forbidden code in the source of a game, without importing it: file, line and reason.

A game runs on the server and in MicroPython on phones, so it imports `typing`, the engine and itself, and keeps to the
Python that MicroPython has. `server.py` and `examples.py`, which phones do not have, may import more. The check finds
mistakes; it is not a sandbox.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ENGINE = "scorekeeper.games.engine"
ON_THE_SERVER = ("server.py", "examples.py")
MODULES_ON_THE_SERVER = (
    "collections.abc", "dataclasses", "scorekeeper.games.demo", "scorekeeper.games.paper", "scorekeeper.games.rulebook",
    "scorekeeper.i18n", "typing",
)  # fmt: skip
HINTS = {  # the names of `typing` that phones have (static/engine/typing.py)
    "Any", "Callable", "Final", "Iterable", "Literal", "Mapping", "NotRequired", "Sequence", "TYPE_CHECKING",
    "TypeAlias", "TypedDict", "Unpack", "cast",
}  # fmt: skip
FORBIDDEN = {
    "__import__", "breakpoint", "compile", "eval", "exec", "exit", "globals", "input", "locals", "open", "quit", "vars",
}  # fmt: skip
NAMES_LACKING = {"ModuleNotFoundError", "RecursionError", "ascii", "format", "slice"}
METHODS_LACKING = {
    "as_integer_ratio", "bit_count", "bit_length", "capitalize", "casefold", "expandtabs", "format_map", "is_integer",
    "isalnum", "isascii", "isdecimal", "isidentifier", "isnumeric", "isprintable", "istitle", "ljust", "maketrans",
    "removeprefix", "removesuffix", "rjust", "swapcase", "translate", "zfill",
}  # fmt: skip
KEYWORDS_LACKING = {("zip", "strict"), ("sum", "start")}
SYNTAX_LACKING = {
    "AsyncFunctionDef": "async", "Await": "await", "Match": "match", "TryStar": "except*", "TypeAlias": "type",
}  # fmt: skip
TYPES = {"dict", "frozenset", "list", "set", "tuple", "type"}


class Fault(NamedTuple):
    """A mistake in a file; `line` is 0 if it concerns the whole file."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


Found = Iterator[tuple[int, str]]


def faults_of(path: Path, module: str) -> list[Fault]:
    """Returns the forbidden code in a file of the game in the Python package `module`, by line."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as error:
        return [Fault(path.name, getattr(error, "lineno", 0) or 0, f"not valid Python: {error}")]
    found = [*_imports(tree, module, on_phones=False), *_forbidden(tree)]
    if path.name not in ON_THE_SERVER:
        _Executed().visit(tree)
        found += [*_imports(tree, module, on_phones=True), *_lacking_syntax(tree), *_lacking_names(tree)]
    return [Fault(path.name, line, reason) for line, reason in sorted(set(found))]


class _Executed(ast.NodeTransformer):
    """Removes what only type checkers read."""

    def visit_If(self, node: ast.If) -> list[ast.stmt] | ast.AST:
        return node.orelse if _name_of(node.test) == "TYPE_CHECKING" else self.generic_visit(node)


def _imports(tree: ast.Module, module: str, on_phones: bool) -> Found:
    """Yields imports of anything but `typing`, the engine, and the game itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, _foreign(name.name)) for name in node.names if name.name != "typing")
        elif isinstance(node, ast.ImportFrom) and (reason := _why_not_imported(node, module, on_phones)):
            yield node.lineno, reason


def _why_not_imported(node: ast.ImportFrom, module: str, on_phones: bool) -> str:
    """Returns why a file of `module` may not import this; empty if it may."""
    parents = module.split(".")
    if node.level > len(parents):
        return f"a relative import that leaves the package; write “from {ENGINE}.… import …”"
    start = parents[: len(parents) - node.level + 1] if node.level else []
    name = ".".join([*start, *([node.module] if node.module else [])])
    lacking = sorted({alias.name for alias in node.names} - HINTS)
    if not node.level and _is_in(name, module):
        return f"phones do not know {module}; import its files relatively, as in “from .fields import …”"
    if name == "typing" and on_phones and lacking:
        return f"phones have no typing.{lacking[0]}"
    allowed = name == "typing" if on_phones else name in MODULES_ON_THE_SERVER
    return "" if allowed or _is_in(name, module) or _is_in(name, ENGINE) else _foreign(name)


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _foreign(name: str) -> str:
    return f"imports {name}; a game imports only typing, {ENGINE} and its own files"


def _forbidden(tree: ast.Module) -> Found:
    """Yields uses of functions that reach files or run other code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in FORBIDDEN:
            yield node.lineno, f"uses {node.id}; a game reads no files and runs no other code"


def _lacking_syntax(tree: ast.Module) -> Found:
    """Yields syntax that MicroPython does not have."""
    for node in ast.walk(tree):
        found = SYNTAX_LACKING.get(type(node).__name__)
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            is_value = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            found = "[*…]" if is_value and any(isinstance(part, ast.Starred) for part in node.elts) else None
        elif isinstance(node, ast.Dict) and None in node.keys:
            found = "{**…}"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, _lacking("“/” between parameters")
        elif isinstance(node, ast.JoinedStr) and any(isinstance(part, ast.JoinedStr) for part in _within(node)):
            found = "an f-string inside an f-string"
        elif isinstance(node, ast.ClassDef) and node.keywords:
            found = "class …(metaclass=…)"
        if found:
            yield node.lineno, _lacking(found)  # type: ignore[attr-defined]  # each of these has a line


def _within(text: ast.JoinedStr) -> Iterator[ast.AST]:
    """Yields everything inside the values of an f-string, without their format specs."""
    for part in text.values:
        if isinstance(part, ast.FormattedValue):
            yield from ast.walk(part.value)


def _lacking_names(tree: ast.Module) -> Found:
    """Yields functions, methods and parameters of Python that MicroPython does not have."""
    hints = {id(node) for hint in _annotations(tree) for node in ast.walk(hint)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in NAMES_LACKING:
            yield node.lineno, _lacking(node.id)
        elif isinstance(node, ast.Call):
            yield from ((node.lineno, _lacking(name)) for name in _lacking_in(node))
        elif isinstance(node, ast.Subscript) and id(node) not in hints and _name_of(node.value) in TYPES:
            yield node.lineno, _lacking(f"{_name_of(node.value)}[…] outside of annotations")


def _annotations(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields all annotations, which MicroPython skips."""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                yield getattr(node, name)


def _lacking_in(call: ast.Call) -> Iterator[str]:
    if isinstance(call.func, ast.Attribute) and call.func.attr in METHODS_LACKING:
        yield f".{call.func.attr}()"
    for keyword in call.keywords:
        if (_name_of(call.func), keyword.arg) in KEYWORDS_LACKING:
            yield f"{_name_of(call.func)}({keyword.arg}=…)"


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _lacking(what: str) -> str:
    return f"uses {what}, which MicroPython on phones does not have"
