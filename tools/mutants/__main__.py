"""Tests whether the tests notice small changes of the code: `make mutants`, or `make mutants ROOMS="rules engine"`.

Each mutant is one small change of rules, engine, tournaments or ledger; a test should fail with it. Results are
kept in `.mutants.jsonl`: killed mutants are not tested again until that file is removed, survivors each time.
docs/mutants.md gets the figures, and explains survivors that change nothing that matters.
Exit status: 1 if fewer than LEAST per cent are killed in a room, or if a survivor is neither killed nor explained.
"""

import argparse
import json
import os
import re
import sys
import time
from collections import Counter

import pytest

from tools.mutants.changes import Mutant, mutants
from tools.mutants.running import TOP, Room

ROOMS: dict[str, tuple[str, list[str]]] = {  # files, and the tests that should notice changes of them
    "rules": ("scorekeeper/games/*/rules.py", ["tests/games"]),
    "engine": (
        "scorekeeper/games/engine/*.py",
        ["tests/games", "tests/ledger", "tests/made_up", "tests/offline", "tests/pages"]
        + ["tests/i18n/test_side_names.py", "tests/paper/test_cribs.py"],
    ),
    "tournaments": ("scorekeeper/tournaments/*.py", ["tests/tournaments"]),
    "ledger": (
        "scorekeeper/ledger/*.py",
        ["tests/ledger", "tests/cli/test_verify.py", "tests/offline/test_sync.py", "tests/offline/test_confirming.py"]
        + [f"tests/clubs/test_{part}.py" for part in ("approvals", "confirming", "erasing", "erasing_keys")]
        + ["tests/clubs/test_history_travels.py"]
        + [f"tests/web/test_{part}.py" for part in ("calls", "final_results", "long_matches", "match_views")]
        + [f"tests/web/test_{part}.py" for part in ("not_modified", "sittings", "two_clocks")],
    ),
}
LEAST = 95.0  # per cent
KEPT = TOP / ".mutants.jsonl"
PAGE = TOP / "docs" / "mutants.md"
ROW = re.compile(r"^\| (\w+) \| ([\d,]+) \| .*\n", re.MULTILINE)


def of_room(room: str, files: str = "") -> list[Mutant]:
    """Returns the room's mutants, or those of its files that contain `files` in their path."""
    paths = [path.relative_to(TOP).as_posix() for path in sorted(TOP.glob(ROOMS[room][0]))]
    chosen = [path for path in paths if files in path]
    return [each for path in chosen for each in mutants(path, (TOP / path).read_text(encoding="utf-8"))]


def earlier() -> dict[str, bool]:
    """Returns the kept results by mutant, True if killed."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    return {result["mutant"]: result["killed"] for result in map(json.loads, lines)}


def explained() -> set[str]:
    """Returns the mutants that docs/mutants.md explains."""
    return set(re.findall(r"^- (.+?`(?: \(\d+\))?) – ", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def run(room: str, options: argparse.Namespace) -> None:
    """Tests a room's mutants that were not killed before."""
    killed = earlier()
    pending = [each for each in of_room(room, options.files) if not killed.get(each.key)]
    if options.new:
        pending = [each for each in pending if each.key not in killed]
    began, results = time.monotonic(), Counter[bool]()

    def report(mutant: Mutant, dead: bool) -> None:
        results[dead] += 1
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": mutant.key, "killed": dead}, ensure_ascii=False) + "\n")
        if not dead:
            print(f"{mutant.file}:{mutant.lines[0]} {mutant.key}", file=sys.stderr, flush=True)

    tests = options.tests or ROOMS[room][1]
    print(f"{room}: {len(pending)} mutants to test", file=sys.stderr, flush=True)
    if pending:
        pytest.main(
            ["-q", "-p", "no:cacheprovider", "--engines=sqlite", *tests],
            plugins=[Room(pending, options.jobs, report, options.quick)],
        )
    print(
        f"{room}: {results[True]} killed, {results[False]} survived, {time.monotonic() - began:.0f} s", file=sys.stderr
    )


def figures(room: str) -> tuple[str, bool]:
    """Returns the room's row of the table, and True if it meets the target."""
    killed, known = earlier(), explained()
    keys = [each.key for each in of_room(room)]
    dead = sum(bool(killed.get(key)) for key in keys)
    tested = sum(key in killed for key in keys)
    alive = [key for key in keys if killed.get(key) is False]
    open_ones = [key for key in alive if key not in known]
    share = 100 * dead / tested if tested else 0.0
    known_ones = len(alive) - len(open_ones)
    row = f"| {room} | {len(keys):,} | {tested:,} | {dead:,} | {share:.1f} % | {known_ones} | {len(open_ones)} |\n"
    return row, share >= LEAST and not open_ones and tested == len(keys)


def main() -> int:
    """Tests the chosen rooms and writes the figures of all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all of them if none is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants tested at the same time")
    parser.add_argument("--files", default="", help="part of the path of the files to change")
    parser.add_argument("--tests", nargs="*", help="other tests than the room's")
    parser.add_argument("--new", action="store_true", help="leave out the survivors of earlier runs too")
    parser.add_argument("--quick", action="store_true", help="a quarter of the tests' time: all survivors are suspects")
    options = parser.parse_args()
    for room in options.rooms or ROOMS:
        child = os.fork()  # each room with its own imports
        if not child:
            run(room, options)
            sys.stderr.flush()
            os._exit(0)
        os.waitpid(child, 0)
    rows = {room: figures(room) for room in ROOMS}
    page = ROW.sub(lambda match: rows.get(match[1], (match[0], True))[0], PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(page, encoding="utf-8")
    print("".join(row for row, _met in rows.values()))
    return 0 if all(rows[room][1] for room in options.rooms or ROOMS) else 1


if __name__ == "__main__":
    sys.exit(main())
