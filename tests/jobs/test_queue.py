"""Long work: counted before it begins, one wish once, done by workers, and never lost, doubled or left lying."""

import os
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import jobs
from scorekeeper.cli import job_worker
from scorekeeper.jobs import Busy, Order, Work, orders, working
from scorekeeper.jobs.working import MAKERS
from scorekeeper.store.models import Job, JobPiece, db, now
from tests.support.job_worker import work_off

ROOT = "http://cards.example.org/"
Make = Callable[[Work], Iterator[bytes]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Make]:
    """Kinds of jobs for tests: `text` makes a file from its parameters."""

    def text(work: Work) -> Iterator[bytes]:
        yield str(work.asked["say"]).encode()
        yield b"".join(work.sent())

    kinds: dict[str, Make] = {"text": text}
    monkeypatch.setattr(working, "MAKERS", kinds)
    return kinds


def order(say: str, **more: object) -> Order:
    """A wish for a text."""
    usual = {"visitor": "192.0.2.1", "language": "en", "root": ROOT, "total": 1, "club": 1}
    return Order("text", "A text", "text.txt", "/", asked={"say": say}, **(usual | more))  # type: ignore[arg-type]


def status(number: str) -> str:
    found = jobs.find(number)
    assert found is not None
    return found.status


@pytest.mark.usefixtures("made")
def test_a_wish_is_done_by_a_worker_and_its_file_lies_in_the_database(any_app: Flask) -> None:
    with any_app.app_context():
        job = jobs.submit(order("aces"), [b" and", b" kings"])
        assert (job.status, work_off(any_app)) == ("waiting", 1)
        assert (status(job.number), jobs.content(job.number)) == ("made", b"aces and kings")


@pytest.mark.usefixtures("made")
def test_the_same_wish_twice_is_one_job_whoever_makes_it(any_app: Flask) -> None:
    with any_app.app_context():
        first = jobs.submit(order("aces")).number
        assert jobs.submit(order("aces", visitor="192.0.2.2"), iter(lambda: pytest.fail("read"), 0)).number == first
        assert work_off(any_app) == 1
        assert jobs.submit(order("aces")).status == "made"
        others = [order("kings"), order("aces", about=2), order("aces", language="it"), order("aces", club=2)]
        assert len({first, *(each.number() for each in others)}) == 5


@pytest.mark.parametrize(
    "most, same, other",
    [
        (orders.OF_A_CLUB, {"club": 1}, {"club": 2, "visitor": "192.0.2.9"}),
        (orders.OF_A_VISITOR, {"visitor": "192.0.2.1", "sitting": 5}, {"visitor": "192.0.2.9", "sitting": 5}),
    ],
    ids=["a club", "a visitor"],
)
def test_too_much_at_once_is_refused_before_it_begins(
    any_app: Flask, most: int, same: dict[str, object], other: dict[str, object]
) -> None:
    with any_app.app_context():
        for number in range(most):
            jobs.submit(order(str(number), **same))
        with pytest.raises(Busy):
            jobs.submit(order("one more", **same), iter(lambda: pytest.fail("read"), 0))
        assert jobs.submit(order("one more", **other)).status == "waiting"


def test_strangers_together_leave_room_for_clubs(any_app: Flask) -> None:
    with any_app.app_context():
        for number in range(orders.OF_STRANGERS):
            jobs.submit(order(str(number), visitor=f"192.0.2.{number}", club=None, sitting=number + 1))
        with pytest.raises(Busy):
            jobs.submit(order("one more", visitor="192.0.2.99", sitting=99))
        club = jobs.submit(order("a club's", visitor="192.0.2.99"))
        assert club.status == "waiting"


@pytest.mark.usefixtures("made")
def test_what_members_ask_for_is_done_first_and_once(any_app: Flask) -> None:
    with any_app.app_context():
        stranger = jobs.submit(order("a sheet", sitting=5)).number
        club = jobs.submit(order("a night")).number
        assert (working.claim().number, working.claim().number) == (club, stranger)  # type: ignore[union-attr]
        assert (working.claim(), working.take(club)) == (None, None)  # another worker has them


def test_a_visitor_is_counted_without_an_address_being_kept(app: Flask) -> None:
    with app.app_context():
        job = jobs.submit(order("aces"))
        assert "192" not in job.visitor


def test_no_worker_begins_before_all_is_stored_that_was_sent(any_app: Flask) -> None:
    """If storing it is broken off, the job fails."""

    def sent() -> Iterator[bytes]:
        yield bytes(orders.PIECE)
        assert working.claim() is None
        db.session.execute(update(Job).values(alive_until=now() - timedelta(seconds=1)))
        jobs.sweep()
        yield bytes(orders.PIECE)

    with any_app.app_context():
        with pytest.raises(orders.Gone):
            jobs.submit(order("aces"), sent())
        assert not db.session.scalars(select(JobPiece)).all()


def test_work_that_fails_says_so_and_can_be_wished_for_again(any_app: Flask, made: dict[str, Make]) -> None:
    def fails(work: Work) -> Iterator[bytes]:
        yield bytes(2 * orders.PIECE)
        raise ValueError(work.asked["say"])

    whole, made["text"] = made["text"], fails
    with any_app.app_context():
        number = jobs.submit(order("aces")).number
        work_off(any_app)
        assert (status(number), jobs.content(number)) == ("failed", b"")
        made["text"] = whole
        assert jobs.submit(order("aces")).status == "waiting"
        work_off(any_app)
        assert jobs.content(number) == b"aces"


def test_a_file_that_grows_without_end_is_given_up(
    app: Flask, made: dict[str, Make], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "LARGEST", 10_000)
    made["text"] = lambda work: iter(lambda: os.urandom(orders.PIECE), b"")
    with app.app_context():
        number = jobs.submit(order("aces")).number
        work_off(app)
        assert status(number) == "failed"


def killed(number: str) -> None:
    """Leaves a job as if its worker had been killed: with a piece of its file, and an expired lease."""
    assert working.take(number) is not None
    with db.engine.begin() as connection:
        orders.store_piece(connection, number, 0, b"half a piece", sent=False)
        gone = now() - timedelta(seconds=1)
        connection.execute(update(Job).where(Job.number == number).values(alive_until=gone))


@pytest.mark.usefixtures("made")
def test_a_job_whose_worker_was_killed_is_done_by_another(any_app: Flask) -> None:
    with any_app.app_context():
        number = jobs.submit(order("aces")).number
        killed(number)
        assert jobs.submit(order("aces")).status == "working"
        jobs.sweep()
        work_off(any_app)
        assert (status(number), jobs.content(number)) == ("made", b"aces")


def test_a_job_that_ended_two_workers_is_given_to_no_third(any_app: Flask) -> None:
    with any_app.app_context():
        number = jobs.submit(order("aces")).number
        for outcome in ("waiting", "failed"):
            killed(number)
            jobs.sweep()
            assert status(number) == outcome


@pytest.mark.usefixtures("made")
def test_a_worker_that_is_told_to_stop_leaves_the_job_to_another(app: Flask, made: dict[str, Make]) -> None:
    def interrupted(work: Work) -> Iterator[bytes]:
        raise KeyboardInterrupt

    made["text"] = interrupted
    with app.app_context():
        number = jobs.submit(order("aces")).number
        with pytest.raises(KeyboardInterrupt):
            work_off(app)
        assert status(number) == "waiting"


@pytest.mark.usefixtures("made")
def test_everything_is_gone_after_two_hours_whether_or_not_anybody_asks(any_app: Flask) -> None:
    with any_app.app_context():
        old, new = (jobs.submit(order(say), [b"pages"]).number for say in ("aces", "kings"))
        work_off(any_app)
        then = now() - orders.KEPT - timedelta(minutes=1)
        db.session.execute(update(Job).where(Job.number == old).values(made_at=then))
        db.session.commit()
        assert jobs.find(old) is None
        working.on_the_minute(any_app)
        assert set(db.session.scalars(select(JobPiece.job))) == {new}
        assert db.session.scalar(select(func.count()).select_from(Job)) == 1


@pytest.mark.usefixtures("made")
def test_a_club_leaves_only_so_many_finished_files_lying(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "FILES_OF_A_CLUB", 2)
    with app.app_context():
        for number in range(4):
            jobs.submit(order(str(number)))
            work_off(app)
        assert db.session.scalar(select(func.count()).select_from(Job)) == 2
        assert jobs.find(order("3").number()) is not None


def test_a_job_that_nobody_wants_any_more_is_broken_off(any_app: Flask, made: dict[str, Make]) -> None:
    seen = []

    def deleted(work: Work) -> Iterator[bytes]:
        jobs.delete_of_club(1)
        db.session.commit()
        for number in range(3):
            yield bytes(orders.PIECE)
            seen.append(number)

    made["text"] = deleted
    with any_app.app_context():
        jobs.submit(order("aces"))
        work_off(any_app)
        assert seen == []
        assert db.session.scalar(select(func.count()).select_from(JobPiece)) == 0


def test_progress_is_seen_while_it_is_worked_on(any_app: Flask, made: dict[str, Make]) -> None:
    seen = []

    def counts(work: Work) -> Iterator[bytes]:
        work.report(3)
        seen.append((status(work.number), db.session.scalar(select(Job.done))))
        yield b""

    made["text"] = counts
    with any_app.app_context():
        jobs.submit(order("aces", total=5))
        work_off(any_app)
    assert seen == [("working", 3)]


@pytest.mark.parametrize("memory, seconds, reason", [(1, 900, working.ROOM), (10**12, 0, working.TIME)])
def test_a_worker_that_takes_too_much_says_why_and_ends(memory: int, seconds: int, reason: str) -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        with working.watched(lambda: None, lambda why: os.write(writer, why.encode()) and None, memory, seconds):
            while True:
                signal.pause()  # a maker that never ends
    os.close(writer)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert os.read(reader, 100).decode() == reason
    os.close(reader)


def test_a_worker_says_that_it_is_alive_while_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "SAY", 0)
    monkeypatch.setattr(working, "LOOK", 0.001)
    said = working.threading.Event()
    with working.watched(said.set, lambda why: pytest.fail(why), None, 0):
        assert said.wait(60)


def test_pictures_are_read_within_two_minutes_and_all_else_within_a_quarter_of_an_hour() -> None:
    assert {kind for kind, seconds in working.DEADLINES.items() if seconds != working.DEADLINE} == {
        "slips",
        "night_sheets",
    }


def test_what_a_failed_job_was_given_is_deleted(app: Flask, made: dict[str, Make]) -> None:
    made["text"] = lambda _work: 1 / 0  # type: ignore[assignment, return-value]  # it fails
    with app.app_context():
        failed, killed_twice = (jobs.submit(order(text), [b"a photograph"]).number for text in ("aces", "kings"))
        for number in (failed, killed_twice):
            assert jobs.content(number, sent=True)
        working.work(app, working.take(failed))  # type: ignore[arg-type]
        for _time in range(working.MOST_TRIES):
            killed(killed_twice)
            jobs.sweep()
        assert [status(failed), status(killed_twice)] == ["failed", "failed"]
        assert not db.session.scalars(select(JobPiece)).all()


def test_short_jobs_do_not_wait_behind_long_ones(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """One child is kept for them; a long job waits for another."""
    begun: list[str] = []

    def fork(crew: job_worker.Crew, act: Any, *, is_long: bool = False) -> None:
        begun.append(act.args[1].number)
        crew.running[len(begun)] = is_long

    monkeypatch.setattr(job_worker.Crew, "_fork", fork)
    with app.app_context():
        numbers = {
            text: jobs.submit(order(text, visitor=text, club=club)._replace(kind=kind, sitting=1)).number
            for club, (text, kind) in enumerate([("a", "slips"), ("b", "slips"), ("c", "pages")])
        }
        crew = job_worker.Crew(app, 2)
        assert [crew._begin_next() for _turn in range(3)] == [True, True, False]
        assert begun == [numbers["a"], numbers["c"]]
        del crew.running[1]
        assert crew._begin_next()
        assert begun[2:] == [numbers["b"]]


@pytest.mark.usefixtures("app")
def test_every_kind_of_work_has_somebody_who_does_it() -> None:
    assert set(MAKERS) == {
        "sheets",
        "night_sheets",
        "pages",
        "slips",
        "matches",
        "results",
        "log",
        "preview",
        "import",
        "tournament",
        "minute",
        "nothing",
    }
