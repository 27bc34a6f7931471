"""Properties of whole tournaments of every system, played with random results."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from scorekeeper.tournaments.systems import SYSTEMS
from tests.tournaments.made import byes, entrant, play_on, played, sides, standings, table, tournament

SEEDS = st.integers(0, 10**9)
KINDS = st.sampled_from(sorted(SYSTEMS))
SETTINGS: dict[str, Callable[[Random, int], Any]] = {
    "draw": lambda rng, number: {"rounds": rng.randint(1, 6), "rematch": rng.random() < 0.2},
    "danese": lambda rng, number: {
        "rounds": rng.randint(1, 6),
        "rematch": rng.choice([False, False, True, "previous"]),
    },
    "mitchell": lambda rng, number: {"rounds": rng.randint(1, (number + 1) // 2)},
    "round_robin": lambda rng, number: {"twice": rng.random() < 0.3},
    "groups": lambda rng, number: {"size": rng.randint(3, 5), "qualify": 2, "then": some_end(rng)},
    "knockout": lambda rng, number: {"third_place": rng.random() < 0.5},
    "mixed": lambda rng, number: {"parts": some_parts(rng)},
}


def some_end(rng: Random) -> Any:
    """A knock-out, or groups before it."""
    knockout = {"kind": "knockout", "third_place": rng.random() < 0.5}
    return rng.choice([knockout, {"kind": "groups", "size": rng.randint(2, 4), "qualify": 2, "then": knockout}])


def some_parts(rng: Random) -> Any:
    """Parts of a mixed tournament, the last one often in flights."""
    parts = [
        {"kind": rng.choice(["draw", "danese"]), "rounds": rng.randint(1, 3)} for _part in range(rng.randint(1, 3))
    ]
    if rng.random() < 0.5:
        parts[0] = {"kind": "mitchell", "rounds": 1}
    flights = {"flights": 4, "carry": rng.random() < 0.5} if rng.random() < 0.7 else {}
    return [
        *parts,
        {"kind": "danese", "rounds": rng.randint(1, 4), "rematch": rng.choice([True, "previous"]), **flights},
    ]


def some_tournament(rng: Random, kind: str) -> Any:
    """Random entrants, a few of them late, a few who withdraw."""
    number = rng.randint(2, 12)
    entrants = [entrant(each, club=rng.choice(["A", "B", "C", None])) for each in rng.sample(range(99), number)]
    for each in entrants:
        if rng.random() < 0.05:
            each["out"] = rng.randint(1, 4)
        if rng.random() < 0.05:
            each["late"] = rng.randint(1, 4)
    there = sum(each.get("late", 1) == 1 and each.get("out") != 1 for each in entrants)
    if kind == "mitchell":
        late = [each for each in entrants if each.get("late", 1) > 1]
        for each in late[there % 2 :]:  # there is no place for them
            each["out"] = 1
        number = there
    system = {"kind": kind, "first": rng.choice(["lots", "entry", "seeded"]), **SETTINGS[kind](rng, number)}
    if kind in ("draw", "danese") and rng.random() < 0.3:
        system.update({"singles": True} if rng.random() < 0.5 else {"apart": "club", "apart_rounds": 2})
    scoring = rng.choice([{"kind": "vp", "hands": rng.randint(2, 4)}, {"kind": "match", "best_of": 3}])
    return tournament(entrants, system=system, scoring=scoring, seed=rng.randint(0, 99))


def any_results(rng: Random, scoring: Any) -> Any:
    """Random results of all kinds, without draws."""

    def results(tables: Any) -> None:
        for each in tables:
            ids = [one for side in each["sides"] for one in (side if isinstance(side, list) else [side])]
            chance = rng.random()
            if chance < 0.1:
                each["forfeit"] = rng.choice(ids)
            elif scoring["kind"] == "match":
                each["legs"] = rng.choice([[2, 0], [2, 1], [1, 2], [0, 2]])
            elif chance < 0.2:
                each["late"] = rng.choice(ids)
            else:
                each["points"] = rng.sample(range(-500, 2500, 5), 2)

    return results


@given(seed=SEEDS, kind=KINDS)
def test_everybody_sits_once_in_a_round_and_a_step_back_gives_the_same_round_again(seed: int, kind: str) -> None:
    rng = Random(seed)
    document = some_tournament(rng, kind)
    before = document
    while len(document["rounds"]) < 30:
        answer = api.pair(document)
        assert api.standings_of(document)["finished"] == (answer["tables"] is None)
        if answer["tables"] is None:
            break
        numbers = [each["table"] for each in answer["tables"]]
        assert numbers == sorted(set(numbers))
        before, document = document, play_on(document, 1, any_results(rng, document["scoring"]))
        seated = [
            each
            for one in document["rounds"][-1]["tables"]
            for side in one["sides"]
            for each in (side if isinstance(side, list) else [side])
        ]
        seated += byes(document["rounds"][-1])
        assert len(seated) == len(set(seated))
        assert api.pair({**document, "rounds": document["rounds"][:-1]}) == answer == api.pair(before)
    assert api.standings_of(document)["finished"]
    assert api.check(document) == {"ok": True, "differs": [], "doubtful": []}


@given(seed=SEEDS, kind=KINDS)
def test_the_order_of_entry_matters_only_where_it_is_asked_for(seed: int, kind: str) -> None:
    rng = Random(seed)
    document = some_tournament(rng, kind)
    document["system"]["first"] = "lots"
    document = play_on(document, rng.randint(0, 3), any_results(rng, document["scoring"]))
    other = deepcopy(document)
    rng.shuffle(other["entrants"])
    assert api.pair(other) == api.pair(document)
    assert api.standings_of(other) == api.standings_of(document)


@given(seed=SEEDS, kind=KINDS)
def test_the_standings_are_ordered_and_name_everybody_once(seed: int, kind: str) -> None:
    rng = Random(seed)
    document = some_tournament(rng, kind)
    document = play_on(document, rng.randint(0, 5), any_results(rng, document["scoring"]))
    answer = api.standings_of(document)
    rows = answer["standings"]
    assert sorted(row["entrant"] for row in rows) == sorted(each["id"] for each in document["entrants"])
    places = [row["place"] for row in rows]
    assert places == sorted(places)
    assert all(place == index + 1 or place == places[index - 1] for index, place in enumerate(places))
    if kind not in ("groups", "knockout") and "flights" not in answer:
        sums = [tuple(row.values())[3:5] for row in rows]
        assert sums == sorted(sums, reverse=True)
    assert api.standings_of(document, live=True) == answer


@given(points=st.lists(st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000)), min_size=2, max_size=2))
def test_the_points_of_a_table_add_up_to_twenty(points: Any) -> None:
    document = tournament(4, played(*(table(at + 1, 2 * at + 1, 2 * at + 2, *each) for at, each in enumerate(points))))
    rows = {standing["entrant"]: standing for standing in api.standings_of(document)["standings"]}
    for one in (1, 3):
        assert rows[one]["vp"] + rows[one + 1]["vp"] == 20
        assert rows[one]["mp"] + rows[one + 1]["mp"] == 0


@pytest.mark.parametrize("number", [200, 201])
def test_two_hundred_entrants_are_paired_for_twelve_rounds(number: int) -> None:
    rng = Random(number)
    document = tournament(number, system={"kind": "danese", "rounds": 12})
    document = play_on(document, 12, any_results(rng, document["scoring"]))
    met = [frozenset(each["sides"]) for turn in document["rounds"] for each in turn["tables"]]
    assert len(met) == len(set(met)) == 1200
    assert standings(document)
    assert sides({**document, "rounds": document["rounds"][:-1]}) == [
        each["sides"] for each in document["rounds"][-1]["tables"]
    ]
