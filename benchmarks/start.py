"""How long `scorekeeper serve` takes from its start to its first response, with an existing database.

    python -m benchmarks.start

Target: at most two seconds.
"""

import argparse
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from http.client import HTTPConnection
from os import environ
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

PATIENCE = 30  # seconds


def free_port() -> int:
    """Returns a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def first_answer(instance: str) -> float:
    """Starts the application, waits for the home page, stops it; returns the seconds until the page arrived."""
    port = free_port()
    command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1", "--port", str(port)]
    began = perf_counter()
    server = subprocess.Popen(command, env={**environ, "SCOREKEEPER_INSTANCE": instance}, stdout=subprocess.DEVNULL)
    try:
        _until(lambda: answers_at(port), began)
        return perf_counter() - began
    finally:
        server.terminate()
        server.wait()


def answers_at(port: int, path: str = "/") -> bool:
    """True if the page was received completely."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status == 200 and bool(answer.read())
    except OSError:
        return False
    finally:
        connection.close()


def _until(is_so: Callable[[], bool], began: float) -> None:
    while not is_so():
        if perf_counter() - began > PATIENCE:
            raise SystemExit(f"No answer within {PATIENCE} s")
        sleep(0.01)


def main() -> None:
    """Starts it once, then again and again, and prints the seconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as instance:
        print(f"first start, which makes the database: {first_answer(instance):.2f} s")
        times = [first_answer(instance) for _ in range(rounds)]
        print(f"started again: {median(times):.2f} s (median of {rounds}; target 2 s)")


if __name__ == "__main__":
    main()
