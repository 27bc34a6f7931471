"""Rate limits counted in the database: all machines count together, and no visitor's address is stored."""

import time

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import jobs
from scorekeeper.store.counts import Count
from scorekeeper.store.models import db
from scorekeeper.web.count_storage import CountStorage
from tests.conftest import MakeApp

SHARED = {"RATELIMIT_STORAGE_URI": "database://"}


def test_machines_with_one_database_count_together(make_app: MakeApp) -> None:
    machines = [make_app(**SHARED).test_client() for _machine in range(2)]
    sent = {"login": "nobody", "password": "four aces of coins"}
    answers = [machines[number % 2].post("/login", data=sent).status_code for number in range(12)]
    assert answers[10:] == [429, 429]
    assert 429 not in answers[:10]


@pytest.mark.usefixtures("any_app")
def test_a_count_goes_on_until_it_ends_and_begins_again(any_app: Flask) -> None:
    storage = CountStorage()
    with any_app.app_context():
        assert [storage.incr("x", 60), storage.incr("x", 60, 2), storage.get("x"), storage.get("y")] == [1, 3, 3, 0]
        assert 0 < storage.get_expiry("x") - time.time() <= 60
        assert storage.get_expiry("y") <= time.time()
        with db.engine.begin() as connection:
            connection.execute(update(Count).values(ends=time.time() - 1))
        assert storage.get("x") == 0
        assert storage.incr("x", 60) == 1
        storage.clear("x")
        assert storage.get("x") == 0
        assert storage.check()


def test_counts_that_have_ended_are_swept_up_and_none_tells_an_address(any_app: Flask) -> None:
    with any_app.app_context():
        CountStorage().incr("LIMITER/192.0.2.1/login", 60)
        assert "192" not in str(db.session.scalar(select(Count.key)))
        db.session.execute(update(Count).values(ends=0))
        db.session.commit()
        jobs.sweep()
        assert db.session.scalar(select(func.count()).select_from(Count)) == 0


def test_a_storage_that_is_away_stops_nobody_and_each_process_counts_for_itself(make_app: MakeApp) -> None:
    client = make_app(RATELIMIT_STORAGE_URI="redis://127.0.0.1:1/0").test_client()
    sent = {"login": "nobody", "password": "four aces of coins"}
    answers = [client.post("/login", data=sent).status_code for _time in range(12)]
    assert 500 not in answers
    assert answers[-1] == 429
