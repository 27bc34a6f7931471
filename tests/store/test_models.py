"""The tables: moments, constraints of the database, and the set-up of SQLite."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.models import Base, Change, Hand, Link, Match, Sitting, db
from tests.conftest import MakeApp
from tests.support.matches import TRESETTE, points, start


def test_a_moment_is_kept_in_utc_and_comes_back_with_its_zone(any_app: Flask) -> None:
    evening = datetime(2026, 11, 21, 21, 15, tzinfo=timezone(timedelta(hours=1)))
    with any_app.app_context():
        sitting = Sitting(name="", place="", opened_at=evening)
        db.session.add(sitting)
        db.session.flush()
        db.session.expire(sitting)
        assert sitting.opened_at == evening
        assert sitting.opened_at.utcoffset() == timedelta(0)


def test_a_moment_not_given_is_now(app: Flask) -> None:
    with app.app_context():
        sitting = Sitting(name="", place="")
        db.session.add(sitting)
        db.session.flush()
        assert abs(sitting.opened_at - datetime.now(UTC)) < timedelta(minutes=1)


def test_the_database_keeps_one_hand_for_a_number_and_one_change_for_a_key(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3))
        db.session.commit()
        row = db.session.get_one(Hand, (match.id, 1))
        doubles = [
            Hand(**{column.key: getattr(row, column.key) for column in Hand.__table__.columns}),
            Change(match_id=match.id, number=99, key=match_key(match), actor="", kind="record", before={}, after={}),
        ]
        db.session.expunge_all()
        for double in doubles:
            db.session.add(double)
            with pytest.raises(IntegrityError):
                db.session.flush()
            db.session.rollback()


def match_key(match: Match) -> str:
    return db.session.get_one(Change, (match.id, 2)).key


@pytest.mark.parametrize(
    "orphan",
    [
        lambda: Link(sitting_id=10**9, may="score", nonce="x"),
        lambda: Change(match_id=10**9, number=1, key="k", actor="", kind="record", before={}, after={}),
    ],
)
def test_nothing_belongs_to_what_is_not_there(any_app: Flask, orphan: object) -> None:
    with any_app.app_context():
        db.session.add(orphan())  # type: ignore[operator]
        with pytest.raises(IntegrityError):
            db.session.flush()


@pytest.mark.parametrize("asked, level", [("FULL", 2), ("NORMAL", 1)])
@pytest.mark.sqlite
def test_sqlite_writes_ahead_keeps_foreign_keys_and_is_as_durable_as_asked(
    make_app: MakeApp, asked: str, level: int
) -> None:
    with make_app(SQLITE_SYNCHRONOUS=asked).app_context():
        pragmas = {
            name: db.session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": level, "foreign_keys": 1, "busy_timeout": 10_000}


def test_every_constraint_has_a_name_that_a_migration_can_call_it_by() -> None:
    for table in Base.metadata.sorted_tables:
        assert all(constraint.name for constraint in table.constraints), table.name
