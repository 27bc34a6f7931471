"""Groups after groups: TOU-24."""

from random import Random
from typing import Any

import pytest

from scorekeeper.tournaments import api
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.stages import stage_of, stages
from scorekeeper.tournaments.standings import with_movement
from tests.tournaments.made import (
    CUP,
    at_random,
    meetings,
    play_on,
    played,
    refused,
    sides,
    standings,
    table,
    tournament,
)
from tests.tournaments.test_check import found

SYSTEM: dict[str, Any] = {
    "kind": "groups", "first": "entry", "size": 4, "qualify": 2,
    "then": {"kind": "groups", "size": 3, "qualify": 1, "then": CUP},
}  # fmt: skip


def groups(document: Any) -> list[list[int]]:
    """The ids of each group, in the order of its ranking."""
    return [[each["entrant"] for each in group] for group in api.standings_of(document)["groups"]]


def seated(document: Any) -> Any:
    """The document with the next round, which has no results yet."""
    answer = api.pair(document)
    return {**document, "rounds": [*document["rounds"], played(*answer["tables"], bye=answer["bye"])]}


def first_stage(seed: int = 1, **fields: Any) -> Any:
    """Twelve pairs after three rounds in groups of four."""
    return play_on(tournament(12, system=SYSTEM, **fields), 3, at_random(Random(seed)))


@pytest.mark.parametrize("seed", range(5))
def test_the_qualified_are_dealt_out_in_the_order_in_which_they_qualified(seed: int) -> None:
    document = first_stage(seed)
    rows = {each["entrant"]: (each["vp"], each["mp"]) for each in api.standings_of(document)["standings"]}
    firsts, seconds = ([group[at] for group in groups(document)] for at in (0, 1))
    order = [*sorted(firsts, key=rows.__getitem__, reverse=True), *sorted(seconds, key=rows.__getitem__, reverse=True)]
    dealt = [{order[0], order[3], order[4]}, {order[1], order[2], order[5]}]
    begun = seated(document)
    assert list(map(set, groups(begun))) == dealt
    assert [any(set(pair) <= group for group in dealt) for pair in sides(document)] == [True, True]
    assert sorted(each for each in api.pair(document)["bye"]) == sorted(
        set(order) - {each for pair in sides(document) for each in pair}
    )


def test_the_second_stage_begins_after_the_first_with_settings_of_its_own() -> None:
    agreed = read(first_stage(99))
    assert [(each.system.qualify, each.start, each.end) for each in stages(agreed)] == [(2, 0, 3), (1, 3, 6)]
    assert [stage_of(agreed, number).start for number in range(1, 8)] == [0, 0, 0, 3, 3, 3, 3]
    assert len(stages(read(tournament(12, system=SYSTEM)))) == 1


def test_groups_of_one_round_are_told_until_those_that_follow_have_begun() -> None:
    twos = {"kind": "groups", "size": 2, "qualify": 1}
    document = play_on(tournament(8, system={**twos, "then": {**twos, "then": CUP}}))
    assert [len(groups(document)), len(groups(seated(document)))] == [4, 2]


def test_a_stage_counts_its_own_rounds_only_and_its_places_are_above() -> None:
    document = play_on(first_stage(), 2, at_random(Random(3)))
    answer = api.standings_of(document)
    rest = [each for group in groups(first_stage()) for each in group[2:]]
    turns = [{**turn, "bye": [*turn["bye"], *rest]} for turn in document["rounds"][3:]]
    later = {"system": {"kind": "round_robin"}, "rounds": turns}
    rows = {each["entrant"]: each for each in api.standings_of({**document, **later})["standings"]}
    stage = [each for group in groups(document) for each in group]
    assert {each["entrant"] for each in answer["standings"][:6]} == set(stage)
    for each in answer["standings"][:6]:
        assert {**each, "place": 0} == {**rows[each["entrant"]], "place": 0}
    sums = [(each["vp"], each["mp"]) for each in answer["standings"][:6]]
    assert sums == sorted(sums, reverse=True)
    thirds_and_fourths = [[group[at] for group in groups(first_stage())] for at in (2, 3)]
    assert [{each["entrant"] for each in answer["standings"][at : at + 3]} for at in (6, 9)] == list(
        map(set, thirds_and_fourths)
    )
    assert [each["place"] for each in answer["standings"][6:]] == [7, 8, 9, 10, 11, 12]


def test_the_knock_out_is_for_the_best_of_the_second_stage() -> None:
    document = play_on(first_stage(), 3, at_random(Random(3)))
    finalists = [group[0] for group in groups(document)]
    others = [group[1:] for group in groups(document)]
    document = play_on(document, 9)
    assert len(document["rounds"]) == 7
    assert set(document["rounds"][6]["tables"][0]["sides"]) == set(finalists)
    order = [each for _place, each in standings(document)]
    assert set(order[:2]) == set(finalists)
    assert [set(order[2:4]), set(order[4:6])] == [set(pair) for pair in zip(*others, strict=True)]
    assert api.standings_of(document)["finished"]


def test_who_met_in_the_first_stage_may_meet_again() -> None:
    documents = (play_on(first_stage(seed), 3, at_random(Random(3))) for seed in range(20))
    document = next(each for each in documents if len(meetings(each)) > len(set(meetings(each))))
    assert found(document) == []
    again = {**document["rounds"][3], "tables": [{**each, "points": None} for each in document["rounds"][3]["tables"]]}
    assert [differ[:2] for differ in found({**document, "rounds": [*document["rounds"][:4], again]})] == [
        (5, "rematch")
    ] * 2


def test_who_withdraws_between_the_stages_is_replaced_by_the_next_of_its_group() -> None:
    document = first_stage()
    first, second, third, _fourth = groups(document)[0]
    for each in document["entrants"]:
        if each["id"] == second:
            each["out"] = 4
    members = {each for group in groups(seated(document)) for each in group}
    assert (first in members, second in members, third in members) == (True, False, True)
    assert [each for _place, each in standings(play_on(document))].index(second) == 6
    next(each for each in document["entrants"] if each["id"] == second)["out"] = 5
    assert {first, second} < {each for group in groups(seated(document)) for each in group}


def test_the_second_stage_is_not_seated_before_the_first_is_complete() -> None:
    document = first_stage()
    del document["rounds"][2]["tables"][0]["points"]
    document["rounds"].append(played(table(1, 1, 2), table(2, 3, 4), bye=[5, 6]))
    assert refused(document) == [("rounds.3", "TOU-24")]


def test_places_in_new_groups_are_compared_with_none_before() -> None:
    standing = with_movement(read(play_on(first_stage(), 1)))
    assert {each.up for part in standing.parts for each in part} == {None}


def test_a_group_of_two_sends_both_where_three_would_qualify() -> None:
    """Of five in groups of three and two, five go on: as many as make one group of five, but two of four."""
    then = {"kind": "groups", "qualify": 1, "then": CUP}
    system = {"kind": "groups", "first": "entry", "size": 4, "qualify": 3}
    assert refused(tournament(5, system={**system, "then": {**then, "size": 5}})) == [("system.then.qualify", "TOU-16")]
    assert sides(tournament(5, system={**system, "then": {**then, "size": 4}}))


def test_a_wrong_number_of_qualified_says_nothing_of_the_stage_after_it() -> None:
    then = {"kind": "groups", "size": 2, "qualify": 1, "then": CUP}
    system = {"kind": "groups", "size": 4, "qualify": 9, "then": then}
    assert refused(tournament(8, system=system)) == [("system.qualify", "TOU-16")]


@pytest.mark.parametrize(
    "changed, field, rule",
    [
        ({"kind": "groups", "size": 3, "qualify": 1, "then": SYSTEM["then"]}, "then.then.kind", "TOU-16"),
        ({"kind": "groups", "size": 3, "qualify": 1}, "then.then", None),
        ({"kind": "groups", "size": 6, "qualify": 1, "then": CUP}, "then.qualify", "TOU-16"),
        ({"kind": "groups", "size": 3, "qualify": 1, "first": "lots", "then": CUP}, "then.first", None),
        ({"kind": "groups", "size": 3, "qualify": 1, "third_place": True, "then": CUP}, "then.third_place", None),
    ],
)
def test_a_second_stage_is_refused(changed: Any, field: str, rule: str | None) -> None:
    assert refused(tournament(12, system={**SYSTEM, "then": changed})) == [(f"system.{field}", rule)]
