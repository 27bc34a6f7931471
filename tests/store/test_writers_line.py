"""Threads that write to SQLite queue for the lock, and always release it; other processes leave it their log."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.store import database
from scorekeeper.store.models import Sitting, db
from tests.support.polling import PATIENCE

pytestmark = pytest.mark.sqlite


def write(session: Session) -> None:
    database.take_turn(session)
    session.add(Sitting(name="", place=""))


def is_locked(app: Flask) -> bool:
    """True if a writer of this process holds the write lock."""
    with app.app_context(), db.engine.connect() as connection:
        return bool(connection.info[database.LOCK].locked())


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_the_next_one_may_write_however_the_last_one_ended(app: Flask, end: str) -> None:
    with app.app_context(), Session(db.engine) as session:
        write(session)
        assert is_locked(app)
        getattr(session, end)()
        assert not is_locked(app)


def test_a_turn_that_another_process_does_not_give_is_given_back(app: Flask) -> None:
    with app.app_context():
        other = db.engine.raw_connection()
        other.cursor().execute("BEGIN IMMEDIATE")  # as another process would: not in this line
        with Session(db.engine) as session:
            session.connection().exec_driver_sql("PRAGMA busy_timeout = 10")
            with pytest.raises(OperationalError):
                database.take_turn(session)
        assert not is_locked(app)
        other.close()


def test_who_waits_in_line_goes_on_when_the_other_has_written(app: Flask) -> None:
    order: list[str] = []

    def second() -> None:
        with app.app_context(), Session(db.engine) as session:
            write(session)
            order.append("second")
            session.commit()

    with app.app_context(), Session(db.engine) as session:
        write(session)
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(timeout=0.3)
        order.append("first")
        session.commit()
    waiting.join(timeout=PATIENCE)
    assert order == ["first", "second"]


def test_nobody_waits_for_ever(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with app.app_context(), Session(db.engine) as first, Session(db.engine) as second:
        write(first)
        second.connection().exec_driver_sql("PRAGMA busy_timeout = 10")
        with pytest.raises(OperationalError, match="locked"):
            write(second)
        first.commit()
        second.rollback()
        write(second)
        second.commit()


def test_another_process_that_is_done_with_the_database_leaves_the_log_in_place(app: Flask) -> None:
    """SQLite removes the log on closing, unless the locks on the file show another process that has it open."""
    with app.app_context(), db.engine.connect() as first:
        first.exec_driver_sql("UPDATE sitting SET place = ''")
        first.commit()
        with db.engine.connect():  # as each thread of a server has a connection of its own
            log = Path(f"{db.engine.url.database}-wal")
            before = log.stat().st_ino
            look = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT place FROM sitting').fetchall()"
            subprocess.run([sys.executable, "-c", look, str(db.engine.url.database)], check=True)
            assert log.exists()
            assert log.stat().st_ino == before
