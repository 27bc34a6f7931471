"""All imports are declared, and the locked versions satisfy the declarations."""

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
OPTIONAL = PROJECT["optional-dependencies"]
DRIVER = [Requirement(line) for line in OPTIONAL["postgresql"]]


def imported() -> set[str]:
    """Returns the third-party packages that the code imports, by their names in the index."""
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
    at_home = [Requirement(line) for line in OPTIONAL["mdns"]]
    declared = {canonicalize_name(each.name) for each in [*DECLARED, *at_home]}
    assert imported() == declared


def locked_versions(declared: Requirement, text: str) -> list[str]:
    """Returns a requirement's versions in a lock file: one for each Python."""
    extras = rf"(?:\[{','.join(sorted(declared.extras))}\])?"
    return re.findall(rf"^{re.escape(declared.name)}{extras}==(\S+)", text, re.MULTILINE)


@pytest.mark.parametrize("lock", ["runtime.txt", "dev.txt"])
def test_what_is_declared_is_locked_in_an_allowed_version(lock: str) -> None:
    text = (TOP / "requirements" / lock).read_text(encoding="utf-8")
    versions = {declared: locked_versions(declared, text) for declared in DECLARED + DRIVER}
    assert [str(declared) for declared, locked in versions.items() if not locked] == []
    assert [
        (str(declared), version)
        for declared, locked in versions.items()
        for version in locked
        if version not in declared.specifier
    ] == []


@pytest.mark.parametrize("lock", ["runtime.txt", "dev.txt", "build.txt", "pip.txt"])
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    text = (TOP / "requirements" / lock).read_text(encoding="utf-8")
    packages = re.findall(r"^\w.*\n((?:    .*\n)+)", text, re.MULTILINE)
    assert len(packages) == len(re.findall(r"^\w", text, re.MULTILINE)) > 0
    assert all("--hash=sha256:" in hashes for hashes in packages)


def test_the_container_installs_locked_packages_only() -> None:
    lines = (TOP / "deploy" / "Containerfile").read_text(encoding="utf-8")
    installs = re.findall(r"pip install (.*?)(?: \\)?$", lines, re.MULTILINE)
    packages = [line for line in installs if "/tmp/wheel/" not in line]
    assert len(packages) == 2
    assert all("--require-hashes" in line for line in packages)
