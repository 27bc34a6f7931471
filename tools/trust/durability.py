"""Clients record hands while the server is killed again and again: is every confirmed hand there, once, in order?

    python -m tools.trust durability --kills 50 --engine postgresql

At random moments the whole server is killed, its first process only, or (PostgreSQL) the database or both.
Afterwards every match must accept one more hand, and `scorekeeper verify` must agree with all that is stored.
"""

import argparse
import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, text

from tools.trust.cluster import Cluster, cluster
from tools.trust.lines import Line
from tools.trust.phone import Phone, Refused
from tools.trust.server import Server, environ_for, verify

ENGINES = ("sqlite", "postgresql")
TOLD = 6_000  # characters of a failure in the log
UP = 1.5  # seconds at most that a server stays up between two kills
# Failures in the server's log, other than a database that is down.
CRASH = re.compile(r"^(Traceback|.*Exception in )", re.MULTILINE)


class Client(threading.Thread):
    """One phone at one table: records hands one after the other, each until it is confirmed, as the pages do."""

    def __init__(self, port: int, number: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.number, self.done = Phone(port), number, done
        self.confirmed: list[str] = []  # the keys of confirmed hands, in their order
        self.failure = ""

    def run(self) -> None:
        """Start a match, then record hands until stopped."""
        try:
            self.phone.begin(f"table-{self.number}")
            while not self.done.is_set():
                self.record()
        except Refused as refused:
            self.failure = str(refused)

    def record(self) -> None:
        """Record the next hand. Raises Refused."""
        key, us = f"{self.number}-{len(self.confirmed)}", 60 + len(self.confirmed) % 60
        sent = {"way": "points", "points.0": us, "points.1": 120 - us, "key": key, "seen": len(self.confirmed) + 1}
        self.phone.until_answered(f"{self.phone.match}/hands", sent)
        self.confirmed.append(key)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command line."""
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--engine", choices=ENGINES, action="append", help="both, unless one is named")


def run(asked: argparse.Namespace) -> Iterator[Line]:
    """Run on each kind of database."""
    for engine in asked.engine or ENGINES:
        yield from try_on(engine, asked.kills, asked.clients)


def try_on(engine: str, kills: int, clients: int) -> Iterator[Line]:
    """Kill repeatedly, then compare what is stored."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-trust-") as folder, database(engine) as running:
        environ = environ_for(Path(folder), running.url if running else "")
        server, done = Server(environ, Path(folder) / "log"), threading.Event()
        tables = [Client(server.port, number, done) for number in range(clients)]
        slowest = kill_often(server, running, kills, tables)
        unstuck = finish(server, tables, done)
        kept = keys_kept(running.url if running else f"sqlite:///{folder}/scorekeeper.sqlite3")
        sound, said = verify(environ)
        logged = server.log.read_text(errors="replace")
        crashes = len(CRASH.findall(logged))
        for failure in CRASH.finditer(logged):  # what they were is worth more than their number
            print(logged[failure.start() : failure.start() + TOLD], file=sys.stderr)
    yield from verdicts(f"{engine}, {clients} clients, {kills} kills", tables, kept, unstuck)
    yield Line(f"{engine}: `scorekeeper verify` afterwards", said, "no difference", sound)
    yield Line(f"{engine}: failures in the server's log", str(crashes), "0", crashes == 0)
    yield Line(f"{engine}: longest wait from a kill to the next answer", f"{slowest:.1f} s")


@contextmanager
def database(engine: str) -> Iterator[Cluster | None]:
    """A PostgreSQL server where that is asked for."""
    if engine == "sqlite":
        yield None
        return
    with cluster() as running:
        yield running


def ways_to_kill(server: Server, running: Cluster | None) -> list[Callable[[], None]]:
    """The ways in which it is killed."""

    def first_process() -> None:
        server.kill(parent_only=True)

    ways = [server.kill, first_process]
    if running is None:
        return ways

    def with_database() -> None:
        running.kill()
        server.kill()

    return [*ways, running.kill, running.kill, with_database]


def kill_often(server: Server, running: Cluster | None, kills: int, tables: list[Client]) -> float:
    """Kill at a random moment after it answers, that many times. The longest time until it answered again."""
    ways, slowest = ways_to_kill(server, running), 0.0
    server.start()
    server.wait_until_it_answers()
    for table in tables:
        table.start()
    for number in range(kills):
        time.sleep(random.uniform(0.05, UP))  # noqa: S311 (not a secret)
        ways[number % len(ways)]()
        began = time.monotonic()
        if running is not None and running.process is None:
            running.start()
        if server.process is None:
            server.start()
        server.wait_until_it_answers()
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def finish(server: Server, tables: list[Client], done: threading.Event) -> int:
    """Let every client finish its hand, then record one more; returns how many could. Stops the server."""
    done.set()
    for table in tables:
        table.join(timeout=60)
    could = 0
    for table in tables:
        if not table.failure and not table.is_alive():
            try:
                table.record()
                could += 1
            except Refused as refused:
                table.failure = str(refused)
    server.stop()
    return could


def keys_kept(url: str) -> dict[int, list[str]]:
    """The keys of the recorded hands by client, in the order of the hands."""
    kept: dict[int, list[str]] = {}
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        asked = 'SELECT "key" FROM "change" WHERE kind = \'record\' ORDER BY match_id, hand'
        for (key,) in connection.execute(text(asked)):
            number = key.partition("-")[0]
            if number.isdecimal():  # others are of a club that was made up beside them
                kept.setdefault(int(number), []).append(key)
    engine.dispose()
    return kept


def verdicts(what: str, tables: list[Client], kept: dict[int, list[str]], unstuck: int) -> Iterator[Line]:
    """The report's lines: the stored hands must be exactly those that were confirmed to the clients."""
    confirmed = sum(len(table.confirmed) for table in tables)
    wrong = [table.number for table in tables if kept.get(table.number, []) != table.confirmed]
    failures = [table.failure for table in tables if table.failure]
    retries = sum(table.phone.retries for table in tables)
    yield Line(f"{what}: confirmed hands (retries)", f"{confirmed:,} ({retries:,})", "some", confirmed >= len(tables))
    differing = f"{len(wrong)} tables" if wrong else "none"
    yield Line("… hands lost, doubled or out of order", differing, "none", not wrong)
    yield Line("… refusals", "; ".join(failures[:3]) or "none", "none", not failures)
    yield Line("… matches that take one more hand", f"{unstuck} of {len(tables)}", "all", unstuck == len(tables))
