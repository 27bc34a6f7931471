"""A Scorekeeper server on this machine that the parts send requests to, kill and restart."""

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

PATIENCE = 120.0  # seconds for a start or a stop, as the machine may be busy


class Server:
    """`scorekeeper serve` in its own process group; `environ` selects the database."""

    def __init__(self, environ: dict[str, str], log: Path, *options: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.environ, self.log, self.options = environ, log, options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it; its output is appended to the log."""
        words = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*words, "--no-qr", *self.options], env=self.environ, start_new_session=True, stdout=log, stderr=log
            )

    def wait_until_it_answers(self, seconds: float = PATIENCE) -> None:
        """Waits until it responds. Raises TimeoutError, also if it has exited and another program uses its port."""
        ends = time.monotonic() + seconds
        while not self.answers() or self.has_ended():
            if time.monotonic() > ends or self.has_ended():
                said = self.log.read_text(errors="replace")[-500:]
                raise TimeoutError(f"no answer within {seconds:g} s; it said: {said}")
            time.sleep(0.05)

    def has_ended(self) -> bool:
        """True if it was started and has exited."""
        return self.process is not None and self.process.poll() is not None

    def answers(self) -> bool:
        """True if it is up and reaches its database."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            try:
                connection.request("GET", "/healthz")
                return connection.getresponse().status == 200
            except (OSError, HTTPException):
                return False

    def kill(self, *, parent_only: bool = False) -> None:
        """Kills all its processes at once with SIGKILL, or only the first one, as a machine short of memory may do."""
        if self.process is None:
            return
        if parent_only:
            self.process.kill()
        else:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self) -> int:
        """Stops it with SIGTERM; returns its exit status."""
        if self.process is None:
            return 0
        self.process.terminate()
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            self.kill(parent_only=True)  # does nothing if it has exited


@contextmanager
def serving(environ: dict[str, str], log: Path, *options: str) -> Iterator[Server]:
    """Runs a server and stops it afterwards."""
    server = Server(environ, log, *options)
    server.start()
    try:
        server.wait_until_it_answers()
        yield server
    finally:
        if server.process is not None:
            server.stop()


def free_port() -> int:
    """Returns a free port of this machine."""
    with closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def environ_for(folder: Path, url: str = "") -> dict[str, str]:
    """Returns the environment of a server that stores everything in `folder`, or uses the database at `url`."""
    # No rate limits, because all clients have the same address.
    return {**os.environ, "SCOREKEEPER_INSTANCE": str(folder), "DATABASE_URL": url, "SCOREKEEPER_RATELIMITS": "0"}


def verify(environ: dict[str, str]) -> tuple[bool, str]:
    """Returns true if `scorekeeper verify` finds no difference, and its last line."""
    words = [sys.executable, "-m", "scorekeeper", "verify"]
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip().splitlines() or ["it said nothing"]
    return done.returncode == 0, said[-1]


def processes_of(pid: int) -> list[int]:
    """Returns the ids of a process and of all that it started, and so on."""
    tasks = [f"/proc/{pid}/task/{each.name}/children" for each in Path(f"/proc/{pid}/task").iterdir()]
    children = [int(each) for task in tasks for each in Path(task).read_text().split()]
    return [pid, *(each for child in children for each in processes_of(child))]


def memory(pid: int) -> float:
    """Returns the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
