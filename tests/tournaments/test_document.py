"""Reading tournament documents: valid and refused ones, each problem with its field."""

from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments import api
from scorekeeper.tournaments.document import read, scoring_of
from tests.documents.junk import spoil
from tests.tournaments.made import (
    CUP,
    MATCH,
    VP,
    at_random,
    entrant,
    play_on,
    played,
    refused,
    standings,
    table,
    tournament,
)


@pytest.mark.parametrize("junk", [None, 1, "x", [], [{}]])
def test_only_a_group_of_fields_is_a_document(junk: Any) -> None:
    assert refused(junk) == [(None, None)]


def test_all_that_is_wrong_with_a_head_is_told_at_once() -> None:
    assert refused({"formats": 1, "seed": "x", "name": 5, "rounds": []}) == [
        ("formats", None),
        ("format", None),
        ("entrants", None),
        ("scoring", None),
        ("system", None),
        ("name", None),
        ("seed", "TOU-9"),
    ]


def test_what_may_be_left_out_may_also_be_null() -> None:
    document = tournament([entrant(1, club=None, late=None, out=None), entrant(2)], seed=None, rulings=None, game=None)
    document["rounds"] = [{"tables": [table(1, 1, 2, forfeit=None, vp=None, points=None)]}]
    for name in ("name", "variant"):
        document[name] = None
    assert standings(document)
    without = {name: value for name, value in document.items() if value is not None and name != "rounds"}
    assert standings(without)


@pytest.mark.parametrize(
    "head, problem",
    [
        ({"format": "scorekeeper/1"}, ("format", None)),
        ({"game": "poker"}, ("game", None)),
        ({"game": 5}, ("game", None)),
        ({"variant": "burraco"}, ("game", None)),
        ({"game": "buraco", "variant": "unknown"}, ("variant", None)),
        ({"game": "buraco", "variant": 5}, ("variant", None)),
        ({"seed": 1.5}, ("seed", "TOU-9")),
        ({"name": " "}, ("name", None)),
        ({"name": "x" * 101}, ("name", None)),
        ({"name": "\u0007"}, ("name", None)),
        ({"scoring": "vp"}, ("scoring", None)),
        ({"scoring": {}}, ("scoring.kind", "TOU-1")),
        ({"scoring": {"kind": "goals"}}, ("scoring.kind", "TOU-1")),
        ({"scoring": {"kind": "vp"}}, ("scoring.hands", "TOU-1")),
        ({"scoring": {"kind": "vp", "hands": 5}}, ("scoring.hands", "TOU-1")),
        ({"scoring": {**VP, "win": 3}}, ("scoring.win", None)),
        ({"scoring": {**VP, "table": "x"}}, ("scoring.table", "TOU-1")),
        ({"scoring": {**VP, "bye": 12}}, ("scoring.bye", None)),
        ({"scoring": {**VP, "bye": {"vp": 12}}}, ("scoring.bye.mp", "TOU-3")),
        ({"scoring": {**VP, "bye": {"vp": 21, "mp": 0}}}, ("scoring.bye.vp", "TOU-3")),
        ({"scoring": {**VP, "bye": {"vp": 1, "mp": 0, "tp": 1}}}, ("scoring.bye.tp", None)),
        ({"scoring": {"kind": "match", "best_of": 0}}, ("scoring.best_of", "TOU-2")),
        ({"scoring": {"kind": "match", "win": -1}}, ("scoring.win", "TOU-2")),
        ({"scoring": {"kind": "match", "win": 1, "draw": 2}}, ("scoring.win", "TOU-2")),
        ({"scoring": {"kind": "match", "hands": 2}}, ("scoring.hands", None)),
        ({"system": []}, ("system", None)),
        ({"system": {"kind": "swiss"}}, ("system.kind", "TOU-10")),
        ({"system": {"kind": "danese"}}, ("system.rounds", "TOU-11")),
        ({"system": {"kind": "danese", "rounds": 0}}, ("system.rounds", "TOU-11")),
        ({"system": {"kind": "draw", "rounds": 1, "step": 1}}, ("system.step", None)),
        ({"system": {"kind": "danese", "rounds": 1, "first": "luck"}}, ("system.first", "TOU-10")),
        ({"system": {"kind": "danese", "rounds": 1, "rematch": 1}}, ("system.rematch", "TOU-11")),
        ({"system": {"kind": "danese", "rounds": 1, "apart": "town"}}, ("system.apart", "TOU-12")),
        ({"system": {"kind": "draw", "rounds": 1, "apart": "club", "singles": True}}, ("system.apart", "TOU-12")),
        ({"system": {"kind": "draw", "rounds": 1, "partners": "2+3"}}, ("system.partners", "TOU-18")),
        ({"system": {"kind": "round_robin", "twice": "yes"}}, ("system.twice", "TOU-15")),
        ({"system": {"kind": "mitchell", "rounds": 3}}, ("system.rounds", "TOU-14")),
        ({"system": {"kind": "mitchell", "rounds": 2, "step": 2}}, ("system.step", "TOU-14")),
        ({"system": {"kind": "knockout", "rounds": 2}}, ("system.rounds", None)),
        ({"system": {"kind": "groups", "qualify": 1, "then": CUP}}, ("system.size", "TOU-16")),
        ({"system": {"kind": "groups", "size": 2, "then": CUP}}, ("system.qualify", "TOU-16")),
        ({"system": {"kind": "groups", "size": 4, "qualify": 5, "then": CUP}}, ("system.qualify", "TOU-16")),
        ({"system": {"kind": "groups", "size": 4, "qualify": 1, "then": CUP}}, ("system.qualify", "TOU-16")),
        ({"system": {"kind": "groups", "size": 2, "qualify": 1}}, ("system.then", None)),
        ({"system": {"kind": "groups", "size": 2, "qualify": 1, "then": {}}}, ("system.then.kind", "TOU-16")),
        (
            {"system": {"kind": "groups", "size": 2, "qualify": 1, "then": {**CUP, "size": 1}}},
            ("system.then.size", None),
        ),
    ],
)
def test_what_was_agreed_is_checked(head: Any, problem: Any) -> None:
    assert refused(tournament(4, **head)) == [problem]


@pytest.mark.parametrize(
    "fields, problem",
    [
        ({"id": 1}, ("id", None)),
        ({"id": "2"}, ("id", None)),
        ({"id": 2**63}, ("id", None)),
        ({"name": "Pair 1"}, ("name", None)),
        ({"name": " Pair 1 "}, ("name", None)),
        ({"name": 5}, ("name", None)),
        ({"players": []}, ("players", None)),
        ({"players": ["x"] * 7}, ("players", None)),
        ({"players": None}, ("players", None)),
        ({"players": [5]}, ("players.0", None)),
        ({"players": ["x" * 41]}, ("players.0", None)),
        ({"club": 5}, ("club", None)),
        ({"late": 0}, ("late", None)),
        ({"out": 0}, ("out", None)),
        ({"out": "3"}, ("out", None)),
        ({"rank": 1}, ("rank", None)),
        ({"late": 10_001}, ("late", None)),
        ({"out": 10_001}, ("out", None)),
        ({"numbers": "7"}, ("numbers", None)),
        ({"numbers": ["7"]}, ("numbers", "TOU-28")),
        ({"numbers": ["7", "8", "9"]}, ("numbers", "TOU-28")),
        ({"numbers": [None, "7" * 21]}, ("numbers.1", "TOU-28")),
        ({"numbers": [7, None]}, ("numbers.0", "TOU-28")),
    ],
)
def test_entrants_are_checked(fields: Any, problem: Any) -> None:
    entrants = [entrant(1), {**entrant(2), **fields}]
    assert refused(tournament(entrants)) == [(f"entrants.1.{problem[0]}", problem[1])]


def test_entrants_may_fill_every_bound() -> None:
    players = ["A" * 39 + letter for letter in "BCDEFG"]
    numbers = ["7" * 20, None, "A-1", None, None, None]
    bounds = {"id": 2**63 - 1, "players": players, "numbers": numbers, "late": 10_000, "out": 10_000}
    largest = {**entrant(1), "name": "x" * 100, **bounds}
    smallest = {**entrant(2), "id": 1 - 2**63, "late": 1, "out": 1}
    (read_one, *_others) = read(tournament([largest, smallest, entrant(3)])).entrants
    assert (read_one.players, read_one.numbers) == (tuple(players), tuple(numbers))


def test_only_the_first_stage_with_problems_is_told() -> None:
    assert refused(tournament(2, 5, scoring={"kind": "vp", "hands": 5})) == [("scoring.hands", "TOU-1")]  # type: ignore[arg-type]
    assert refused(tournament(2, 5, system={"kind": "danese"})) == [("system.rounds", "TOU-11")]  # type: ignore[arg-type]


@pytest.mark.parametrize("scoring", [{}, {"kind": "vp", "hands": 5}, {**MATCH, "win": 0}])
def test_a_wrong_scoring_is_refused_by_itself_too(scoring: Any) -> None:
    with pytest.raises(Refusal):
        scoring_of({"scoring": scoring})


def test_there_are_two_to_four_hundred_entrants() -> None:
    assert refused({**tournament(2), "entrants": {}}) == [("entrants", None)]
    assert refused(tournament(1)) == [("entrants", None)]
    assert refused(tournament(401)) == [("entrants", None)]
    assert len(standings(tournament(400))) == 400
    assert refused(tournament([entrant(1), 5, entrant(3)])) == [("entrants.1", None)]  # type: ignore[list-item]


@pytest.mark.parametrize(
    "turn, problems",
    [
        (played(table(1, 1, 2), table(1, 3, 4)), [("rounds.0.tables.1.table", None)]),
        (played(table(0, 1, 2), table(1, 3, 4)), [("rounds.0.tables.0.table", None)]),
        (played(table(1, 1, 2), table(2, 3, 9)), [("rounds.0.tables.1.sides.1", None)]),
        (played(table(1, 1, 2), table(2, 3, "4")), [("rounds.0.tables.1.sides.1", None)]),
        (
            played(table(1, "1", 2, forfeit=1), table(2, 3, 4)),
            [("rounds.0.tables.0.sides.0", None), ("rounds.0.tables.0.forfeit", "TOU-4")],
        ),
        (played(table(1, 1, 2), table(2, 3, [4])), [("rounds.0.tables.1.sides.1", None)]),
        (played(table(1, 1, 2), {"table": 2, "sides": [3, 4, 9]}), [("rounds.0.tables.1.sides", None)]),
        (played(table(1, 1, 2), {"table": 2, "sides": [3]}), [("rounds.0.tables.1.sides", None)]),
        (played(table(1, 1, 2), {"table": 2}), [("rounds.0.tables.1.sides", None)]),
        (played(table(1, 1, 2), {**table(2, 3, 4), "winner": 3}), [("rounds.0.tables.1.winner", None)]),
        ({**played(table(1, 1, 2), table(2, 3, 4)), "time": 5}, [("rounds.0.time", None)]),
        ({"bye": None}, [("rounds.0.tables", None)]),
        (played(table(1, 1, 2), table(2, 3, 2)), [("rounds.0.tables.1.sides", None)]),
        (played(table(1, 1, 1), table(2, 3, 2)), [("rounds.0.tables.0.sides", None)]),
        (played(table(1, 1, 2), table(2, 3, 4), bye=1), [("rounds.0.bye", None)]),
        (played(table(1, 1, 2), table(2, 3, 4), bye=9), [("rounds.0.bye", None)]),
        (played(table(1, 1, 2), bye=[3, 4]), [("rounds.0.bye", "TOU-13")]),
        (played(table(1, 1, 2), bye=3), [("rounds.0", None)]),
        (played(table(1, 1, 2)), [("rounds.0", None), ("rounds.0", None)]),
    ],
)
def test_who_sits_where_is_checked(turn: Any, problems: Any) -> None:
    assert refused(tournament(4, turn)) == problems


def test_a_table_and_a_round_are_groups_of_fields() -> None:
    with pytest.raises(Refusal) as refusal:
        api.standings_of(tournament(2, played(table(1, 1, 2, 5))))
    assert refusal.value.problems[0]["params"] == {"sides": 2}
    assert refused(tournament(2, played(5))) == [("rounds.0.tables.0", None)]  # type: ignore[arg-type]
    assert refused(tournament(2, 5)) == [("rounds.0", None)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "scoring, result, problem",
    [
        (MATCH, {"points": [5]}, ("points", "TOU-2")),
        (MATCH, {"legs": ["1", 0]}, ("legs.0", "TOU-2")),
        (VP, {"vp": [10, 10], "mp": [1]}, ("mp", "TOU-1")),
        (VP, {"vp": [21, 0], "mp": [5, -5]}, ("vp.0", "TOU-1")),
    ],
)
def test_results_are_checked_by_the_rule_of_their_kind(scoring: Any, result: Any, problem: Any) -> None:
    refused_fields = refused(tournament(2, played(table(1, 1, 2, **result)), scoring=scoring))
    assert refused_fields == [(f"rounds.0.tables.0.{problem[0]}", problem[1])]


def test_bounds_and_repetitions_of_a_round() -> None:
    assert standings(tournament(2, played(table(9999, 1, 2))))
    assert refused(tournament(2, played(table(10_000, 1, 2)))) == [("rounds.0.tables.0.table", None)]
    twice = played(table(1, 1, 3), table(2, 2, 3))
    assert refused(tournament(4, played(table(1, 1, 2), table(2, 3, 4)), twice)) == [("rounds.1.tables.1.sides", None)]
    drawn = tournament(4, played(table(1, 1, 2), bye=[3, 4]), system={"kind": "draw", "rounds": 2})
    assert refused(drawn) == [("rounds.0.bye", "TOU-13")]
    singles = tournament(4, played(table(1, 1, [2, 3])), system={"kind": "danese", "rounds": 3, "singles": True})
    assert refused(singles)[0] == ("rounds.0.tables.0.sides.0", "TOU-18")


def test_who_has_not_come_yet_or_has_left_sits_nowhere() -> None:
    entrants = [entrant(1), entrant(2), entrant(3, late=2), entrant(4, out=1)]
    assert standings(tournament(entrants, played(table(1, 1, 2, 5, 0))))
    assert refused(tournament(entrants, played(table(1, 1, 2), table(2, 3, 4)))) == [
        ("rounds.0.tables.1.sides", None),
        ("rounds.0.tables.1.sides", None),
    ]
    assert refused(tournament(entrants, played(table(1, 1, 2), bye=3))) == [("rounds.0.bye", None)]


def test_a_later_round_has_no_results_while_an_earlier_one_is_incomplete() -> None:
    first = played(table(1, 1, 2, 5, 0), table(2, 3, 4))
    later = played(table(1, 1, 3), table(2, 2, 4, 5, 0))
    assert refused(tournament(4, first, later)) == [("rounds.1.tables.1", None)]
    later["tables"][1].pop("points")
    assert standings(tournament(4, first, later))


@pytest.mark.parametrize(
    "system, rounds",
    [
        ({"kind": "danese", "rounds": 2}, 2),
        ({"kind": "draw", "rounds": 1}, 1),
        ({"kind": "mitchell", "rounds": 1}, 1),
        ({"kind": "round_robin"}, 3),
        ({"kind": "round_robin", "rounds": 2}, 2),
        ({"kind": "groups", "size": 2, "qualify": 1, "then": {"kind": "knockout"}}, 2),
        ({"kind": "knockout"}, 2),
    ],
)
def test_there_are_no_more_rounds_than_agreed(system: Any, rounds: int) -> None:
    document = play_on(tournament(4, system=system), 9)
    assert len(document["rounds"]) == rounds
    document["rounds"].append(document["rounds"][-1])
    assert refused(document) == [(f"rounds.{rounds}", None)]


def test_nobody_knows_who_is_in_a_knock_out_round_before_the_one_before_it_is_complete() -> None:
    first = played(table(1, 1, 4, 5, 0), table(2, 2, 3))
    document = tournament(4, first, played(table(1, 1, 2)), system={"kind": "knockout", "first": "entry"})
    assert refused(document) == [("rounds.1", "TOU-17")]


def test_who_has_lost_is_out_of_a_knock_out() -> None:
    first = played(table(1, 1, 4, 5, 0), table(2, 2, 3, 5, 0))
    document = tournament(4, first, played(table(1, 1, 3)), system={"kind": "knockout", "first": "entry"})
    assert refused(document) == [("rounds.1.tables.0.sides", None), ("rounds.1", None)]


@pytest.mark.parametrize(
    "ruling, problem",
    [
        ({"entrant": 3}, ("entrant", "TOU-5")),
        ({"entrant": "2"}, ("entrant", "TOU-5")),
        ({"round": 0}, ("round", "TOU-5")),
        ({"round": 10}, ("round", "TOU-5")),
        ({"reason": ""}, ("reason", "TOU-5")),
        ({"reason": "x" * 201}, ("reason", "TOU-5")),
        ({"reason": None}, ("reason", "TOU-5")),
        ({"vp": None}, ("vp", "TOU-5")),
        ({"vp": 1.5}, ("vp", "TOU-5")),
        ({"tp": 1}, ("tp", None)),
        ({"points": 1}, ("points", None)),
    ],
)
def test_rulings_are_checked(ruling: Any, problem: Any) -> None:
    whole = {"round": 1, "entrant": 2, "vp": -1, "reason": "x" * 200, **ruling}
    assert refused(tournament(2, rulings=[whole])) == [(f"rulings.0.{problem[0]}", problem[1])]


def test_a_ruling_stays_when_its_round_is_taken_back() -> None:
    assert standings(tournament(2, rulings=[{"round": 3, "entrant": 2, "vp": -1, "reason": "phone rang"}]))


@pytest.mark.parametrize(
    "side, problem",
    [([1], "sides.0"), (1, "sides.0"), ([1, 2, 3], "sides.0"), ([1, 9], "sides.0.1"), ([1, None], "sides.0.1")],
)
def test_a_side_of_single_players_is_two_of_them(side: Any, problem: str) -> None:
    system = {"kind": "danese", "rounds": 3, "singles": True}
    document = tournament(5, played(table(1, side, [3, 4]), bye=[5]), system=system)
    assert refused(document)[0][0] == f"rounds.0.tables.0.{problem}"


SYSTEMS: list[dict[str, Any]] = [
    {"kind": "danese", "rounds": 4},
    {"kind": "draw", "rounds": 3, "singles": True},
    {"kind": "mitchell", "rounds": 3},
    {"kind": "round_robin"},
    {"kind": "groups", "size": 4, "qualify": 2, "then": CUP},
    CUP,
]


@given(seed=st.integers(0, 10**9))
def test_junk_anywhere_in_a_document_is_answered_or_refused_and_nothing_else(seed: int) -> None:
    rng = Random(seed)
    document = deepcopy(play_on(tournament(9, system=rng.choice(SYSTEMS)), 6, at_random(rng)))
    spoil(rng, document)
    for answer in (api.standings_of, api.pair, api.check):
        with suppress(Refusal):
            assert answer(document)


def test_a_document_is_read_with_every_default_filled_in() -> None:
    bare = {name: value for name, value in tournament(2).items() if name not in ("name", "rounds")}
    assert (read(bare).name, read(bare).seed) == ("", 0)
    found = read({**tournament(2), "seed": -5, "system": {"kind": "mitchell"}})
    assert (found.name, found.game, found.seed, found.system.rounds, found.system.first) == (
        "Autumn cup",
        None,
        -5,
        1,
        "lots",
    )
