"""Matches inserted in bulk give the same rows as matches recorded hand by hand."""

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Table, select

from scorekeeper import ledger
from scorekeeper.store.models import Change, Hand, Match, db, now
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, points, start, won, write

MELDS = {"melds": 600, "clean": 1, "dirty": 0, "hand": 0, "pot": "played"}
REST = {"melds": 80, "clean": 0, "dirty": 0, "hand": 25, "pot": "played"}
PLAYED: dict[str, tuple[dict[str, Any], list[dict[str, Any]], bool]] = {
    "won": (TRUCO, [won(0, 12)], False),
    "going on": (TRESETTE, [points(8, 3), {**points(11, 0), "note": "late"}], False),
    "stopped": (TRESETTE, [points(8, 3)], True),
    "open": (ALBASTINI, [{"points": [70, 50]}, {"points": [60, 60]}], True),
    "melds": (BURACO, [{"sides": [MELDS, REST], "went_out": 0}], False),
    "nothing yet": (TRUCO, [], False),
}
OF_ITS_OWN = {"id", "match_id", "sitting_id", "key", "imported"}  # bulk inserts count as imported
MOMENTS = {"at", "changed_at"}  # times differ; the times of hands inside facts too


def rows(table: Table, match: Match) -> list[dict[str, Any]]:
    """The rows of a match in one table of the database."""
    its = table.c.id if table is Match.__table__ else table.c.match_id
    found = db.session.execute(select(table).where(its == match.id).order_by(table.c.number)).mappings()
    return [{name: row[name] for name in row if name not in OF_ITS_OWN | MOMENTS} for row in found]


@pytest.mark.parametrize("which", PLAYED)
def test_rows_are_the_same(any_app: Flask, which: str) -> None:
    head, entries, stopped = PLAYED[which]
    with any_app.app_context():
        match = start(head, *entries)
        if stopped:
            write(ledger.finish, match)
        db.session.commit()
        by_hand = {table: rows(table, match) for table in (Match.__table__, Hand.__table__, Change.__table__)}
        said = [hand.entry for hand in db.session.scalars(select(Hand).where(Hand.match_id == match.id))]
        at = db.session.scalars(select(Hand.at).where(Hand.match_id == match.id).order_by(Hand.number)).all()
        ends = stopped and match.stopped
        whole = ledger.rows_from_hands(head, said, [match.started_at, *at], actor="Anna", key="again", stopped=ends)
        whole.match.sitting_id = ledger.open_sitting().id
        (kept,) = ledger.insert_matches(db.session, [whole])
        db.session.commit()
        assert {table: rows(table, kept) for table in by_hand} == by_hand
        assert kept.number == match.number


def test_lines_have_the_times_of_their_hands_and_pair_their_own(app: Flask) -> None:
    moments = [datetime(2026, 3, 1, 21, minute, tzinfo=UTC) for minute in range(3)]
    with app.app_context():
        head = {**TRUCO, "hands": [won(0)]}  # the hands of a document are not those that were played
        rows = ledger.rows_from_hands(head, [won(1), won(0)], moments, actor="", key="k", stopped=True)
    lines = [(line["kind"], line["key"], line["at"]) for line in rows.changes]
    assert lines == [
        ("start", "k", moments[0]), ("record", "hand-1", moments[1]), ("record", "hand-2", moments[2]),
        ("finish", "stop", moments[2]),
    ]  # fmt: skip


def test_matches_inserted_at_once_are_numbered_and_go_on(app: Flask) -> None:
    with app.app_context():
        sitting = ledger.open_sitting()
        for number in (1, 3):
            started = [
                ledger.rows_from_hands(TRUCO, [], [now()], actor="", key=f"{key}") for key in (number, number + 1)
            ]
            for rows in started:
                rows.match.sitting_id = sitting.id
            matches = ledger.insert_matches(db.session, started)
            assert [(match.number, match.stopped) for match in matches] == [(number, False), (number + 1, False)]


def test_without_matches_nothing_is_inserted(app: Flask) -> None:
    with app.app_context():
        assert ledger.insert_matches(db.session, []) == []
