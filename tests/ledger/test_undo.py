"""Undo and redo: every change of a match can be undone and redone, and the log keeps all lines."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import ledger
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Match, db
from tests.documents import GAMES
from tests.support.fuzzing import tries
from tests.support.matches import ALBASTINI, TRESETTE, TRUCO, points, shown, start, totals, won, write

pytestmark = pytest.mark.shares


def test_undoing_a_record_takes_the_hand_away_and_its_number_is_used_again(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        write(ledger.undo, match)
        assert (totals(match), match.hand_count, len(ledger.hands(match))) == ([8, 3], 1, 1)
        write(ledger.record, match, points(4, 7))
        assert [hand["totals"] for hand in ledger.state(match)["hands"]] == [[8, 3], [12, 10]]


def test_undoing_everything_leaves_the_match_as_it_started(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRUCO)
        fresh = shown(match)
        for act, about in DEEDS:
            write(act, match, *about)
        for _ in DEEDS:
            write(ledger.undo, match)
        assert shown(match) == fresh
        with pytest.raises(ledger.CannotUndo):
            write(ledger.undo, match)


DEEDS: list[tuple[Callable[..., Any], list[Any]]] = [
    (ledger.record, [won(0, 3)]),
    (ledger.record, [won(1, 9)]),
    (ledger.correct, [1, won(0, 6)]),
    (ledger.annotate, [1, "after a quarrel"]),
    (ledger.strike, [2]),
    (ledger.record, [won(0, 6)]),  # the match is won
    (ledger.correct, [3, won(0, 3)]),  # no longer won
    (ledger.finish, []),
]


@pytest.mark.parametrize("done", range(1, len(DEEDS) + 1))
def test_undo_then_redo_is_as_if_nothing_had_happened(any_app: Flask, done: int) -> None:
    with any_app.app_context():
        match = start(TRUCO)
        for act, about in DEEDS[:done]:
            write(act, match, *about)
        before = shown(match)
        write(ledger.undo, match)
        assert shown(match) != before
        write(ledger.redo, match)
        assert shown(match) == before


def test_several_steps_back_can_be_made_again_in_order(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        seen = [shown(match)]
        for ours in (8, 5, 4):
            write(ledger.record, match, points(ours, 11 - ours))
            seen.append(shown(match))
        for back in (2, 1, 0):
            write(ledger.undo, match)
            assert shown(match) == seen[back]
        for forth in (1, 2, 3):
            write(ledger.redo, match)
            assert shown(match) == seen[forth]
        with pytest.raises(ledger.CannotUndo):
            write(ledger.redo, match)


def test_something_new_ends_what_could_be_made_again(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        write(ledger.undo, match)
        assert ledger.state(match)["can"] == {"undo": "Undo: hand 1", "redo": "Redo: hand 2"}
        write(ledger.record, match, points(4, 7))
        assert ledger.state(match)["can"] == {"undo": "Undo: hand 2", "redo": ""}
        with pytest.raises(ledger.CannotUndo):
            write(ledger.redo, match)
        write(ledger.undo, match)
        write(ledger.undo, match)
        assert totals(match) == [0, 0]


def test_nothing_is_lost_from_the_log(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        write(ledger.undo, match)
        write(ledger.redo, match)
        log = [(change.number, change.kind, change.hand, change.target) for change in ledger.changes(match)]
        assert log == [(1, "start", None, None), (2, "record", 1, None), (3, "undo", 1, 2), (4, "redo", 1, 2)]
        recorded = ledger.changes(match)[1]
        assert recorded.before == {"hands": {"1": None}}
        assert recorded.after["hands"]["1"]["entry"] == points(8, 3)
        assert recorded.actor == "Anna"
        assert recorded.at.tzinfo is not None


def test_undoing_the_hand_that_won_opens_the_match_again(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(11, 0), points(10, 1))
        assert write(ledger.undo, match).winner_changed
        assert (match.status, match.winner) == ("in_progress", None)


def test_undoing_the_stop_of_an_open_match_lets_it_go_on(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI, {"points": [70, 50]})
        write(ledger.finish, match)
        write(ledger.undo, match)
        assert (match.status, match.hand_count) == ("in_progress", 1)


def do_something(rng: Random, match: Match, entries: list[dict[str, Any]]) -> None:
    """A random command; if the rules refuse it, the match is unchanged."""
    number = rng.randint(1, max(match.hand_count, 1))
    deeds: list[tuple[Callable[..., Any], list[Any], dict[str, Any]]] = [
        (ledger.record, [rng.choice(entries)], {}),
        (ledger.correct, [number, rng.choice(entries)], {"strike_rest": rng.random() < 0.5}),
        (ledger.strike, [number], {"strike_rest": rng.random() < 0.5}),
        (ledger.annotate, [number, rng.choice(["", "hm"])], {}),
        (ledger.undo, [], {}),
        (ledger.redo, [], {}),
        (ledger.finish, [], {}),
    ]
    act, about, options = rng.choices(deeds, weights=[8, 3, 2, 1, 3, 2, 1])[0]
    before = (match.version, shown(match))
    try:
        write(act, match, *about, **options)
    except (Refusal, ledger.CannotUndo):
        assert (match.version, shown(match)) == before


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=tries(2), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_whatever_was_done_can_be_undone_to_the_start_and_redone_to_the_end(app: Flask, game: str, seed: int) -> None:
    rng = Random(seed)
    document = GAMES[game].good(rng)
    with app.app_context():
        match = start(document)
        for _ in range(15):
            do_something(rng, match, document["hands"] or [{}])
        while match.redo_top is not None:
            write(ledger.redo, match)
        end, steps = shown(match), 0
        while match.undo_top is not None:
            write(ledger.undo, match)
            steps += 1
        assert shown(match) == shown(start(document))
        for _ in range(steps):
            write(ledger.redo, match)
        assert shown(match) == end
        db.session.rollback()
