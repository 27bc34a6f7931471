"""`draw` and `danese`: TOU-10 to TOU-13."""

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
    sides,
    standings,
    table,
    tournament,
)
from tests.tournaments.test_matching import least_of_all


def system(kind: str = "danese", **fields: Any) -> Any:
    """A system of six rounds in the order of entry."""
    return {"kind": kind, "rounds": 6, "first": "entry", **fields}


def lots(seed: int, number: int) -> list[int]:
    """The lots of entrants 1 to `number`."""
    return Random(seed).sample(range(1, number + 1), number)


@pytest.mark.parametrize("kind", ["draw", "danese"])
def test_in_the_first_round_neighbours_meet_in_the_order_of_entry(kind: str) -> None:
    answer = api.pair(tournament(5, system=system(kind)))
    assert answer == {
        "round": 1,
        "tables": [{"table": 1, "sides": [1, 2]}, {"table": 2, "sides": [3, 4]}],
        "bye": 5,
        "rematches": [],
    }


@pytest.mark.parametrize("seed", range(4))
def test_lots_are_the_usual_order_and_their_last_has_the_bye(seed: int) -> None:
    order = lots(seed, 7)
    answer = api.pair(tournament(7, system={"kind": "danese", "rounds": 3}, seed=seed))
    assert [each["sides"] for each in answer["tables"]] == [order[0:2], order[2:4], order[4:6]]
    assert answer["bye"] == order[6]


@pytest.mark.parametrize("seed", range(3))
def test_tables_of_a_draw_are_numbered_by_their_lowest_id(seed: int) -> None:
    order = lots(seed, 6)
    pairs = sorted((order[0:2], order[2:4], order[4:6]), key=min)
    assert sides(tournament(6, system={"kind": "draw", "rounds": 3}, seed=seed)) == pairs


def test_seeds_meet_half_a_list_further_down() -> None:
    answer = api.pair(tournament(7, system=system(first="seeded")))
    assert [each["sides"] for each in answer["tables"]] == [[1, 4], [2, 5], [3, 6]]
    assert answer["bye"] == 7


def test_neighbours_in_the_standings_meet_and_nobody_twice() -> None:
    document = tournament(4, played(table(1, 1, 2, 500, 0), table(2, 3, 4, 300, 0)))
    assert [each for _place, each in standings(document)] == [1, 3, 4, 2]
    assert sides(document) == [[1, 3], [4, 2]]
    document["rounds"].append(played(table(1, 1, 3, 0, 0), table(2, 4, 2, 0, 0)))
    assert sides(document) == [[1, 4], [3, 2]]  # 1 and 3 lead, and have met
    document["system"]["rematch"] = True
    assert sides(document) == [[1, 3], [4, 2]]
    assert api.pair(document)["rematches"] == []  # the rule does not avoid them


def test_where_rematches_cannot_be_avoided_they_are_as_few_as_can_be_and_told() -> None:
    document = play_on(tournament(4), 3)
    answer = api.pair(document)
    assert sorted(map(sorted, answer["rematches"])) == sorted(sorted(each["sides"]) for each in answer["tables"])
    late = [*(entrant(each) for each in range(1, 5)), entrant(5, late=4), entrant(6, late=4)]
    answer = api.pair({**document, "entrants": late})
    assert answer["rematches"] == [each["sides"] for each in answer["tables"] if set(each["sides"]) <= {1, 2, 3, 4}]
    assert len(answer["rematches"]) == 1


@given(seed=st.integers(0, 10**9), number=st.integers(2, 8), rounds=st.integers(1, 9))
def test_the_pairing_is_the_least_of_all_with_the_fewest_rematches(seed: int, number: int, rounds: int) -> None:
    rng = Random(seed)
    document = play_on(tournament(number, seed=seed, system={"kind": "danese", "rounds": 20}), rounds, at_random(rng))
    answer = api.pair(document)
    order = [each for _place, each in standings(document) if each not in byes(answer)]
    met = set(meetings(document))
    expected = least_of_all(order, lambda one, other: frozenset((one, other)) in met)
    assert [tuple(each["sides"]) for each in answer["tables"]] == expected
    assert answer["rematches"] == [list(pair) for pair in expected if frozenset(pair) in met]


@given(seed=st.integers(0, 10**9), number=st.integers(3, 11), kind=st.sampled_from(["draw", "danese"]))
def test_byes_go_round_and_to_the_last_of_those_who_had_the_fewest(seed: int, number: int, kind: str) -> None:
    document = tournament(number, seed=seed, system={"kind": kind, "rounds": 12})
    had = dict.fromkeys(range(1, number + 1), 0)
    for _turn in range(12):
        before = document
        document = play_on(document, 1, at_random(Random(seed)))
        given_to = byes(document["rounds"][-1])
        assert len(given_to) == number % 2
        order = [each for _place, each in standings(before)]
        for each in given_to:
            assert each == [other for other in order if had[other] == min(had.values())][-1]
            had[each] += 1
    assert max(had.values()) - min(had.values()) <= 1


@given(seed=st.integers(0, 10**9), number=st.integers(2, 12))
def test_a_draw_draws_anew_each_round_and_nobody_meets_twice_where_that_can_be(seed: int, number: int) -> None:
    document = play_on(tournament(number, seed=seed, system={"kind": "draw", "rounds": 9}), 9, at_random(Random(seed)))
    assert [len(turn["tables"]) for turn in document["rounds"]] == [number // 2] * 9
    half = (number + 1) // 2  # with so few rounds, everybody has enough opponents left
    early = meetings({"rounds": document["rounds"][: half // 2]})
    assert len(set(early)) == len(early)


def test_results_do_not_matter_to_a_draw() -> None:
    document = tournament(8, seed=3, system={"kind": "draw", "rounds": 3})
    one, other = (play_on(document, 3, at_random(Random(each))) for each in (1, 2))
    assert meetings(one) == meetings(other)


def test_who_comes_late_or_leaves_is_paired_when_there() -> None:
    entrants = [entrant(1), entrant(2), entrant(3, out=3), entrant(4), entrant(5, late=2)]
    document = tournament(entrants)
    there = []
    for _turn in range(3):
        document = play_on(document)
        turn = document["rounds"][-1]
        there.append(sorted([*(side for one in turn["tables"] for side in one["sides"]), *byes(turn)]))
    assert there == [[1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 4, 5]]


def test_nothing_is_left_to_play_when_only_one_is_left() -> None:
    entrants = [entrant(1), entrant(2, out=2)]
    answer = api.pair(play_on(tournament(entrants)))
    assert answer == {"round": 2, "tables": None, "bye": None, "rematches": []}


def test_no_round_is_paired_while_one_is_under_way() -> None:
    document = tournament(4, played(table(1, 1, 2, 5, 0), table(2, 3, 4)))
    with pytest.raises(Exception, match="Round 1 is not complete yet") as refusal:
        api.pair(document)
    assert refusal.value.problems[0]["field"] == "rounds.0.tables.1"


def clubs(*names: str | None) -> list[Any]:
    """Entrants 1, 2, … of these clubs."""
    return [entrant(each, club=name) for each, name in enumerate(names, start=1)]


@pytest.mark.parametrize(
    "names, fields, pairs",
    [
        (("A", "A", "B", "B"), {}, [[1, 3], [2, 4]]),
        (("A", None, "A", None), {}, [[1, 2], [3, 4]]),
        ((None, None, None, None), {}, [[1, 2], [3, 4]]),
        (("A", "B", "A", "A"), {}, [[1, 2], [3, 4]]),  # one table of one club cannot be avoided
        (("A", "B", "C", "A", "A", "A"), {}, [[1, 2], [3, 4], [5, 6]]),
        (("A", "B", "C", "D", "E", "E"), {}, [[1, 2], [3, 5], [4, 6]]),
        (("A", "B", "C", "A", "C", "B"), {"first": "seeded"}, [[1, 5], [2, 4], [3, 6]]),
        (("A", "B", "C", "A", "B", "C"), {"first": "seeded"}, [[1, 5], [2, 6], [3, 4]]),
        (("A", "A", "B", "B"), {"first": "seeded"}, [[1, 3], [2, 4]]),
        (("A", "B", "A", "A"), {"first": "seeded"}, [[1, 3], [2, 4]]),
        (("A", "B", "C", "C"), {"first": "seeded"}, [[1, 3], [2, 4]]),
        (("A", "B", "A", "B"), {"first": "seeded"}, [[1, 4], [2, 3]]),
        (("A", "B", "A", "C", "A", "A"), {"first": "seeded"}, [[1, 4], [2, 5], [3, 6]]),
    ],
)
def test_clubs_are_kept_apart_where_that_is_possible(names: Any, fields: Any, pairs: Any) -> None:
    assert sides(tournament(clubs(*names), system=system(apart="club", **fields))) == pairs


def test_clubs_are_kept_apart_as_long_as_agreed() -> None:
    document = tournament(clubs("A", "B", "A", "B"), system=system(apart="club", rematch=True))
    first_round = play_on(document)
    assert sides(first_round) == [[3, 1], [2, 4]]
    first_round["system"]["apart_rounds"] = 2
    assert sides(first_round) == [[3, 2], [1, 4]]


@given(seed=st.integers(0, 10**9), number=st.integers(2, 4), rounds=st.integers(0, 3))
def test_rematches_are_avoided_before_clubs(seed: int, number: int, rounds: int) -> None:
    rng = Random(seed)
    entrants = clubs(*(rng.choice(["A", "A", "B", None]) for _each in range(2 * number)))
    club = {each["id"]: each["club"] for each in entrants}
    apart = {"kind": "danese", "rounds": 9, "apart": "club", "apart_rounds": 9}
    document = play_on(tournament(entrants, seed=seed, system=apart), rounds, at_random(rng))
    met = set(meetings(document))

    def cost(one: int, other: int) -> int:
        return 100 * (frozenset((one, other)) in met) + (club[one] is not None and club[one] == club[other])

    order = [each for _place, each in standings(document)]
    assert [tuple(side) for side in sides(document)] == least_of_all(order, cost)


def test_a_large_club_of_the_house_is_kept_apart_in_good_time() -> None:
    """More than half of 200 entrants are of one club, which is slow without a lower bound."""
    rng = Random(1)
    entrants = clubs(*(rng.choice(["A", "A", "B", None]) for _each in range(200)))
    club = {each["id"]: each["club"] for each in entrants}
    pairs = sides(tournament(entrants, system={"kind": "draw", "rounds": 1, "apart": "club"}))
    same = [pair for pair in pairs if club[pair[0]] is not None and club[pair[0]] == club[pair[1]]]
    assert len(same) == max(0, list(club.values()).count("A") - 100)


def test_clubs_do_not_matter_unless_agreed() -> None:
    assert sides(tournament(clubs("A", "A", "B", "B"), system=system())) == [[1, 2], [3, 4]]
    assert refused(tournament(4, system=system(apart="club", apart_rounds=-1))) == [("system.apart_rounds", "TOU-12")]
