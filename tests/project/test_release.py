"""What has to be true before a version is tagged (`make release`); tests/i18n adds that every text is translated."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.store.test_golden import FOLDER, VERSIONS
from tools import schemas

TOP = Path(__file__).parents[2]
pytestmark = pytest.mark.release


def git(*words: str) -> str:
    program = shutil.which("git")
    assert program
    return subprocess.run([program, *words], cwd=TOP, check=True, capture_output=True, text=True).stdout.strip()


def test_the_changelog_has_a_dated_section_of_this_version_and_nothing_unreleased() -> None:
    text = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## Unreleased\s+^## \[{re.escape(__version__)}\] – \d{{4}}-\d\d-\d\d$", text, re.MULTILINE)


def test_this_version_left_exports_for_later_ones() -> None:
    assert __version__ in VERSIONS, "Run make golden"
    files = [sorted(each.name for each in (FOLDER / version).iterdir()) for version in VERSIONS]
    assert files[VERSIONS.index(__version__)] == files[0]


def test_this_version_left_its_json_schemas() -> None:
    kept = schemas.FOLDER / __version__
    assert {file.name: file.read_text("utf-8") for file in kept.glob("*.json")} == schemas.texts(), "Run make golden"


def test_everything_is_committed() -> None:
    assert git("status", "--porcelain") == ""


def test_the_version_has_no_tag_yet() -> None:
    assert git("tag", "--list", f"v{__version__}") == ""
