"""Sheets per minute from one process over real connections, and its memory, beside WeasyPrint alone.

    python -m benchmarks.paper --sheets 30

Different matches of 30 hands each, so that no sheet is cached; four phones request sheets at once, and the server makes
one at a time. WeasyPrint alone is a process that makes the PDF of the same page again and again, as in its manual.
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
ALONE = "alone"  # the argument that makes this module the other process


class Paper(NamedTuple):
    """Sheets per minute, and peak memory in megabytes."""

    a_minute: float
    peak: float


def ours(sheets: int) -> Paper:
    """Returns Scorekeeper's figures."""
    with tempfile.TemporaryDirectory() as folder:
        paths = matches(Path(folder), sheets + PHONES)
        environ = {"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": "", "SCOREKEEPER_RATELIMITS": "0"}
        with served("granian", OURS, environ, "/healthz") as (port, pid):
            for path in paths[:PHONES]:  # the first request loads WeasyPrint and its fonts
                drive([Client(port, iter([get(path)]))], 0)
            waiting = iter(paths[PHONES:])
            clients = [Client(port, (get(path) for path in waiting)) for _ in range(PHONES)]
            seconds = emptied(clients, sheets)
            return Paper(sheets / seconds * 60, peak_memory(pid))


def emptied(clients: list[Client], sheets: int) -> float:
    """Returns the seconds until all responses are complete; each client sends one request after the other."""
    began = time.perf_counter()
    for _round in range(sheets // len(clients)):
        answered = drive(clients, 0)
        if set(answered.statuses) != {200}:
            raise SystemExit(f"answered with {dict(answered.statuses)}")
    return time.perf_counter() - began


def matches(folder: Path, count: int) -> list[str]:
    """Creates `count` matches; returns the addresses of their sheets."""
    app = create_app({"INSTANCE_PATH": str(folder), "DATABASE_URL": ""})
    head = document(HANDS)
    hands = head.pop("hands")
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
        sitting = ledger.open_sitting()
        token = links.token(links.make_link(sitting, "watch"))
        for number in range(count):
            sides = [{**side, "name": f"{side['name']} {number}"} for side in head["sides"]]
            match = ledger.start_match(sitting, {**head, "sides": sides}, actor="bench", key=f"match {number}")
            for hand in range(HANDS):
                ledger.record(match, hands[hand], ledger.Write("bench", f"{number}-{hand}", match.version))
        db.session.commit()
        db.engine.dispose()
    return [f"/s/{token}/m/{number}/sheet.pdf" for number in range(1, count + 1)]


def alone(sheets: int) -> Paper:
    """Returns WeasyPrint's figures, measured in another process."""
    words = [sys.executable, "-m", "benchmarks.paper", ALONE, "--sheets", str(sheets)]
    process = subprocess.run(words, capture_output=True, text=True, check=True)
    return Paper(*json.loads(process.stdout))


def _alone(sheets: int) -> None:
    html = page(HANDS)
    weasyprint_alone(html)
    began = time.perf_counter()
    for _ in range(sheets):
        weasyprint_alone(html)
    seconds = time.perf_counter() - began
    print(json.dumps([sheets / seconds * 60, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000]))


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=[ALONE], help="only WeasyPrint, for this module itself")
    parser.add_argument("--sheets", type=int, default=32)
    options = parser.parse_args()
    if options.part == ALONE:
        _alone(options.sheets)
        return
    for name, figures in (("Scorekeeper", ours(options.sheets)), ("WeasyPrint alone", alone(options.sheets))):
        print(f"{name}: {figures.a_minute:.0f} sheets a minute, {figures.peak:.0f} MB at most")


if __name__ == "__main__":
    main()
