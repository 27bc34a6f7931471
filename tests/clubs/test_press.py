"""Long files: made one at a time in the background, the same one once, few of one club, and noticed when they fail."""

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

from scorekeeper import press
from scorekeeper.press import Busy, Job, Order
from scorekeeper.sheets.binding import TURN
from tests.machine import needs
from tools.install.debian import PRINTING

PAGE = '<html><body class="a4"><p class="footer"></p><p>Table {}</p></body></html>'
ORDER = Order(1, "member", "Friday", "friday.pdf", 2, "/c/club/nights/1")
PATIENCE = 60  # seconds


def order(folder: Path, number: str, club: int = 1, tables: int = 2) -> Job:
    """Order a file of so many tables."""
    return press.take(folder, number, ORDER._replace(club=club), lambda: [(PAGE.format(at), 1) for at in range(tables)])


def when_over(folder: Path, number: str) -> Job:
    """The order once it is made, or has failed."""
    needs(PRINTING)
    for _ in range(PATIENCE * 20):
        job = press.look(folder, number)
        assert job is not None
        if job.standing in ("made", "failed"):
            return job
        time.sleep(0.05)
    pytest.fail("not made in time")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A press of its own. Whoever works there is ended afterwards."""
    made = tmp_path / "press"
    made.mkdir()
    yield made
    for each in press._started:
        if each.poll() is None:
            each.kill()
        each.wait()
    press._started.clear()


@pytest.fixture
def held(folder: Path) -> Iterator[None]:
    """Somebody else's file is being made all the time."""
    with (folder / TURN).open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield


def test_a_file_is_made_whole_and_its_pages_with_their_links_are_gone(folder: Path) -> None:
    assert order(folder, "a").standing == "waiting"
    job = when_over(folder, "a")
    assert (job.standing, job.done) == ("made", 2)
    pages = PdfReader(io.BytesIO(job.file.read_bytes())).pages
    assert ["Table 0" in pages[0].extract_text(), "Table 1" in pages[1].extract_text()] == [True, True]
    assert {each.name for each in (folder / "a").iterdir()} == {"alive", "order.json", "progress", "sheets.pdf"}
    assert (folder / "a").stat().st_mode & 0o077 == 0


def test_copies_are_set_once_and_counted(folder: Path) -> None:
    press.take(folder, "a", ORDER._replace(sheets=3), lambda: [(PAGE.format(1), 3)])
    job = when_over(folder, "a")
    assert len(PdfReader(io.BytesIO(job.file.read_bytes())).pages) == 3


@pytest.mark.usefixtures("held")
def test_a_second_tap_is_the_same_order_and_starts_nothing(folder: Path) -> None:
    order(folder, "a")
    before = list(press._started)
    assert press.take(folder, "a", ORDER, lambda: pytest.fail("asked again")).standing == "waiting"
    assert press._started == before


def test_a_finished_file_is_not_made_again(folder: Path) -> None:
    order(folder, "a")
    when_over(folder, "a")
    assert press.take(folder, "a", ORDER, lambda: pytest.fail("asked again")).standing == "made"


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
        time.sleep(0.7)  # time enough to begin, if it did not wait
        waiting = press.look(folder, "a")
        assert waiting is not None
        assert waiting.standing == "waiting"
    assert when_over(folder, "a").standing == "made"


@pytest.mark.usefixtures("held")
def test_one_that_was_killed_has_failed_and_can_be_ordered_again(folder: Path) -> None:
    order(folder, "a")
    press._started[-1].kill()
    press._started[-1].wait()
    failed = press.look(folder, "a")
    assert failed is not None
    assert failed.standing == "failed"
    assert order(folder, "a").standing == "waiting"


def test_a_page_that_cannot_be_set_fails_and_says_so(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    press.take(folder, "a", ORDER, lambda: [('<img src="http://example.org/">', 1)])
    assert when_over(folder, "a").standing == "failed"
    assert not (folder / "a" / "sheets.pdf").exists()


def test_one_that_takes_for_ever_is_ended(folder: Path) -> None:
    order(folder, "a", tables=400)
    for _ in range(PATIENCE * 20):
        job = press.look(folder, "a")
        assert job is not None
        if job.standing == "working":
            break
        time.sleep(0.05)
    os.kill(press._started[-1].pid, signal.SIGALRM)
    assert when_over(folder, "a").standing == "failed"


def age(folder: Path, number: str, seconds: float) -> None:
    """Have an order be so old."""
    then = time.time() - seconds
    os.utime(folder / number, (then, then))


def test_finished_files_are_kept_for_a_while(folder: Path) -> None:
    for number in ("a", "b"):
        order(folder, number)
        when_over(folder, number)
    age(folder, "a", press.KEPT + 60)
    age(folder, "b", press.KEPT - 60)
    order(folder, "c")
    assert press.look(folder, "a") is None
    assert press.look(folder, "b") is not None
    when_over(folder, "c")


def test_there_are_never_more_than_so_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST_KEPT", 2)
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
    assert press.look(folder, "nothing") is None
    (folder / "half").mkdir()
    assert press.look(folder, "half") is None
