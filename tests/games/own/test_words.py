"""Own games in words: the agreement, and hands."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.ways import fields_of
from tests.games.table import document, singly

COLUMNS = [{"name": "Nests", "factor": 20}, {"name": "Kings", "factor": -5}]
AGREED: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({}, [("OWN-6", "The highest total wins."), ("OWN-9", "You play until you stop.")]),
    (
        {"columns": COLUMNS, "target": 300},
        [("OWN-1", "Nests: each counts 20."), ("OWN-1", "Kings: each counts -5."),
         ("OWN-6", "The highest total wins."), ("OWN-6", "300 points win.")],
    ),
    (
        {"best": "low", "target": 100, "step": 5, "negative": False},
        [("OWN-2", "Points come in steps of 5."), ("OWN-3", "No hand costs points."),
         ("OWN-6", "The lowest total wins."), ("OWN-6", "The match ends as soon as a side has 100.")],
    ),
    (
        {"sum": 26, "hands": 8},
        [("OWN-4", "All points of a hand add up to 26."), ("OWN-6", "The highest total wins."),
         ("OWN-7", "After 8 hands the match is over.")],
    ),
    (
        {"best": "low", "limit": 101},
        [("OWN-6", "The lowest total wins."), ("OWN-8", "At 101 or more you are out; the last side in wins.")],
    ),
]  # fmt: skip


@pytest.mark.parametrize("options, sentences", AGREED)
def test_all_that_was_agreed_is_said_with_its_rule(options: dict[str, Any], sentences: list[tuple[str, str]]) -> None:
    setup = play.begin(document("own", sides=singly(2), options=options))
    agreed = play.game_of(setup).agreed(setup, english)
    assert [(rule, english(message, params)) for rule, message, params in agreed] == sentences


@pytest.mark.parametrize("entry, texts", [
    ({"points": [10, 0]}, ["points 10–0"]),
    ({"columns": {"Kings": [1, 2]}}, ["Kings 1–2"]),
    ({"columns": {"Nests": [2, 1]}, "points": [5, 0]}, ["Nests 2–1", "points 5–0"]),
])  # fmt: skip
def test_a_hand_is_told_column_by_column(entry: dict[str, Any], texts: list[str]) -> None:
    setup = play.begin(document("own", sides=singly(2), options={"columns": COLUMNS}))
    words = play.game_of(setup).told(setup, entry) or []
    assert [english(*sentence) for sentence in words] == texts


@pytest.mark.parametrize("options", [{}, {"best": "low", "limit": 101}])
def test_nothing_typed_is_not_nought(options: dict[str, Any]) -> None:
    setup = play.begin(document("own", sides=singly(3), options={"columns": COLUMNS, **options}))
    columns, points = fields_of(play.game_of(setup).ways[0]["fields"], setup["options"], 3)
    fields = [*columns["fields"], points]
    assert [(shown["name"], "blank" in shown) for shown in fields] == [
        ("Nests", False),
        ("Kings", False),
        ("points", False),
    ]


def test_what_most_agree_on_is_not_folded_away() -> None:
    options = play.game_of(play.begin(document("own", sides=singly(2)))).options
    assert [option["name"] for option in options if not option.get("seldom")] == ["name", "best", "target", "hands"]
