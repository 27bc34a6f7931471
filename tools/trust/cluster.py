"""A throw-away PostgreSQL server in a temporary folder, from Debian's package. It can be killed as by a power cut and
started again on what it had written.

PostgreSQL refuses to run as root: there the account `postgres` of the package runs it.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

DEBIAN = Path("/usr/lib/postgresql")
# Its own defaults, explicitly, as they are what is tested; and recovery without syncing each file.
DURABLE = ("fsync=on", "synchronous_commit=on", "recovery_init_sync_method=syncfs")
PATIENCE = 30.0  # seconds
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h


class NoPostgreSQL(Exception):
    """No PostgreSQL on this machine; the text says how to install it."""


def programs() -> Path:
    """The folder with `initdb` and `postgres`, of the newest version. Raises NoPostgreSQL."""
    found = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    if found:
        return found[-1]
    beside = shutil.which("initdb")
    if beside is None:
        raise NoPostgreSQL("PostgreSQL is not there: apt-get install postgresql")
    return Path(beside).parent


class Cluster:
    """One server with one empty database `scorekeeper`, reached by a socket in its folder."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = DURABLE) -> None:
        self.folder, self.settings, self.bin = folder, settings, programs()
        self.data = folder / "data"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address for DATABASE_URL."""
        return self.url_of("scorekeeper")

    def url_of(self, name: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def make(self) -> None:
        """Initialise it, start it and create its database."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        words = ["initdb", "--pgdata", str(self.data), "--auth", "trust", "--encoding", "UTF8", "--no-sync"]
        self._run([*words, "--username", "postgres"])
        self.start()
        self.make_database("scorekeeper")

    def make_database(self, name: str) -> str:
        """Create another empty database; returns its address."""
        self._run(["createdb", "--host", str(self.folder), "--username", "postgres", name])
        return self.url_of(name)

    def start(self) -> None:
        """Start it, also after a crash, and wait until it accepts connections.

        Started right after it was killed it may end at once: its memory is in use until its last process is gone.
        """
        self.process, ends = self._started(), time.monotonic() + PATIENCE
        while not self.answers():
            if time.monotonic() > ends:
                raise TimeoutError(f"PostgreSQL does not start; see {self.folder / 'log'}")
            if self.process.poll() is not None:
                self.process = self._started()
            time.sleep(0.05)

    def _started(self) -> "subprocess.Popen[bytes]":
        chosen = ["listen_addresses=", f"unix_socket_directories={self.folder}", *self.settings]
        words = [str(self.bin / "postgres"), "-D", str(self.data), *(f"-c{each}" for each in chosen)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                words, cwd="/", start_new_session=True, stdout=log, stderr=log, preexec_fn=end_with_parent, **account()
            )

    def answers(self) -> bool:
        """Whether it accepts connections."""
        words = [str(self.bin / "pg_isready"), "--quiet", "--host", str(self.folder)]
        return subprocess.run(words, cwd="/", check=False).returncode == 0

    def kill(self) -> None:
        """SIGKILL all of its processes at once: nothing is flushed."""
        if self.process is None:
            return
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)  # so that it starts no more of them meanwhile
        for pid in [*self._children(first), first]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # the process id may belong to another program by now

    def stop(self) -> None:
        """Stop it immediately: the folder is deleted anyway."""
        if self.process is not None and self.process.poll() is None:
            self._run(["pg_ctl", "--pgdata", str(self.data), "--mode", "immediate", "stop"])
            self.process.wait()
            self.process = None

    @staticmethod
    def _children(parent: int) -> list[int]:
        told = Path(f"/proc/{parent}/task/{parent}/children")
        return [int(pid) for pid in told.read_text().split()] if told.exists() else []

    def _run(self, words: list[str]) -> None:
        command = [str(self.bin / words[0]), *words[1:]]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **account())
        if done.returncode:
            raise RuntimeError(f"{words[0]}: {done.stderr.strip()}")


def end_with_parent() -> None:
    """Have the kernel kill it with its parent, which could not stop it then."""
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, int(signal.SIGQUIT), 0, 0, 0)


def account() -> dict[str, Any]:
    """The account that runs PostgreSQL's programs: `postgres` for root, else the present one."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def cluster(settings: tuple[str, ...] = DURABLE) -> Iterator[Cluster]:
    """A running server, deleted afterwards. Raises NoPostgreSQL."""
    programs()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pg-") as folder:
        made = Cluster(Path(folder), settings)
        try:
            made.make()
            yield made
        finally:
            made.stop()
