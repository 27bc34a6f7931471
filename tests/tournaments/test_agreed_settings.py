"""The settings of scoring and system: their bounds, their defaults, and the rule of each refusal."""

from dataclasses import fields, replace
from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments.document import read, scoring_of, system_of
from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import vp_table
from scorekeeper.tournaments.system import System
from scorekeeper.tournaments.systems import SYSTEMS
from tests.tournaments.made import CUP, refused, tournament

DEFAULTS: dict[str, Any] = {
    "rounds": 0, "first": "lots", "rematch": False, "previous": False, "flights": 0, "carry": True, "apart_rounds": 0,
    "twice": False, "size": 0, "qualify": 0, "third_place": False, "singles": False, "parts": (), "then": None,
    "forbidden": (),
    "step": 1, "partners": "1+4",
}  # fmt: skip
SCORING = Scoring("", hands=4, table=(), bye=None, best_of=1, win=3, draw=1, loss=0, lowest=False)
DANESE: dict[str, Any] = {"kind": "danese", "rounds": 400}
DRAW: dict[str, Any] = {"kind": "draw", "rounds": 1}
MITCHELL: dict[str, Any] = {"kind": "mitchell"}
GROUPS: dict[str, Any] = {"kind": "groups", "size": 4, "qualify": 2, "then": CUP}


def mixed(*parts: Any) -> Any:
    """A system of these parts."""
    return {"kind": "mixed", "parts": list(parts)}


def defaults(system: type[System]) -> dict[str, Any]:
    """The defaults of the settings that a system has."""
    return {field.name: DEFAULTS[field.name] for field in fields(system)}


def a_system(kind: str, **filled: Any) -> System:
    """The system of this kind with these settings and the others' defaults."""
    return SYSTEMS[kind](**defaults(SYSTEMS[kind]) | filled)


def problems_of(system: Any) -> list[tuple[str | None, str | None]]:
    """Field and rule of each problem of a system, whatever the number of entrants."""
    try:
        system_of({"system": system})
    except Refusal as refusal:
        return [(problem["field"], problem["rule"]) for problem in refusal.problems]
    return []


@pytest.mark.parametrize(
    "agreed, filled",
    [
        ({"kind": "danese", "rounds": 3}, {"rounds": 3}),
        ({"kind": "draw", "rounds": 3, "first": "seeded"}, {"rounds": 3, "first": "seeded"}),
        ({"kind": "draw", "rounds": 3, "apart": "club"}, {"rounds": 3, "apart_rounds": 1}),
        ({"kind": "danese", "rounds": 3, "apart_rounds": 2}, {"rounds": 3}),
        ({"kind": "danese", "rounds": 3, "rematch": "previous"}, {"rounds": 3, "previous": True}),
        ({"kind": "mitchell"}, {"rounds": 2}),
        ({"kind": "mitchell", "first": "entry"}, {"rounds": 2, "first": "entry"}),
        ({"kind": "mitchell", "rounds": 1, "apart": "club"}, {"rounds": 1, "apart_rounds": 1}),
        ({"kind": "round_robin"}, {}),
        ({"kind": "knockout"}, {}),
        ({"kind": "knockout", "apart": "club", "first": "entry"}, {"apart_rounds": 1, "first": "entry"}),
        ({"kind": "groups", "size": 2, "qualify": 1, "then": {"kind": "knockout"}}, {"size": 2, "qualify": 1}),
    ],
)
def test_settings_that_are_left_out_or_not_of_the_system_have_their_defaults(agreed: Any, filled: Any) -> None:
    assert read(tournament(3, system=agreed)).system == a_system(agreed["kind"], **filled)


@pytest.mark.parametrize(
    "agreed, filled",
    [
        ({"kind": "vp", "hands": 3}, {"hands": 3, "table": vp_table(3)}),
        ({"kind": "vp", "hands": 2, "bye": {"vp": 0, "mp": 0}}, {"hands": 2, "table": vp_table(2), "bye": (0, 0)}),
        ({"kind": "vp", "hands": 4, "table": [[0, 10], [None, 20]]}, {"table": ((0, 10), (None, 20))}),
        ({"kind": "match"}, {}),
        ({"kind": "match", "draw": 0, "loss": 0}, {"draw": 0}),
        ({"kind": "match", "win": 2, "draw": 2, "loss": 2}, {"win": 2, "draw": 2, "loss": 2}),
        ({"kind": "match", "win": 0, "draw": 0, "wins": "least"}, {"win": 0, "draw": 0, "lowest": True}),
    ],
)
def test_scores_that_are_left_out_have_their_defaults(agreed: Any, filled: Any) -> None:
    assert scoring_of({"scoring": agreed}) == replace(SCORING, kind=agreed["kind"], **filled)


def test_without_a_document_the_defaults_are_the_same() -> None:
    assert (Scoring(""), System()) == (SCORING, System(**defaults(System)))


def test_every_setting_of_a_system_is_read() -> None:
    first = {"rematch": True, "apart": "club", "apart_rounds": 3, "partners": "1+2"}
    last = {"rematch": False, "partners": "1+3", "flights": 4, "carry": False}
    parts = [{"kind": "mitchell", "rounds": 2, "step": 3}, {**DRAW, **first}, {**DRAW, "kind": "danese", **last}]
    found = system_of({"system": {**mixed(*parts), "first": "seeded"}})
    assert found == a_system("mixed", first="seeded", rounds=4, parts=found.parts)
    assert found.parts == (
        a_system("mitchell", first="seeded", rounds=2, step=3),
        a_system("draw", first="seeded", rounds=1, rematch=True, apart_rounds=3, partners="1+2"),
        a_system("danese", first="seeded", rounds=1, partners="1+3", flights=4, carry=False),
    )
    assert [found.part(number) for number in range(1, 6)] == [
        (found.parts[0], 0), (found.parts[0], 0), (found.parts[1], 2), (found.parts[2], 3), (found.parts[2], 3),
    ]  # fmt: skip
    twice = system_of({"system": {"kind": "round_robin", "rounds": 7, "first": "entry", "twice": True}})
    assert twice == a_system("round_robin", rounds=7, first="entry", twice=True)
    stages = system_of(
        {"system": {**GROUPS, "first": "entry", "then": {"kind": "groups", "size": 3, "qualify": 1, "then": CUP}}}
    )
    second = a_system("groups", first="entry", size=3, qualify=1, third_place=True)
    assert stages == replace(second, size=4, qualify=2, then=second)


@pytest.mark.parametrize(
    "agreed, place, rule, least, most",
    [
        (lambda number: {**DRAW, "rounds": number}, "rounds", "TOU-11", 1, 400),
        (lambda number: {**DANESE, "apart": "club", "apart_rounds": number}, "apart_rounds", "TOU-12", 0, 400),
        (lambda number: {**MITCHELL, "apart": "club", "apart_rounds": number}, "apart_rounds", "TOU-12", 0, 1),
        (lambda number: {**CUP, "apart": "club", "apart_rounds": number}, "apart_rounds", "TOU-12", 0, 1),
        (lambda number: {**MITCHELL, "rounds": number}, "rounds", "TOU-14", 1, 400),
        (lambda number: {**MITCHELL, "step": number}, "step", "TOU-14", 1, 10**9),
        (lambda number: {"kind": "round_robin", "rounds": number}, "rounds", "TOU-15", 1, 400),
        (lambda number: {**GROUPS, "size": number}, "size", "TOU-16", 2, 400),
        (lambda number: {**GROUPS, "qualify": number}, "qualify", "TOU-16", 1, 4),
        (lambda number: mixed(DRAW, {**DANESE, "rounds": 1, "flights": number}), "parts.1.flights", "TOU-23", 4, 10**9),
    ],
)
def test_a_number_may_fill_its_bounds_and_no_more(agreed: Any, place: str, rule: str, least: int, most: int) -> None:
    assert (problems_of(agreed(least)), problems_of(agreed(most))) == ([], [])
    assert problems_of(agreed(least - 1)) == [(f"system.{place}", rule)]
    assert problems_of(agreed(most + 1)) == [(f"system.{place}", rule)]


def test_all_parts_together_may_have_400_rounds() -> None:
    parts = [{**DRAW, "rounds": 100}] * 3
    assert problems_of(mixed(*parts, {**DRAW, "rounds": 100})) == []
    assert problems_of(mixed(*parts, {**DRAW, "rounds": 101})) == [("system.parts", "TOU-22")]


@pytest.mark.parametrize("name, least, most", [("vp", 0, 20), ("mp", -(10**9), 10**9)])
def test_the_score_of_a_bye_may_fill_its_bounds_and_no_more(name: str, least: int, most: int) -> None:
    def scoring(number: int) -> Any:
        return {"kind": "vp", "hands": 2, "bye": {"vp": 5, "mp": 5, name: number}}

    for number in (least, most):
        assert number in (scoring_of({"scoring": scoring(number)}).bye or ())
    for number in (least - 1, most + 1):
        assert refused(tournament(2, scoring=scoring(number))) == [(f"scoring.bye.{name}", "TOU-3")]


@pytest.mark.parametrize(
    "system, place, rule",
    [
        ({**DANESE, "singles": 1}, "singles", "TOU-18"),
        ({**DANESE, "rematch": 0}, "rematch", "TOU-11"),
        ({**DRAW, "rematch": "previous"}, "rematch", "TOU-21"),
        ({**CUP, "third_place": 1}, "third_place", "TOU-17"),
        ({**CUP, "apart": "clubs"}, "apart", "TOU-12"),
        ({**GROUPS, "then": {**CUP, "third_place": "yes"}}, "then.third_place", "TOU-17"),
        ({**GROUPS, "then": {**GROUPS, "size": 1}}, "then.size", "TOU-16"),
        ({**GROUPS, "then": {**GROUPS, "qualify": 5}}, "then.qualify", "TOU-16"),
        (mixed(DANESE, 5), "parts.1", None),
        (mixed(DRAW, {"rounds": 1}), "parts.1.kind", "TOU-22"),
        (mixed(DRAW, {**DANESE, "rounds": 0}), "parts.1.rounds", "TOU-11"),
        (mixed(DRAW, {**DRAW, "carry": True}), "parts.1.carry", None),
    ],
)
def test_a_wrong_setting_is_refused_by_its_rule(system: Any, place: str, rule: str | None) -> None:
    assert problems_of(system)[0] == (f"system.{place}", rule)
