"""Correcting, striking and annotating recorded hands."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import ledger
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.store.models import db
from tests.documents import GAMES
from tests.support.fuzzing import tries
from tests.support.matches import ALBASTINI, TRESETTE, TRUCO, points, shown, start, totals, won, write

pytestmark = pytest.mark.shares


def problems(refused: "pytest.ExceptionInfo[Refusal]") -> list[tuple[int | None, str]]:
    return [(problem["hand"], english(problem["message"], problem["params"])) for problem in refused.value.problems]


def test_a_corrected_hand_scores_anew_with_all_that_follow(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6), points(4, 7))
        write(ledger.correct, match, 1, points(2, 9))
        state = ledger.state(match)
    assert [hand["totals"] for hand in state["hands"]] == [[2, 9], [7, 15], [11, 22]]
    assert [hand["corrected"] for hand in state["hands"]] == [True, False, False]


def test_a_correction_that_takes_the_win_away_says_so_and_opens_the_match_again(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(11, 0), points(10, 1))
        change = write(ledger.correct, match, 2, points(1, 10))
        assert change.winner_changed
        assert (match.status, match.winner) == ("in_progress", None)
        write(ledger.record, match, points(9, 2))
        assert match.winner == 0


def test_a_correction_that_turns_the_winner_round_says_so(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 9), won(1, 9), won(0, 3))
        assert match.winner == 0
        assert write(ledger.correct, match, 3, won(1, 3)).winner_changed
        assert (match.status, match.winner) == ("finished", 1)


def test_a_correction_that_leaves_the_winner_says_nothing_of_it(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(11, 0), points(10, 1))
        assert not write(ledger.correct, match, 1, points(11, 0)).winner_changed


def test_a_correction_that_would_end_the_match_before_later_hands_is_refused_with_their_number(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRUCO, won(0, 9), won(1, 1), won(1, 3), won(1))
        before = shown(match)
        with pytest.raises(Refusal) as refused:
            write(ledger.correct, match, 1, won(0, 12))
        assert problems(refused) == [
            (2, "This ends the match with hand 1: hand 2 and all later hands must be struck out")
        ]
        assert refused.value.problems[0]["field"] is None
        db.session.commit()
        assert shown(match) == before


def test_later_hands_that_no_longer_count_can_be_struck_with_the_correction(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRUCO, won(1), won(0, 9), won(1, 1), won(1, 3))
        before = shown(match)
        write(ledger.correct, match, 2, won(0, 12), strike_rest=True)
        state = ledger.state(match)
        assert [hand["struck"] for hand in state["hands"]] == [False, False, True, True]
        assert (state["winner"], state["hand"]) == (0, 5)
        write(ledger.undo, match)
        assert shown(match) == before


def test_a_later_hand_that_the_rules_no_longer_allow_is_named_with_their_reason(app: Flask) -> None:
    with app.app_context():
        match = start({**TRUCO, "options": {"match_point": 9}}, won(0, 6), won(1, 1), won(1, 6))
        with pytest.raises(Refusal) as refused:
            write(ledger.correct, match, 1, won(0, 9))
    assert problems(refused)[0] == (2, "This would make hand 2 impossible")
    assert refused.value.problems[1]["rule"] == "TRU-14"


def test_a_hand_is_not_struck_if_a_later_one_is_possible_only_with_it(app: Flask) -> None:
    with app.app_context():
        match = start({**TRUCO, "options": {"match_point": 9, "match_point_fold": True}}, won(0, 9), {"fold": True})
        with pytest.raises(Refusal) as refused:
            write(ledger.strike, match, 1)
        assert problems(refused)[0] == (2, "This would make hand 2 impossible")
        write(ledger.strike, match, 1, strike_rest=True)
        assert [hand["struck"] for hand in ledger.state(match)["hands"]] == [True, True]


def test_correcting_nothing_but_the_note_is_no_correction_of_the_hand(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        write(ledger.correct, match, 1, {**points(8, 3), "note": "as it was"})
        hand = ledger.state(match)["hands"][0]
    assert (hand["corrected"], hand["note"]) == (False, "as it was")


def test_a_corrected_hand_keeps_its_mark_when_only_its_note_is_corrected(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        write(ledger.correct, match, 1, points(7, 4))
        write(ledger.correct, match, 1, {**points(7, 4), "note": "counted again"})
        hand = ledger.state(match)["hands"][0]
    assert (hand["corrected"], hand["note"]) == (True, "counted again")


def test_a_correction_keeps_the_note_of_the_hand(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, {**points(8, 3), "note": "by candle light"})
        write(ledger.correct, match, 1, points(7, 4))
        assert ledger.state(match)["hands"][0]["note"] == "by candle light"


def test_a_refused_correction_names_its_hand_and_leaves_nothing(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        with pytest.raises(Refusal) as refused:
            write(ledger.correct, match, 1, points(8, 4))
        db.session.commit()
        assert refused.value.problems[0]["hand"] == 1
        assert refused.value.problems[0]["field"] == "points"
        assert totals(match) == [13, 9]


@pytest.mark.parametrize(
    "act, about", [(ledger.correct, [points(6, 5)]), (ledger.strike, []), (ledger.annotate, ["x"])]
)
def test_there_must_be_such_a_hand(app: Flask, act: Any, about: list[Any]) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        for number in (0, 2, -1):
            with pytest.raises(Refusal):
                write(act, match, number, *about)


def test_a_struck_hand_stays_under_its_number_and_does_not_score(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6), points(4, 7))
        write(ledger.strike, match, 2)
        state = ledger.state(match)
        assert [hand["number"] for hand in state["hands"]] == [1, 2, 3]
        assert [hand["totals"] for hand in state["hands"]] == [[8, 3], [8, 3], [12, 10]]
        assert state["hands"][1] | {"struck": True, "points": [0, 0], "lines": []} == state["hands"][1]
        assert [hand["dealer"] for hand in state["hands"]] == ["Anna", "Carla", "Carla"]
        write(ledger.record, match, points(6, 5))
        assert ledger.state(match)["hands"][3]["number"] == 4


def test_a_hand_is_struck_once(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        write(ledger.strike, match, 1)
        with pytest.raises(Refusal):
            write(ledger.strike, match, 1)


def test_a_struck_hand_that_is_corrected_counts_again(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        write(ledger.strike, match, 1)
        write(ledger.correct, match, 1, points(7, 4))
        assert totals(match) == [12, 10]


def test_striking_the_hand_that_won_opens_the_match_again(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(11, 0), points(10, 1))
        assert write(ledger.strike, match, 2).winner_changed
        assert (match.status, match.winner, totals(match)) == ("in_progress", None, [11, 0])


def test_all_hands_can_be_struck(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        write(ledger.strike, match, 1)
        write(ledger.strike, match, 2)
        assert totals(match) == [0, 0]
        assert ledger.document(match)["hands"] == []


def test_a_note_does_not_score_and_an_empty_one_takes_it_away(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(11, 0), points(10, 1))
        change = write(ledger.annotate, match, 1, "  three threes forgotten ")
        assert (match.winner, change.winner_changed) == (0, False)
        hand = ledger.state(match)["hands"][0]
        assert (hand["note"], hand["corrected"]) == ("three threes forgotten", False)
        write(ledger.annotate, match, 1, " ")
        assert ledger.state(match)["hands"][0]["note"] == ""


@pytest.mark.parametrize("struck", [False, True])
def test_a_note_is_held_to_its_length_on_a_struck_hand_too(app: Flask, struck: bool) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3))
        if struck:
            write(ledger.strike, match, 1)
        with pytest.raises(Refusal) as refused:
            write(ledger.annotate, match, 1, "x" * 201)
        assert [(problem["field"], problem["hand"]) for problem in refused.value.problems] == [("note", 1)]


def test_only_the_rows_that_changed_carry_the_new_version(app: Flask) -> None:
    with app.app_context():
        match = start(ALBASTINI, *[{"points": [70, 50]}] * 6)
        change = write(ledger.correct, match, 3, {"points": [71, 49]})  # still one game point
        state = ledger.state(match, since=change.number - 1)
        assert [hand["number"] for hand in state["hands"]] == [3]
        assert (state["hand"], state["since"]) == (7, change.number - 1)


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=tries(3), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_correcting_a_hand_equals_having_entered_it_so(app: Flask, game: str, seed: int) -> None:
    rng = Random(seed)
    document = GAMES[game].good(rng)
    meant = document["hands"]
    with app.app_context():
        match = start(document, *meant)
        for number in rng.sample(range(1, len(meant) + 1), min(len(meant), 4)):
            other = rng.choice(meant)
            try:
                write(ledger.correct, match, number, other, strike_rest=rng.random() < 0.5)
            except Refusal:
                continue
        entries = [hand.entry for hand in ledger.hands(match) if not hand.struck]
        fresh = start(document, *entries)
        assert [played(hand) for hand in ledger.state(match)["hands"] if not hand["struck"]] == [
            played(hand) for hand in ledger.state(fresh)["hands"]
        ]
        assert match.table == fresh.table
        db.session.rollback()


def played(hand: dict[str, Any]) -> dict[str, Any]:
    return {name: hand[name] for name in ("dealer", "points", "totals", "lines", "entry")}
