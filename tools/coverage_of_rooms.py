"""How much of each room the tests go through, branch by branch: `make coverage`.

Runs the tests under coverage.py, those of other processes too, and says of each room of `scorekeeper/` what part of
its lines and branches was taken. The rules, the history and the links have to be gone through whole, every other room
for the most part. Exit status: that of the tests, or 1 where a room has too little.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

TOP = Path(__file__).parents[1]
WHOLE = ("games", "ledger", "web/links.py")
MOST = 90.0  # per cent, of all other rooms


def room_of(file: str) -> str:
    """The room of a file below `scorekeeper/`, or the file where it is asked of by itself."""
    inside = Path(file).relative_to("scorekeeper")
    if inside.as_posix() in WHOLE:
        return inside.as_posix()
    return inside.parts[0] if len(inside.parts) > 1 else "ground"


def coverage(*words: str) -> int:
    """Run a command of coverage.py; its exit status."""
    return subprocess.run([sys.executable, "-m", "coverage", *words], cwd=TOP, check=False).returncode


def measure(options: list[str]) -> int:
    """Run the tests with options of pytest; its exit status."""
    coverage("erase")
    status = coverage("run", "-m", "pytest", *options)
    coverage("combine", "--quiet")
    coverage("json", "--quiet")
    return status


def by_room(report: Path) -> dict[str, float]:
    """The part of each room that was gone through, in per cent."""
    taken: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for file, found in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        sums, room = found["summary"], room_of(file)
        taken[room] += sums["covered_lines"] + sums["covered_branches"]
        there[room] += sums["num_statements"] + sums["num_branches"]
    return {room: 100 * taken[room] / there[room] for room in sorted(there)}


def files_of(room: str) -> str:
    """The room's files, as coverage.py wants them named."""
    if room == "ground":
        return "scorekeeper/*.py"
    return f"scorekeeper/{room}" if room.endswith(".py") else f"scorekeeper/{room}/*"


def main() -> int:
    """Measure, and print a line for each room; then what was left out in those that have too little."""
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
