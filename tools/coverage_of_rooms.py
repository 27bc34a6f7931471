"""Measures the branch coverage of each package by the tests: `make coverage`.

Runs the tests under coverage.py, including their child processes, and prints for each package of `scorekeeper/` the
covered part of its lines and branches. Rules, history and links must be covered completely, all other packages by
MOST per cent. Exit status: the tests' status, or 1 if a package has too little coverage.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

TOP = Path(__file__).parents[1]
WHOLE = ("games", "ledger", "web/links.py")
MOST = 90.0  # per cent, the minimum of all other packages


def room_of(file: str) -> str:
    """Returns the package of a file below `scorekeeper/`, or the file itself if it has its own minimum."""
    inside = Path(file).relative_to("scorekeeper")
    if inside.as_posix() in WHOLE:
        return inside.as_posix()
    return inside.parts[0] if len(inside.parts) > 1 else "ground"


def coverage(*words: str) -> int:
    """Runs a command of coverage.py; returns its exit status."""
    return subprocess.run([sys.executable, "-m", "coverage", *words], cwd=TOP, check=False).returncode


def measure(options: list[str]) -> int:
    """Runs the tests with these pytest options; returns the exit status."""
    coverage("erase")
    status = coverage("run", "-m", "pytest", *options)
    coverage("combine", "--quiet")
    coverage("json", "--quiet")
    return status


def by_room(report: Path) -> dict[str, float]:
    """Returns the coverage of each package in per cent."""
    taken: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for file, figures in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        sums, room = figures["summary"], room_of(file)
        taken[room] += sums["covered_lines"] + sums["covered_branches"]
        there[room] += sums["num_statements"] + sums["num_branches"]
    return {room: 100 * taken[room] / there[room] for room in sorted(there)}


def files_of(room: str) -> str:
    """Returns the package's files as a pattern for coverage.py."""
    if room == "ground":
        return "scorekeeper/*.py"
    return f"scorekeeper/{room}" if room.endswith(".py") else f"scorekeeper/{room}/*"


def main() -> int:
    """Measures and prints a line per package, then the uncovered lines of packages below their minimum."""
    status, lacking = measure(sys.argv[1:]), []
    for room, part in by_room(TOP / "coverage.json").items():
        least = 100.0 if room in WHOLE else MOST
        if part < least:
            lacking.append(room)
        print(f"{room:14} {part:6.2f} %{'' if part >= least else f'  (at least {least:g} % wanted)'}")
    for room in lacking:
        coverage("report", "--show-missing", "--skip-covered", f"--include={files_of(room)}")
    return status or int(bool(lacking))


if __name__ == "__main__":
    sys.exit(main())
