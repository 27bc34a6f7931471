"""A queue of print jobs: long PDFs made in the background, one at a time, and stored for a while.

Each job has a folder in the instance folder, so all processes of the server see it. Its name is derived from what is
printed: the same request again, by a second tap or a second person, is the same job. The file is made by a process of
its own (`paper.print_worker`), which holds a lock on the folder as long as it runs, so that a crash is noticed.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from scorekeeper.paper.pdf import Pages
from scorekeeper.paper.print_worker import MADE, PAGES, PROGRESS, TURN

ORDER, ALIVE = "order.json", "alive"
MADE_EXPIRES = 2 * 3600  # seconds that a finished file stays
FAILED_EXPIRES = 600
MOST_FILES = 40
MOST_PENDING_OF_A_CLUB = 2  # jobs that are being made or waiting
MOST_PENDING = 6

_children: list["subprocess.Popen[bytes]"] = []  # polled to reap finished children


class Busy(Exception):
    """Too many jobs are pending, of the club or of all clubs together."""


class Order(NamedTuple):
    """What is printed: the club's id, the least role that may see it, title, file name, sheets, return address."""

    club: int
    role: str
    title: str
    name: str
    sheets: int
    back: str


class Job(NamedTuple):
    """An order's state: `status` is `waiting`, `working`, `made` or `failed`; `done` sheets are set."""

    number: str
    order: Order
    status: str
    done: int
    file: Path


def submit(press: Path, number: str, order: Order, pages: Callable[[], Pages]) -> Job:
    """Start a job, or find the same one made before. `pages` is called only where there is something to do.

    Raises Busy where too many jobs are pending.
    """
    press.mkdir(mode=0o700, exist_ok=True)
    _prune(press)
    found = find_job(press, number)
    if found is not None and found.status != "failed":
        return found
    pending = [job for job in _jobs(press) if job.status in ("waiting", "working")]
    if len(pending) >= MOST_PENDING or sum(job.order.club == order.club for job in pending) >= MOST_PENDING_OF_A_CLUB:
        raise Busy
    folder = press / number
    if found is not None:
        shutil.rmtree(folder, ignore_errors=True)
    written = json.dumps(pages())
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:  # another request was first
        return find_job(press, number) or _new(press, number, order)
    (folder / PAGES).write_text(written, encoding="utf-8")
    _start(folder, order)
    return _new(press, number, order)


def _new(press: Path, number: str, order: Order) -> Job:
    return Job(number, order, "waiting", 0, press / number / MADE)


def _start(folder: Path, order: Order) -> None:
    """Start the process. It inherits the lock on the folder, which the kernel releases when it ends."""
    with (folder / ALIVE).open("w") as alive:
        fcntl.flock(alive, fcntl.LOCK_EX)
        (folder / ORDER).write_text(json.dumps(order), encoding="utf-8")
        command = [sys.executable, "-m", "scorekeeper.paper.print_worker", str(folder)]
        _children.append(
            subprocess.Popen(  # noqa: S603 (our own module, on a folder of ours)
                command, pass_fds=[alive.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
            )
        )


def find_job(press: Path, number: str) -> Job | None:
    """A job by its id; None for one that there is not, or not any more."""
    _children[:] = [each for each in _children if each.poll() is None]
    folder = press / number
    try:
        order = Order(*json.loads((folder / ORDER).read_text(encoding="utf-8")))
        if (folder / MADE).exists():
            return Job(number, order, "made", order.sheets, folder / MADE)
        runs, count = _is_running(folder), _count(folder)
        if (folder / MADE).exists():  # finished in between
            return Job(number, order, "made", order.sheets, folder / MADE)
    except (OSError, ValueError):
        return None
    status = "failed" if not runs else "waiting" if count is None else "working"
    return Job(number, order, status, count or 0, folder / MADE)


def _is_running(folder: Path) -> bool:
    """Whether its process still holds the lock."""
    with (folder / ALIVE).open("r") as alive:
        try:
            fcntl.flock(alive, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _count(folder: Path) -> int | None:
    try:
        return int((folder / PROGRESS).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _jobs(press: Path) -> list[Job]:
    found = (find_job(press, folder.name) for folder in press.iterdir() if folder.name != TURN)
    return [job for job in found if job is not None]


def delete_jobs(press: Path, club: int) -> None:
    """Delete a club's jobs and files, running ones too: an erased name may stand in them."""
    if press.is_dir():
        for job in _jobs(press):
            if job.order.club == club:
                shutil.rmtree(job.file.parent, ignore_errors=True)


def _prune(press: Path) -> None:
    """Delete expired files, and the oldest beyond MOST_FILES."""
    finished = [(_age(job.file.parent), job) for job in _jobs(press) if job.status in ("made", "failed")]
    for place, (age, job) in enumerate(sorted(finished, key=lambda each: each[0])):
        if age > (MADE_EXPIRES if job.status == "made" else FAILED_EXPIRES) or place >= MOST_FILES:
            shutil.rmtree(job.file.parent, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return 0.0
