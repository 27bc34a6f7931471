"""Clients record hands while the server is killed again and again: is every confirmed hand stored, once, in order?

    python -m tools.trust durability --kills 50 --engine postgresql

At random moments the whole server is killed, or only its first process, or (PostgreSQL) the database or both.
Afterwards every match must accept one more hand, and `scorekeeper verify` must find no difference.
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
TOLD = 6_000  # characters of a failure quoted from the log
UP = 1.5  # most seconds between two kills
LONGEST = 900  # hands of a match, after which a client starts another one: fewer than a match may have
# Errors in the server's log, except an unavailable database.
CRASH = re.compile(r"^(Traceback|.*Exception in )", re.MULTILINE)


class Client(threading.Thread):
    """A phone at a table that records hands one after the other, repeating each until it is confirmed, as pages do."""

    def __init__(self, port: int, number: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.number, self.done = Phone(port), number, done
        self.confirmed: list[str] = []  # the keys of confirmed hands, in order
        self.failure = ""

    def run(self) -> None:
        """Records hands until stopped."""
        try:
            while not self.done.is_set():
                self.record()
        except Refused as refused:
            self.failure = str(refused)

    def record(self) -> None:
        """Records the next hand, the first of each match at a new table. Raises Refused."""
        match, hand = divmod(len(self.confirmed), LONGEST)
        if hand == 0:
            self.phone.begin(f"table-{self.number}-{match}")
        key, us = f"{self.number}-{len(self.confirmed)}", 60 + hand % 60
        sent = {"way": "points", "points.0": us, "points.1": 120 - us, "key": key, "seen": hand + 1}
        self.phone.until_answered(f"{self.phone.match}/hands", sent)
        self.confirmed.append(key)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command line options."""
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--engine", choices=ENGINES, action="append", help="both, unless one is named")


def run(options: argparse.Namespace) -> Iterator[Line]:
    """Run on each kind of database."""
    for engine in options.engine or ENGINES:
        yield from try_on(engine, options.kills, options.clients)


def try_on(engine: str, kills: int, clients: int) -> Iterator[Line]:
    """Kills the server repeatedly, then compares the stored hands with the confirmed ones."""
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
        for failure in CRASH.finditer(logged):  # show the errors themselves, not only their number
            print(logged[failure.start() : failure.start() + TOLD], file=sys.stderr)
    yield from verdicts(f"{engine}, {clients} clients, {kills} kills", tables, kept, unstuck)
    yield Line(f"{engine}: `scorekeeper verify` afterwards", said, "no difference", sound)
    yield Line(f"{engine}: errors in the server's log", str(crashes), "0", crashes == 0)
    yield Line(f"{engine}: longest time from a kill to the next response", f"{slowest:.1f} s")


@contextmanager
def database(engine: str) -> Iterator[Cluster | None]:
    """Runs a PostgreSQL server if `engine` needs one."""
    if engine == "sqlite":
        yield None
        return
    with cluster() as running:
        yield running


def ways_to_kill(server: Server, running: Cluster | None) -> list[Callable[[], None]]:
    """Returns the ways of killing the server."""

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
    """Kills at random moments, `kills` times; returns the longest time in seconds until it responded again."""
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
    """Lets every client finish its hand and record one more; returns how many could. Stops the server."""
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
    """Returns the keys of the stored hands by client, in the order of the hands."""
    kept: dict[int, list[str]] = {}
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        query = 'SELECT "key" FROM "change" WHERE kind = \'record\' ORDER BY match_id, hand'
        for (key,) in connection.execute(text(query)):
            number = key.partition("-")[0]
            if number.isdecimal():  # others belong to the club of the demo data
                kept.setdefault(int(number), []).append(key)
    engine.dispose()
    return kept


def verdicts(what: str, tables: list[Client], kept: dict[int, list[str]], unstuck: int) -> Iterator[Line]:
    """Returns the report's lines: the stored hands must be exactly the ones confirmed to the clients."""
    confirmed = sum(len(table.confirmed) for table in tables)
    wrong = [table.number for table in tables if kept.get(table.number, []) != table.confirmed]
    failures = [table.failure for table in tables if table.failure]
    retries = sum(table.phone.retries for table in tables)
    yield Line(f"{what}: confirmed hands (retries)", f"{confirmed:,} ({retries:,})", "some", confirmed >= len(tables))
    differing = f"{len(wrong)} tables" if wrong else "none"
    yield Line("… hands lost, duplicated or out of order", differing, "none", not wrong)
    yield Line("… hands refused", "; ".join(failures[:3]) or "none", "none", not failures)
    yield Line("… matches that accept one more hand", f"{unstuck} of {len(tables)}", "all", unstuck == len(tables))
