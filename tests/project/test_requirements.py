"""What the code imports is declared, and what is declared is locked in a version that may be."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED = [Requirement(line) for line in PROJECT["dependencies"]]
DRIVER = [Requirement(line) for line in PROJECT["optional-dependencies"]["postgresql"]]


def imported() -> set[str]:
    """The packages of others that the code imports, as their indexes call them."""
    modules: set[str] = set()
    for file in (TOP / "scorekeeper").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules.add(str(node.module).partition(".")[0])
    known = packages_distributions()
    foreign = modules - sys.stdlib_module_names - {"scorekeeper"}
    return {canonicalize_name(known[module][0]) for module in foreign if module in known}


def test_every_package_that_the_code_imports_is_declared_and_no_other() -> None:
    declared = {canonicalize_name(each.name) for each in DECLARED}
    assert imported() == declared


@pytest.mark.parametrize("lock", ["runtime.txt", "dev.txt"])
@pytest.mark.parametrize("declared", DECLARED + DRIVER, ids=str)
def test_what_is_declared_is_locked_in_a_version_that_may_be(declared: Requirement, lock: str) -> None:
    text = (TOP / "requirements" / lock).read_text(encoding="utf-8")
    extras = rf"(?:\[{','.join(sorted(declared.extras))}\])?"
    versions = re.findall(rf"^{re.escape(declared.name)}{extras}==(\S+)", text, re.MULTILINE)  # one for each Python
    assert versions
    assert all(version in declared.specifier for version in versions)


@pytest.mark.parametrize("lock", ["runtime.txt", "dev.txt", "pip.txt"])
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    text = (TOP / "requirements" / lock).read_text(encoding="utf-8")
    packages = re.findall(r"^\w.*\n((?:    .*\n)+)", text, re.MULTILINE)
    assert len(packages) == len(re.findall(r"^\w", text, re.MULTILINE)) > 0
    assert all("--hash=sha256:" in hashes for hashes in packages)
