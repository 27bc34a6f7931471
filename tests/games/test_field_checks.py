"""The engine's refusals by the declared fields: names, kinds, bounds, totals, options and alternatives."""

from typing import Any, TypeAlias

import pytest

from scorekeeper.games.belote.kinds import Lists
from scorekeeper.games.engine.base import STOP_WAY, Field, Kind, Setup, english, field
from scorekeeper.games.engine.entries import CLAIMANT, melds_laid_down
from scorekeeper.games.engine.field_checks import check_fields, claim_problems, entry_problems
from scorekeeper.games.engine.ways import way_with
from scorekeeper.games.scopa.kinds import Best, BestOrSide
from scorekeeper.games.truco_argentino.kinds import Calls

NAMES = ["Anna", "Bruno", "Carla", "Dino"]
SETUP: Setup = {
    "format": "scorekeeper/1",
    "game": "none",
    "variant": "none",
    "options": {"open": True, "closed": False, "count": "cards", "packs": 2, "columns": [{"name": "runs"}]},
    "sides": [{"name": "Us", "players": NAMES[::2]}, {"name": "Them", "players": NAMES[1::2]}],
    "seats": NAMES,
    "seat_sides": [0, 1, 0, 1],
    "first_dealer": 0,
    "about": {},
}
CLASSES = [["A", "ace", 11, 4], ["K", "king", 4, 4]]
INNER = [field("player", "player", "", "R-2", required=True), field("points", "count", "", "R-3", max=9)]
LISTS = {"choices": [["a", "near"], ["b", "far"]]}


def columns(options: dict[str, Any]) -> list[Field]:
    return [field(column["name"], "shares", "", "R-1", out=True, max=9) for column in options["columns"]]


def one(kind: str | Kind, **details: Any) -> list[Field]:
    return [field("x", kind, "", "R-1", **details)]


GOOD: "list[tuple[list[Field], list[Any]]]" = [
    (one("count", min=1, max=4), [1, 4]),
    (one("count"), [0, 10**9]),
    (one("count", min=None), [-5]),
    (one("count", nullable=True), [None]),
    (one("count", step=5), [0, 45]),
    (one("count", classes=CLASSES, step=5), [{}, {"A": 8}, 15]),
    (one("shares"), [[0, 7]]),
    (one("shares", total=10), [[4, 6]]),
    (one("shares", parties=["a", "b", "c"]), [[1, 2, 3]]),
    (one("shares", out=True, min=-5), [[None, -5]]),
    (one("ranks", classes=CLASSES), [{"A": [1, 3], "K": [4, 0]}]),
    (one("amounts", classes=CLASSES), [{}, {"K": 4}]),
    (one("side"), [0, 1]),
    (one("side", nullable=True), [None]),
    (one("flag"), [True, False]),
    (one("player"), ["Dino"]),
    (one("choice", choices=[["a", ""], [2, ""]]), ["a", 2]),
    (one("tricks", most=3), [[], [0, None, 1]]),
    (one("rows", fields=INNER), [[], [{"player": "Anna"}, {"player": "Anna", "points": 9}]]),
    (one("sides", fields=INNER), [[{"player": "Anna"}, {"player": "Dino"}]]),
    (one("group", fields=INNER), [{"player": "Anna"}]),
    (one("some_sides"), [[], [1, 0]]),
    (one("count_or_side", total=4), [[1, 3], 0, None]),
    (one(Best()), [["7", None, "F", "6"]]),
    (one(BestOrSide()), [1, None, {"best": [["7", "6", "A", "2"], [None] * 4]}]),
    (one(Lists(), **LISTS), [[[], []], [["a", "b"], ["a"]]]),
    (one(Calls(3)), [[], ["envido", 5]]),
    (one("group", option="columns", fields_from=columns), [{}, {"runs": [1, None]}]),
    (one("flag", option="closed"), [False]),
    (one("rows", fields=INNER, option="closed"), [[]]),
    (one("count", option="closed", idle=[0]), [0]),
    (one("count", option="closed", anyway=True), [3]),
]


@pytest.mark.parametrize("fields, values", GOOD)
def test_values_of_the_declared_kind_are_accepted(fields: "list[Field]", values: "list[Any]") -> None:
    for value in values:
        assert check_fields(SETUP, fields, {"x": value}) == [], value


Bad: TypeAlias = "tuple[list[Field], Any, list[tuple[str, str | None]]]"


def refused_values(fields: "list[Field]", *values: Any) -> "list[Bad]":
    """Returns a case for each value, in which the field's rule refuses it."""
    return [(fields, value, [("x", "R-1")]) for value in values]


BAD: "list[Bad]" = [
    *refused_values(one("count", min=1, max=4), 0, 5, True, 2.0, "2", None, [2], {}, 10**30),
    (one("count"), -1, [("x", "R-1")]),
    (one("count"), 10**9 + 1, [("x", "R-1")]),
    (one("count", min=0, refused_by="R-9"), -1, [("x", "R-9")]),
    (one("count", max_a_pack=3), 7, [("x", "R-1")]),
    (one("count", step=5, inner_rule="R-4"), 7, [("x", "R-4")]),
    (one("count", classes=CLASSES, inner_rule="R-4"), {"A": 9, "Q": 1}, [("x.Q", None), ("x.A", "R-4")]),
    *refused_values(one("shares", total=10), [4, 7], [10], [1, 2, 7], 10, None, {}),
    (one("shares", total=10), [None, 10], [("x.0", "R-1")]),
    (one("shares", total=10), [11, -1], [("x.1", "R-1")]),
    (one("shares", max=5), [6, True], [("x.0", "R-1"), ("x.1", "R-1")]),
    (one("ranks", classes=CLASSES), {"A": [1, 3]}, [("x.K", "R-1")]),
    (one("ranks", classes=CLASSES), {"A": [5, -1], "K": [4, 0]}, [("x.A.1", "R-1")]),
    (one("ranks", classes=CLASSES), [], [("x", None)]),
    (one("amounts", classes=CLASSES), {"A": 5, "Q": 0}, [("x.Q", None), ("x.A", "R-1")]),
    *refused_values(one("side"), 2, -1, "0", True, None, []),
    *refused_values(one("flag"), 1, 0, None, "yes"),
    *refused_values(one("player"), "anna", 0, None, ["Anna"]),
    *refused_values(one("choice", choices=[["a", ""], [1, ""]]), "b", True, 1.0, None, ["a"]),
    (one("tricks", most=3), [0, 2, True], [("x.1", "R-1"), ("x.2", "R-1")]),
    (one("tricks", most=3), [0, 1, 0, 1], [("x", "R-1")]),
    (one("tricks", most=3), 0, [("x", "R-1")]),
    (one("rows", fields=INNER), [{}, 3, {"player": "Anna", "points": 10}],
     [("x.0.player", "R-2"), ("x.1", "R-1"), ("x.2.points", "R-3")]),
    (one("rows", fields=INNER), {}, [("x", "R-1")]),
    (one("sides", fields=INNER), [{"player": "Anna"}], [("x", "R-1")]),
    (one("sides", fields=INNER), [{"player": "Anna"}, {"player": "Anna", "y": 1}], [("x.1.y", None)]),
    (one("group", fields=INNER), {"points": "9"}, [("x.player", "R-2"), ("x.points", "R-3")]),
    (one("group", fields=INNER), [], [("x", "R-1")]),
    *refused_values(one("some_sides"), 0, [2], [0, 0], [True], {}),
    (one("count_or_side", total=4), [1, 2], [("x", "R-1")]),
    (one("count_or_side", total=4), 2, [("x", "R-1")]),
    (one(Best()), ["7", "K", None, None], [("x", "R-1")]),
    (one(Best()), ["7"], [("x", "R-1")]),
    (one(BestOrSide()), {"best": [["7", "6", "A", "2"], ["K", None, None, None]]}, [("x.best.1", "R-1")]),
    (one(BestOrSide()), {}, [("x.best", "R-1")]),
    *refused_values(one(Lists(), **LISTS), "ab", ["a", "b"], [["a"]], [["a"], "b"], [["a"], ["far"]], [["a", 1], []]),
    (one(Calls(3)), "envido", [("x", "R-1")]),
    (one("group", option="columns", fields_from=columns), {"sets": [1, 2]}, [("x.sets", None)]),
    (one("group", option="columns", fields_from=columns), {"runs": [10, 0]}, [("x.runs.0", "R-1")]),
    (one("count", option="closed"), 3, [("x", None)]),
    (one("count", option="closed", unplayed="Not here"), 3, [("x", "R-1")]),
    (one("count", option="closed", unplayed="Not here", unplayed_rule="R-7"), 3, [("x", "R-7")]),
    (one("count", players=5), 3, [("x", None)]),
    (one("count", unless_players=4), 3, [("x", None)]),
    (one("count", when=["count", "points"]), 3, [("x", None)]),
    (one("count", unless=["count", "cards"]), 3, [("x", None)]),
]  # fmt: skip


@pytest.mark.parametrize("fields, value, expected", BAD)
def test_other_values_are_refused_by_field_and_rule(
    fields: "list[Field]", value: Any, expected: "list[tuple[str, str | None]]"
) -> None:
    problems = check_fields(SETUP, fields, {"x": value})
    assert [(problem["field"], problem["rule"]) for problem in problems] == expected


def refused(fields: "list[Field]", entry: "dict[str, Any]") -> "list[tuple[str | None, str | None]]":
    return [(problem["field"], problem["rule"]) for problem in check_fields(SETUP, fields, entry)]


def test_required_fields_and_unknown_ones_are_named() -> None:
    fields = [*one("count", required=True), field("z", "flag", "", "R-2")]
    assert refused(fields, {}) == [("x", "R-1")]
    assert refused(fields, {"x": 1}) == []
    assert refused(fields, {"x": 1, "b": 1, "a": 1}) == [("a", None), ("b", None)]
    assert refused(one("count", required=True, left_out=True), {}) == []
    assert refused(one("count", required=True, option="closed"), {}) == []


def test_another_field_takes_some_of_the_total_out_of_play() -> None:
    fields = [*one("shares", total=10, less=["undrawn", {"A": 4, "2": 0}]), field("undrawn", "choice", "", "R-2",
              required=True, choices=[["A", "A"], ["2", "2"]])]  # fmt: skip
    assert refused(fields, {"x": [3, 3], "undrawn": "A"}) == []
    assert refused(fields, {"x": [3, 7], "undrawn": "2"}) == []
    assert refused(fields, {"x": [3, 7], "undrawn": "A"}) == [("x", "R-1")]
    assert refused(fields, {"x": [3, 7]}) == [("undrawn", "R-2")]
    assert refused(fields, {"x": [3, 7], "undrawn": "K"}) == [("undrawn", "R-2")]


def test_a_card_out_of_play_is_missing_from_its_class() -> None:
    out = field("undrawn", "choice", "", "R-2", choices=CLASSES)
    fields = [*one("ranks", classes=CLASSES, less=["undrawn", {"A": 1}]), out]
    three, four = {"A": [1, 2], "K": [4, 0]}, {"A": [1, 3], "K": [4, 0]}
    assert refused(fields, {"x": three, "undrawn": "A"}) == refused(fields, {"x": four, "undrawn": "K"}) == []
    for wrong in ({"x": four, "undrawn": "A"}, {"x": three, "undrawn": "K"}):
        assert refused(fields, wrong) == [("x.A", "R-1")], wrong


def test_the_game_checks_the_share_of_the_side_that_went_out() -> None:
    fields = [*one("shares", nought="closed"), field("closed", "side", "", "R-2")]
    assert refused(fields, {"x": [-9, 3], "closed": 0}) == refused(fields, {"x": [None, 3]}) == []
    assert refused(fields, {"x": [3, -9], "closed": 0}) == [("x.1", "R-1")]
    assert refused(fields, {"x": [-9, 3]}) == [("x.0", "R-1")]


def test_a_missing_field_is_named_last_if_another_may_have_been_entered_for_it() -> None:
    fields = [*one("count", required=True, option="open", unplayed="Not here"), field("y", "count", "", "R-2", max=3)]
    assert refused(fields, {"y": 9}) == [("y", "R-2"), ("x", "R-1")]
    assert refused(fields, {"x": -1, "y": 9}) == [("x", "R-1"), ("y", "R-2")]


@pytest.mark.parametrize("fields, value, text", [
    (one("choice", choices=[[True, "Yes"], [None, "?"], ["half", "Half"]], beside=["late"]), "no",
     "This must be one of: true, half, late"),
    (one("choice", choices=[[80, ""], [90, ""]], refused="Bids go from 80 to 180"), 85, "Bids go from 80 to 180"),
    (one(Lists(), **LISTS), [["c"], []], "This must be one of: a, b"),
])  # fmt: skip
def test_a_refusal_lists_the_choices_as_documents_write_them(fields: "list[Field]", value: Any, text: str) -> None:
    (problem,) = check_fields(SETUP, fields, {"x": value})
    assert english(problem["message"], problem["params"]) == text


def test_one_of_two_fields_is_given() -> None:
    fields = [*one("count", max=3), field("y", "count", "", "R-2", max=3, instead_of=["x", "R-1", "Either x or y"])]
    assert refused(fields, {"x": 3}) == refused(fields, {"y": 3}) == []
    assert refused(fields, {}) == [("x", "R-1")]
    (problem,) = check_fields(SETUP, fields, {"x": 9, "y": 9})
    assert (problem["field"], problem["message"]) == ("x", "Either x or y")


def test_a_claim_is_refused_by_its_own_rule_where_a_field_has_none() -> None:
    claim = {"rule": "R-5", "fields": [field("side", "side", "", required=True), *one("count")]}
    assert [refusal["rule"] for refusal in claim_problems(SETUP, claim, {"type": "c", "side": 2, "x": -1})] == [
        "R-5",
        "R-1",
    ]
    unasked = {"rule": "R-5", "fields": one("count")}
    assert claim_problems(SETUP, unasked, {"type": "c", "x": 1}) == []
    assert claim_problems(SETUP, unasked, {"type": "c", "x": 1, "side": 1}) == []
    assert [refusal["rule"] for refusal in claim_problems(SETUP, unasked, {"type": "c", "side": 2})] == ["R-5"]


def test_a_claim_of_melds_names_them_and_its_side() -> None:
    claim = {"fields": [CLAIMANT, melds_laid_down("R-6", 2, True)]}
    asked = [(problem["field"], problem["rule"]) for problem in claim_problems(SETUP, claim, {"type": "c"})]
    assert asked == [("side", None), ("melds", "R-6")]
    assert claim_problems(SETUP, claim, {"type": "c", "side": 1, "melds": [["AS", "KS", "QS"]]}) == []


def test_all_sides_are_entered_in_the_same_way() -> None:
    out, rows = field("out", "side", "", "R-2"), {name: [field(name, "count", "")] for name in ("points", "cards")}
    ways = [{"slug": name, "fields": [out, field("sides", "sides", "", "R-1", fields=rows[name])]} for name in rows]
    (problem,) = entry_problems(SETUP, ways, {"sides": [{"points": 5}, {"cards": 5}]})
    assert (problem["field"], problem["message"]) == ("sides", "All sides are entered in the same form")
    assert entry_problems(SETUP, ways, {"out": 0, "sides": [{"cards": 5}, {"cards": 5}]}) == []


def test_the_game_decides_how_players_may_stop() -> None:
    ways = [{"slug": "points", "fields": one("count")}, STOP_WAY]
    assert entry_problems(SETUP, ways, {"stop": "now", "x": -1}) == []


WAYS: "list[Any]" = [
    {"slug": "cards", "fields": [field("aces", "shares", ""), field("tricks", "shares", "")]},
    {"slug": "quick", "mark": "points", "fields": [field("points", "shares", ""), field("tricks", "shares", "")]},
    {"slug": "stop", "fields": [field("stop", "flag", "")]},
]


@pytest.mark.parametrize("names, way", [
    ([], "cards"), (["tricks"], "cards"), (["aces"], "cards"), (["points", "aces", "tricks"], "quick"),
    (["stop", "points"], "stop"), (["other"], "cards"),
])  # fmt: skip
def test_the_names_of_an_entry_say_how_it_was_entered(names: "list[str]", way: str) -> None:
    assert way_with(WAYS, dict.fromkeys(names))["slug"] == way


@pytest.mark.parametrize(
    "first, second, way",
    [
        (["tricks", "aces", "kings"], ["tricks", "queens"], "first"),
        (["tricks", "aces!"], ["tricks", "queens"], "second"),
        (["tricks!", "aces"], ["tricks", "queens"], "first"),
        (["tricks!", "aces!"], ["tricks!", "queens!", "jacks!"], "first"),
        (["tricks!", "aces!", "kings!"], ["tricks!", "queens!"], "second"),
    ],
)
def test_of_ways_with_the_same_fields_that_with_fewest_required_ones_missing_is_meant(
    first: "list[str]", second: "list[str]", way: str
) -> None:
    ways = [
        {"slug": slug, "fields": [field(name.strip("!"), "shares", "", required=name[-1] == "!") for name in names]}
        for slug, names in (("first", first), ("second", second))
    ]
    assert way_with(ways, {"tricks": [3, 7]})["slug"] == way


def test_where_every_way_is_for_some_hands_an_empty_entry_is_one_of_the_first() -> None:
    ways: list[dict[str, Any]] = [dict(way, known="it") for way in WAYS[:2]] + [dict(WAYS[2], ends=True)]
    assert way_with(ways, {})["slug"] == "cards"
    assert way_with(ways, {"stop": True})["slug"] == "stop"
