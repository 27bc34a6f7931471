"""Standings: TOU-7 to TOU-9."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.tournaments import api
from tests.tournaments.made import CUP, MATCH, entrant, played, row, standings, table, tournament

DESCRIPTION = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
EXAMPLE = json.loads(re.findall(r"```json\n(.*?)```", DESCRIPTION, re.DOTALL)[0])


def test_the_worked_example() -> None:
    """640 points in four hands are 13–7; the second pair has a ruling of −1."""
    first = {"place": 1, "entrant": 1, "name": "Anna – Bruno", "vp": 13, "mp": 640}
    second = {"place": 2, "entrant": 2, "name": "Carla – Dino", "vp": 6, "mp": -640}
    assert api.standings_of(EXAMPLE) == {
        "format": "scorekeeper-standings/1",
        "rounds": 1,
        "standings": [
            {**first, "played": 1, "byes": 0, "rulings": 0, "opponents": 6},
            {**second, "played": 1, "byes": 0, "rulings": -1, "opponents": 13},
        ],
        "finished": False,
    }


def test_every_rule_that_the_code_names_is_described() -> None:
    files = (Path(__file__).parents[2] / "scorekeeper" / "tournaments").rglob("*.py")
    named = {rule for file in files for rule in re.findall(r"TOU-\d+", file.read_text(encoding="utf-8"))}
    described = re.findall(r"^\| (TOU-\d+) \|", DESCRIPTION, re.MULTILINE)
    assert sorted(described) == sorted(named)
    assert named == set(described)


def by_hand(*tables: Any, entrants: int = 4, **fields: Any) -> Any:
    """A tournament with rounds as lists of `(entrant, opponent, points, points)`; an entrant in none has the bye."""
    rounds = []
    for turn in tables:
        seated = {each for one, other, *_points in turn for each in (one, other)}
        bye = next((each for each in range(1, entrants + 1) if each not in seated), None)
        rounds.append(played(*(table(at, *each) for at, each in enumerate(turn, start=1)), bye=bye))
    return tournament(entrants, *rounds, **fields)


def lots(seed: int, ids: list[int]) -> list[int]:
    """TOU-9."""
    return Random(seed).sample(sorted(ids), len(ids))


@pytest.mark.parametrize("seed", range(5))
def test_before_the_first_round_all_share_the_first_place_in_the_order_of_the_lots(seed: int) -> None:
    document = tournament([entrant(each) for each in (30, 4, 17, 8, 9)], seed=seed)
    assert standings(document) == [(1, lot) for lot in lots(seed, [30, 4, 17, 8, 9])]


def test_victory_points_come_first_then_match_points() -> None:
    document = by_hand([(1, 2, 500, 0), (3, 4, 450, 0)])
    assert {each: row(document, each)["vp"] for each in (1, 2, 3, 4)} == {1: 15, 2: 5, 3: 15, 4: 5}
    assert standings(document) == [(1, 1), (2, 3), (3, 4), (4, 2)]


@pytest.mark.parametrize(
    "scoring, points, extra",
    [
        ({"kind": "vp", "hands": 2}, 100, {"vp": 20}),
        ({"kind": "vp", "hands": 2}, 20, {"vp": 20}),  # 10–10: the match points of their table decide
        (MATCH, 20, {"tp": 20}),
    ],
)
@pytest.mark.parametrize("better, worse, seed", [(1, 2, 0), (1, 2, 1), (2, 1, 0), (2, 1, 1)])
def test_two_who_are_equal_and_have_met_stand_by_their_own_tables(
    scoring: Any, points: int, extra: dict[str, int], better: int, worse: int, seed: int
) -> None:
    """One beat the other, and has the weaker opponents only because of a ruling for 4."""
    rounds = ([(better, worse, points, 0), (3, 4, 0, 0)], [(better, 3, 0, points), (worse, 4, points, 0)])
    ruling = {"round": 1, "entrant": 4, "reason": "for the test", **extra}
    document = by_hand(*rounds, scoring=scoring, seed=seed, rulings=[ruling])
    one, two = row(document, better), row(document, worse)
    assert [one[name] for name in list(one)[3:6]] == [two[name] for name in list(two)[3:6]]
    assert one["opponents"] < two["opponents"]
    assert one["place"] + 1 == two["place"]


def test_two_who_are_equal_and_drew_stand_by_their_opponents() -> None:
    rounds = ([(1, 2, 0, 0), (3, 4, 500, 0)], [(1, 3, 500, 0), (2, 4, 500, 0)])
    document = by_hand(*rounds)
    assert row(document, 1)["vp"] == row(document, 2)["vp"] == 25
    assert standings(document)[:2] == [(1, 1), (2, 2)]


def test_three_who_are_equal_stand_by_their_opponents() -> None:
    """1, 2 and 3 beat each other in a ring, and win or draw no other match."""
    ring = ([(1, 2, 100, 0), (3, 4, 100, 0)], [(2, 3, 100, 0), (1, 5, 100, 0)], [(3, 1, 100, 0), (2, 6, 100, 0)])
    full = [[*ring[0], (5, 6, 500, 0)], [*ring[1], (4, 6, 0, 0)], [*ring[2], (4, 5, 0, 300)]]
    document = by_hand(*full, entrants=6)
    sums = {each: row(document, each) for each in (1, 2, 3)}
    assert {(one["vp"], one["mp"]) for one in sums.values()} == {(31, 100)}
    best = sorted(sums, key=lambda each: -sums[each]["opponents"])
    assert [each for _place, each in standings(document) if each in sums] == best


def test_byes_and_forfeits_count_ten_in_the_opponents_sum() -> None:
    document = by_hand([(1, 2, 100, 0)], [(2, 3, 100, 0)], entrants=3)
    assert row(document, 3)["opponents"] == 10 + row(document, 2)["vp"]
    forfeited = tournament(2, played(table(1, 1, 2, forfeit=2)))
    assert [row(forfeited, each)["opponents"] for each in (1, 2)] == [10, 10]


def test_of_matches_byes_and_forfeits_count_nothing_in_the_opponents_sum() -> None:
    document = tournament(
        3, played(table(1, 1, 2, forfeit=2), bye=3), played(table(1, 2, 3, 0, 100), bye=1), scoring=MATCH
    )
    points = {each: row(document, each)["tp"] for each in (1, 2, 3)}
    assert points == {1: 6, 2: 0, 3: 6}
    assert [row(document, each)["opponents"] for each in (1, 2, 3)] == [0, 6, 0]


@pytest.mark.parametrize("seed", range(4))
def test_who_is_equal_in_everything_shares_the_place_and_the_lots_only_order(seed: int) -> None:
    document = by_hand([(1, 2, 100, 0), (3, 4, 100, 0)], seed=seed)
    order = lots(seed, [1, 2, 3, 4])
    winners = [each for each in order if each in (1, 3)]
    losers = [each for each in order if each in (2, 4)]
    assert standings(document) == [(1, winners[0]), (1, winners[1]), (3, losers[0]), (3, losers[1])]


def test_matches_stand_by_points_then_legs_then_differences() -> None:
    scoring = {"kind": "match", "best_of": 3}
    first = played(
        table(1, 1, 2, legs=[2, 0], points=[30, 20]),
        table(2, 3, 4, legs=[2, 1]),
        table(3, 5, 6, legs=[2, 0], points=[50, 20]),
        table(4, 7, 8, forfeit=8),
    )
    document = tournament(8, first, scoring=scoring)
    assert standings(document) == [(1, 5), (2, 1), (3, 7), (4, 3), (5, 4), (6, 8), (7, 2), (8, 6)]


def test_an_unfinished_round_counts_only_live() -> None:
    document = tournament(
        5,
        played(table(1, 1, 2, 500, 0), table(2, 3, 4, 300, 0), bye=5),
        played(table(1, 1, 5, 0, 500), table(2, 3, 2), bye=4),
    )
    settled = api.standings_of(document)
    live = api.standings_of(document, live=True)
    assert (settled["rounds"], live["rounds"]) == (1, 2)
    vp = [{row["entrant"]: row["vp"] for row in answer["standings"]} for answer in (settled, live)]
    assert vp == [{1: 15, 2: 5, 3: 13, 4: 7, 5: 14}, {1: 20, 2: 5, 3: 13, 4: 21, 5: 29}]
    assert {row["entrant"]: row["played"] for row in live["standings"]} == {1: 2, 2: 1, 3: 1, 4: 1, 5: 1}
    # 2 and 3 sit at an open table: neither meets the other yet. A bye counts 10.
    assert {row["entrant"]: row["opponents"] for row in live["standings"]} == {1: 34, 2: 20, 3: 21, 4: 23, 5: 30}


def test_who_comes_late_or_leaves_stays_in_the_list_and_gets_nothing_for_rounds_away() -> None:
    entrants = [entrant(1), entrant(2, out=2), entrant(3), entrant(4), entrant(5, late=2)]
    first = played(table(1, 1, 2, 0, 500), table(2, 3, 4, 500, 0))
    document = tournament(entrants, first, played(table(1, 3, 1, 0, 0), table(2, 4, 5, 0, 0)))
    assert {each for _place, each in standings(document)} == {1, 2, 3, 4, 5}
    assert row(document, 2).items() >= {"vp": 15, "played": 1, "byes": 0}.items()
    assert row(document, 5).items() >= {"vp": 10, "played": 1, "byes": 0}.items()


@pytest.mark.parametrize("system", [{"kind": "danese", "rounds": 1}, {"kind": "round_robin"}, CUP])
def test_the_standings_say_when_all_is_played(system: Any) -> None:
    document = tournament(2, system=system)
    assert not api.standings_of(document)["finished"]
    document["rounds"] = [played(table(1, 1, 2))]
    assert not api.standings_of(document)["finished"]
    document["rounds"] = [played(table(1, 1, 2, 5, 0))]
    assert api.standings_of(document)["finished"]
