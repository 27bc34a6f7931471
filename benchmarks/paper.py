"""Sheets a minute from one process over real connections, and the memory it takes, beside WeasyPrint alone.

    python -m benchmarks.paper --sheets 30

Different matches of 30 hands each, so that no sheet is cached; four phones ask at once, and the server sets
one at a time. WeasyPrint alone is a process that sets the same page again and again, as its manual shows it.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.driver import Client, drive, get
from benchmarks.servers import OURS, peak_memory, served
from benchmarks.sheet import document, page, weasyprint_alone
from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from scorekeeper.web import links

HANDS = 30
PHONES = 4
ALONE = "alone"  # the argument with which this module is the other process


class Paper(NamedTuple):
    """Sheets a minute, and megabytes of memory at most."""

    a_minute: float
    peak: float


def ours(sheets: int) -> Paper:
    """Scorekeeper's figures."""
    with tempfile.TemporaryDirectory() as folder:
        paths = matches(Path(folder), sheets + PHONES)
        environ = {"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": "", "SCOREKEEPER_RATELIMITS": "0"}
        with served("granian", OURS, environ, "/healthz") as (port, pid):
            for path in paths[:PHONES]:  # the first one loads WeasyPrint and its fonts
                drive([Client(port, iter([get(path)]))], 0)
            waiting = iter(paths[PHONES:])
            clients = [Client(port, (get(path) for path in waiting)) for _ in range(PHONES)]
            seconds = emptied(clients, sheets)
            return Paper(sheets / seconds * 60, peak_memory(pid))


def emptied(clients: list[Client], sheets: int) -> float:
    """Seconds until all requests are answered; each client sends one after the other."""
    began = time.perf_counter()
    for _round in range(sheets // len(clients)):
        answered = drive(clients, 0)
        if set(answered.statuses) != {200}:
            raise SystemExit(f"answered with {dict(answered.statuses)}")
    return time.perf_counter() - began


def matches(folder: Path, count: int) -> list[str]:
    """The addresses of the sheets of so many matches."""
    app = create_app({"INSTANCE_PATH": str(folder), "DATABASE_URL": ""})
    told = document(HANDS)
    hands = told.pop("hands")
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
        sitting = ledger.open_sitting()
        token = links.token(links.make_link(sitting, "watch"))
        for number in range(count):
            sides = [{**side, "name": f"{side['name']} {number}"} for side in told["sides"]]
            match = ledger.start_match(sitting, {**told, "sides": sides}, actor="bench", key=f"match {number}")
            for hand in range(HANDS):
                ledger.record(match, hands[hand], ledger.Write("bench", f"{number}-{hand}", match.version))
        db.session.commit()
        db.engine.dispose()
    return [f"/s/{token}/m/{number}/sheet.pdf" for number in range(1, count + 1)]


def alone(sheets: int) -> Paper:
    """WeasyPrint's figures, in a process of its own."""
    words = [sys.executable, "-m", "benchmarks.paper", ALONE, "--sheets", str(sheets)]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    return Paper(*json.loads(told.stdout))


def _alone(sheets: int) -> None:
    html = page(HANDS)
    weasyprint_alone(html)
    began = time.perf_counter()
    for _ in range(sheets):
        weasyprint_alone(html)
    seconds = time.perf_counter() - began
    print(json.dumps([sheets / seconds * 60, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=[ALONE], help="only WeasyPrint, for this module itself")
    parser.add_argument("--sheets", type=int, default=32)
    asked = parser.parse_args()
    if asked.part == ALONE:
        _alone(asked.sheets)
        return
    for name, found in (("Scorekeeper", ours(asked.sheets)), ("WeasyPrint alone", alone(asked.sheets))):
        print(f"{name}: {found.a_minute:.0f} sheets a minute, {found.peak:.0f} MB at most")


if __name__ == "__main__":
    main()
