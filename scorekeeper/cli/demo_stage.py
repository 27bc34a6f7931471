"""The folders of `scorekeeper serve --demo`: temporary, one for each hour; the next is filled beside the present one.

At the hour the server's process and the worker are replaced by new ones, which serve the next folder. The socket stays
open meanwhile, so a request waits for a second at most.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from scorekeeper.cli.db import say, stop
from scorekeeper.paper import typesetting
from scorekeeper.web.views.clubs.demonstration import mark

INSTANCE, DATABASE, KEY = "SCOREKEEPER_INSTANCE", "DATABASE_URL", "SECRET_KEY"  # environment variables
PREFIX = "scorekeeper-demo-"  # of a demonstration's folder among the temporary ones
MATCHES = 200
SHORTEST = timedelta(minutes=15)  # of a demonstration that is not a whole hour, after the start
AHEAD = timedelta(minutes=3)  # how early the next folder is filled
GRACE = 30.0  # seconds after which nothing uses a replaced folder


def next_reset(now: datetime) -> datetime:
    """Returns the next full hour that is at least SHORTEST away."""
    soonest = now + SHORTEST
    hour = soonest.replace(minute=0, second=0, microsecond=0)
    return hour if hour == soonest else hour + timedelta(hours=1)


class Stage:
    """The folders of a demonstration inside `top`; the present one is the server's instance folder."""

    def __init__(self, top: Path, seed: int) -> None:
        """Fills the first folder and makes it the instance folder of this process and its children."""
        self.top, self.seed, self.over = top, seed, threading.Event()
        self._show(self._fill(next_reset(datetime.now().astimezone())))

    def _fill(self, ends_at: datetime) -> Path:
        """Returns a new folder with a filled database and a mark. Raises CalledProcessError."""
        folder = Path(tempfile.mkdtemp(dir=self.top))
        command = [sys.executable, "-m", "scorekeeper", "demo", "--evening"]
        command += ["--matches", str(MATCHES), "--seed", str(self.seed)]
        unknown = secrets.token_urlsafe(32)  # the password of the first owner, which is never used
        environment = {**os.environ, INSTANCE: str(folder), "SCOREKEEPER_PASSWORD": unknown}
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 (our own command)
        mark(folder, ends_at, self.seed)
        self.ends_at = ends_at
        return folder

    def _show(self, folder: Path) -> None:
        self.folder = os.environ[INSTANCE] = str(folder)

    @contextmanager
    def resetting(self, replace_worker: Callable[[], None]) -> Iterator[None]:
        """Context manager that replaces the folder at each full hour, in a thread."""
        thread = threading.Thread(target=self._reset_hourly, args=(replace_worker,), name="demonstration", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self.over.set()
            thread.join()

    def _reset_hourly(self, replace_worker: Callable[[], None]) -> None:
        while not self._wait_until(self.ends_at - AHEAD):
            present, hour = self.folder, self.ends_at
            try:
                following = self._fill(next_reset(hour))
            except (OSError, subprocess.CalledProcessError) as failure:
                say(f"The demonstration goes on for another hour: {failure}")
                self.ends_at = next_reset(hour)
                continue
            if self._wait_until(hour):
                return
            self._show(following)
            os.kill(os.getpid(), signal.SIGHUP)  # granian then replaces its process
            replace_worker()
            self.over.wait(GRACE)
            shutil.rmtree(present, ignore_errors=True)

    def _wait_until(self, moment: datetime) -> bool:
        """Waits until this time; returns True at once if the server ends."""
        return self.over.wait(max((moment - datetime.now().astimezone()).total_seconds(), 0))


@contextmanager
def open_stage(seed: int) -> Iterator[Stage]:
    """Context manager of the demonstration's folders, which are deleted at the end.

    Exits with an error if the environment names a database or an instance that is in use.
    """
    if os.environ.get(DATABASE):
        stop(f"the demonstration deletes everything each hour, so it takes no database of yours: unset {DATABASE}")
    given = os.environ.get(INSTANCE)
    if given and Path(given).is_dir() and any(Path(given).iterdir()):
        stop(f"the demonstration deletes everything each hour, and {given} is in use: unset {INSTANCE}")
    os.environ.setdefault("SCOREKEEPER_SQLITE_SYNCHRONOUS", "NORMAL")  # nothing has to survive a power cut
    os.environ.pop(KEY, None)  # each folder has its own, so that nothing of the hour before opens anything
    typesetting.delete_abandoned_folders(PREFIX)
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as top:
        typesetting.lock_folder(Path(top))  # until this process ends
        say("Filling an invented club …")
        yield Stage(Path(top), seed)
