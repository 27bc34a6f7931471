"""`knockout`: TOU-17."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from scorekeeper.tournaments.systems.bracket import bracket, kept_apart
from tests.tournaments.made import at_random, byes, entrant, play_on, played, sides, standings, table, tournament

SEEDED = {"kind": "knockout", "first": "seeded"}
CUP = {**SEEDED, "third_place": True}


@pytest.mark.parametrize(
    "number, line",
    [
        (2, [1, 2]),
        (3, [1, None, 2, 3]),
        (4, [1, 4, 2, 3]),
        (6, [1, None, 4, 5, 2, None, 3, 6]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_the_bracket_keeps_the_best_apart_as_long_as_can_be(number: int, line: Any) -> None:
    assert bracket(list(range(1, number + 1))) == line


def test_the_best_seeds_have_the_byes_and_table_one_is_the_first_in_the_bracket() -> None:
    assert api.pair(tournament(6, system=SEEDED)) == {
        "round": 1,
        "tables": [{"table": 1, "sides": [4, 5]}, {"table": 2, "sides": [3, 6]}],
        "bye": [1, 2],
        "rematches": [],
    }
    later = play_on(tournament(6, system=SEEDED))
    assert api.pair(later)["bye"] is None
    assert sides(later) == [[1, 4], [2, 3]]


def test_a_full_bracket_has_no_byes() -> None:
    answer = api.pair(tournament(8, system=SEEDED))
    assert answer["bye"] == []
    assert [each["sides"] for each in answer["tables"]] == [[1, 8], [4, 5], [2, 7], [3, 6]]


@given(seed=st.integers(0, 10**9), number=st.integers(2, 40))
def test_a_knock_out_ends_with_one_who_has_lost_to_nobody(seed: int, number: int) -> None:
    document = play_on(tournament(number, system={"kind": "knockout"}, seed=seed), 99, at_random(Random(seed)))
    assert 2 ** len(document["rounds"]) >= number > 2 ** (len(document["rounds"]) - 1)
    assert sum(len(turn["tables"]) for turn in document["rounds"]) == number - 1
    assert not any(byes(turn) for turn in document["rounds"][1:])
    places = [place for place, _each in standings(document)]
    assert places[:2] == [1, 2]
    assert set(places[2:]) <= {1 + 2**turn for turn in range(1, 7)}


@given(seed=st.integers(0, 10**9), number=st.integers(4, 20))
def test_the_best_two_can_only_meet_in_the_final(seed: int, number: int) -> None:
    """The better seed always wins."""

    def results(tables: Any) -> None:
        for each in tables:
            one, other = each["sides"]
            each["points"] = [other, one]

    document = play_on(tournament(number, system=SEEDED), 99, results)
    assert document["rounds"][-1]["tables"][0]["sides"] == [1, 2]
    assert standings(document)[0] == (1, 1)


def test_losers_of_the_semi_finals_play_for_third_place() -> None:
    document = play_on(tournament(5, system=CUP), 2)
    assert sides(document) == [[1, 2], [4, 3]]
    assert api.pair(document)["bye"] is None
    assert [place for place, _each in standings(document)] == [1, 1, 3, 3, 5]
    final = played(table(1, 1, 2, 0, 5), table(2, 4, 3, 0, 5))
    document["rounds"].append(final)
    assert standings(document) == [(1, 2), (2, 1), (3, 3), (4, 4), (5, 5)]
    assert api.pair(document)["tables"] is None


def test_without_that_match_the_third_place_is_shared() -> None:
    document = play_on(tournament(4, system=SEEDED), 2)
    assert [place for place, _each in standings(document)] == [1, 2, 3, 3]


def test_three_entrants_have_nobody_to_play_for_third_place() -> None:
    document = play_on(tournament(3, system=CUP))
    assert sides(document) == [[1, 2]]
    assert standings(play_on(document)) == [(1, 1), (2, 2), (3, 3)]


def test_a_final_alone_may_be_played_before_the_match_for_third_place() -> None:
    document = play_on(tournament(4, system=CUP))
    document["rounds"].append(played(table(1, 1, 2, 5, 0), bye=[4, 3]))
    assert not api.standings_of(document)["finished"]
    assert api.pair(document)["tables"] == [{"table": 1, "sides": [4, 3]}]
    assert api.pair(document)["bye"] == 1
    assert [place for place, _each in standings(play_on(document))] == [1, 2, 3, 4]


def test_who_withdraws_leaves_the_opponent_a_bye() -> None:
    entrants: list[Any] = [entrant(each) for each in range(1, 9)]
    entrants[0]["out"] = 2
    document = play_on(tournament(entrants, system=CUP))
    answer = api.pair(document)
    assert [each["sides"] for each in answer["tables"]] == [[2, 3]]
    assert answer["bye"] == 4
    document = play_on(document)
    assert sides(document) == [[4, 2]]  # only one entrant lost a semi-final
    places = {each: place for place, each in standings(play_on(document))}
    assert (places[4], places[2], places[3], places[1]) == (1, 2, 3, 3)


def test_a_round_of_byes_alone_is_not_played() -> None:
    entrants: list[Any] = [entrant(each) for each in range(1, 5)]
    for index in (0, 1):
        entrants[index]["out"] = 2
    eight = [*entrants, *(entrant(each) for each in range(5, 9))]
    document = play_on(tournament(eight, system=CUP))  # left in: 4 of the upper half, 3 of the lower one
    assert api.pair(document) == {
        "round": 2,
        "tables": [{"table": 1, "sides": [4, 3]}],
        "bye": None,
        "rematches": [],
    }


def test_who_is_left_alone_has_won() -> None:
    entrants = [entrant(1), entrant(2, out=2), entrant(3), entrant(4)]
    document = play_on(tournament(entrants, system=SEEDED))
    answer = api.standings_of(document)
    assert answer["finished"]
    assert [(standing["place"], standing["entrant"]) for standing in answer["standings"]][:2] == [(1, 1), (2, 2)]
    with_third = play_on(tournament(entrants, system=CUP))
    assert api.pair(with_third) == {
        "round": 2,
        "tables": [{"table": 1, "sides": [4, 3]}],
        "bye": 1,
        "rematches": [],
    }


def test_who_enters_after_the_draw_is_in_no_bracket_and_stands_last() -> None:
    entrants = [entrant(1), entrant(2), entrant(3, late=2)]
    document = play_on(tournament(entrants, system=SEEDED), 9)
    assert len(document["rounds"]) == 1
    assert standings(document) == [(1, 1), (2, 2), (3, 3)]


def test_tables_made_by_hand_keep_the_upper_place_of_the_bracket() -> None:
    document = tournament(8, system=SEEDED)
    document["rounds"] = [
        played(table(1, 1, 2, 0, 5), table(2, 3, 4, 5, 0), table(3, 5, 6, 5, 0), table(4, 7, 8, 5, 0))
    ]
    assert sides(document) == [[2, 7], [3, 5]]
    document["rounds"] = [played(table(1, 1, 2, 5, 0), table(2, 7, 8, 5, 0), bye=[3, 4, 5, 6])]
    assert sides(document) == [[1, 7], [4, 5], [3, 6]]
    document = play_on(document, 9)
    assert len({place for place, _each in standings(document)}) == 5
    assert api.standings_of(document)["finished"]


def test_a_round_under_way_puts_its_losers_out_of_the_live_standings() -> None:
    document = tournament(4, played(table(1, 1, 4, 5, 0), table(2, 2, 3)), system=SEEDED)
    assert [place for place, _each in standings(document)] == [1, 1, 1, 1]
    assert [place for place, _each in standings(document, live=True)] == [1, 1, 1, 4]
    assert standings(document, live=True)[-1] == (4, 4)


@pytest.mark.parametrize(
    "groups, changed",
    [
        ("ABCD", [1, 2, 3, 4]),
        ("ABBC", [1, 2, 4, 3]),  # 2 and 3 are of one group: 3 changes with 4 below it
        ("ABCA", [1, 2, 4, 3]),  # 1 and 4: there is none below 4, so with 3
        ("AABA", [1, 2, 3, 4]),
        ("AAAB", [1, 2, 3, 4]),
        ("ABBA", [1, 2, 4, 3]),
        ("ABA", [1, 2, 3]),
        ("ABB", [3, 2, 1]),  # 2 and 3 meet, 1 has a bye: 3 changes with 2, which does not help, then with 1
        ("AAAA", [1, 2, 3, 4]),
        ("AAAAAAAA", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("ABCDDFGH", [1, 2, 3, 4, 6, 5, 7, 8]),
        ("ABCDEFGA", [1, 2, 3, 4, 5, 6, 8, 7]),
        ("ABCDEFAA", [1, 2, 3, 4, 5, 8, 7, 6]),  # with 7 would be no better
    ],
)
def test_two_of_one_group_do_not_meet_in_the_first_round_if_one_change_helps(groups: str, changed: Any) -> None:
    seeds = list(range(1, len(groups) + 1))
    group = {seed: ord(groups[seed - 1]) for seed in seeds}
    found = kept_apart(seeds, group)
    assert found == changed
    line = bracket(found)
    clash = [(one, other) for one, other in list(pairwise(line))[::2] if one and other and group[one] == group[other]]
    assert bool(clash) == (groups.count("A") > (len(groups) + 1) // 2)
