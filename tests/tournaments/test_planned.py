"""`round_robin` and `mitchell`: TOU-14 and TOU-15."""

from collections import Counter
from itertools import combinations
from math import gcd
from typing import Any

import pytest

from scorekeeper.tournaments import api
from tests.tournaments.made import byes, entrant, meetings, play_on, played, row, sides, table, tournament
from tests.tournaments.test_matching import all_pairings

NUMBERS = (2, 3, 4, 5, 6, 7, 8, 11, 14)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("times", [1, 2])
def test_everybody_meets_everybody_as_often_as_agreed(number: int, times: int) -> None:
    system = {"kind": "round_robin", "twice": times == 2}
    document = play_on(tournament(number, system=system, seed=number), 99)
    met = Counter(meetings(document))
    assert met == {frozenset(pair): times for pair in combinations(range(1, number + 1), 2)}
    free = Counter(bye for turn in document["rounds"] for bye in byes(turn))
    assert free == (dict.fromkeys(range(1, number + 1), times) if number % 2 else {})
    assert api.standings_of(document)["finished"]
    assert api.check(document) == {"ok": True, "differs": [], "doubtful": []}


@pytest.mark.parametrize("system", [{"kind": "round_robin", "twice": True}, {"kind": "mitchell"}])
def test_rounds_played_in_another_order_are_not_played_again(system: Any) -> None:
    document = tournament(6, system=system)
    rounds = play_on(document, 99)["rounds"]
    document["rounds"] = [rounds[2]]
    assert {frozenset(side) for side in sides(document)} == {frozenset(each["sides"]) for each in rounds[0]["tables"]}
    assert Counter(meetings(play_on(document, 99))) == Counter(meetings({"rounds": rounds}))


def test_tables_made_by_hand_in_between_leave_the_programme_as_it_is() -> None:
    document = tournament(4, system={"kind": "round_robin", "first": "entry"})
    plan = [[each["sides"] for each in turn["tables"]] for turn in play_on(document, 9)["rounds"]]
    mixed = [plan[0][0], plan[0][1]]
    document["rounds"] = [
        played(*(table(at, *two, 5, 0) for at, two in enumerate(mixed, start=1))),
        played(*(table(at, *two, 5, 0) for at, two in enumerate(mixed, start=1))),
    ]
    assert sides(document) == plan[1]
    document["rounds"].pop()
    document["rounds"].append(played(*(table(at, *two, 5, 0) for at, two in enumerate(plan[2], start=1))))
    assert sides(document) == plan[1]


def test_sides_are_changed_the_second_time() -> None:
    document = play_on(tournament(4, system={"kind": "round_robin", "twice": True}), 6)
    seats = [tuple(each["sides"]) for turn in document["rounds"] for each in turn["tables"]]
    assert set(seats[:6]) == {(other, one) for one, other in seats[6:]}


def test_tables_are_numbered_from_that_of_the_lowest_id_on() -> None:
    answer = api.pair(play_on(tournament(7, system={"kind": "round_robin", "first": "entry"})))
    assert [each["table"] for each in answer["tables"]] == [1, 2, 3]
    lowest = [min(each["sides"]) for each in answer["tables"]]
    assert lowest == sorted(lowest)


def test_a_bye_gives_nothing_where_everybody_has_one() -> None:
    document = play_on(tournament(3, system={"kind": "round_robin"}))
    (free,) = byes(document["rounds"][0])
    assert row(document, free).items() >= {"vp": 0, "mp": 0, "byes": 1, "opponents": 10}.items()


def test_who_should_meet_somebody_who_left_has_a_bye() -> None:
    entrants = [entrant(1), entrant(2, out=2), entrant(3), entrant(4), entrant(5, out=2)]
    document = play_on(tournament(entrants, system={"kind": "round_robin", "first": "entry"}))
    answer = api.pair(document)
    assert sorted([*(each for side in sides(document) for each in side), *byes(answer)]) == [1, 3, 4]
    document = play_on(document, 9)
    assert {frozenset(pair) for pair in combinations((1, 3, 4), 2)} <= set(meetings(document))
    assert len(document["rounds"]) <= 5
    assert all(turn["tables"] for turn in document["rounds"])


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_mitchell_sits_one_line_still_and_moves_the_other_on(number: int, step: int) -> None:
    tables = (number + 1) // 2
    if gcd(step, tables) > 1:
        step = tables + 1
    system = {"kind": "mitchell", "rounds": tables, "step": step, "first": "entry"}
    document = play_on(tournament(number, system=system), 99)
    assert len(document["rounds"]) == tables
    stay, move = list(range(1, number + 1, 2)), list(range(2, number + 1, 2))
    for turn, each_round in enumerate(document["rounds"]):
        at = {each["table"]: each["sides"] for each in each_round["tables"]}
        for index, mover in enumerate(move):
            seat = (index + step * turn) % tables
            assert at[seat + 1] == [stay[seat], mover]
        assert byes(each_round) == [each for index, each in enumerate(stay) if index + 1 not in at]
    assert set(Counter(meetings(document)).values()) == {1}
    assert len(meetings(document)) == len(stay) * len(move)


def test_mitchell_has_a_list_for_each_line_and_one_of_all() -> None:
    document = play_on(tournament(5, system={"kind": "mitchell", "rounds": 3, "first": "entry"}), 2)
    answer = api.standings_of(document)
    assert [sorted(each["entrant"] for each in line) for line in answer["lines"]] == [[1, 3, 5], [2, 4]]
    assert [[each["place"] for each in line] for line in answer["lines"]] == [[1, 2, 3], [1, 2]]
    assert len(answer["standings"]) == 5
    rows = {standing["entrant"]: {**standing, "place": 0} for standing in answer["standings"]}
    assert all(rows[each["entrant"]] == {**each, "place": 0} for line in answer["lines"] for each in line)


def test_the_phantom_gives_a_byes_score() -> None:
    document = play_on(tournament(3, system={"kind": "mitchell", "first": "entry"}))
    assert byes(document["rounds"][0]) == [3]
    assert row(document, 3)["vp"] == 14


def test_where_no_round_is_whole_any_more_the_programme_goes_on_by_its_numbers() -> None:
    document = tournament(6, system={"kind": "round_robin", "first": "entry"})
    plan = [{frozenset(each["sides"]) for each in turn["tables"]} for turn in play_on(document, 9)["rounds"]]
    by_hand = [
        pairs
        for pairs in combinations(all_pairings([1, 2, 3, 4, 5, 6]), 2)
        if all(turn & {frozenset(pair) for pairing in pairs for pair in pairing} for turn in plan)
    ]
    document["rounds"] = [
        played(*(table(at, *pair, 5, 0) for at, pair in enumerate(pairing, start=1))) for pairing in by_hand[0]
    ]
    assert {frozenset(side) for side in sides(document)} == plan[2]
