"""Files, commands and modules named in the documentation exist; the CHANGELOG has the current version."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import scorekeeper

TOP = Path(__file__).parents[2]
ELSEWHERE = {".venv", "node_modules"}  # third-party files
FILES = [file.relative_to(TOP) for file in sorted(TOP.rglob("*.md"))]
PAGES = {file: (TOP / file).read_text(encoding="utf-8") for file in FILES if not ELSEWHERE & set(file.parts)}
CODE = r"^```.*?^```"  # a block of code
PATTERNS = ("tests/golden/<version>/", "docs/schema/<version>/")  # patterns, not files
FOLDERS = "scorekeeper|tests|tools|benchmarks|deploy|docs|requirements|templates|static"
TARGETS = set(re.findall(r"^([a-z-]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def named(pattern: str, part: str = "") -> list[tuple[Path, str]]:
    """Returns the distinct matches of a pattern as (page, text), on all pages or in a part of them."""
    names: list[tuple[Path, str]] = []
    for page, text in PAGES.items():
        texts = re.findall(part, text, re.DOTALL | re.MULTILINE) if part else [text]
        names += [(page, name) for each in texts for name in re.findall(pattern, each, re.MULTILINE)]
    assert names
    return list(dict.fromkeys(names))


def test_every_file_that_a_page_links_to_is_there() -> None:
    links = named(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
    assert [(page, link) for page, link in links if not (TOP / page.parent / link).exists()] == []


def test_every_path_that_a_page_names_is_there() -> None:
    paths = [(page, path) for page, path in named(rf"`((?:{FOLDERS})/[^` :]*)`") if path not in PATTERNS]
    assert [(page, path) for page, path in paths if not list(TOP.glob(path.rstrip("/")))] == []


def test_every_test_that_a_page_names_is_there() -> None:
    tests = named(r"`(tests/[\w/]+\.py::test_\w+)`")
    assert [(page, test) for page, test in tests if not is_there(*test.split("::"))] == []


def is_there(path: str, test: str) -> bool:
    """True if a file has a test of this name."""
    file = TOP / path
    return file.is_file() and re.search(rf"^def {test}\(", file.read_text(encoding="utf-8"), re.MULTILINE) is not None


# The criteria of WCAG 2.2 of levels A and AA: by guideline, the numbers of its criteria.
CRITERIA = {
    "1.1": (1,), "1.2": (1, 2, 3, 4, 5), "1.3": (1, 2, 3, 4, 5), "1.4": (1, 2, 3, 4, 5, 10, 11, 12, 13),
    "2.1": (1, 2, 4), "2.2": (1, 2), "2.3": (1,), "2.4": (1, 2, 3, 4, 5, 6, 7, 11), "2.5": (1, 2, 3, 4, 7, 8),
    "3.1": (1, 2), "3.2": (1, 2, 3, 4, 6), "3.3": (1, 2, 3, 4, 7, 8), "4.1": (1, 2, 3),
}  # fmt: skip


def test_every_criterion_of_wcag_is_judged_and_what_is_met_has_a_test() -> None:
    rows = re.findall(
        r"^\| (\d\.\d\.\d+) (A|AA) .*\| (yes|partly|no|–) \|.*\|(.*)\|$", PAGES[Path("docs/wcag.md")], re.MULTILINE
    )
    wanted = [f"{guideline}.{number}" for guideline, numbers in CRITERIA.items() for number in numbers]
    assert [number for number, _level, _met, _tests in rows] == wanted
    assert [number for number, _level, met, tests in rows if met != "–" and "::" not in tests] == []


def test_every_target_of_make_that_a_page_names_is_there() -> None:
    targets = named(r"`make ([a-z-]+)") + named(r"^ *make ([a-z-]+)", CODE)
    assert [(page, target) for page, target in targets if target not in TARGETS] == []


def test_every_module_that_a_page_runs_is_there() -> None:
    modules = named(r"python -m ([\w.]+)")
    assert [(page, module) for page, module in modules if find_spec(module) is None] == []


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
