"""A PostgreSQL server of one's own in a folder that is thrown away, from Debian's package; it can be killed like a
machine that loses its power, and is started again on what it had written.

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
# Its own defaults, said aloud: that is what is being tried. And a start after a crash that does not sync file by file.
DURABLE = ("fsync=on", "synchronous_commit=on", "recovery_init_sync_method=syncfs")
PATIENCE = 30.0  # seconds
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h


class NoPostgreSQL(Exception):
    """There is none on this machine; the text says what would bring it."""


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
        """For DATABASE_URL."""
        return self.url_of("scorekeeper")

    def url_of(self, name: str) -> str:
        """The address of a database of it."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def make(self) -> None:
        """Lay it out, start it and make its database."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        words = ["initdb", "--pgdata", str(self.data), "--auth", "trust", "--encoding", "UTF8", "--no-sync"]
        self._run([*words, "--username", "postgres"])
        self.start()
        self.make_database("scorekeeper")

    def make_database(self, name: str) -> str:
        """One more empty database; its address."""
        self._run(["createdb", "--host", str(self.folder), "--username", "postgres", name])
        return self.url_of(name)

    def start(self) -> None:
        """Start it and wait until it answers, after a crash too."""
        chosen = ["listen_addresses=", f"unix_socket_directories={self.folder}", *self.settings]
        words = [str(self.bin / "postgres"), "-D", str(self.data), *(f"-c{each}" for each in chosen)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                words, cwd="/", start_new_session=True, stdout=log, stderr=log, preexec_fn=end_with_parent, **account()
            )
        ends = time.monotonic() + PATIENCE
        while not self.answers():
            if time.monotonic() > ends or self.process.poll() is not None:
                raise TimeoutError(f"PostgreSQL does not start; see {self.folder / 'log'}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it takes connections."""
        words = [str(self.bin / "pg_isready"), "--quiet", "--host", str(self.folder)]
        return subprocess.run(words, cwd="/", check=False).returncode == 0

    def kill(self) -> None:
        """SIGKILL to every process of it at once: nothing is flushed, nothing said."""
        if self.process is None:
            return
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)  # it starts no more of them meanwhile
        for pid in [*self._children(first), first]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # its number may be another program's by now

    def stop(self) -> None:
        """End it without ceremony: the folder goes anyway."""
        if self.process is not None:
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
    """Have the kernel end it should whoever made it be killed: nobody would stop it then."""
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, int(signal.SIGQUIT), 0, 0, 0)


def account() -> dict[str, Any]:
    """As whom PostgreSQL's programs are run: for root as `postgres`, for anybody else as oneself."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def cluster(settings: tuple[str, ...] = DURABLE) -> Iterator[Cluster]:
    """A running one, gone afterwards. Raises NoPostgreSQL."""
    programs()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pg-") as folder:
        made = Cluster(Path(folder), settings)
        try:
            made.make()
            yield made
        finally:
            made.stop()
