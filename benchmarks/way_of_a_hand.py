"""The modules and functions of `scorekeeper` that saving a hand calls.

    python -m benchmarks.way_of_a_hand --list

The second hand of a match of Scopa, with six fields, is saved by form and by script (JSON), after other hands have
filled all caches. A function counts once however often it is called; comprehensions and lambdas belong to the function
around them. `--list` prints the functions. Exits with an error if more than a tenth above the targets, which are what
was measured on 29 November 2026: 43 modules and 196 functions by form, 55 and 254 by script.

Printed too: the processor time of parsing the form into an entry.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from time import process_time_ns
from types import CodeType, FrameType
from typing import Any, NamedTuple

import scorekeeper
from benchmarks.save_hand import HEAD, Sample, Save, Table
from scorekeeper.app import create_app
from scorekeeper.games.engine.setup import begin
from scorekeeper.pages.entry_form import posted_form
from scorekeeper.store import upgrade
from scorekeeper.store.models import db

SAMPLE = Sample(
    {**HEAD, "game": "scopa"},
    {"cards": [22, 18], "coins": [6, 4], "settebello": 0, "primiera": 1, "scope": [1, 2]},
    {
        "way": "deal",
        "cards.0": "22",
        "coins.0": "6",
        "settebello": "0",
        "primiera": "1",
        "scope.0": "1",
        "scope.1": "2",
    },
)
READINGS = 200  # repetitions of parsing the form
PACKAGE = str(Path(scorekeeper.__file__).parent)
KINDS = {"form": "text/html", "JSON": "application/json"}
TARGETS = {"form": (43, 196), "JSON": (55, 254)}  # modules and functions
MOST = 1.1  # times its target


class Way(NamedTuple):
    """The calls of a request: calls by module and function, and the number of calls from one module into another."""

    calls: Counter[tuple[str, str]]
    changes: int

    @property
    def modules(self) -> list[str]:
        """The modules in alphabetical order."""
        return sorted({module for module, _function in self.calls})


def measure() -> dict[str, Way]:
    """Returns the calls by the kind of response (form or JSON)."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
        table = Table(app, SAMPLE)
        ways = {}
        for kind, accept in KINDS.items():
            for _warm_up in range(2):
                table.save(table.new_match(1), accept)()
            ways[kind] = way_of(table.save(table.new_match(1), accept))
        with app.app_context():
            db.engine.dispose()
        return ways


def way_of(save: Save) -> Way:
    """Saves a hand and returns its calls."""
    calls: Counter[tuple[str, str]] = Counter()
    visited: list[str] = []
    with entered(calls, visited):
        response = save()
    if response.status_code not in {200, 303}:
        raise SystemExit(f"{response.status}\n{response.text[:500]}")
    changes = sum(one != other for one, other in pairwise(visited))
    return Way(calls, changes)


@contextmanager
def entered(calls: Counter[tuple[str, str]], visited: list[str]) -> Iterator[None]:
    """Counts the calls of our own functions, and lists their modules in order."""

    def called(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            module = module_of(frame.f_code)
            visited.append(module)
            if not frame.f_code.co_name.startswith("<"):
                calls[module, frame.f_code.co_qualname] += 1

    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


def module_of(code: CodeType) -> str:
    """Returns the module of a function without the package's name: `ledger.writing`."""
    return ".".join(Path(code.co_filename).relative_to(PACKAGE).with_suffix("").parts)


def reading() -> float:
    """Returns the processor time of parsing the form in microseconds, the least of several measurements."""
    setup = begin(SAMPLE.head)
    times = []
    for _measurement in range(20):
        start = process_time_ns()
        for _time in range(READINGS):
            posted_form(setup, SAMPLE.form.items()).answered(lambda _entry: None)
        times.append((process_time_ns() - start) / READINGS / 1e3)
    return min(times)


def main() -> None:
    """Measures and prints; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true", help="print modules and functions with their calls")
    listed = parser.parse_args().list
    ways = measure()
    print(f"{'one hand':10} modules  target  functions  target  calls  changes of module")
    for kind, way in ways.items():
        modules, functions = TARGETS[kind]
        print(
            f"{kind:10} {len(way.modules):7} {modules:7} {len(way.calls):10} {functions:7} {way.calls.total():6}"
            f" {way.changes:18}"
        )
    print(f"reading the form: {reading():.1f} µs")
    for kind, way in ways.items() if listed else ():
        print(f"\n{kind}")
        for (module, function), times in sorted(way.calls.items()):
            print(f"{times:5}  {module}: {function}")
    missed = [kind for kind, way in ways.items() if _is_too_long(way, *TARGETS[kind])]
    if missed:
        raise SystemExit(f"too long by {' and '.join(missed)}")


def _is_too_long(way: Way, modules: int, functions: int) -> bool:
    return len(way.modules) > MOST * modules or len(way.calls) > MOST * functions


if __name__ == "__main__":
    main()
