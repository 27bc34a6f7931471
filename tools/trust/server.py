"""A Scorekeeper server on this machine that tests send requests to, kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

PATIENCE = 120.0  # seconds that a start or a stop may take, on a machine with much else to do


class Server:
    """`scorekeeper serve` in a process group of its own; `environ` says on which database."""

    def __init__(self, environ: dict[str, str], log: Path, *options: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.environ, self.log, self.options = environ, log, options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; its output is appended to the log."""
        words = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*words, "--no-qr", *self.options], env=self.environ, start_new_session=True, stdout=log, stderr=log
            )

    def wait_until_it_answers(self, seconds: float = PATIENCE) -> None:
        """Wait. Raises TimeoutError, also where it has ended and something else answers at its port."""
        ends = time.monotonic() + seconds
        while not self.answers() or self.has_ended():
            if time.monotonic() > ends or self.has_ended():
                said = self.log.read_text(errors="replace")[-500:]
                raise TimeoutError(f"no answer within {seconds:g} s; it said: {said}")
            time.sleep(0.05)

    def has_ended(self) -> bool:
        """Whether it was started and has exited."""
        return self.process is not None and self.process.poll() is not None

    def answers(self) -> bool:
        """Whether it is up and reaches its database."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            try:
                connection.request("GET", "/healthz")
                return connection.getresponse().status == 200
            except (OSError, HTTPException):
                return False

    def kill(self, *, parent_only: bool = False) -> None:
        """SIGKILL to every process of it at once, or to the first one alone, as a machine short of memory may do."""
        if self.process is None:
            return
        if parent_only:
            self.process.kill()
        else:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self) -> int:
        """Stop it with SIGTERM; returns its exit status."""
        if self.process is None:
            return 0
        self.process.terminate()
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            self.kill(parent_only=True)  # nothing to one that has ended


@contextmanager
def serving(environ: dict[str, str], log: Path, *options: str) -> Iterator[Server]:
    """A running server, stopped afterwards."""
    server = Server(environ, log, *options)
    server.start()
    try:
        server.wait_until_it_answers()
        yield server
    finally:
        if server.process is not None:
            server.stop()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def environ_for(folder: Path, url: str = "") -> dict[str, str]:
    """The environment of a server that keeps everything in `folder`, and its database at `url` if one is given."""
    # All clients have one address: no rate limits.
    return {**os.environ, "SCOREKEEPER_INSTANCE": str(folder), "DATABASE_URL": url, "SCOREKEEPER_RATELIMITS": "0"}


def verify(environ: dict[str, str]) -> tuple[bool, str]:
    """Whether `scorekeeper verify` finds no difference, and its last line."""
    words = [sys.executable, "-m", "scorekeeper", "verify"]
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip().splitlines() or ["it said nothing"]
    return done.returncode == 0, said[-1]
