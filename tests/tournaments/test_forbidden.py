"""Entrants who must not meet (TOU-39), compared with all possible pairings and with the rule, taken literally."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from tests.tournaments.made import (
    all_pairings,
    at_random,
    byes,
    entrant,
    play_on,
    played,
    refused,
    sides,
    table,
    tournament,
)

SEEDS = st.integers(0, 10**9)


def some_forbidden(rng: Random, ids: list[int]) -> list[list[int]]:
    """Some twos of these, often many with the same entrants, in any order."""
    twos = [rng.sample(two, 2) for two in combinations(ids, 2)]
    return rng.sample(twos, min(len(twos), rng.choice([1, 2, len(ids) // 2, len(ids), 2 * len(ids)])))


def are_forbidden(twos: list[list[int]], one: int, other: int) -> bool:
    return [one, other] in twos or [other, one] in twos


def start(rng: Random, number: int, system: Any) -> Any:
    """A tournament with forbidden twos; its ids say nothing about the order."""
    ids = rng.sample(range(1, 99), number)
    entrants = [entrant(each, club=rng.choice(["A", "B", None])) for each in ids]
    first = {"first": rng.choice(["lots", "entry", "seeded"]), "forbidden": some_forbidden(rng, ids)}
    return tournament(entrants, system={**system, **first}, seed=rng.randint(0, 99))


def order_of(document: Any) -> list[int]:
    """The order of all by which the next round is paired: entry or lots, later the standings, or the next lots."""
    system, number = document["system"], len(document["rounds"])
    ids = [each["id"] for each in document["entrants"]]
    if number and system["kind"] != "draw":
        return [row["entrant"] for row in api.standings_of(document)["standings"]]
    if not number and system["first"] != "lots":
        return ids
    lots = Random(document["seed"])
    return [lots.sample(sorted(ids), len(ids)) for _turn in range(number + 1)][-1]


def avoided(document: Any) -> list[frozenset[int]]:
    """The twos whom the rule keeps from meeting again."""
    system, turns = document["system"], document["rounds"]
    if system["rematch"] is True or (system["rematch"] == "previous" and len(turns) + 1 == system["rounds"]):
        return []
    if system["rematch"] == "previous":
        turns = turns[-1:]
    return [frozenset(each["sides"]) for turn in turns for each in turn["tables"]]


def best_pairing(document: Any, ids: list[int]) -> list[tuple[int, int]]:
    """Of all pairings the one with the fewest forbidden tables, then rematches, then clubs, then the first."""
    system = document["system"]
    twos, again = system["forbidden"], avoided(document)
    clubs = {each["id"]: each["club"] for each in document["entrants"]}
    apart = len(document["rounds"]) < system.get("apart_rounds", 0)
    upper = ids[: len(ids) // 2]

    def other_half_first(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: (one in upper) == (other in upper))

    def faults(pairs: list[tuple[int, int]]) -> tuple[int, ...]:
        return (
            sum(are_forbidden(twos, *pair) for pair in pairs),
            sum(frozenset(pair) in again for pair in pairs),
            sum(apart and clubs[one] is not None and clubs[one] == clubs[other] for one, other in pairs),
        )

    seeded = system["first"] == "seeded" and not document["rounds"]
    return min(all_pairings(ids, other_half_first if seeded else None), key=faults)


@given(seed=SEEDS, number=st.integers(2, 9), kind=st.sampled_from(["danese", "draw"]))
def test_neighbours_are_paired_by_the_best_of_all_pairings(seed: int, number: int, kind: str) -> None:
    rng = Random(seed)
    rematch = rng.choice([True, False, "previous"] if kind == "danese" else [True, False])
    apart = {"apart": "club", "apart_rounds": rng.randint(0, 2)} if rng.random() < 0.5 else {}
    document = start(rng, number, {"kind": kind, "rounds": 4, "rematch": rematch, **apart})
    for _turn in range(4):
        answer = api.pair(document)
        free = byes(answer)
        best = best_pairing(document, [each for each in order_of(document) if each not in free])
        assert {frozenset(each["sides"]) for each in answer["tables"]} == set(map(frozenset, best))
        twos = document["system"]["forbidden"]
        assert answer["forbidden"] == [
            each["sides"] for each in answer["tables"] if are_forbidden(twos, *each["sides"])
        ]
        had = {each: sum(each in byes(turn) for turn in document["rounds"]) for each in order_of(document)}
        assert all(had[each] == min(had.values()) for each in free)  # TOU-13 comes first
        document = play_on(document, 1, at_random(rng))


@given(seed=SEEDS)
def test_each_flight_is_paired_by_the_best_of_its_own_pairings(seed: int) -> None:
    rng = Random(seed)
    last = {"kind": "danese", "rounds": 2, "flights": 6, "rematch": rng.choice([True, False, "previous"])}
    document = start(rng, 13, {"kind": "mixed", "parts": [{"kind": "draw", "rounds": 1}, last]})
    document = play_on(document, 1, at_random(rng))
    order, answer = order_of(document), api.pair(document)
    for flight in (order[:6], order[6:]):
        ids = [each for each in flight if each not in byes(answer)]
        plain = {**document, "system": {**document["system"], "rematch": last["rematch"], "rounds": 3}}
        tables = {frozenset(each["sides"]) for each in answer["tables"] if each["sides"][0] in ids}
        assert tables == set(map(frozenset, best_pairing(plain, ids)))


def changed(order: list[int], together: list[int | None], twos: list[list[int]]) -> list[int]:
    """The order changed by the words of the rule, counting all twos again for every swap."""

    def clash(ids: list[int], one: int, other: int) -> bool:
        is_together = together[one] is not None and together[one] == together[other]
        return is_together and are_forbidden(twos, ids[one], ids[other])

    def count(ids: list[int]) -> int:
        return sum(clash(ids, *two) for two in combinations(range(len(ids)), 2))

    def swapped(one: int, other: int) -> list[int]:
        ids = list(order)
        ids[one], ids[other] = order[other], order[one]
        return ids

    places = range(len(order))
    for at in places:
        if any(clash(order, before, at) for before in range(at)):
            for other in sorted(places, key=lambda place: (place < at, abs(place - at))):
                if count(swapped(at, other)) < count(order):
                    return changed(swapped(at, other), together, twos)
    return order


@given(seed=SEEDS, number=st.integers(8, 15), kind=st.sampled_from(["danese", "draw"]))
def test_single_players_are_seated_by_the_changed_order(seed: int, number: int, kind: str) -> None:
    rng = Random(seed)
    document = start(rng, number, {"kind": kind, "rounds": 3, "singles": True})
    for _turn in range(3):
        answer = api.pair(document)
        order = [each for each in order_of(document) if each not in byes(answer)]
        order = changed(order, [at // 4 for at in range(len(order))], document["system"]["forbidden"])
        seats = [{each for side in one["sides"] for each in side} for one in answer["tables"]]
        assert sorted(map(sorted, seats)) == sorted(sorted(order[at : at + 4]) for at in range(0, len(order), 4))
        names = [set(two) for two in document["system"]["forbidden"]]
        assert all(set(two) in names and any(set(two) <= four for four in seats) for two in answer["forbidden"])
        assert len(answer["forbidden"]) == sum(name <= four for name in names for four in seats)
        document = play_on(document, 1, at_random(rng))


@given(seed=SEEDS, number=st.integers(2, 17))
def test_a_bracket_is_filled_by_the_changed_order(seed: int, number: int) -> None:
    rng = Random(seed)
    document = start(rng, number, {"kind": "knockout"})
    order, size = order_of(document), 1 << (number - 1).bit_length()
    meeting: list[int | None] = [min(at, size - 1 - at) if size - 1 - at < number else None for at in range(number)]
    order = changed(order, meeting, document["system"]["forbidden"])
    tables = [{order[at], order[size - 1 - at]} for at in range(size // 2) if size - 1 - at < number]
    assert sorted(map(sorted, sides(document))) == sorted(map(sorted, tables))
    assert set(byes(api.pair(document))) == set(order[: size - number])


@given(seed=SEEDS, number=st.integers(6, 15))
def test_groups_are_filled_by_the_changed_order_and_the_qualified_again(seed: int, number: int) -> None:
    rng = Random(seed)
    second = {"kind": "groups", "size": 3, "qualify": 1, "then": {"kind": "knockout"}}
    document = start(rng, number, {"kind": "groups", "size": 3, "qualify": 2, "then": second})
    twos = document["system"]["forbidden"]

    def filled(order: list[int]) -> list[set[int]]:
        """Groups of three or fewer, filled in a snake by the changed order."""
        count = -(-len(order) // 3)
        group_of = [place if not turn % 2 else count - 1 - place for turn in range(3) for place in range(count)]
        order = changed(order, list(group_of[: len(order)]), twos)
        groups = [set[int]() for _group in range(count)]
        for group, each in zip(group_of, order, strict=False):
            groups[group].add(each)
        return groups

    assert [{row["entrant"] for row in group} for group in api.standings_of(document)["groups"]] == filled(
        order_of(document)
    )
    document = play_on(document, 1 if number < 7 and len(filled(order_of(document))[0]) < 3 else 3, at_random(rng))
    tables, ranking = api.standings_of(document)["groups"], order_of(document)
    same_places = [[one[place]["entrant"] for one in tables if place < len(one)] for place in range(2)]
    order = [each for same in same_places for each in sorted(same, key=ranking.index)]
    answer = api.standings_of(play_on(document))["groups"]
    assert [{row["entrant"] for row in group} for group in answer] == filled(order)


@pytest.mark.parametrize(
    "system",
    [
        {"kind": "mitchell", "rounds": 3},
        {"kind": "round_robin"},
        {"kind": "mixed", "parts": [{"kind": "mitchell", "rounds": 3}, {"kind": "danese", "rounds": 1}]},
    ],
)
def test_a_fixed_round_stays_as_it_is_and_tells_its_forbidden_tables(system: Any) -> None:
    free = tournament(6, system={**system, "first": "entry"})
    twos = [[2, 1], [3, 6], [6, 1]]
    document = tournament(6, system={**system, "first": "entry", "forbidden": twos})
    for number in range(1, 4):
        assert sides(document) == sides(free)
        told = [pair for pair in sides(document) if are_forbidden(twos, *pair)]
        assert api.pair(document)["forbidden"] == told
        free, document = play_on(free), play_on(document)
        differs = [
            (each["kind"], each["entrants"]) for each in api.check(document)["differs"] if each["round"] == number
        ]
        assert differs == [("forbidden", pair) for pair in told]
    assert any(each["kind"] == "forbidden" for each in api.check(document)["differs"])
    assert "forbidden" not in api.pair(free)


def test_check_names_only_those_at_a_table_of_four_who_must_not_meet() -> None:
    system = {"kind": "draw", "rounds": 2, "singles": True, "first": "entry", "forbidden": [[4, 2]]}
    document = tournament(4, played(table(1, [1, 4], [2, 3], 5, 0), bye=[]), system=system)
    (differs,) = api.check(document)["differs"]
    assert (differs["kind"], differs["entrants"], differs["rule"]) == ("forbidden", [4, 2], "TOU-39")


def test_an_empty_list_is_answered_and_null_is_none() -> None:
    document = tournament(2, system={"kind": "danese", "rounds": 1, "forbidden": []})
    assert api.pair(document)["forbidden"] == []
    assert api.pair(play_on(document))["forbidden"] == []
    document["system"]["forbidden"] = None
    assert "forbidden" not in api.pair(document)


@pytest.mark.parametrize(
    "forbidden, field",
    [
        ({}, "system.forbidden"),
        ([[1, 2, 3]], "system.forbidden.0"),
        ([[1, 2], [3]], "system.forbidden.1"),
        ([[1, 2], [2, 1]], "system.forbidden.1"),
        ([[1, 1]], "system.forbidden.0"),
        ([[1, True]], "system.forbidden.0"),
        ([["1", 2]], "system.forbidden.0"),
        ([[1, 9]], "system.forbidden"),
        ([list(two) for two in combinations(range(1, 22), 2)][:201], "system.forbidden"),
    ],
)
def test_anything_but_twos_of_different_known_entrants_is_refused(forbidden: Any, field: str) -> None:
    number = 21 if len(forbidden) > 200 else 4
    document = tournament(number, system={"kind": "danese", "rounds": 1, "forbidden": forbidden})
    assert refused(document) == [(field, "TOU-39" if forbidden else None)]


@pytest.mark.parametrize(
    "system",
    [
        {"kind": "mixed", "parts": [{"kind": "draw", "rounds": 1, "forbidden": []}, {"kind": "danese", "rounds": 1}]},
        {"kind": "groups", "size": 4, "qualify": 2, "then": {"kind": "knockout", "forbidden": []}},
    ],
)
def test_a_part_or_a_stage_has_no_list_of_its_own(system: Any) -> None:
    ((field, rule),) = refused(tournament(4, system=system))
    assert (str(field).rpartition(".")[2], rule) == ("forbidden", None)
