"""Differences between pairings made by hand and the rules (TOU-20)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from scorekeeper.tournaments.check import differences
from scorekeeper.tournaments.document import read
from tests.tournaments.made import CUP, at_random, entrant, play_on, played, table, tournament


def found(document: Any) -> list[tuple[int, str, list[int]]]:
    """Round, kind and entrants of each difference."""
    answer = api.check(document)
    assert answer["ok"] == (not answer["differs"])
    return [(differ["round"], differ["kind"], differ["entrants"]) for differ in answer["differs"]]


FIRST = played(table(1, 1, 2, 5, 0), table(2, 3, 4, 5, 0))


def test_who_meets_again_is_named_where_that_could_be_avoided() -> None:
    again = played(table(7, 2, 1), table(2, 3, 4))
    document = tournament(4, FIRST, again)
    assert api.check(document) == {
        "ok": False,
        "differs": [
            {
                "round": 2,
                "table": 7,
                "entrants": [2, 1],
                "kind": "rematch",
                "rule": "TOU-11",
                "message": "They have met before",
            },
            {
                "round": 2,
                "table": 2,
                "entrants": [3, 4],
                "kind": "rematch",
                "rule": "TOU-11",
                "message": "They have met before",
            },
        ],
        "doubtful": [],
    }
    document["system"]["rematch"] = True
    assert found(document) == []


def test_a_pairing_that_only_looks_otherwise_is_no_difference() -> None:
    assert found(tournament(4, FIRST, played(table(1, 1, 4), table(2, 2, 3)))) == []


def test_a_rematch_that_the_rule_could_not_avoid_either_is_none() -> None:
    document = play_on(tournament(4), 4)
    assert api.pair(document)["rematches"]
    assert found(document) == []


@pytest.mark.parametrize(
    "system, rule",
    [
        ({"kind": "round_robin"}, "TOU-15"),
        ({"kind": "mitchell", "rounds": 2}, "TOU-14"),
        ({"kind": "groups", "size": 4, "qualify": 2, "then": CUP}, "TOU-16"),
        ({"kind": "draw", "rounds": 2}, "TOU-11"),
    ],
)
def test_nobody_should_meet_twice_in_the_other_systems_either(system: Any, rule: str) -> None:
    answer = api.check(tournament(4, FIRST, played(table(1, 1, 2), table(2, 3, 4)), system=system))
    assert [(differ["kind"], differ["rule"]) for differ in answer["differs"]] == [("rematch", rule)] * 2


def test_where_everybody_meets_twice_only_a_third_time_is_named() -> None:
    rounds = [FIRST, FIRST, played(table(1, 1, 2), table(2, 3, 4))]
    document = tournament(4, *rounds, system={"kind": "round_robin", "twice": True})
    assert found(document) == [(3, "rematch", [1, 2]), (3, "rematch", [3, 4])]


def test_a_second_bye_is_named_while_others_have_had_none() -> None:
    rounds = [played(table(1, 1, 2, 5, 0), bye=3), played(table(1, 1, 2, 5, 0), bye=3)]
    assert found(tournament(3, *rounds)) == [(2, "rematch", [1, 2]), (2, "second_bye", [3])]
    answer = api.check(tournament(3, *rounds))
    assert answer["differs"][1]["rule"] == "TOU-13"
    drawn = tournament(3, *rounds, system={"kind": "draw", "rounds": 9, "rematch": True})
    assert found(drawn) == [(2, "second_bye", [3])]
    again = [played(table(1, *({1, 2, 3} - {bye}), 5, 0), bye=bye) for bye in (3, 2, 1, 3, 3)]
    assert found(tournament(3, *again, system={"kind": "draw", "rounds": 9, "rematch": True})) == [
        (5, "second_bye", [3])
    ]
    assert answer["differs"][1]["message"] == "Pair 3 already had a bye; others have not"
    assert answer["differs"][1]["table"] is None
    other = [played(table(1, 2, 3, 5, 0), bye=1), played(table(1, 1, 3, 5, 0), bye=2)]
    assert found(tournament(3, *other)) == []


def test_second_byes_that_single_players_cannot_do_without_are_none() -> None:
    system = {"kind": "danese", "rounds": 4, "singles": True}
    document = play_on(tournament(5, system=system), 4)
    assert found(document) == []
    seven = play_on(tournament(7, system=system), 4)
    assert found(seven) == []


def test_one_club_at_a_table_is_named_where_it_could_be_avoided() -> None:
    clubs = ["A", "A", "B", None]
    entrants = [entrant(each, club=club) for each, club in enumerate(clubs, start=1)]
    document = tournament(entrants, FIRST, system={"kind": "danese", "rounds": 2, "apart": "club"})
    assert found(document) == [(1, "same_club", [1, 2])]
    assert api.check(document)["differs"][0]["rule"] == "TOU-12"
    del document["system"]["apart"]
    assert found(document) == []
    document["system"].update(apart="club", apart_rounds=1)
    document["entrants"][2]["club"] = document["entrants"][3]["club"] = "A"
    assert found(document) == []  # no other pairing is possible


def test_rounds_after_one_that_is_under_way_are_looked_at_for_what_is_sure() -> None:
    first = played(table(1, 1, 2, 5, 0), table(2, 3, 4, 5, 0), table(3, 5, 6, 5, 0))
    under_way = played(table(1, 1, 3), table(2, 2, 5), table(3, 4, 6))
    third = played(table(1, 1, 2), table(2, 3, 6), table(3, 4, 5))
    assert found(tournament(6, first, under_way, third)) == [(3, "rematch", [1, 2])]


def test_differences_are_told_from_a_round_on() -> None:
    late = {"round": 4, "out": "Anna 1", "in": "Elio"}
    pairs = [entrant(1, substitutes=[late]), *(entrant(each) for each in range(2, 5))]
    document = tournament(pairs, FIRST, FIRST, FIRST, FIRST, system={"kind": "danese", "rounds": 6, "first": "entry"})
    found_by = {since: differences(read(document), since) for since in (2, 3, 4, 5)}
    rounds = {since: sorted({each.round for each in each_found}) for since, each_found in found_by.items()}
    assert rounds == {2: [2, 3, 4], 3: [3, 4], 4: [4], 5: []}
    assert [each.kind for each in found_by[4]] == ["rematch", "rematch", "substitute"]


def test_a_knock_out_may_bring_together_who_met_in_a_group() -> None:
    system = {"kind": "groups", "size": 4, "qualify": 2, "then": {"kind": "knockout"}}
    document = play_on(tournament(4, system=system), 9)
    assert len(document["rounds"]) == 4
    assert found(document) == []


@given(seed=st.integers(0, 10**9), number=st.integers(2, 12), kind=st.sampled_from(["draw", "danese"]))
def test_what_the_rule_pairs_never_differs_from_the_rule(seed: int, number: int, kind: str) -> None:
    rng = Random(seed)
    entrants = [entrant(each, club=rng.choice(["A", "B", None])) for each in range(1, number + 1)]
    system = {"kind": kind, "rounds": 6, "apart": "club", "apart_rounds": rng.randint(1, 3)}
    assert found(play_on(tournament(entrants, system=system, seed=seed), 6, at_random(rng))) == []
