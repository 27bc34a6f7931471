"""Print jobs: one at a time in the background, the same one once, few of one club, and failures are noticed."""

import fcntl
import io
import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.paper import print_queue
from scorekeeper.paper.print_queue import Busy, Job, Order
from scorekeeper.paper.print_worker import TURN
from tests.machine import needs
from tests.patience import until
from tools.install.debian import PRINTING

PAGE = '<html><body class="a4"><p class="footer"></p><p>Table {}</p></body></html>'
ORDER = Order(1, "member", "Friday", "friday.pdf", 2, "/c/club/nights/1")


def order(folder: Path, number: str, club: int = 1, tables: int = 2) -> Job:
    """Order a file of so many tables."""
    return print_queue.submit(
        folder, number, ORDER._replace(club=club), lambda: [(PAGE.format(at), 1) for at in range(tables)]
    )


def when_over(folder: Path, number: str) -> Job:
    """The order once it is made, or has failed."""
    needs(PRINTING)
    return when(folder, number, "made", "failed")


def when(folder: Path, number: str, *status: str) -> Job:
    """The order once it stands like that."""

    def look() -> Job | None:
        job = print_queue.find_job(folder, number)
        assert job is not None
        return job if job.status in status else None

    found = until(look, f"an order that is {' or '.join(status)}")
    assert found is not None
    return found


def waits_for_a_lock(process: int) -> bool:
    """Whether the system says that it stands in line for somebody else's lock."""
    held = (line.split() for line in Path("/proc/locks").read_text().splitlines())
    return any(line[1] == "->" and str(process) in line for line in held)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A print folder of its own; processes that work there are killed afterwards."""
    made = tmp_path / "press"
    made.mkdir()
    yield made
    for each in print_queue._children:
        if each.poll() is None:
            each.kill()
        each.wait()
    print_queue._children.clear()


@pytest.fixture
def held(folder: Path) -> Iterator[None]:
    """Another job holds the lock all the time."""
    with (folder / TURN).open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield


def test_a_file_is_made_whole_and_its_pages_with_their_links_are_gone(folder: Path) -> None:
    assert order(folder, "a").status == "waiting"
    job = when_over(folder, "a")
    assert (job.status, job.done) == ("made", 2)
    pages = PdfReader(io.BytesIO(job.file.read_bytes())).pages
    assert ["Table 0" in pages[0].extract_text(), "Table 1" in pages[1].extract_text()] == [True, True]
    assert {each.name for each in (folder / "a").iterdir()} == {"alive", "order.json", "progress", "sheets.pdf"}
    assert (folder / "a").stat().st_mode & 0o077 == 0


def test_copies_are_set_once_and_counted(folder: Path) -> None:
    print_queue.submit(folder, "a", ORDER._replace(sheets=3), lambda: [(PAGE.format(1), 3)])
    job = when_over(folder, "a")
    assert len(PdfReader(io.BytesIO(job.file.read_bytes())).pages) == 3


@pytest.mark.usefixtures("held")
def test_a_second_tap_is_the_same_order_and_starts_nothing(folder: Path) -> None:
    order(folder, "a")
    before = list(print_queue._children)
    assert print_queue.submit(folder, "a", ORDER, lambda: pytest.fail("asked again")).status == "waiting"
    assert print_queue._children == before


def test_a_finished_file_is_not_made_again(folder: Path) -> None:
    order(folder, "a")
    when_over(folder, "a")
    assert print_queue.submit(folder, "a", ORDER, lambda: pytest.fail("asked again")).status == "made"


@pytest.mark.usefixtures("held")
def test_a_club_has_two_in_the_making_and_everybody_together_six(folder: Path) -> None:
    for number in ("a", "b"):
        order(folder, number)
    with pytest.raises(Busy):
        order(folder, "c")
    for club in (2, 3):
        for number in ("d", "e"):
            order(folder, f"{number}{club}", club)
    with pytest.raises(Busy):
        order(folder, "f", club=4)
    assert not (folder / "c").exists()


def test_only_one_is_made_at_a_time(folder: Path) -> None:
    needs(PRINTING)
    with (folder / TURN).open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        order(folder, "a")
        process = print_queue._children[-1].pid
        until(lambda: waits_for_a_lock(process), "one that waits for its turn")
        waiting = print_queue.find_job(folder, "a")
        assert waiting is not None
        assert waiting.status == "waiting"
    assert when_over(folder, "a").status == "made"


@pytest.mark.usefixtures("held")
def test_one_that_was_killed_has_failed_and_can_be_ordered_again(folder: Path) -> None:
    order(folder, "a")
    print_queue._children[-1].kill()
    print_queue._children[-1].wait()
    failed = print_queue.find_job(folder, "a")
    assert failed is not None
    assert failed.status == "failed"
    assert order(folder, "a").status == "waiting"


def test_a_page_that_cannot_be_set_fails_and_says_so(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    print_queue.submit(folder, "a", ORDER, lambda: [('<img src="http://example.org/">', 1)])
    assert when_over(folder, "a").status == "failed"
    assert not (folder / "a" / "sheets.pdf").exists()


def test_one_that_takes_for_ever_is_ended(folder: Path) -> None:
    order(folder, "a", tables=400)
    when(folder, "a", "working")
    os.kill(print_queue._children[-1].pid, signal.SIGALRM)
    assert when_over(folder, "a").status == "failed"


def age(folder: Path, number: str, seconds: float) -> None:
    """Have an order be so old."""
    then = time.time() - seconds
    os.utime(folder / number, (then, then))


def test_finished_files_are_kept_for_a_while(folder: Path) -> None:
    for number in ("a", "b"):
        order(folder, number)
        when_over(folder, number)
    age(folder, "a", print_queue.MADE_EXPIRES + 60)
    age(folder, "b", print_queue.MADE_EXPIRES - 60)
    order(folder, "c")
    assert print_queue.find_job(folder, "a") is None
    assert print_queue.find_job(folder, "b") is not None
    when_over(folder, "c")


def test_there_are_never_more_than_so_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_queue, "MOST_FILES", 2)
    order(folder, "a")
    when_over(folder, "a")
    for copy in range(4):
        shutil.copytree(folder / "a", folder / f"copy{copy}")
        age(folder, f"copy{copy}", 60 * copy)
    age(folder, "a", 3600)
    order(folder, "b")
    assert {each.name for each in folder.iterdir()} == {TURN, "copy0", "copy1", "b"}
    when_over(folder, "b")


def test_what_is_not_there_is_no_order(folder: Path) -> None:
    assert print_queue.find_job(folder, "nothing") is None
    (folder / "half").mkdir()
    assert print_queue.find_job(folder, "half") is None
