"""Workers run as processes: started by a server, which ends them, and started alone."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import jobs
from scorekeeper.app import create_app
from scorekeeper.clubs import accounts
from scorekeeper.jobs import Order
from scorekeeper.jobs.working import worker_answers
from scorekeeper.paper.typesetting import FOLDER_PREFIX
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from scorekeeper.web.work import PAGES
from tests.support.machine import needs
from tests.support.polling import PATIENCE, until
from tools.install.debian import PRINTING

# `scorekeeper`, whose workers do not give way to other programs: on a loaded machine they would for longer than any
# test waits.
PROGRAM = "from scorekeeper.cli import job_worker, main; job_worker.NICENESS = 0; main()"
WISH = {"language": "en", "root": "http://localhost/", "visitor": "", "total": 1}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An application with a club, on the instance folder of the processes."""
    application = create_app({"INSTANCE_PATH": str(tmp_path), "DATABASE_URL": ""})
    with application.app_context():
        upgrade.upgrade(db.engine, tmp_path)
        accounts.create_club("Circolo")
        db.session.commit()
        yield application
        db.engine.dispose()


@contextmanager
def running(folder: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A running `scorekeeper` command on that folder, stopped afterwards."""
    environ = {**os.environ, "SCOREKEEPER_INSTANCE": str(folder)}
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], env=environ)
    try:
        yield process
    finally:
        process.terminate()  # SIGTERM, because processes that are just starting would survive SIGKILL
        process.wait(timeout=PATIENCE)


@contextmanager
def serving(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A server on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running(folder, "serve", "--host", "127.0.0.1", "--port", str(port)) as process:
        yield process


def export(number: int) -> str:
    """The id of a job that exports the matches of the only club, which has none."""
    asked: dict[str, object] = {"game": None, "named": [], "since": None, "until": None, "with_log": True}
    return jobs.submit(Order("matches", "Matches", "x.jsonl", "/", asked=asked, about=number, club=1, **WISH)).number


def is_made(number: str) -> bool:
    found = jobs.find(number)
    assert found is not None
    db.session.rollback()
    return found.status == "made"


def is_going(number: str) -> bool:
    found = jobs.find(number)
    db.session.rollback()
    return found is not None and found.going


def read(process: int, file: str) -> str:
    """What the system says of a process; nothing if it has ended meanwhile."""
    with suppress(OSError):
        return Path(f"/proc/{process}/{file}").read_text()
    return ""


def kill(process: int) -> None:
    """Kills a process, unless it has ended meanwhile."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def offspring(process: int) -> list[int]:
    """The descendants of a process, from all of its threads."""
    threads = [path.name for path in Path(f"/proc/{process}/task").glob("*")]
    children = [int(child) for thread in threads for child in read(process, f"task/{thread}/children").split()]
    return children + [below for child in children for below in offspring(child)]


def workers_of(process: int) -> list[int]:
    """The descendants of a process that run jobs."""
    return [each for each in offspring(process) if read(each, "comm") == "sk-worker\n"]


def is_running(process: int) -> bool:
    """True if a process has not ended; one that nobody has waited for yet has ended too."""
    return read(process, "stat").rpartition(")")[2].split()[:1] not in ([], ["Z"])


def test_a_server_does_long_work_and_takes_its_workers_along_when_it_is_killed(app: Flask, tmp_path: Path) -> None:
    """A worker that was killed has been replaced before."""
    with serving(tmp_path) as server:
        first = until(lambda: workers_of(server.pid), "a worker")[0]
        kill(first)
        number = export(1)
        until(lambda: is_made(number), "a job that is done")
        assert not is_running(first)
        processes = workers_of(server.pid)
        assert processes
        server.kill()
        server.wait()
        until(lambda: not any(is_running(each) for each in processes), "no worker any more")


def test_a_job_that_is_killed_leaves_no_files(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs(PRINTING)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    with running(tmp_path, "worker") as worker:
        pages = [("<p>1", 1)] * 10_000
        jobs.submit(Order(PAGES, "Pages", "x.pdf", "/", asked={}, club=1, **WISH), [json.dumps(pages).encode()])
        until(lambda: list(temporary.glob(f"{FOLDER_PREFIX}*/*/*")), "the files of a job")
        for process in offspring(worker.pid):
            kill(process)
        until(lambda: not any(temporary.iterdir()), "an empty folder")


def test_the_log_of_a_failed_job_is_json_and_quotes_nobody(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LOG", "json")
    monkeypatch.setenv("SCOREKEEPER_QUEUE", "redis://127.0.0.1")
    asked: dict[str, object] = {"game": "Anna Bianchi", "named": [], "since": "Anna Bianchi", "until": None}
    with running(tmp_path, "worker"):
        job = jobs.submit(Order("results", "Results", "x.csv", "/", asked=asked | {"marked": ""}, club=1, **WISH))
        until(lambda: not is_going(job.number), "a job that has failed")
    said = "".join(capfd.readouterr())
    lines = [json.loads(line) for line in said.splitlines()]
    (warning,) = [line for line in lines if line["level"] == "warning"]
    assert warning["event"] == "SCOREKEEPER_QUEUE is no longer used: jobs wait in the database"
    (failed,) = [line for line in lines if line["level"] == "error"]
    assert (failed["event"], failed["error"]) == ("job of kind results", "ValueError")
    assert failed["where"][-1].endswith(" <genexpr>")
    assert "Anna" not in said


def test_a_worker_works_by_itself_and_ends_politely(app: Flask, tmp_path: Path) -> None:
    with running(tmp_path, "worker", "--processes", "2") as worker:
        numbers = [export(number) for number in (3, 4)]
        until(lambda: all(is_made(number) for number in numbers), "jobs that are done")
        processes = offspring(worker.pid)
        assert worker_answers(app, PATIENCE)
        worker.terminate()
        assert worker.wait(timeout=PATIENCE) == 0
        assert not worker_answers(app, 0.2)
        assert not any(is_running(each) for each in processes)
