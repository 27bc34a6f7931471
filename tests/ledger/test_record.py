"""Starting a match and recording its hands."""

from random import Random

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.ledger.read_models import SHOWN
from scorekeeper.store.models import db
from tests.documents import GAMES
from tests.support.fuzzing import tries
from tests.support.matches import ALBASTINI, TRESETTE, TRUCO, points, start, totals, won, write


def test_a_match_starts_with_nothing_scored_and_the_first_seat_dealing(any_app: Flask) -> None:
    with any_app.app_context():
        state = ledger.state(start(TRESETTE))
    assert (state["number"], state["hand"], state["dealer"], state["status"]) == (1, 1, "Anna", "in_progress")
    assert [side["total"] for side in state["sides"]] == [0, 0]
    assert state["can"] == {"undo": "", "redo": ""}


def test_a_match_keeps_the_rules_it_started_with_in_full(app: Flask) -> None:
    with app.app_context():
        match = start({**TRESETTE, "variant": "mcleod", "options": {"target": 31}})
        assert match.setup["options"]["target"] == 31
        assert match.setup["options"]["honours"] is True


def test_matches_of_a_sitting_are_numbered_in_the_order_of_their_start(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting("Friday", "At Anna's")
        matches = [ledger.start_match(sitting, TRUCO, actor="Anna", key=key) for key in ("a", "b", "c")]
        assert [match.number for match in matches] == [1, 2, 3]


def test_starting_twice_with_one_key_starts_one_match(any_app: Flask) -> None:
    with any_app.app_context():
        sitting = ledger.open_sitting()
        first = ledger.start_match(sitting, TRUCO, actor="Anna", key="once")
        assert ledger.start_match(sitting, TRUCO, actor="Anna", key="once") is first


def test_a_head_that_the_rules_refuse_starts_nothing(app: Flask) -> None:
    with app.app_context():
        sitting = ledger.open_sitting()
        with pytest.raises(Refusal):
            ledger.start_match(sitting, {**TRESETTE, "options": {"target": 0}}, actor="Anna", key="a")
        assert sitting.matches == []


def test_a_recorded_hand_says_what_it_scored_and_why(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, {"aces": [3, 1], "figures": [12, 8], "last_trick": 0})
        hand = ledger.state(match)["hands"][0]
    assert (hand["number"], hand["dealer"], hand["points"], hand["totals"]) == (1, "Anna", [8, 3], [8, 3])
    assert {line["rule"] for line in hand["lines"]} >= {"TRE-4"}


def test_a_refused_hand_names_its_shown_number_and_leaves_nothing(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(8, 3), points(5, 6))
        write(ledger.strike, match, 1)
        version = match.version
        with pytest.raises(Refusal) as refused:
            write(ledger.record, match, points(8, 4))
        assert [problem["hand"] for problem in refused.value.problems] == [3]
        db.session.commit()
        assert (match.version, len(ledger.hands(match)), len(ledger.changes(match))) == (version, 2, version)


def test_the_hand_that_reaches_the_target_ends_the_match(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE, points(11, 0), points(10, 1))
        assert (match.status, match.winner, totals(match)) == ("finished", 0, [21, 1])
        with pytest.raises(Refusal):
            write(ledger.record, match, points(6, 5))


def test_stopping_an_open_match_gives_it_to_who_leads(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(ALBASTINI, {"points": [70, 50]})
        write(ledger.finish, match)
        assert (match.status, match.winner, match.hand_count) == ("finished", 0, 2)


def test_stopping_a_match_with_a_target_leaves_it_without_a_winner(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRUCO, won(0, 3))
        write(ledger.finish, match)
        assert (match.status, match.winner) == ("stopped", None)
        state = ledger.state(match)
        assert (state["status"], state["next_hand"]) == ("stopped", {})


def test_a_stopped_match_takes_no_hand_until_the_stop_is_undone(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0, 3))
        write(ledger.finish, match)
        for act, about in ((ledger.record, [won(1)]), (ledger.finish, [])):
            with pytest.raises(Refusal):
                write(act, match, *about)
        write(ledger.undo, match)
        write(ledger.record, match, won(1))
        assert totals(match) == [3, 1]


def test_a_rematch_is_the_same_match_with_the_deal_passed_on(any_app: Flask) -> None:
    with any_app.app_context():
        match = start({**TRUCO, "variant": "mineiro", "first_dealer": "Dino"}, won(0, 2))
        again = ledger.rematch(match, actor="Anna", key="again")
        assert again.number == 2
        assert ledger.state(again)["dealer"] == "Anna"
        assert {**again.setup, "first_dealer": 3} == match.setup
        assert ledger.rematch(match, actor="Anna", key="again") is again


def test_a_note_and_the_time_of_a_hand_are_kept_with_it(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, {**points(8, 3), "note": "recounted"})
        hand = ledger.state(match)["hands"][0]
    assert hand["note"] == "recounted"
    assert hand["at"].endswith("+00:00")


def test_a_write_without_a_key_is_never_taken_for_another_one(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE)
        for _ in range(2):
            ledger.record(match, points(6, 5), ledger.Write("", "", match.version))
        assert match.hand_count == 2


def test_keys_and_names_longer_than_their_columns_do_not_matter(any_app: Flask) -> None:
    with any_app.app_context():
        match = start(TRESETTE)
        long = "k" * 500
        first = ledger.record(match, points(6, 5), ledger.Write("A" * 500, long, match.version))
        assert ledger.record(match, points(6, 5), ledger.Write("A", long, 1)).number == first.number
        sitting = ledger.open_sitting("n" * 500 + "\0\n", "")
        assert len(sitting.name) == 80


def test_the_hundredth_hand_costs_no_more_statements_than_the_first(app: Flask) -> None:
    statements: list[str] = []
    with app.app_context():
        match = start(ALBASTINI)
        db.session.commit()
        event.listen(db.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
        costs = []
        for _ in range(100):
            statements.clear()
            write(ledger.record, match, {"points": [60, 60]})
            db.session.commit()
            costs.append(len(statements))
            db.session.expunge_all()
            match = db.session.merge(match, load=False)
    assert costs[0] == costs[-1] == 3, statements  # the match, the hand, the log line


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=tries(3), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_recording_hands_one_by_one_equals_scoring_the_whole_document(app: Flask, game: str, seed: int) -> None:
    document = GAMES[game].good(Random(seed))
    with app.app_context():
        match = start(document, *document["hands"])
        state = ledger.state(match, say=english)
        told = [
            ledger.state(match, say=english, before=before)["hands"]
            for before in range(match.hand_count + 1, 1, -SHOWN)
        ]
        hands = [hand for newest in reversed(told) for hand in newest]
        written = ledger.document(match)
        db.session.rollback()
    scored = rules.score(document)
    for hand, expected in zip(hands, scored["hands"], strict=True):
        assert {name: dict(hand)[name] for name in expected} == expected
    assert [side["total"] for side in state["sides"]] == scored["totals"]
    assert [side["games"] for side in state["sides"]] == scored["games"]
    assert [state[name] for name in ("status", "winner", "won_by", "next_hand")] == [
        scored[name] for name in ("status", "winner", "won_by", "next_hand")
    ]
    assert state["dealer"] == scored["next_dealer"]
    assert rules.score(written) == scored
