"""The WSGI servers that are compared, each as one process with four threads.

    python -m benchmarks.servers granian benchmarks.bare:application 8001

granian is what `scorekeeper serve` uses, with the same buffering in front; Werkzeug's is Flask's development server.
waitress is measured if it is installed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.start import answers_at, free_port
from scorekeeper.serving.worker import Buffered

THREADS = 4
TARGET = "BENCHMARK_TARGET"  # the environment variable with the application, for granian's own process
KINDS = ("granian", "werkzeug")
OURS, BARE = "scorekeeper.serving.worker:application", "benchmarks.bare:application"
PATIENCE = 30  # seconds


@contextmanager
def served(kind: str, target: str, environ: dict[str, str], healthy: str) -> Iterator[tuple[int, int]]:
    """Runs a server; yields its port and the id of the process that does the work."""
    port = free_port()
    words = [sys.executable, "-m", "benchmarks.servers", kind, target, str(port)]
    server = subprocess.Popen(words, env={**os.environ, **environ}, stdout=subprocess.DEVNULL)
    try:
        ends = time.monotonic() + PATIENCE
        while not answers_at(port, healthy):
            if time.monotonic() > ends or server.poll() is not None:
                raise TimeoutError(f"{kind} does not answer")
            time.sleep(0.05)
        yield port, worker_of(server.pid)
    finally:
        server.terminate()
        server.wait()


def worker_of(pid: int) -> int:
    """Returns the newest child of a process, or the process itself if it has none."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[-1]) if children else pid


def peak_memory(pid: int) -> float:
    """Returns the peak memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1000
    raise ValueError("the kernel does not say")


def processor_time(pid: int) -> float:
    """Returns the user and system time that a process has used so far, in seconds."""
    user, kernel = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(kernel)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Serves until stopped."""
    kind, target, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if kind == "granian":
        _granian(target, port)
    if kind == "waitress":
        _waitress(_made(target), port)
    else:
        _werkzeug(_made(target), port)


def _made(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)()


def buffered() -> Buffered:
    """Returns the application with the buffering of `scorekeeper serve`."""
    return Buffered(_made(os.environ[TARGET]))


def _granian(target: str, port: int) -> None:
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    os.environ[TARGET] = target
    Granian(
        "benchmarks.servers:buffered", address="127.0.0.1", port=port, interface=Interfaces.RSGI, factory=True,
        log_level=LogLevels.warning, websockets=False,
    ).serve()  # fmt: skip
    sys.exit()


def _waitress(app: Any, port: int) -> None:
    serve: Any = import_module("waitress").serve  # not among the locked packages
    serve(app, host="127.0.0.1", port=port, threads=THREADS, _quiet=True)


def _werkzeug(app: Any, port: int) -> None:
    """Serves as `flask run` does, with keep-alive connections and without a request log."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            pass

    make_server("127.0.0.1", port, app, threaded=True, request_handler=Quiet).serve_forever()


if __name__ == "__main__":
    main()
