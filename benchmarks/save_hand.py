"""The cost of saving a hand: the first, the three-hundredth, and the same row in a bare Flask application.

    python -m benchmarks.save_hand

All in turns in one run, through the real view with its CSRF check, on SQLite with the default settings (WAL,
synchronous FULL). Measured is processor time, so that the disk and other programs change little; `benchmarks.processor`
measures the same in separate servers. Targets: the first and the three-hundredth within 20 %, at most 1.75 times the
bare insert.
"""

import argparse
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import Any, NamedTuple

from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from benchmarks.bare import bare_app
from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.web import links

LONG = 300  # hands of the long match
HEAD = {
    "format": "scorekeeper/1",
    "game": "albastini",
    "sides": [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}],
}


class Sample(NamedTuple):
    """A match's head, the entry of each of its hands, and the form that makes this entry."""

    head: dict[str, Any]
    entry: dict[str, Any]
    form: dict[str, str]


SAMPLE = Sample(HEAD, {"points": [70, 50]}, {"way": "points", "points.0": "70", "points.1": "50"})
Save = Callable[[], TestResponse]


class Table:
    """A phone at a table: saves hands of a match by form or by script."""

    keys = count()

    def __init__(self, app: Flask, sample: Sample = SAMPLE) -> None:
        self.app, self.sample = app, sample
        self.client = app.test_client()
        with app.app_context():
            sitting = ledger.open_sitting()
            self.token = links.token(links.make_link(sitting, "score"))
            self.sitting_id = sitting.id
            db.session.commit()
        self.csrf = str(URLSafeTimedSerializer(app.config["SECRET_KEY"], salt="wtf-csrf-token").dumps("raw"))

    def new_match(self, hands: int = 0) -> int:
        """Starts a match with this number of hands; returns its own number."""
        with self.app.app_context():
            sitting = db.session.get_one(Sitting, self.sitting_id)
            match = ledger.start_match(sitting, self.sample.head, actor="bench", key=self.key())
            for _ in range(hands):
                ledger.record(match, self.sample.entry, ledger.Write("bench", self.key(), match.version))
            db.session.commit()
            return match.number

    def key(self) -> str:
        """Returns a new idempotency key."""
        return f"bench-{next(self.keys)}"

    def save(self, number: int, accept: str) -> Save:
        """Returns a function that saves the match's next hand; `accept` is the Accept header."""
        with self.client.session_transaction() as session:
            session["csrf_token"] = "raw"
            session.pop("_flashes", None)  # a browser would show them on the next page
        with self.app.app_context():
            match = db.session.query(Match).filter_by(sitting_id=self.sitting_id, number=number).one()
            seen = match.version
        form = {"csrf_token": self.csrf, "key": self.key(), "seen": str(seen), **self.sample.form}
        address = f"/s/{self.token}/m/{number}/hands"
        return lambda: self.client.post(address, data=form, headers={"Accept": accept})


def main() -> None:
    """Measures and prints medians in microseconds, and ratios to the bare insert."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
        table = Table(app)
        long = table.new_match(LONG)
        bare = bare_app(folder, row_of_a_hand(app)).test_client()
        times: dict[str, list[float]] = {}
        for turn in range(rounds):
            for accept in ("text/html", "application/json"):
                _clock(times, f"hand 1, {accept}", table.save(table.new_match(), accept))
                _clock(times, f"hand {LONG}, {accept}", table.save(long, accept))
            _clock(times, "bare insert", lambda number=turn: bare.post("/", data={"number": str(number)}))  # type: ignore[misc]
    _report(times)


def row_of_a_hand(app: Flask) -> dict[str, object]:
    """Returns a hand's row as Scorekeeper stores it."""
    with app.app_context():
        match = ledger.start_match(ledger.open_sitting(), HEAD, actor="bench", key="row")
        ledger.record(match, SAMPLE.entry, ledger.Write("bench", "row 1", match.version))
        hand = ledger.hands(match)[0]
        names = ("match_id", "number", "entry", "dealer", "points", "lines", "table")
        return {name: getattr(hand, name) for name in names}


def clock(save: Save) -> float:
    """Saves a hand; returns microseconds of processor time. Exits if it was not saved."""
    start = process_time_ns()
    response = save()
    taken = (process_time_ns() - start) / 1e3
    if response.status_code not in {200, 303}:
        raise SystemExit(f"{response.status}\n{response.text[:500]}")
    return taken


def _clock(times: dict[str, list[float]], what: str, save: Save) -> None:
    times.setdefault(what, []).append(clock(save))


def _report(times: dict[str, list[float]]) -> None:
    bare = median(times["bare insert"])
    print(f"{'':34} median µs   × bare")
    for what, taken in times.items():
        print(f"{what:34} {median(taken):9.0f} {median(taken) / bare:8.2f}")
    for accept in ("text/html", "application/json"):
        first, late = (median(times[f"hand {number}, {accept}"]) for number in (1, LONG))
        print(f"hand {LONG} / hand 1, {accept}: {late / first:.2f}")


if __name__ == "__main__":
    main()
