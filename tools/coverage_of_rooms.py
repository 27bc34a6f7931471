"""How much of each room the tests go through, branch by branch: `make coverage`.

Runs the tests under coverage.py, those of other processes too, and says of each room of `scorekeeper/` what part of
its lines and branches was taken. The rules, the history and the links have to be gone through whole, every other room
for the most part. Exit status: that of the tests, or 1 where a room has too little.
"""

import json
import subprocess
import sys
from collections import defaultdict
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


def measure(wanted: list[str]) -> int:
    """Run the tests; pytest's exit status."""
    covered = (sys.executable, "-m", "coverage")
    subprocess.run([*covered, "erase"], cwd=TOP, check=True)
    tests = ("-m", "pytest", "--numprocesses=auto", "--dist=worksteal", *wanted)
    status = subprocess.run([*covered, "run", *tests], cwd=TOP, check=False).returncode
    subprocess.run([*covered, "combine", "--quiet"], cwd=TOP, check=True)
    subprocess.run([*covered, "json", "--quiet"], cwd=TOP, check=True)
    return status


def by_room(report: Path) -> dict[str, tuple[float, list[str]]]:
    """For each room the part that was gone through, in per cent, and its files with what was not."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    gaps: dict[str, list[str]] = defaultdict(list)
    for file, found in sorted(json.loads(report.read_text(encoding="utf-8"))["files"].items()):
        sums, room = found["summary"], room_of(file)
        counts[room][0] += sums["covered_lines"] + sums["covered_branches"]
        counts[room][1] += sums["num_statements"] + sums["num_branches"]
        missing = [str(line) for line in found["missing_lines"]]
        missing += [f"{start}→{end}" for start, end in found["missing_branches"]]
        if missing:
            gaps[room].append(f"{file}: {' '.join(missing)}")
    return {room: (100 * taken / of if of else 100.0, gaps[room]) for room, (taken, of) in counts.items()}


def main() -> int:
    """Measure, and print a line for each room; below those that have too little, what was not gone through."""
    status = measure(sys.argv[1:])
    for room, (part, gaps) in sorted(by_room(TOP / "coverage.json").items()):
        least = 100.0 if room in WHOLE else MOST
        enough = part >= least
        print(f"{room:14} {part:6.2f} %  {'' if enough else f'at least {least:g} % wanted'}")
        if not enough:
            print("\n".join(f"    {gap}" for gap in gaps))
            status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main())
