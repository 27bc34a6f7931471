"""Hands and watchers' polls per second over real connections, beside a bare insert and a bare hello in the same run.

    python -m benchmarks.load --clients 1 8 32 --seconds 4

One process of each kind of server (`benchmarks.servers`), on SQLite with the default settings (WAL, synchronous FULL).
The bare application and ours take turns, a second each, so that other load on the machine affects both alike. The
clients run on the same machine. Targets: a hand at most twice the bare insert, a 304 at most 1.5 times the hello.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.bare import FOLDER, ROW
from benchmarks.driver import Client, Measured, drive, get, post
from benchmarks.save_hand import row_of_a_hand
from benchmarks.servers import BARE, KINDS, OURS, served
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from tools.trust.phone import Phone

TURN = 1.0  # seconds that one application is measured before the other
TABLES = 4  # of a client: enough for all hands that it saves, as a match has at most 1,000
HAND, WATCH, INSERT, HELLO = "hand saved", "304 for a watcher", "bare insert", "bare hello"
BESIDE = {HAND: (INSERT, 2.0), WATCH: (HELLO, 1.5)}
GOOD = {HAND: 200, WATCH: 304, INSERT: 303, HELLO: 200}

Connect = Callable[[], Client]


class Result(NamedTuple):
    """The figures of one kind of server with `clients` clients."""

    server: str
    clients: int
    measured: dict[str, Measured]

    def ratio(self, what: str) -> float:
        """Our time per response divided by the bare application's."""
        return self.measured[BESIDE[what][0]].rate / self.measured[what].rate


def measure(kinds: tuple[str, ...], clients: list[int], seconds: float) -> Iterator[Result]:
    """Yields a result for each kind of server and number of clients."""
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
            environ = ready(Path(folder))
            ours, _pid = running.enter_context(served(kind, OURS, environ, "/healthz"))
            bare, _pid = running.enter_context(served(kind, BARE, environ, "/hello"))
            asking = {
                INSERT: inserter(bare),
                HAND: table(ours),
                HELLO: greeter(bare),
                WATCH: watcher(ours),
            }
            for number in clients:
                yield Result(kind, number, in_turns(asking, number, seconds))


def ready(folder: Path) -> dict[str, str]:
    """Creates an empty database; returns the environment for both servers."""
    app = create_app({"INSTANCE_PATH": str(folder)})
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
        db.engine.dispose()
    with tempfile.TemporaryDirectory() as other:
        aside = create_app({"INSTANCE_PATH": other})
        with aside.app_context():
            upgrade.upgrade(db.engine, Path(other))
        row = row_of_a_hand(aside)
    unlimited = {"DATABASE_URL": "", "SCOREKEEPER_RATELIMITS": "0"}
    return {"SCOREKEEPER_INSTANCE": str(folder), FOLDER: str(folder), ROW: json.dumps(row), **unlimited}


def in_turns(asking: dict[str, Connect], number: int, seconds: float) -> dict[str, Measured]:
    """Measures all kinds of requests in turns, after a short warm-up."""
    clients = {what: [connect() for _ in range(number)] for what, connect in asking.items()}
    for connections in clients.values():
        drive(connections, TURN / 4)
    results: dict[str, Measured] = {}
    for _turn in range(max(1, round(seconds / TURN))):
        for what, connections in clients.items():
            measured = drive(connections, min(TURN, seconds))
            results[what] = results[what].and_(measured) if what in results else measured
    for what, connections in clients.items():
        if set(results[what].statuses) != {GOOD[what]}:
            raise SystemExit(f"{what}: answered with {dict(results[what].statuses)}")
        for client in connections:
            client.close()
    return results


def forever(request: bytes) -> Iterator[bytes]:
    """Repeats the requests without end."""
    while True:
        yield request


def inserter(port: int) -> Connect:
    """Returns clients that insert a row in the bare application."""
    numbers = count()
    return lambda: Client(port, (post("/", f"number={number}") for number in numbers))


def greeter(port: int) -> Connect:
    """Returns clients that request the bare application's hello."""
    return lambda: Client(port, forever(get("/hello")))


def table(port: int) -> Connect:
    """Returns clients that save hands, each at TABLES of its own in turn, as the page's script does."""
    numbers = count()
    form = "way=points&points.0=70&points.1=50&key=key-{0}&seen={0}"

    def connect() -> Client:
        tables = [_started(port, f"table {next(numbers)} {time.time_ns()}") for _table in range(TABLES)]
        requests = (
            post(f"{match}/hands", form.format(seen), **headers) for seen in count(2) for match, headers in tables
        )
        return Client(port, requests)

    return connect


def _started(port: int, key: str) -> tuple[str, dict[str, str]]:
    """Starts a match; returns its address, and the headers of its phone.

    The first hand is saved here, because the response sets the phone's cookie.
    """
    phone = Phone(port)
    match = phone.begin(key)
    save(phone, match, 1)
    return match, {"Accept": "application/json", "Cookie": phone.cookie, "X_CSRFToken": phone.form_token}


def save(phone: Phone, match: str, number: int) -> None:
    """Returns a phone's request that saves a hand of its match."""
    form = {"way": "points", "points.0": 70, "points.1": 50, "key": f"key-{number}", "seen": number}
    phone.until_answered(f"{match}/hands", form)


def watcher(port: int) -> Connect:
    """Returns watchers of a match of 20 hands in which nothing happens."""
    phone = Phone(port)
    match = phone.begin("watched")
    for number in range(1, 21):
        save(phone, match, number)
    path = f"{match}/state.json?since=21&lang=en"
    tag = etag(port, path)
    return lambda: Client(port, forever(get(path, If_None_Match=tag, Accept="application/json")))


def etag(port: int, path: str, **headers: str) -> str:
    """Returns the current ETag of a page."""
    client = Client(port, forever(get(path, **headers)))
    client.ask()
    while not client.answered():
        pass
    client.close()
    lines = client.read.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    return next(line.partition(":")[2].strip() for line in lines if line.lower().startswith("etag:"))


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--servers", nargs="+", choices=KINDS, default=KINDS)
    options = parser.parse_args()
    print(f"{'':10}{'':>8}  {'':18} a second   p50 ms   p95 ms   p99 ms   × bare")
    for result in measure(tuple(options.servers), options.clients, options.seconds):
        for what, figures in result.measured.items():
            times = "".join(f"{figures.percentile(part):9.2f}" for part in (50, 95, 99))
            ratio = f"{result.ratio(what):9.2f}" if what in BESIDE else ""
            print(f"{result.server:10}{result.clients:8}  {what:18}{figures.rate:9.0f}{times}{ratio}", flush=True)


if __name__ == "__main__":
    main()
