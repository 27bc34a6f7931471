"""A match of very many hands: its page, a correction of its first hand, and its sheet.

    python -m benchmarks.long_match
    python -m benchmarks.long_match --hands 10000

Seconds by the clock and of the processor. The sheet is set as a worker sets it, in a process of its own, which tells
the most memory it took. Targets for 5,000 hands: page under 300 KB, correction under 1 s, sheet under 20 s and 300 MB.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask

from benchmarks.sheet import document
from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import Match, db, now
from scorekeeper.web import links

SHEET = "sheet"  # the argument with which this module is the other process


def application(folder: str) -> Flask:
    """An application whose database is in this folder."""
    unhindered = {"RATELIMIT_ENABLED": False, "WTF_CSRF_ENABLED": False}
    return create_app({"INSTANCE_PATH": folder, "DATABASE_URL": "", **unhindered})


def long_match(app: Flask, folder: str, hands: int) -> str:
    """The address of a match of so many hands."""
    told = document(hands)
    entries = told.pop("hands")
    with app.app_context():
        upgrade.upgrade(db.engine, Path(folder))
        sitting = ledger.open_sitting()
        rows = ledger.rows_from_hands(told, entries, [now()] * (hands + 1), actor="bench", key="bench")
        rows.match.sitting_id = sitting.id
        ledger.insert_matches(db.session, [rows])
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
    return f"/s/{token}/m/1"


def taken(act: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds by the clock, seconds of the processor, and the answer."""
    clock, processor = time.perf_counter(), time.process_time()
    answer = act()
    return time.perf_counter() - clock, time.process_time() - processor, answer


def _sheet(folder: str) -> None:
    from scorekeeper.paper.long_sheets import pdf_of_sheets
    from scorekeeper.web.views.printing import match_sheet

    with application(folder).test_request_context():
        match = db.session.query(Match).one()
        clock, processor, made = taken(lambda: pdf_of_sheets([match_sheet(match, paper="A4", language="en")]))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([clock, processor, memory, len(made)]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=[SHEET], help="only the sheet, for this module itself")
    parser.add_argument("folder", nargs="?", help="the instance folder, for this module itself")
    parser.add_argument("--hands", type=int, default=5000)
    asked = parser.parse_args()
    if asked.part == SHEET:
        _sheet(asked.folder)
        return
    with tempfile.TemporaryDirectory() as folder:
        app = application(folder)
        address = long_match(app, folder, asked.hands)
        client = app.test_client()
        client.get(address)  # compiles templates
        clock, processor, page = taken(lambda: client.get(address))
        print(f"page:       {clock:6.2f} s, {processor:6.2f} s of the processor, {len(page.data) / 1000:.0f} KB")
        fields = correction(asked.hands)
        clock, processor, answer = taken(
            lambda: client.post(f"{address}/hands/1", data=fields, headers={"Accept": "application/json"})
        )
        if answer.status_code != 200:
            sys.exit(f"The correction was answered with {answer.status_code}: {answer.text[:500]}")
        print(f"correction: {clock:6.2f} s, {processor:6.2f} s of the processor")
        words = [sys.executable, "-m", "benchmarks.long_match", SHEET, folder]
        told = subprocess.run(words, capture_output=True, text=True, check=True, env=os.environ)
        clock, processor, memory, size = json.loads(told.stdout)
        print(f"sheet:      {clock:6.2f} s, {processor:6.2f} s of the processor, {memory:.0f} MB, {size / 1000:.0f} KB")


def correction(hands: int) -> dict[str, str]:
    """The form that gives the first hand other points."""
    fields = {"way": "melds", "went_out": "1", "seen": str(hands + 1), "key": "correction"}
    for side, melds, hand in (("0", "300", "30"), ("1", "200", "0")):
        fields |= {f"sides.{side}.melds": melds, f"sides.{side}.clean": "1"}
        fields |= {f"sides.{side}.hand": hand, f"sides.{side}.pot": "played"}
    return fields


if __name__ == "__main__":
    main()
