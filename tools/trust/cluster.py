"""A temporary PostgreSQL server from Debian's package, which can be killed as by a power cut and restarted on its data.

PostgreSQL refuses to run as root; for root it runs under the package's account `postgres`.
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
# PostgreSQL's defaults, set explicitly because they are tested; and recovery without syncing each file.
DURABLE = ("fsync=on", "synchronous_commit=on", "recovery_init_sync_method=syncfs")
PATIENCE = 30.0  # seconds
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h


class NoPostgreSQL(Exception):
    """Raised if PostgreSQL is not installed; the text is how to install it."""


def programs() -> Path:
    """Returns the folder with `initdb` and `postgres` of the newest version. Raises NoPostgreSQL."""
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    if folders:
        return folders[-1]
    beside = shutil.which("initdb")
    if beside is None:
        raise NoPostgreSQL("PostgreSQL is not there: apt-get install postgresql")
    return Path(beside).parent


class Cluster:
    """A server with an empty database `scorekeeper`, reached by a socket in its folder."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = DURABLE) -> None:
        self.folder, self.settings, self.bin = folder, settings, programs()
        self.data = folder / "data"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The value of DATABASE_URL."""
        return self.url_of("scorekeeper")

    def url_of(self, name: str) -> str:
        """Returns the address of one of its databases."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def make(self) -> None:
        """Initialises and starts the server and creates its database."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        words = ["initdb", "--pgdata", str(self.data), "--auth", "trust", "--encoding", "UTF8", "--no-sync"]
        self._run([*words, "--username", "postgres"])
        self.start()
        self.make_database("scorekeeper")

    def make_database(self, name: str) -> str:
        """Creates another empty database; returns its address."""
        self._run(["createdb", "--host", str(self.folder), "--username", "postgres", name])
        return self.url_of(name)

    def start(self) -> None:
        """Starts the server, also after a crash, and waits until it accepts connections.

        Retries if it exits at once: after a kill, shared memory is in use until the last process has exited.
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
        words = [str(self.bin / "postgres"), "-D", str(self.data), *(f"-c{option}" for option in chosen)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                words, cwd="/", start_new_session=True, stdout=log, stderr=log, preexec_fn=end_with_parent, **account()
            )

    def answers(self) -> bool:
        """True if it accepts connections."""
        words = [str(self.bin / "pg_isready"), "--quiet", "--host", str(self.folder)]
        return subprocess.run(words, cwd="/", check=False).returncode == 0

    def kill(self) -> None:
        """Kills all processes at once with SIGKILL: nothing is flushed."""
        if self.process is None:
            return
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)  # so that it starts no new processes meanwhile
        for pid in [*self._children(first), first]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # another program may have this process id by now

    def stop(self) -> None:
        """Stops it immediately, without a clean shutdown, as the folder is deleted anyway."""
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
    """Makes the kernel kill this process when its parent exits, as a killed parent cannot stop it."""
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, int(signal.SIGQUIT), 0, 0, 0)


def account() -> dict[str, Any]:
    """Returns the account for PostgreSQL's programs: `postgres` if this is root, else the current one."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def cluster(settings: tuple[str, ...] = DURABLE) -> Iterator[Cluster]:
    """Runs a server and deletes it afterwards. Raises NoPostgreSQL."""
    programs()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pg-") as folder:
        server = Cluster(Path(folder), settings)
        try:
            server.make()
            yield server
        finally:
            server.stop()
