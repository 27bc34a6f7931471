"""The rules as a library: its examples, its wheel in an environment of its own, its module in Node."""

import doctest
import json
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from scorekeeper.web.notices import NAME
from tests.support.machine import needs
from tests.support.vectors import vectors_of
from tools.install.debian import NODE
from tools.rules_library import __main__ as building

TOP = Path(__file__).parents[2]
LIBRARY = TOP / "tools" / "rules_library"
IN_PYTHON = """
import importlib, json, sys
from scorekeeper import rules
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(rules.score(json.load(sys.stdin))))
"""
IN_NODE = """
import { load } from "./scorekeeper-rules.js";
const rules = await load();
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(rules.score(JSON.parse(text))));
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds wheel and module; returns their folder."""
    folder = tmp_path_factory.mktemp("rules")
    building.main(folder)
    return folder


def run(*words: "str | Path", text: str = "", cwd: Path | None = None) -> str:
    """Runs a program, which must succeed; returns its standard output."""
    done = subprocess.run(words, input=text, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_examples_of_its_documentation_come_out() -> None:
    result = doctest.testfile(str(LIBRARY / "README.md"), module_relative=False)
    assert result.attempted > 9
    assert not result.failed


def test_the_wheel_scores_alone_in_an_environment_without_packages(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "bare", symlinks=True)
    python = tmp_path / "bare" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {"scorekeeper/py.typed", "scorekeeper/LICENSE", "scorekeeper/games/card/cards/wizard.json"} <= {*names}
    modules = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names if name.endswith(".py")
    ]
    case = vectors_of("truco")[0]
    words = (python, "-I", "-c", IN_PYTHON, json.dumps(modules))
    result = json.loads(run(*words, text=json.dumps(case["document"]), cwd=tmp_path))
    assert result["totals"] == case["result"]["totals"]


def test_the_module_scores_in_node(built: Path) -> None:
    needs(NODE)
    case = vectors_of("scopa")[0]
    folder = built / "scorekeeper-rules-js"
    words = ("node", "--input-type=module", "--eval", IN_NODE)
    assert json.loads(run(*words, text=json.dumps(case["document"]), cwd=folder))["totals"] == case["result"]["totals"]


def test_both_distributions_have_names_of_their_own() -> None:
    names = [
        tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["name"] for folder in (TOP, LIBRARY)
    ]
    assert names == [NAME, "scorekeeper-rules"]
