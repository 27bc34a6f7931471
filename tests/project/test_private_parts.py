"""Private parts of libraries: each one in use is listed, bounded by version, and works as the code relies on."""

import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TypeVar

import pytest
from jinja2 import Environment, pass_context
from jinja2.nodes import Template
from packaging.requirements import Requirement

import scorekeeper
from scorekeeper.offline import bundle

TOP = Path(__file__).parents[2]
CODE = {str(file.relative_to(TOP)): file.read_text("utf-8") for file in (TOP / "scorekeeper").rglob("*.py")}
PAGE = (TOP / "docs" / "private-parts.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([\w-]+)` \| `([\w.]+)` \| `([\w./]+)` \|", PAGE, re.MULTILINE)
DOCUMENTED = {"_get_current_object", "_moveTo", "_lineTo", "_curveToOne"}

Test = TypeVar("Test", bound=Callable[..., None])
tested: list[str] = []


def relies_on(*parts: str) -> Callable[[Test], Test]:
    """Marks the test of these private parts."""
    tested.extend(parts)
    return lambda test: test


@pytest.fixture
def environment() -> Environment:
    """A Jinja environment of templates that are texts."""
    return Environment(autoescape=True)


@relies_on("CodeGenerator")
def test_a_compiled_template_writes_dicts_in_order(environment: Environment) -> None:
    source = "{% for name, value in {'b': x, 'a': 2}.items() %}{{ name }}{{ value }} {% endfor %}"
    assert "OrderedDict" not in raw(environment, source)
    environment.code_generator_class = bundle.OrderedCode
    code = "from collections import OrderedDict\n" + raw(environment, source)
    assert "OrderedDict((" in code
    template = environment.template_class.from_code(environment, compile(code, "t", "exec"), {})
    assert template.render(x="&") == "b&amp; a2 "


def raw(environment: Environment, source: str) -> str:
    """The Python code that Jinja makes of a template."""
    tree: Template = environment.parse(source)
    return environment.compile(tree, name="t", filename=None, raw=True)  # type: ignore[call-overload,no-any-return]


@relies_on("cond_expr_undefined")
def test_compiled_code_has_the_lines_that_are_adapted_to_the_phone(environment: Environment) -> None:
    code = raw(environment, "{% macro nothing() %}{% endmacro %}{{ 'yes' if x }}{% block empty %}{% endblock %}")
    assert len(bundle.RUNTIME.findall(code)) == 1
    assert len(bundle.HINT.findall(code)) == 1
    assert "if 0: yield None" in code


@relies_on("jinja_pass_arg")
def test_filters_that_expect_the_context_are_known(environment: Environment) -> None:
    environment.filters = {"plain": lambda text: text, "passing": pass_context(lambda _context, text: text)}
    assert bundle.passing(environment) == ["passing"]


def test_every_private_part_is_bounded_by_version_tested_and_still_used() -> None:
    assert len(ROWS) == PAGE.count("\n| `")
    assert sorted(part for _library, part, _file in ROWS) == sorted(tested)
    assert [(part, file) for _library, part, file in ROWS if part.split(".")[-1] not in CODE[file]] == []
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [Requirement(line) for line in project["dependencies"]]
    bounded = {each.name for each in declared if any(bound.operator == "<" for bound in each.specifier)}
    assert bounded == {library for library, _part, _file in ROWS}


def accessed() -> Iterator[tuple[str, str]]:
    """Returns the file and name of each private attribute whose use the linter is set to accept."""
    for file, text in CODE.items():
        for line in text.splitlines():
            if "noqa" in line and "SLF001" in line:
                yield from ((file, name) for name in re.findall(r"(?<!self)\.(_[a-z]\w*)", line))


def overridden() -> Iterator[tuple[str, str]]:
    """The file and name of each private method of a library's class that a class of ours replaces."""
    for module in walk_packages(scorekeeper.__path__, "scorekeeper."):
        if ".migrations." not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)
    ours = {kind for name in list(sys.modules) if name.startswith("scorekeeper") for kind in classes(name)}
    for kind in ours:
        theirs = [base for base in kind.__mro__ if is_foreign(base.__module__)]
        for name in vars(kind):
            if re.match(r"_(?!abc_)[a-zA-Z]", name) and any(name in vars(base) for base in theirs):
                file = Path(inspect.getfile(kind)).relative_to(TOP)
                yield str(file), name


def classes(module: str) -> list[type]:
    """The classes that a module defines."""
    return [kind for kind in vars(sys.modules[module]).values() if inspect.isclass(kind) and kind.__module__ == module]


def is_foreign(module: str) -> bool:
    """True for a module of a library."""
    return module.partition(".")[0] not in {*sys.stdlib_module_names, "scorekeeper"}


def imported() -> Iterator[tuple[str, str]]:
    """The file and name of each private module or name that is imported from a library."""
    for file, text in CODE.items():
        for module, names in re.findall(r"^ *from ([\w.]+) import ([^#\n]+)", text, re.MULTILINE):
            if is_foreign(module):
                yield from ((file, name) for name in re.findall(r"(?<![\w.])_[a-z]\w*", f"{module} {names}"))
                yield from ((file, name) for name in re.findall(r"\._[a-z]\w*", module))


TYPES_ONLY = {("scorekeeper/web/public_address.py", "_typeshed")}  # for mypy, never imported


def test_no_other_private_part_is_accessed_replaced_or_imported() -> None:
    listed = {(file, part.split(".")[-1]) for _library, part, file in ROWS}
    found = {*accessed(), *overridden(), *imported()}
    assert ("scorekeeper/paper/picture.py", "_moveTo") in found  # the search works
    assert sorted(each for each in found - listed - TYPES_ONLY if each[1] not in DOCUMENTED) == []


def test_no_method_of_a_library_is_replaced_on_an_object() -> None:
    lines = [line for text in CODE.values() for line in text.splitlines() if "ignore[method-assign" in line]
    assert [line for line in lines if "app.wsgi_app = " not in line] == []  # Flask documents that one
