"""A system after another: TOU-22."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.tournaments import words
from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments import api
from scorekeeper.tournaments.changes import entries
from scorekeeper.tournaments.document import read
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

MITCHELL: dict[str, Any] = {"kind": "mitchell", "rounds": 2}
DANESE: dict[str, Any] = {"kind": "danese", "rounds": 2}
DRAW: dict[str, Any] = {"kind": "draw", "rounds": 2}


def mixed(*parts: Any, first: str = "entry") -> Any:
    """A system of these parts."""
    return {"kind": "mixed", "first": first, "parts": list(parts)}


@given(seed=st.integers(0, 10**9), number=st.integers(2, 6), rounds=st.integers(2, 5))
def test_a_danese_avoids_whom_the_mitchell_before_brought_together(seed: int, number: int, rounds: int) -> None:
    rng = Random(seed)
    system = mixed(MITCHELL, {**DANESE, "rounds": 4}, first="lots")
    document = play_on(tournament(2 * number, seed=seed, system=system), rounds, at_random(rng))
    order = [each for _place, each in standings(document)]
    met = set(meetings(document))
    assert [tuple(pair) for pair in sides(document)] == least_of_all(
        order, lambda one, other: frozenset((one, other)) in met
    )
    assert found(play_on(document)) == []


def test_only_the_last_round_of_all_is_free_in_a_modified_danese() -> None:
    part = {"kind": "danese", "rounds": 2, "rematch": "previous"}
    document = play_on(tournament(6, system=mixed(part, part)), 3, at_random(Random(3)))
    for rounds in (1, 2, 3):
        before = {**document, "rounds": document["rounds"][:rounds]}
        apart = set(meetings({"rounds": before["rounds"][-1:]})) if rounds < 3 else set()
        order = [each for _place, each in standings(before)]
        assert [tuple(pair) for pair in sides(before)] == least_of_all(
            order, lambda one, other, apart=apart: frozenset((one, other)) in apart
        )


def test_a_draw_draws_by_the_number_of_the_whole_tournaments_round() -> None:
    whole = tournament(8, seed=5, system={"kind": "draw", "rounds": 4, "rematch": True})
    parts = {**whole, "system": mixed({**DANESE, "rematch": True}, {**DRAW, "rematch": True}, first="lots")}
    document = play_on(parts, 3)
    assert sides(document) == sides({**whole, "rounds": document["rounds"]})


def test_clubs_are_kept_apart_from_the_first_round_of_the_part_that_says_so() -> None:
    pairs = [entrant(each, club="A" if each in (1, 2) else None) for each in range(1, 5)]
    part = {**DANESE, "rematch": True}
    results = (
        played(table(1, 1, 3, 90, 0), table(2, 2, 4, 80, 0)),
        played(table(1, 1, 3, 90, 0), table(2, 2, 4, 80, 0)),
    )
    document = tournament(pairs, *results, system=mixed(part, {**part, "apart": "club"}))
    assert [each for _place, each in standings(document)] == [1, 2, 4, 3]
    assert sides({**document, "rounds": document["rounds"][:1]}) == [[1, 2], [4, 3]]
    assert sides(document) == [[1, 4], [2, 3]]
    assert found({**document, "rounds": [*results, played(table(1, 1, 2), table(2, 3, 4))]}) == [
        (3, "same_club", [1, 2])
    ]
    document["rounds"].append(results[0])
    assert sides(document) == [[1, 2], [4, 3]]


def test_the_lines_are_formed_once_of_those_present_in_the_first_round() -> None:
    pairs = [entrant(1), entrant(2, out=1), entrant(3), entrant(4, late=3), entrant(5), entrant(6)]
    document = tournament(pairs, system=mixed(MITCHELL, DANESE))
    assert sides(document) == [[1, 3], [5, 6]]
    answer = api.standings_of(document)
    assert [{each["entrant"] for each in line} for line in answer["lines"]] == [{1, 5}, {3, 6}]
    document = play_on(document)
    assert sides(document) == [[1, 6], [5, 3]]
    assert "lines" in api.standings_of(play_on(document))
    third = play_on(document, 2)
    seated = {each for table in third["rounds"][2]["tables"] for each in table["sides"]}
    assert seated | set(byes(third["rounds"][2])) == {1, 3, 4, 5, 6}
    assert "lines" not in api.standings_of(third)
    under_way = {**third, "rounds": [*third["rounds"][:2], played(table(1, 1, 4), table(2, 3, 5), bye=6)]}
    assert "lines" in api.standings_of(under_way)
    assert "lines" not in api.standings_of(under_way, live=True)


def test_who_withdraws_leaves_a_gap_and_whoever_should_meet_it_has_a_bye() -> None:
    pairs = [entrant(each) for each in range(1, 8)]
    pairs[1]["out"] = 2
    document = play_on(tournament(pairs, system=mixed({**MITCHELL, "rounds": 4}, DANESE)))
    answer = api.pair(document)
    assert [(each["table"], each["sides"]) for each in answer["tables"]] == [(3, [5, 4]), (4, [7, 6])]
    assert answer["bye"] == [1, 3]  # 1 has no opponent, because the eighth is missing; 3 would meet 2 again
    document = play_on(document)
    assert row(document, 3)["byes"] == 1
    assert row(document, 3)["vp"] > 0


def test_a_mitchell_round_of_byes_only_is_a_round_too() -> None:
    pairs = [entrant(1), entrant(2, out=2), entrant(3), entrant(4, out=2)]
    document = play_on(tournament(pairs, system=mixed(MITCHELL, DANESE)))
    assert api.pair(document) == {"round": 2, "tables": [], "bye": [1, 3], "rematches": []}
    assert [sorted(pair) for pair in sides(play_on(document))] == [[1, 3]]


def test_a_second_bye_counts_from_the_mitchell_on() -> None:
    document = play_on(tournament(5, system=mixed({**MITCHELL, "rounds": 3}, DANESE)), 3)
    had = [bye for turn in document["rounds"] for bye in byes(turn)]
    assert len(set(had)) == 3
    assert byes(api.pair(document))[0] not in had
    again, *others = [had[0], *(each for each in range(1, 6) if each != had[0])]
    fourth = played(table(1, *others[:2]), table(2, *others[2:]), bye=again)
    assert (4, "second_bye", [again]) in found({**document, "rounds": [*document["rounds"], fourth]})


def test_a_meeting_is_named_by_the_rule_of_its_part() -> None:
    again = played(table(1, 1, 2, 5, 0), table(2, 3, 4, 5, 0))
    document = tournament(4, again, again, again, system=mixed(MITCHELL, {**DANESE, "rounds": 2}))
    rules = [(differ["round"], differ["rule"]) for differ in api.check(document)["differs"]]
    assert rules == [(2, "TOU-14")] * 2 + [(3, "TOU-11")] * 2
    document["system"]["parts"][1]["rematch"] = True
    assert [differ["round"] for differ in api.check(document)["differs"]] == [2, 2]


@pytest.mark.parametrize(
    "parts, problems",
    [
        ([DANESE], [("system.parts", "TOU-22")]),
        ([DANESE] * 5, [("system.parts", "TOU-22")]),
        (None, [("system.parts", None)]),
        ([DANESE, MITCHELL], [("system.parts.1.kind", "TOU-22")]),
        ([DANESE, {"kind": "groups"}], [("system.parts.1.kind", "TOU-22"), ("system.parts.1.rounds", "TOU-11")]),
        ([DANESE, {"rounds": 1, "rematch": "previous"}], [("system.parts.1.kind", "TOU-22")]),
        ([{"kind": "mitchell"}, DANESE], [("system.parts.0.rounds", "TOU-22")]),
        ([{"kind": "danese"}, DANESE], [("system.parts.0.rounds", "TOU-11")]),
        ([{**DANESE, "first": "lots"}, DANESE], [("system.parts.0.first", None)]),
        ([DANESE, {**DRAW, "singles": True}], [("system.parts.1.singles", None)]),
        ([{**MITCHELL, "rounds": 3}, DANESE], [("system.parts.0.rounds", "TOU-14")]),
        ([{**MITCHELL, "step": 2}, DANESE], [("system.parts.0.step", "TOU-14")]),
        ([DANESE, {**DRAW, "rematch": "previous"}], [("system.parts.1.rematch", "TOU-21")]),
        ([{**DANESE, "rounds": 201}, {**DANESE, "rounds": 200}], [("system.parts", "TOU-22")]),
        ([DANESE, 3], [("system.parts.1", None), ("system.parts", "TOU-22")]),
    ],
)
def test_parts_are_refused(parts: Any, problems: Any) -> None:
    system = {"kind": "mixed", **({} if parts is None else {"parts": parts})}
    assert refused(tournament(4, system=system)) == problems


@pytest.mark.parametrize("late, problems", [(2, 1), (3, 1), (4, 0)])
def test_nobody_enters_during_the_mitchell(late: int, problems: int) -> None:
    pairs = [*(entrant(each) for each in range(1, 7)), entrant(7, late=late)]
    document = tournament(pairs, system=mixed({**MITCHELL, "rounds": 3}, DANESE))
    expected = [("entrants.6.late", "TOU-22")] * problems
    if expected:
        assert refused(document) == expected
        with pytest.raises(Refusal, match="nobody can enter before round 4"):
            read(document)
    else:
        assert len(sides(document)) == 3


def test_entries_are_open_again_after_the_mitchell() -> None:
    document = tournament(6, system=mixed(MITCHELL, DANESE))
    opened = [entries.why_closed(play_on(document, rounds)) is None for rounds in range(4)]
    assert opened == [True, False, True, True]


def test_all_rounds_together_are_played() -> None:
    document = play_on(tournament(8, system=mixed(MITCHELL, DRAW, {**DANESE, "rematch": True})), 20)
    assert len(document["rounds"]) == 6
    assert api.standings_of(document)["finished"]


def test_sides_have_the_names_of_lines_in_the_mitchell_only() -> None:
    agreed = read(tournament(8, system=mixed(MITCHELL, DANESE)))
    assert [len(words.lines(agreed, number)) for number in (1, 2, 3, 4)] == [2, 2, 0, 0]
