"""Trying out the rounds to come: with results made up, and with entrants, system and rounds that are only supposed."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments import api, forecast
from scorekeeper.tournaments.forecast import supposed, with_rounds
from scorekeeper.tournaments.systems import SYSTEMS
from tests.tournaments.made import byes, play_on, played, table, tournament
from tests.tournaments.test_properties import any_results, some_tournament


@given(seed=st.integers(0, 10**9), kind=st.sampled_from(sorted(SYSTEMS)))
def test_the_next_round_is_the_one_that_will_be_paired_and_all_others_follow(seed: int, kind: str) -> None:
    rng = Random(seed)
    document = some_tournament(rng, kind)
    document = play_on(document, rng.randint(0, 3), any_results(rng, document["scoring"]))
    answer, result = api.pair(document), forecast.forecast(document)
    assert result.is_whole
    assert [trial.number for trial in result.trials] == list(
        range(len(document["rounds"]) + 1, len(result.after.rounds) + 1)
    )
    if answer["tables"] is None:
        assert result.trials == ()
    else:
        first = result.trials[0]
        assert (first.tables, list(first.byes), first.is_certain) == (len(answer["tables"]), byes(answer), True)
        assert not any(trial.is_certain for trial in result.trials[1:])


def test_missing_results_are_made_up_and_repeated_and_forbidden_meetings_are_counted() -> None:
    system = {"kind": "danese", "rounds": 4, "first": "entry", "forbidden": [[1, 2]]}
    document = tournament(4, played(table(1, 1, 3, 5, 0), table(2, 2, 4)), system=system)
    trials = forecast.forecast(document).trials
    assert [(trial.tables, trial.is_certain) for trial in trials] == [(2, False)] * 3
    assert sum(trial.rematches for trial in trials) == 4  # of six tables: 1–3, 2–4 and 1–4, 2–3 without 1–2
    assert sum(trial.forbidden for trial in trials) == 0


def test_what_is_supposed_changes_only_the_answer() -> None:
    document = tournament(6)
    assert [entrant["id"] for entrant in supposed(document, 2, {3}, None)["entrants"]] == [1, 2, 4, 5, 6, 7, 8]
    begun = play_on(document)
    after = supposed(begun, 1, {3}, {"kind": "draw", "rounds": 3})
    assert (after["entrants"][2]["out"], after["entrants"][6]["late"], after["system"]["kind"]) == (2, 2, "draw")
    assert begun == play_on(tournament(6))
    for new, out, system in ((21, {}, None), (0, {9}, None), (0, {}, {"kind": "danese"})):
        with pytest.raises(Refusal):
            supposed(begun, new, out, system)


def test_many_rounds_are_not_all_tried() -> None:
    result = forecast.forecast(tournament(40, system={"kind": "round_robin"}))
    assert (len(result.trials), result.is_whole) == (forecast.MOST_ROUNDS, False)


MIXED: Any = {"kind": "mixed", "parts": [{"kind": "draw", "rounds": 2}, {"kind": "danese", "rounds": 1}]}


def test_another_number_of_rounds_lengthens_the_last_part() -> None:
    assert with_rounds({"kind": "danese", "rounds": 4}, 6) == {"kind": "danese", "rounds": 6}
    assert [part["rounds"] for part in with_rounds(MIXED, 5)["parts"]] == [2, 3]
    for system, rounds in ((MIXED, 2), ({"kind": "knockout"}, 3)):
        with pytest.raises(Refusal):
            with_rounds(system, rounds)
