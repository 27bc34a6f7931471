"""The last part in flights: TOU-23."""

from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from tests.tournaments.made import (
    at_random,
    byes,
    entrant,
    meetings,
    play_on,
    played,
    refused,
    row,
    sides,
    standings,
    table,
    tournament,
)
from tests.tournaments.test_check import found
from tests.tournaments.test_matching import least_of_all
from tests.tournaments.test_mixed import DANESE, MITCHELL, mixed


def in_flights(size: int = 4, rounds: int = 3, **fields: Any) -> Any:
    """One round of a Danese, then these rounds in flights."""
    return mixed({**DANESE, "rounds": 1}, {"kind": "danese", "rounds": rounds, "flights": size, **fields})


def flights(document: Any, live: bool = False) -> Any:
    """The flights of the standings; None without any."""
    return api.standings_of(document, live).get("flights")


def of_part(document: Any, rounds: int) -> Any:
    """The document as it would be if the first rounds had never been: the same lots, later results and rulings."""
    rulings = [{**each, "round": each["round"] - rounds} for each in document["rulings"] if each["round"] > rounds]
    system = {"kind": "danese", "rounds": 400}
    return {**document, "system": system, "rounds": document["rounds"][rounds:], "rulings": rulings}


@given(seed=st.integers(0, 10**9), number=st.integers(4, 13), rounds=st.integers(1, 3), carry=st.booleans())
def test_each_flight_is_ranked_and_paired_as_a_danese_of_its_own(
    seed: int, number: int, rounds: int, carry: bool
) -> None:
    rng = Random(seed)
    rematch = rng.choice([False, True, "previous"])
    rulings = [
        {"round": rng.randint(1, 4), "entrant": rng.randint(1, number), "vp": -2, "reason": "?"} for _turn in "12"
    ]
    system = in_flights(carry=carry, rematch=rematch)
    document = play_on(tournament(number, seed=seed, system=system, rulings=rulings), 1, at_random(rng))
    order = [each for _place, each in standings(document)]
    cut = [order[at : at + 4] for at in range(0, 4 * (number // 4), 4)]
    cut[-1] += order[4 * (number // 4) :]
    document = play_on(document, rounds, at_random(rng))
    answer = api.standings_of(document)
    assert [set(flight) for flight in answer["flights"]] == list(map(set, cut))
    model = of_part(document, 0 if carry else 1)
    rows = {each["entrant"]: each for each in api.standings_of(model)["standings"]}
    assert [*chain(*answer["flights"])] == [each["entrant"] for each in answer["standings"]]
    for each in answer["standings"]:
        assert {**each, "place": 0} == {**rows[each["entrant"]], "place": 0}
    for flight in answer["flights"]:
        sums = [(rows[each]["vp"], rows[each]["mp"]) for each in flight]
        assert sums == sorted(sums, reverse=True)
    if rounds < 3:
        _pairs_as_the_model(document, answer["flights"], rematch)


def _pairs_as_the_model(document: Any, cut: Any, rematch: Any) -> None:
    """Checks the next round against the least of all pairings in each flight."""
    past = document["rounds"] if not rematch else document["rounds"][-1:]
    last = len(document["rounds"]) == 3
    met = set() if rematch is True or (rematch and last) else set(meetings({"rounds": past}))
    had = [bye for turn in document["rounds"] for bye in byes(turn)]
    expected, free = [], []
    for flight in cut:
        if len(flight) % 2:
            free.append(min(flight[::-1], key=had.count))
        order = [each for each in flight if each not in free]
        expected += least_of_all(order, lambda one, other: frozenset((one, other)) in met)
    answer = api.pair(document)
    assert [tuple(each["sides"]) for each in answer["tables"]] == expected
    assert [each["table"] for each in answer["tables"]] == list(range(1, len(expected) + 1))
    assert byes(answer) == free
    assert answer["rematches"] == [list(pair) for pair in expected if frozenset(pair) in met]


FIRST = played(*(table(each, each, each + 4, 1000 - 100 * each, 0) for each in range(1, 5)))  # 1 2 3 4 | 8 7 6 5
EIGHT: Any = {"system": in_flights()}


def test_flights_are_told_from_the_first_round_in_them_on() -> None:
    assert flights(tournament(8, FIRST, **EIGHT)) is None
    under_way = played(table(1, 1, 2, 0, 5000), table(2, 3, 4), table(3, 8, 7), table(4, 6, 5))
    document = tournament(8, FIRST, under_way, **EIGHT)
    cut = [[1, 2, 3, 4], [8, 7, 6, 5]]
    assert flights(document) == flights(document, live=True) == cut
    assert row(document, 2)["played"] == 1
    live = {each["entrant"]: each for each in api.standings_of(document, live=True)["standings"]}
    assert (live[2]["played"], live[2]["place"]) == (2, 2)
    results = played(table(1, 1, 2, 0, 5000), table(2, 3, 4, 5, 0), table(3, 8, 7, 9000, 0), table(4, 6, 5, 5, 0))
    document = tournament(8, FIRST, results, **EIGHT)
    assert flights(document) == [[2, 3, 4, 1], [8, 6, 5, 7]]
    assert row(document, 8)["vp"] > row(document, 1)["vp"]
    assert standings(document)[4] == (5, 8)


def test_places_are_shared_inside_a_flight_only() -> None:
    equal = played(*(table(each, each, each + 4, 500, 500) for each in range(1, 5)))
    document = tournament(8, equal, **EIGHT)
    order = [each for _place, each in standings(document)]
    seats = [table(at + 1, order[2 * at], order[2 * at + 1]) for at in range(4)]
    document["rounds"].append(played(*seats))
    assert [place for place, _each in standings(document)] == [1] * 4 + [5] * 4
    document["rounds"][1] = played(*({**seat, "points": [5, 5]} for seat in seats))
    assert [place for place, _each in standings(document)] == [1] * 4 + [5] * 4


@given(seed=st.integers(0, 10**9))
def test_the_order_of_the_cut_is_that_of_all_even_if_equals_of_one_flight_have_met(seed: int) -> None:
    """Of three equals the opponents decide, of two their own table; a flight may have two of three."""
    rng = Random(seed)

    def close(tables: Any) -> None:
        for each in tables:
            each["points"] = rng.choice([[0, 40], [40, 0]])

    system = mixed({**DANESE, "rounds": 2, "rematch": True}, {"kind": "danese", "rounds": 1, "flights": 4})
    document = play_on(tournament(8, seed=seed, system=system), 2, close)
    proposal = api.pair(document)
    begun = {**document, "rounds": [*document["rounds"], played(*proposal["tables"])]}
    assert [*chain(*flights(begun))] == [each for _place, each in standings(document)]


def test_who_withdraws_stays_in_the_list_and_each_odd_flight_has_a_bye() -> None:
    document = play_on(tournament(8, FIRST, **EIGHT))
    for at in (1, 6):
        document["entrants"][at]["out"] = 3
    answer = api.pair(document)
    assert [sorted(flight) for flight in flights(document)] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [set(pair) <= {1, 3, 4} or set(pair) <= {5, 6, 8} for pair in sides(document)] == [True, True]
    assert [each in (1, 3, 4) for each in answer["bye"]] == [True, False]
    assert found(play_on(document)) == []


def test_who_is_in_no_flight_stands_behind_the_last_one() -> None:
    document = tournament(8, FIRST, **EIGHT)
    document["entrants"][0]["out"] = 2
    document["entrants"] += [entrant(9, late=3), entrant(10, late=4, out=4), entrant(11, late=2)]
    document = play_on(document)
    assert list(map(set, flights(document))) == [{2, 3, 4, 8}, {5, 6, 7, 11}]
    assert [each for _place, each in standings(document)][8:] == [1, *sorted((9, 10), key=_lot(document))]
    third = play_on(document)
    assert set(flights(third)[1]) == {5, 6, 7, 9, 11}
    assert [each for _place, each in standings(third)][9:] == [1, 10]
    under_way = {**third, "rounds": [*third["rounds"][:2], {**third["rounds"][2], "tables": _open(third["rounds"][2])}]}
    assert 9 in flights(under_way)[1]


def _lot(document: Any) -> Any:
    ids = sorted(each["id"] for each in document["entrants"])
    return Random(document.get("seed", 0)).sample(ids, len(ids)).index


def _open(turn: Any) -> Any:
    return [{"table": each["table"], "sides": each["sides"]} for each in turn["tables"]]


def test_fewer_than_a_flight_are_one() -> None:
    document = play_on(tournament(5, system=in_flights(6)), 2)
    assert [len(flight) for flight in flights(document)] == [5]


def test_nothing_is_left_to_play_where_each_flight_has_one_entrant_left() -> None:
    document = play_on(tournament(8, FIRST, **EIGHT))
    for each in document["entrants"]:
        if each["id"] not in (1, 8):
            each["out"] = 3
    assert api.pair(document)["tables"] is None
    assert api.standings_of(document)["finished"]


def test_tables_of_two_flights_and_byes_of_an_even_one_are_named() -> None:
    nine = play_on(tournament(9, system=in_flights()), 1)
    one, other = (each for each in _cut_of(nine))
    across = [[one[0], other[0]], [one[1], one[2]], [other[1], other[2]], [other[3], other[4]]]
    by_hand = played(*(table(at, *pair) for at, pair in enumerate(across, 1)), bye=one[3])
    differs = [
        each
        for each in api.check({**nine, "rounds": [*nine["rounds"], by_hand]})["differs"]
        if each["kind"] == "flight"
    ]
    assert [(each["table"], each["entrants"], each["rule"]) for each in differs] == [
        (1, [one[0], other[0]], "TOU-23"),
        (None, [one[3]], "TOU-23"),
    ]
    assert differs[1]["message"] == f"Pair {one[3]} has a bye, but the rule gives none to this flight"


def _cut_of(document: Any) -> Any:
    order = [each for _place, each in standings(document)]
    return order[:4], order[4:]


def test_a_second_bye_is_one_in_its_flight() -> None:
    nine = play_on(tournament(9, system=in_flights()), 2)
    _one, other = map(list, flights(nine))
    had = byes(nine["rounds"][1])[0]
    last = [each for each in other if each != had]
    again = played(*(table(at, *pair) for at, pair in enumerate([*sides(nine)[:2], last[:2], last[2:]], 1)), bye=had)
    assert (3, "second_bye", [had]) in found({**nine, "rounds": [*nine["rounds"], again]})


@pytest.mark.parametrize(
    "parts, problems",
    [
        ([DANESE, {**DANESE, "flights": 5}], [("system.parts.1.flights", "TOU-23")]),
        ([DANESE, {**DANESE, "flights": 2}], [("system.parts.1.flights", "TOU-23")]),
        ([DANESE, {**DANESE, "flights": 4, "carry": 1}], [("system.parts.1.carry", "TOU-23")]),
        ([DANESE, {**DANESE, "carry": False}], [("system.parts.1.carry", "TOU-23")]),
        ([{**DANESE, "flights": 4}, DANESE], [("system.parts.0.flights", None)]),
        ([DANESE, {**DANESE, "kind": "draw", "flights": 4}], [("system.parts.1.flights", None)]),
        ([{**MITCHELL, "carry": True}, DANESE], [("system.parts.0.carry", None)]),
    ],
)
def test_flights_are_refused(parts: Any, problems: Any) -> None:
    assert refused(tournament(4, system=mixed(*parts))) == problems


def test_flights_are_for_mixed_tournaments() -> None:
    assert refused(tournament(4, system={**DANESE, "flights": 4})) == [("system.flights", None)]


def test_several_byes_are_for_flights_only() -> None:
    lists = [played(table(1, 1, 2, 5, 0), bye=[3])]
    assert refused(tournament(3, *lists, system=in_flights())) == [("rounds.0.bye", "TOU-13")]
