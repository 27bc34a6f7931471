"""Texts of a form become an entry, and typed cards become cards, by the fields alone."""

from typing import Any

import pytest

from scorekeeper.games import find_game
from scorekeeper.games.belote.kinds import MeldsOfSides
from scorekeeper.games.engine.base import Field, Way, field
from scorekeeper.games.engine.cards import filled
from scorekeeper.games.engine.checks import whole
from scorekeeper.games.engine.entries import entry_typed, spread, typed_entry
from scorekeeper.games.engine.ways import fields_of, way_of
from scorekeeper.games.scopa.kinds import Best, BestOrSide, CardsOfSides
from scorekeeper.games.truco_argentino.kinds import Calls, Hands, SharesOrGroup

CHOICES = [["near", "Near"], [None, "Nowhere"], [2, "Two"]]
CLASSES = [["L", "large", 2, 4], ["S", "small", 1, 4]]

READ: list[tuple[Field, dict[str, str], Any]] = [
    (field("it", "count", ""), {"it": "45+30"}, 75),
    (field("it", "count", ""), {"it": ""}, None),
    (field("it", "count", "", classes=CLASSES), {"it.L": "2"}, {"L": 2}),
    (field("it", "count", "", classes=CLASSES), {"it": "12", "it.L": "2"}, 12),
    (field("it", "shares", "", total=20), {"it.0": "12"}, [12, 8]),
    (field("it", "shares", ""), {"it.0": "12"}, [12, None]),
    (field("it", "shares", "", total=20, less=["out", {"K": 4}]), {"it.0": "12", "out": "K"}, [12, 4]),
    (field("it", "shares", "", total=20), {}, None),
    (field("it", "shares", "", total=20, parties=["a", "b", "c"]), {"it.0": "12", "it.2": "3"}, [12, 5, 3]),
    (field("it", "shares", "", total=20, parties=["a", "b", "c"]), {"it.1": "20"}, [0, 20, 0]),
    (field("it", "shares", "", total=20, parties=["a", "b", "c"]), {"it.0": "12", "it.1": "x"}, [12, "x", None]),
    (
        field("it", "ranks", "", classes=CLASSES, parties=["a", "b", "c"]),
        {"it.L.0": "3", "it.L.1": "0"},
        {"L": [3, 0, 1]},
    ),
    (field("it", "ranks", "", classes=CLASSES), {"it.L.0": "3"}, {"L": [3, 1]}),
    (field("it", "ranks", "", classes=CLASSES, less=["out", {"L": 1}]), {"it.L.0": "3", "out": "L"}, {"L": [3, 0]}),
    (field("it", "ranks", "", classes=CLASSES), {}, None),
    (field("it", "ranks", "", classes=CLASSES, less=["out", {"L": 1}]), {"it.S.0": "3", "out": "S"}, {"S": [3, 1]}),
    (field("it", "amounts", "", classes=CLASSES), {"it.S": "3"}, {"S": 3}),
    (field("it", "side", ""), {"it": "1"}, 1),
    (field("it", "flag", ""), {"it": "on"}, True),
    (field("it", "player", ""), {"it": "Anna"}, "Anna"),
    (field("it", "choice", "", choices=CHOICES), {"it": "2"}, 2),
    (field("it", "choice", "", choices=CHOICES), {"it": "far"}, "far"),
    (field("it", "tricks", "", most=3), {"it.0": "1", "it.1": "null"}, [1, None]),
    (field("it", "tricks", "", most=3), {"it.0": "1", "it.2": "0"}, [1, "", 0]),
    (field("it", "rows", "", most=3, fields=[field("n", "count", "")]), {"it.1.n": "4"}, [{"n": 4}]),
    (field("it", "sides", "", fields=[field("n", "count", "")]), {"it.1.n": "4"}, [{}, {"n": 4}]),
    (field("it", "group", "", fields=[field("n", "count", "")]), {"it.n": "4"}, {"n": 4}),
    (field("it", "group", "", fields=[field("n", "count", "")]), {}, None),
    (field("it", "card", ""), {"it": "10♥"}, "10H"),
    (field("it", "card", ""), {"it": "A♠ K♠"}, "A♠ K♠"),
    (field("it", "cards", ""), {"it": "th * x ? 1d"}, ["10H", "JOKER", "back", "?", "10D"]),
    (field("it", "cards", ""), {"it": "joker jo * back x -"}, ["JOKER", "JOKER", "JOKER", "back", "back", "back"]),
    (field("it", "trick", ""), {"it": "3C, 2H", "it.led": "1"}, [["3C", 1], ["2H", 0]]),
    (field("it", "cards", "", suits=[["E", "swords"], ["C", "cups"]]), {"it": "1c 12E TC ?"}, ["1C", "12E", "TC", "?"]),
    (
        field("it", Hands(3), "", most=2, suits=[["E", "swords"]]),
        {"it.0.who": "Anna", "it.1.who": "Dino", "it.1.cards": "7E 6E"},
        {"Dino": ["7E", "6E"]},
    ),
    (field("it", Calls(3), ""), {"it.0": "envido", "it.1": "5"}, ["envido", 5]),
    (field("it", Calls(3), ""), {}, None),
    (field("it", "shares", "", nought="out"), {"out": "1", "it.0": "12"}, [12, 0]),
    (field("it", "shares", "", nought="out"), {"out": "1", "it.0": "12", "it.1": "3"}, [12, 3]),
    (field("it", "shares", "", nought="out"), {"out": "0", "it.1": "12"}, [0, 12]),
    (field("it", "shares", "", nought="out"), {"out": "2", "it.0": "12"}, [12, None]),
    (field("it", Best(), ""), {"it.1": "7"}, [None, "7", None, None]),
    (field("it", BestOrSide(), ""), {"it": "1"}, 1),
    (field("it", BestOrSide(), ""), {"it.best.1.0": "7"}, {"best": [[None] * 4, ["7", None, None, None]]}),
    (field("it", SharesOrGroup(), "", blank=0, fields=[field("n", "count", "")]), {"it.1": "2"}, [0, 2]),
    (
        field("it", SharesOrGroup(), "", blank=0, fields=[field("n", "count", "")]),
        {"it.1": "2", "it.n": "4"},
        {"n": 4},
    ),
    (field("it", "melds", "", most=3), {"it.0": "AS KS", "it.2": "4♦️"}, [["AS", "KS"], ["4D"]]),
    (field("it", MeldsOfSides(), "", most=2), {"it.0.1": "AS KS", "it.1.0": "4♦"}, [[["AS", "KS"]], [["4D"]]]),
    (field("it", CardsOfSides(), ""), {"it.1": "as, 10h th 1h 11h"}, [[], ["AS", "10H", "10H", "10H", "11H"]]),
    (field("it", "cards", ""), {"it": "joker jo * Back X - ?"}, [*["JOKER"] * 3, *["back"] * 3, "?"]),
    (field("it", "cards", "", suits=[["C", "cups"], ["D", "coins"]]), {"it": "1c TD aS"}, ["1C", "TD", "aS"]),
    (field("it", "card", ""), {"it": "k♥"}, "KH"),
    (field("it", "card", ""), {}, ""),
    (field("it", "card", ""), {"it": "k♥ q♥"}, "k♥ q♥"),
    (field("it", "trick", ""), {"it": "AS KS QS"}, [["AS", 0], ["KS", 1], ["QS", 0]]),
    (field("it", "trick", ""), {"it": "AS KS QS", "it.led": "1"}, [["AS", 1], ["KS", 0], ["QS", 1]]),
]


@pytest.mark.parametrize("described, form, value", READ)
def test_a_field_is_read_by_its_kind(described: Field, form: dict[str, str], value: Any) -> None:
    assert entry_typed([described], form, 2).get("it") == value


def test_a_trick_goes_round_from_the_side_that_led() -> None:
    trick = entry_typed([field("it", "trick", "")], {"it": "AS KS QS", "it.led": "1"}, 3)["it"]
    assert trick == [["AS", 1], ["KS", 2], ["QS", 0]]


def test_words_of_the_game_in_a_message_are_translated_and_numbers_are_not() -> None:
    params = {"suit": "cups", "rank": "ace", "label": "", "choice": 3, "points": "ace"}
    assert filled(params, str.title, "en") == params | {"suit": "Cups", "rank": "Ace"}
    assert filled({"label": "cards", "choice": "near"}, str.title, "en") == {"label": "Cards", "choice": "Near"}
    assert [filled({"card": card}, str.title, "en")["card"] for card in ("10H", "JOKER")] == ["10♥", "Joker"]
    assert filled({"label": ""}, lambda text: f"translated: {text}", "en") == {"label": ""}  # else the catalogue's head


def test_nobody_is_an_answer_of_its_own() -> None:
    nobody = [field("won", "side", ""), field("shore", "choice", "", choices=CHOICES)]
    assert entry_typed(nobody, {"won": "null", "shore": "null"}, 2) == {"won": None, "shore": None}


@pytest.mark.parametrize(
    "text, number",
    [
        ("12", 12), ("−3", -3), ("+ 4", 4), ("100-15+2", 87), (" ", None), ("4+", "4+"), ("x", "x"), ("²", "²"),
        ("１２３４５６７８９", 123456789), ("０＋１", 1), ("０－１", -1), ("1" * 9, 111111111), ("1" * 10, "1" * 10),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text: str, number: Any) -> None:
    assert whole(text) == number


def test_one_control_may_fill_several_fields() -> None:
    assert spread([("winner,stake", "0,3"), ("note", "a, b")]) == {"winner": "0", "stake": "3", "note": "a, b"}
    assert spread([("winner,stake", "null")]) == {"winner": "null", "stake": ""}


def test_an_entry_is_written_as_it_would_be_typed() -> None:
    entry = {"points": [7, 4], "solo": {"player": "Anna"}, "won": None, "wind": True, "rain": False}
    form = {"points.0": "7", "points.1": "4", "solo.player": "Anna", "won": "null", "wind": "on", "rain": "off"}
    assert typed_entry(entry) == form


def test_a_column_may_have_a_comma_in_its_name() -> None:
    options = {"columns": [{"name": "runs, clean"}]}
    (way, *_others) = find_game("own").ways  # type: ignore[union-attr]
    columns = fields_of(way["fields"][:1], options, 4)
    entry = {"columns": {"runs, clean": [200, None]}}
    assert entry_typed(columns, spread([*typed_entry(entry).items()]), 2) == entry


def test_fields_are_there_where_their_options_and_seats_are() -> None:
    fields = [
        field("a", "count", "", option="honours"),
        field("b", "count", "", players=5),
        field("c", "count", "", when=["manilhas", "vira"]),
        field("d", "group", "", fields=[field("e", "count", "", option="honours"), field("f", "count", "")]),
    ]
    few = fields_of(fields, {"honours": False, "manilhas": "fixed"}, 4)
    assert [(item["name"], [inner["name"] for inner in item.get("fields", [])]) for item in few] == [("d", ["f"])]
    assert len(fields_of(fields, {"honours": True, "manilhas": "vira"}, 5)) == 4


def test_the_way_of_an_entry_is_the_first_that_has_its_fields() -> None:
    ways = [{"slug": name, "title": "", "fields": [field(name, "count", "")]} for name in ("a", "b")]
    assert way_of(ways, {"b": 1, "note": ""})["slug"] == "b"
    assert way_of(ways, {"c": 1})["slug"] == "a"
    assert way_of(ways, {"b": 1, "at": "2026-11-21"})["slug"] == "b"


NAMES = ("points", "cards")


def _way(slug: str, *fields: Field) -> Way:
    return {"slug": slug, "title": "", "fields": [field("sides", "sides", "", fields=list(fields))]}


def test_the_way_of_an_entry_has_all_the_fields_of_all_its_sides() -> None:
    ways: list[Way] = [
        {"slug": name, "title": "", "fields": [field("sides", "sides", "", fields=[field(name, "count", "")])]}
        for name in NAMES
    ]
    assert way_of(ways, {"sides": [{"cards": 1}, {"cards": 2}]})["slug"] == "cards"
    assert way_of(ways, {"sides": [{"points": 1}, {"cards": 2}]})["slug"] == "points", "the first, as none has both"
    assert way_of(ways[::-1], {"sides": [{"points": 1}, {"points": 2}]})["slug"] == "points"
    both: Way = {
        "slug": "both",
        "title": "",
        "fields": [field("sides", "sides", "", fields=[field(n, "count", "") for n in NAMES])],
    }
    assert way_of([*ways, both], {"sides": [{"points": 1}, {"cards": 2}]})["slug"] == "both"
