"""`groups`, and the knock-out that follows: TOU-16 and TOU-17."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.stages import follows_unlike_groups
from tests.tournaments.made import (
    MATCH,
    at_random,
    byes,
    entrant,
    meetings,
    play_on,
    refused,
    sides,
    standings,
    tournament,
)


def system(size: int = 4, qualify: int = 2, third_place: bool = False) -> Any:
    """Groups in the order of entry."""
    then = {"kind": "knockout", "third_place": third_place}
    return {"kind": "groups", "size": size, "qualify": qualify, "first": "entry", "then": then}


def groups_of(document: Any) -> list[list[int]]:
    """The ids of each group, in ascending order."""
    return [sorted(each["entrant"] for each in group) for group in api.standings_of(document)["groups"]]


def better_id(tables: Any) -> None:
    """Results in which the lower id wins, by more the lower it is."""
    for table in tables:
        one, other = table["sides"]
        table["points"] = [100 - one if one < other else 0, 100 - other if other < one else 0]


@pytest.mark.parametrize(
    "number, size, groups",
    [
        (12, 4, [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]),
        (11, 4, [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]),
        (9, 4, [[1, 6, 7], [2, 5, 8], [3, 4, 9]]),
        (4, 4, [[1, 2, 3, 4]]),
        (3, 4, [[1, 2, 3]]),
        (5, 4, [[1, 4, 5], [2, 3]]),  # 5 entrants cannot be split into groups of 4 or 3
    ],
)
def test_groups_are_filled_in_a_snake(number: int, size: int, groups: Any) -> None:
    assert groups_of(tournament(number, system=system(size))) == groups


@pytest.mark.parametrize("number, unlike", [(11, [4]), (12, [])])
def test_the_round_after_groups_of_unlike_size_is_known(number: int, unlike: list[int]) -> None:
    agreed = read(tournament(number, system=system()))
    assert [turn for turn in range(1, 6) if follows_unlike_groups(agreed, turn)] == unlike
    assert not follows_unlike_groups(read(tournament(number)), 1)


@pytest.mark.parametrize("number, size", [(8, 4), (9, 5), (7, 3), (6, 3), (10, 4), (5, 4)])
def test_in_a_group_everybody_meets_everybody_once(number: int, size: int) -> None:
    document = tournament(number, system=system(size))
    groups = groups_of(document)
    rounds = max(len(group) - 1 + len(group) % 2 for group in groups)
    document = play_on(document, rounds)
    expected = [frozenset(pair) for group in groups for pair in combinations(group, 2)]
    assert Counter(meetings(document)) == Counter(expected)
    for turn in document["rounds"]:
        seated = [*(side for table in turn["tables"] for side in table["sides"]), *byes(turn)]
        assert sorted(seated) == list(range(1, number + 1))


def test_the_best_of_each_group_go_on_firsts_before_seconds() -> None:
    """Groups 1 4 5 8 and 2 3 6 7: firsts 1 and 2, seconds 3 and 4; 1 meets the worst second, not of its group."""
    document = play_on(tournament(8, system=system()), 3, better_id)
    answer = api.pair(document)
    assert (answer["round"], answer["bye"]) == (4, [])
    assert [table["sides"] for table in answer["tables"]] == [[1, 3], [2, 4]]  # 1 v 4 would be one group again
    assert groups_of(document) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert [each["place"] for each in api.standings_of(document)["groups"][0]] == [1, 2, 3, 4]


def test_who_plays_in_the_knock_out_stands_before_the_others() -> None:
    document = play_on(tournament(8, system=system(third_place=True)), 4, better_id)
    assert [each for _place, each in standings(document)[4:]] == [5, 6, 7, 8]
    document = play_on(document, 1, better_id)
    assert standings(document) == [(each, each) for each in range(1, 9)]
    assert api.standings_of(document)["finished"]
    rows = {standing["entrant"]: standing["played"] for standing in api.standings_of(document)["standings"]}
    assert (rows[1], rows[8]) == (5, 3)
    assert [[each["played"] for each in group] for group in api.standings_of(document)["groups"]] == [[3] * 4] * 2


def test_a_group_of_fewer_than_qualify_sends_all_of_them() -> None:
    document = play_on(tournament(5, system=system(qualify=3)), 3, better_id)
    answer = api.pair(document)
    seated = [*(each for side in sides(document) for each in side), *byes(answer)]
    assert sorted(seated) == [1, 2, 3, 4, 5]
    assert answer["bye"] == [1, 2, 4]


def test_who_left_before_the_knock_out_is_replaced_by_the_next_of_the_group() -> None:
    entrants: list[Any] = [entrant(each) for each in range(1, 9)]
    entrants[0]["out"] = 4
    document = play_on(tournament(entrants, system=system(third_place=True)), 3, better_id)
    assert sorted(each for side in sides(document) for each in side) == [2, 3, 4, 5]
    document = play_on(document, 2, better_id)
    assert standings(document) == list(enumerate([2, 3, 4, 5, 1, 6, 7, 8], start=1))


def test_byes_give_nothing_in_groups_and_something_in_the_knock_out() -> None:
    document = play_on(tournament(9, system=system(3, 2), scoring=MATCH), 3, better_id)
    rows = {standing["entrant"]: standing for standing in api.standings_of(document)["standings"]}
    assert all(row["byes"] == 1 and row["played"] == 2 for row in rows.values())
    assert rows[9]["tp"] == 0
    free = byes(api.pair(document))
    assert len(free) == 2
    after = api.standings_of(play_on(document, 1, better_id))["standings"]
    for each in after:
        if each["entrant"] in free:
            assert each["tp"] == rows[each["entrant"]]["tp"] + 3


@given(seed=st.integers(0, 10**9), number=st.integers(4, 17), size=st.integers(3, 5))
def test_two_of_one_group_meet_in_the_first_knock_out_round_only_where_no_change_helps(
    seed: int, number: int, size: int
) -> None:
    document = tournament(number, system=system(size), seed=seed)
    groups = groups_of(document)
    rounds = max(len(group) - 1 + len(group) % 2 for group in groups)
    document = play_on(document, rounds, at_random(Random(seed)))
    clashes = [pair for pair in sides(document) if any(set(pair) <= set(group) for group in groups)]
    assert not clashes or len(groups) < 3


@given(seed=st.integers(0, 10**9), number=st.integers(2, 20), size=st.integers(2, 5))
def test_groups_and_knock_out_come_to_an_end(seed: int, number: int, size: int) -> None:
    rng = Random(seed)
    document = play_on(tournament(number, system=system(size), seed=seed), 99, at_random(rng))
    answer = api.standings_of(document)
    assert answer["finished"]
    assert sorted(standing["entrant"] for standing in answer["standings"]) == list(range(1, number + 1))
    assert [standing["place"] for standing in answer["standings"]][:2] == [1, 2]
    assert api.check(document) == {"ok": True, "differs": [], "doubtful": []}


def test_a_draw_is_allowed_in_a_group_and_refused_after_it() -> None:
    def draws(tables: Any) -> None:
        for table in tables:
            table["points"] = [5, 5]

    document = play_on(tournament(4, system=system()), 3, draws)
    assert standings(document)
    assert refused(play_on(document, 1, draws)) == [("rounds.3.tables.0", "TOU-17")]
