"""Long files made in the background, one at a time: ordered by a page, followed by another, kept for a while.

An order lives in a folder of its own in the instance folder, so every process of the server sees it. Its name follows
from what is to be printed: the same wish again, by a second tap or a second person, is the same order. A process of its
own makes the file (`sheets.binding`); it holds a lock on the folder as long as it lives, so one that died is noticed.
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
KEPT = 2 * 3600  # seconds that a finished file stays
FAILED_KEPT = 600
MOST_KEPT = 40  # files
MOST_OF_A_CLUB = 2  # being made or waiting
MOST = 6

_started: list["subprocess.Popen[bytes]"] = []  # asked now and then how they are, so that the dead are buried


class Busy(Exception):
    """The club, or everybody together, has as much in the making as may be."""


class Order(NamedTuple):
    """What is printed: for which club, who may see it, its title, the file's name, how many sheets, the way back."""

    club: int
    role: str
    title: str
    name: str
    sheets: int
    back: str


class Job(NamedTuple):
    """An order as it stands: `standing` is `waiting`, `working`, `made` or `failed`; `done` sheets are set."""

    number: str
    order: Order
    standing: str
    done: int
    file: Path


def take(press: Path, number: str, order: Order, pages: Callable[[], Pages]) -> Job:
    """Order a file, or find the order that was given before. `pages` is asked only where there is something to do.

    Raises Busy where too much is being made already.
    """
    press.mkdir(mode=0o700, exist_ok=True)
    _clear(press)
    found = look(press, number)
    if found is not None and found.standing != "failed":
        return found
    pending = [job for job in _jobs(press) if job.standing in ("waiting", "working")]
    if len(pending) >= MOST or sum(job.order.club == order.club for job in pending) >= MOST_OF_A_CLUB:
        raise Busy
    folder = press / number
    if found is not None:
        shutil.rmtree(folder, ignore_errors=True)
    written = json.dumps(pages())
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:  # the other tap was faster
        return look(press, number) or _new(press, number, order)
    (folder / PAGES).write_text(written, encoding="utf-8")
    _start(folder, order)
    return _new(press, number, order)


def _new(press: Path, number: str, order: Order) -> Job:
    return Job(number, order, "waiting", 0, press / number / MADE)


def _start(folder: Path, order: Order) -> None:
    """Start the process; it inherits the lock on the folder, and lets go of it when it ends."""
    with (folder / ALIVE).open("w") as alive:
        fcntl.flock(alive, fcntl.LOCK_EX)
        (folder / ORDER).write_text(json.dumps(order), encoding="utf-8")
        command = [sys.executable, "-m", "scorekeeper.paper.print_worker", str(folder)]
        _started.append(
            subprocess.Popen(  # noqa: S603 (our own module, on a folder of ours)
                command, pass_fds=[alive.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
            )
        )


def look(press: Path, number: str) -> Job | None:
    """An order as it stands; None for one that there is not, or not any more."""
    _started[:] = [each for each in _started if each.poll() is None]
    folder = press / number
    try:
        order = Order(*json.loads((folder / ORDER).read_text(encoding="utf-8")))
        if (folder / MADE).exists():
            return Job(number, order, "made", order.sheets, folder / MADE)
        lives, count = _lives(folder), _count(folder)
        if (folder / MADE).exists():  # finished in between
            return Job(number, order, "made", order.sheets, folder / MADE)
    except (OSError, ValueError):
        return None
    standing = "failed" if not lives else "waiting" if count is None else "working"
    return Job(number, order, standing, count or 0, folder / MADE)


def _lives(folder: Path) -> bool:
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
    found = (look(press, folder.name) for folder in press.iterdir() if folder.name != TURN)
    return [job for job in found if job is not None]


def forget(press: Path, club: int) -> None:
    """Throw away all that was made for a club, and what is being made: somebody's name may stand in it."""
    if press.is_dir():
        for job in _jobs(press):
            if job.order.club == club:
                shutil.rmtree(job.file.parent, ignore_errors=True)


def _clear(press: Path) -> None:
    """Throw away what is old, and the oldest where there is too much."""
    finished = [(_age(job.file.parent), job) for job in _jobs(press) if job.standing in ("made", "failed")]
    for place, (age, job) in enumerate(sorted(finished, key=lambda each: each[0])):
        if age > (KEPT if job.standing == "made" else FAILED_KEPT) or place >= MOST_KEPT:
            shutil.rmtree(job.file.parent, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return 0.0
