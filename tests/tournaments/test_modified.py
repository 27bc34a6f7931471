"""The modified Danese: only who met in the round before is kept apart, except in the last round (TOU-21)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from tests.tournaments.made import at_random, byes, meetings, play_on, played, refused, standings, table, tournament
from tests.tournaments.test_check import FIRST, found
from tests.tournaments.test_matching import least_of_all

SYSTEM: dict[str, Any] = {"kind": "danese", "rounds": 4, "rematch": "previous", "first": "entry"}


@given(seed=st.integers(0, 10**9), number=st.integers(2, 9), rounds=st.integers(1, 4))
def test_the_pairing_is_the_least_of_all_with_the_fewest_who_met_just_before(
    seed: int, number: int, rounds: int
) -> None:
    system = {"kind": "danese", "rounds": 5, "rematch": "previous"}
    document = play_on(tournament(number, seed=seed, system=system), rounds, at_random(Random(seed)))
    answer = api.pair(document)
    order = [each for _place, each in standings(document) if each not in byes(answer)]
    before = set(meetings({"rounds": document["rounds"][-1:]})) if rounds < 4 else set()
    expected = least_of_all(order, lambda one, other: frozenset((one, other)) in before)
    assert [tuple(each["sides"]) for each in answer["tables"]] == expected
    assert answer["rematches"] == [list(pair) for pair in expected if frozenset(pair) in before]
    assert found(play_on(document)) == []


def test_only_who_met_in_the_round_before_is_named_and_nobody_in_the_last_round() -> None:
    other = played(table(1, 1, 3, 5, 0), table(2, 2, 4, 5, 0))
    assert found(tournament(4, FIRST, FIRST, system=SYSTEM)) == [(2, "rematch", [1, 2]), (2, "rematch", [3, 4])]
    assert found(tournament(4, FIRST, other, FIRST, other, system=SYSTEM)) == []
    assert found(tournament(4, FIRST, other, FIRST, FIRST, system=SYSTEM)) == []
    (rematch, _other) = api.check(tournament(4, FIRST, FIRST, system=SYSTEM))["differs"]
    assert (rematch["rule"], rematch["message"]) == ("TOU-21", "They met in the round before")


def test_single_players_are_paired_as_without_it() -> None:
    singles = {"kind": "danese", "rounds": 4, "singles": True}
    one, other = (
        play_on(tournament(9, system={**singles, "rematch": rematch}), 4, at_random(Random(3)))
        for rematch in (False, "previous")
    )
    assert one["rounds"] == other["rounds"]
    assert found(other) == []


@pytest.mark.parametrize(
    "fields, rule",
    [
        ({"kind": "draw", "rounds": 2, "rematch": "previous"}, "TOU-21"),
        ({"kind": "danese", "rounds": 2, "rematch": "last"}, "TOU-11"),
    ],
)
def test_it_is_for_a_danese_only(fields: Any, rule: str) -> None:
    assert refused(tournament(4, system=fields)) == [("system.rematch", rule)]
