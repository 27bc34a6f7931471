"""Duplicate, retried and stale writes: no hand is stored twice, and phones never overwrite each other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from scorekeeper import ledger
from scorekeeper.store.models import Match, db
from tests.support.matches import TRESETTE, points, shown, start, totals, write

pytestmark = pytest.mark.shares


def test_a_retry_that_has_seen_its_own_hand_meanwhile_is_still_a_retry(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        first = ledger.record(match, points(8, 3), ledger.Write("Anna", "k", 1))
        assert ledger.record(match, points(8, 3), ledger.Write("Anna", "k", match.version)).number == first.number


@pytest.mark.each_engine
def test_a_retry_is_answered_though_others_wrote_since(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        first = ledger.record(match, points(8, 3), ledger.Write("Anna", "k", 1))
        write(ledger.record, match, points(5, 6))
        assert ledger.record(match, points(8, 3), ledger.Write("Anna", "k", 1)).number == first.number


@pytest.mark.parametrize(
    "act, about",
    [
        (ledger.record, [points(7, 4)]),
        (ledger.correct, [1, points(7, 4)]),
        (ledger.strike, [1]),
        (ledger.annotate, [1, "x"]),
        (ledger.undo, []),
        (ledger.finish, []),
    ],
)
def test_whatever_is_sent_twice_happens_once(any_app: Flask, act: Callable[..., Any], about: list[Any]) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        seen = match.version
        first = act(match, *about, ledger.Write("Anna", "twice", seen))
        after = shown(match)
        assert act(match, *about, ledger.Write("Anna", "twice", seen)).number == first.number
        assert shown(match) == after


def test_a_stale_write_is_told_what_happened_meanwhile_and_keeps_nothing(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        seen = match.version
        write(ledger.record, match, points(8, 3))
        write(ledger.annotate, match, 1, "theirs")
        before = shown(match)
        with pytest.raises(ledger.Stale) as stale:
            ledger.record(match, points(5, 6), ledger.Write("Carla", "other phone", seen))
        assert [(change.kind, change.hand) for change in stale.value.changes] == [("record", 1), ("annotate", 1)]
        assert stale.value.version == match.version
        db.session.commit()
        assert shown(match) == before


def test_a_version_that_never_was_is_stale(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE)
        with pytest.raises(ledger.Stale):
            ledger.record(match, points(5, 6), ledger.Write("Carla", "k", 99))


def at_once(app: Flask, deeds: list[Callable[[], Any]]) -> list[Any]:
    """The result of each action; all start together, each in its own thread and request."""
    gate = Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> Any:
        with app.app_context():
            gate.wait()
            try:
                result = deed()
                db.session.commit()
            except ledger.Stale as stale:
                db.session.rollback()
                result = stale
            return result

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(run, deeds))


def recording(match_id: int, key: str) -> Callable[[], int]:
    def deed() -> int:
        match = db.session.get_one(Match, match_id)
        return ledger.record(match, points(8, 3), ledger.Write(key, key, 1)).number

    return deed


@pytest.mark.each_engine
def test_threads_with_the_same_key_yield_one_hand(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        db.session.commit()
        numbers = at_once(any_app, [recording(match.id, "the same")] * 6)
        db.session.refresh(match)
        assert numbers == [2] * 6
        assert (match.hand_count, totals(match)) == (1, [8, 3])


@pytest.mark.each_engine
def test_of_threads_with_different_keys_one_writes_and_the_others_are_told(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        db.session.commit()
        results = at_once(any_app, [recording(match.id, f"phone {number}") for number in range(6)])
        stale = [result for result in results if isinstance(result, ledger.Stale)]
        assert len(stale) == 5
        assert all([change.kind for change in each.changes] == ["record"] for each in stale)
        db.session.refresh(match)
        assert match.hand_count == 1


@pytest.mark.each_engine
def test_threads_that_start_a_match_with_one_key_start_one(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting()
        db.session.commit()

        def begin() -> int:
            chosen = db.session.get_one(type(sitting), sitting.id)
            return ledger.start_match(chosen, TRESETTE, actor="Anna", key="start").id

        assert len(set(at_once(any_app, [begin] * 4))) == 1
        assert [match.number for match in sitting.matches] == [1]


@pytest.mark.each_engine
def test_threads_that_start_different_matches_number_them(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting()
        db.session.commit()

        def beginning(key: str) -> Callable[[], int]:
            return lambda: (
                ledger.start_match(
                    db.session.get_one(type(sitting), sitting.id), TRESETTE, actor="Anna", key=key
                ).number
            )

        assert sorted(at_once(any_app, [beginning(key) for key in "abcd"])) == [1, 2, 3, 4]


@pytest.mark.each_engine
def test_what_is_read_while_others_write_belongs_together(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(4, 7))
        db.session.commit()
        loaded = ledger.state(match)["version"]

        def other() -> int:
            chosen = db.session.get_one(Match, match.id)
            return ledger.record(chosen, points(5, 6), ledger.Write("x", "another", chosen.version)).number

        at_once(any_app, [other])
        state = ledger.state(match)
        assert state["version"] == loaded + 1
        assert state["sides"][0]["total"] == sum(hand["points"][0] for hand in state["hands"]) == 9
