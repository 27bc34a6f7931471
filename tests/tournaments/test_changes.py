"""Changes of a document: each returns a new valid one, or raises Refusal and leaves the old one unchanged."""

from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes import results
from scorekeeper.tournaments.changes.results import checked
from scorekeeper.tournaments.document import read
from tests.tournaments.made import CUP, Document, entrant, play_on, played, table, tournament

RULING = {"round": 1, "entrant": 1, "vp": -1, "reason": "late"}


def one_round() -> Document:
    """Four pairs after their first round, won by 1 and 3."""
    return tournament(4, played(table(1, 1, 2, 500, 100), table(2, 3, 4, 900, 100)))


def refusal_of(act: Any, *about: Any) -> list[str]:
    """The refusal of a change; checks that the document is unchanged."""
    before = deepcopy(about[0])
    with pytest.raises(Refusal) as refusal:
        act(*about)
    assert about[0] == before
    return [problem["message"] for problem in refusal.value.problems]


@pytest.mark.parametrize(
    "system",
    [
        {"kind": "danese", "rounds": 5},
        {"kind": "mitchell", "rounds": 7, "step": 2},
        {"kind": "groups", "size": 4, "qualify": 2, "then": {"kind": "knockout"}},
        {"kind": "round_robin"},
        CUP,
    ],
)
@pytest.mark.parametrize("entrants", [0, 1, 3])
def test_before_the_first_round_entrants_may_be_missing(entrants: int, system: Document) -> None:
    document = tournament(entrants, system=system)
    assert checked(document) is document


@pytest.mark.parametrize(
    "wrong",
    [
        {"system": {"kind": "danese", "rounds": 0}},
        {"scoring": {"kind": "vp", "hands": 9}},
        {"entrants": [entrant(1), entrant(1)]},
        {"entrants": [{"id": 1}]},
        {"entrants": None},
        {"game": "chess"},
    ],
)
def test_what_no_number_of_entrants_mends_is_refused_at_once(wrong: Document) -> None:
    assert refusal_of(checked, {**tournament(1), **wrong})


def test_a_round_is_published_without_what_else_was_sent_with_it() -> None:
    sent = {"round": 2, "tables": [{"table": 1, "sides": [1, 3], "points": [9, 0]}, table(2, 2, 4)], "bye": None}
    made = results.publish(one_round(), sent)
    assert made["rounds"][1] == played(table(1, 1, 3), table(2, 2, 4))
    assert "not complete" in refusal_of(results.publish, made, sent)[0]


def test_another_winner_of_a_knock_out_is_entered_once_the_next_round_is_taken_back() -> None:
    document = play_on(tournament(4, system=CUP), 2)
    other = {"points": document["rounds"][0]["tables"][0]["points"][::-1]}
    told = "Round {round} could not be paired like this with the new result. Undo round {round} first."
    assert refusal_of(results.enter_result, document, 1, 1, other) == [told]
    more = {"points": [9_000 * point for point in document["rounds"][0]["tables"][0]["points"]]}
    assert results.enter_result(document, 1, 1, more)["rounds"][0]["tables"][0]["points"] == more["points"]
    back = results.undo_round(document)
    assert results.enter_result(back, 1, 1, other)["rounds"][0]["tables"][0]["points"] == other["points"]


@pytest.mark.parametrize("tables", [None, 7, [1], [{}], [table(1, 1, 3)], [table(1, 1, 1), table(2, 2, 4)]])
def test_a_round_that_cannot_be_is_not_published(tables: Any) -> None:
    assert refusal_of(results.publish, one_round(), {"tables": tables, "bye": None})


def test_a_round_that_is_seated_anew_keeps_the_results_of_tables_that_stay() -> None:
    document = tournament(6, played(table(1, 1, 2, 500, 100), table(2, 3, 4), table(3, 5, 6)))
    moved = played(table(3, 1, 2), table(1, 3, 6), table(2, 5, 4))
    assert results.reseat(document, moved)["rounds"] == [
        played(table(3, 1, 2, 500, 100), table(1, 3, 6), table(2, 5, 4))
    ]
    torn = played(table(1, 1, 4), table(2, 3, 2), table(3, 5, 6))
    assert "has a result" in refusal_of(results.reseat, document, torn)[0]


def test_the_last_round_taken_back_and_paired_again_is_the_same() -> None:
    document = play_on(tournament(9), 3)
    shorter = results.undo_round(document)
    assert results.publish(shorter, api.pair(shorter))["rounds"][-1]["tables"] == [
        {"table": each["table"], "sides": each["sides"]} for each in document["rounds"][-1]["tables"]
    ]
    assert refusal_of(results.undo_round, tournament(4))


def test_rounds_with_rulings_are_all_taken_back() -> None:
    document = {**play_on(tournament(4), 2), "rulings": [{"round": 2, "entrant": 1, "vp": -1, "reason": "late"}]}
    for left in (1, 0):
        document = results.undo_round(document)
        assert len(document["rounds"]) == left


def test_a_result_takes_the_place_of_the_one_that_was_there() -> None:
    document = results.enter_result(one_round(), 1, 2, {"forfeit": 4, "points": None})
    assert document["rounds"][0]["tables"][1] == table(2, 3, 4, forfeit=4)
    assert results.enter_results(document, 1, {2: {}})["rounds"][0]["tables"][1] == table(2, 3, 4)


@pytest.mark.parametrize(
    "number, at, outcome",
    [(2, 1, {"points": [1, 0]}), (0, 1, {"points": [1, 0]}), (1, 3, {"points": [1, 0]}), (1, 1, {}), (1, 1, {"x": 1})],
)
def test_a_result_needs_a_table_and_an_outcome(number: int, at: int, outcome: Document) -> None:
    assert refusal_of(results.enter_result, one_round(), number, at, outcome)


def test_a_result_under_later_ones_is_corrected_but_not_cleared() -> None:
    document = play_on(one_round())
    assert results.enter_result(document, 1, 1, {"points": [0, 800]})["rounds"][0]["tables"][0]["points"] == [0, 800]
    assert "earlier round" in refusal_of(results.enter_results, document, 1, {1: {}})[0]


def test_the_winner_of_a_match_of_a_knock_out_stays_once_the_next_round_is_drawn() -> None:
    document = play_on(tournament(4, system={"kind": "knockout"}), 1)
    document = results.publish(document, api.pair(document))
    other = document["rounds"][0]["tables"][0]["points"][::-1]
    assert "Undo round {round} first" in refusal_of(results.enter_result, document, 1, 1, {"points": other})[0]


def test_a_ruling_is_taken_away_once() -> None:
    document = results.add_ruling(results.add_ruling(one_round(), RULING), dict(RULING))
    document = results.remove_ruling(document, dict(RULING))
    assert document["rulings"] == [RULING]
    assert results.remove_ruling(document, RULING)["rulings"] == []
    assert refusal_of(results.remove_ruling, one_round(), RULING)
    assert refusal_of(results.add_ruling, one_round(), {**RULING, "reason": ""})


def test_the_effects_of_a_correction_are_those_whose_place_or_points_change() -> None:
    before = one_round()

    def changed(outcomes: dict[int, Document]) -> list[results.Effect]:
        return results.effects(read(before), read(results.enter_results(before, 1, outcomes)))

    told = {effect.entrant: effect[2:] for effect in changed({1: {"points": [100, 500]}})}
    assert set(told) == {1, 2}
    assert told[1] == ((2, 3), (14, 400), (6, -400))
    assert told[2] == ((3, 2), (6, -400), (14, 400))
    assert changed({1: {"points": [600, 200]}}) == []
    assert {each.after for each in changed({2: {}})} == {(0, 0)}  # until then the round does not count
