"""Files, commands and modules that the pages of documentation name are there; the CHANGELOG knows this version."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import scorekeeper

TOP = Path(__file__).parents[2]
ELSEWHERE = {".venv", "node_modules"}  # what others wrote
PAGES = [page for page in sorted(TOP.rglob("*.md")) if not ELSEWHERE & set(page.relative_to(TOP).parts)]
PATTERNS = ("tests/golden/<version>/",)  # they name no one file
FOLDERS = "scorekeeper|tests|tools|benchmarks|deploy|docs|requirements|templates|static"
TARGETS = set(re.findall(r"^([a-z-]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
of_every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))


@of_every_page
def test_every_file_that_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@of_every_page
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    paths = re.findall(rf"`((?:{FOLDERS})/[^` ]*)`", page.read_text(encoding="utf-8"))
    assert [path for path in paths if path not in PATTERNS and not list(TOP.glob(path.rstrip("/")))] == []


@of_every_page
def test_every_target_of_make_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r"(?:`|^ *)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in named if target not in TARGETS] == []


@of_every_page
def test_every_module_that_a_page_has_run_is_there(page: Path) -> None:
    named = re.findall(r"python -m ([\w.]+)", page.read_text(encoding="utf-8"))
    assert [module for module in named if find_spec(module) is None] == []


def test_the_changelog_says_what_this_version_brought_and_when() -> None:
    released = re.findall(r"^## \[(.+)\] – (.+)$", (TOP / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert released[0][0] == scorekeeper.__version__
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for _version, day in released)
    numbers = [tuple(map(int, version.split("."))) for version, _day in released]
    assert numbers == sorted(numbers, reverse=True)


def test_the_floor_plan_has_every_room_and_no_other() -> None:
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = {each for contract in contracts for layer in contract.get("layers", ()) for each in layer.split(" | ")}
    rooms = {each for each in layers if (TOP / "scorekeeper" / each).is_dir()}
    design = (TOP / "DESIGN.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)/` \|", design, re.MULTILINE)) == rooms
    assert all(each in design for each in layers - rooms - {"__main__"})
