"""Claims that the test suite proves: backups and migrations, access, bad input, full and read-only disks.

    python -m tools.trust claims --only access

Each line is a file of the test suite (or several), run as `make test` runs them; it is so where all of them pass.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from tools.trust.lines import Line

ROOT = Path(__file__).parents[2]
CLAIMS = {  # the claim, and the files of tests/ that prove it
    "copies": (
        "copies made while hands are recorded come back whole; wrong or newer ones are refused",
        ["cli/test_backup.py"],
    ),
    "migrations": (
        "every earlier step of the database is brought to the newest with all that was in it, copied before",
        ["test_migrations*.py"],
    ),
    "access": (
        "every route answers every kind of visitor as it should; links end at once",
        ["test_access.py", "test_links.py", "test_not_modified.py"],
    ),
    "input": (
        "whatever is sent, nothing fails, hangs or writes more than it may",
        ["test_fuzz*.py", "test_openapi.py", "test_rate_limits.py", "test_proofs.py"],
    ),
    "disk": (
        "a full or read-only disk is told on a clear page, with nothing half-written",
        ["test_faults.py"],
    ),
    "erasing": ("a person can be erased: names replaced, scores kept", ["clubs/test_erasing.py"]),
    "ending": ("a killed server leaves nobody at its port; a polite end finishes answers", ["cli/test_serve.py"]),
    "logs": ("logs hold no name, link or address", ["test_logs.py"]),
    "engine": ("the rules give the same answers on a phone", ["micropython/test_same_answers.py"]),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command line."""
    parser.add_argument("--only", choices=CLAIMS, action="append", help="all, unless one is named")


def run(asked: argparse.Namespace) -> Iterator[Line]:
    """Run the tests of each claim; one without tests fails."""
    for name in asked.only or CLAIMS:
        claim, patterns = CLAIMS[name]
        files = [file for pattern in patterns for file in sorted((ROOT / "tests").glob(pattern))]
        if not files:
            yield Line(claim, "no test")
            continue
        yield Line(claim, *_tested(files))


def _tested(files: list[Path]) -> tuple[str, str, bool]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
        strict = {**os.environ, "SCOREKEEPER_HANG": "1"}  # the second that is promised
        done = subprocess.run(
            [*words, *map(str, files)], cwd=ROOT, env=strict, capture_output=True, text=True, check=False
        )
        counts = _counted(report)
    passed = counts["tests"] - counts["failures"] - counts["errors"] - counts["skipped"]
    figure = f"{passed:,} tests pass" + (f", {counts['skipped']} skipped" if counts["skipped"] else "")
    names = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if names:
        figure += f", not: {', '.join(name.rpartition('::')[2] for name in names[:5])}"
    return figure, "all", done.returncode == 0 and passed > 0


def _counted(report: Path) -> dict[str, int]:
    """How many tests ran and failed; pytest writes no report where it cannot start."""
    found = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    if report.exists():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):  # noqa: S314 (just written for us)
            found = {name: count + int(suite.get(name, 0)) for name, count in found.items()}
    return found
