"""Processor time of a server: a saved hand beside a bare insert of the same row, and a watcher's 304 beside a hello.

    python -m benchmarks.processor --rounds 10

Both servers are granian (`--server` for another kind) with one process each, on SQLite with the default settings (WAL,
synchronous FULL); requests alternate between them within one run. Measured is the processor time of the server's
process from Linux, so that waiting for the disk and other programs change little. Targets: a hand at most 1.75 times
the bare insert, a 304 at most the hello.
"""

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.driver import drive
from benchmarks.load import BESIDE, GOOD, HAND, HELLO, INSERT, WATCH, Connect, greeter, inserter, ready, table, watcher
from benchmarks.servers import BARE, OURS, processor_time, served

TURN = 0.5  # seconds of requests to one server before the other
CLIENTS = 1
TARGETS = {HAND: 1.75, WATCH: 1.0}


class Asked(NamedTuple):
    """The clients, the server's process, and the expected status."""

    connect: Connect
    pid: int
    good: int


def measure(rounds: int, kind: str = "granian") -> dict[str, float]:
    """Returns microseconds of processor time per response by kind of request, the median of all rounds."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        environ = ready(Path(folder))
        ours, our_pid = running.enter_context(served(kind, OURS, environ, "/healthz"))
        bare, bare_pid = running.enter_context(served(kind, BARE, environ, "/hello"))
        asking = {
            INSERT: Asked(inserter(bare), bare_pid, GOOD[INSERT]),
            HAND: Asked(table(ours), our_pid, GOOD[HAND]),
            HELLO: Asked(greeter(bare), bare_pid, GOOD[HELLO]),
            WATCH: Asked(watcher(ours), our_pid, GOOD[WATCH]),
        }
        return each_in_turns(asking, rounds)


def each_in_turns(asking: dict[str, Asked], rounds: int) -> dict[str, float]:
    """Returns microseconds of processor time per response by kind of request, the median of `rounds` turns."""
    clients = {what: [asked.connect() for _ in range(CLIENTS)] for what, asked in asking.items()}
    for connections in clients.values():
        drive(connections, TURN)  # to warm up
    taken: dict[str, list[float]] = {what: [] for what in asking}
    for _round in range(rounds):
        for what, asked in asking.items():
            before = processor_time(asked.pid)
            measured = drive(clients[what], TURN)
            taken[what].append((processor_time(asked.pid) - before) / len(measured.times) * 1e6)
            if set(measured.statuses) != {asked.good}:
                raise SystemExit(f"{what}: answered with {dict(measured.statuses)}")
    for connections in clients.values():
        for client in connections:
            client.close()
    return {what: median(connections) for what, connections in taken.items()}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--server", default="granian")
    options = parser.parse_args()
    medians = measure(options.rounds, options.server)
    print(f"{'processor time of the server':34}      µs   × bare   target")
    for what in (INSERT, HAND, HELLO, WATCH):
        ratio = f"{medians[what] / medians[BESIDE[what][0]]:8.2f} {TARGETS[what]:8.2f}" if what in BESIDE else ""
        print(f"{what:34} {medians[what]:7.0f} {ratio}")


if __name__ == "__main__":
    main()
