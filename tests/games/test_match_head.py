"""The head of a match document: names, seats, presets and options; notes and times of hands."""

import unicodedata
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.checks import is_printable, trimmed
from tests.games.table import PAIRS, SINGLES, document, head_refused, last_hand, refused, scored, singly, usual_sides

NAMES_OF_ALL_SCRIPTS = [
    "花子",
    "Владимир",
    "Ζωή",
    "مريم",
    "נעה",
    "สมชาย",
    "João",
    "O'Neill",
    "👩‍🦰",
    "𝒜",
    "x",
    "N" * 40,
]
CHARACTERS = [*map(chr, range(0x3100)), *map(chr, range(0xD7F0, 0xE010))]  # beyond them all can be printed
TURNS = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}  # invisible: the text after it runs elsewhere
JUNK: list[Any] = [None, True, 0, 1.5, "", "x", [], [1], {}, {"a": 1}, [None], [[]], [{}], 10**30]


def named(name: Any) -> list[dict[str, Any]]:
    """Returns two sides, one with a player of this name."""
    return [{"name": "Us", "players": [name, "Bruno"]}, PAIRS[1]]


@pytest.mark.parametrize("name", NAMES_OF_ALL_SCRIPTS)
def test_names_of_any_script_are_taken(name: str) -> None:
    setup = play.begin(document("truco", sides=named(name)))
    assert setup["seats"][0] == name


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\u3000", "\u00a0", "\u2003", "  \u2028 "])
def test_names_are_trimmed(space: str) -> None:
    sides = [{"name": f"{space}Us{space}", "players": [f"{space}An na{space}", "Bruno"]}, PAIRS[1]]
    setup = play.begin(document("truco", sides=sides, first_dealer=f"An na{space}"))
    assert (setup["sides"][0]["name"], setup["seats"][0], setup["first_dealer"]) == ("Us", "An na", 0)


def test_white_space_is_what_unicode_calls_so() -> None:
    spaces = {each for each in CHARACTERS if not trimmed(f"{each}{each}")}
    assert spaces == {each for each in CHARACTERS if each in "\t\n\v\f\r\x85" or unicodedata.category(each)[0] == "Z"}
    assert [each for each in spaces if trimmed(f"{each}a{each}b{each}") != f"a{each}b"] == []


def test_control_characters_lines_and_turns_of_direction_cannot_be_printed() -> None:
    unprintable = {each for each in CHARACTERS if not is_printable(f"a{each}")}
    controls = {each for each in CHARACTERS if unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp")}
    assert unprintable == controls | {each for each in CHARACTERS if unicodedata.bidirectional(each) in TURNS}


@pytest.mark.parametrize(
    "name", ["", "   ", "\u3000", "N" * 41, 7, None, ["Anna"], "a\x00b", "a\u202eb", "\ud800", "a\nb"]
)
def test_names_that_cannot_be_written_are_refused(name: Any) -> None:
    assert head_refused("truco", sides=named(name)) == ["sides.0.players.0"]
    assert head_refused("truco", sides=[{"name": name, "players": ["A", "B"]}, PAIRS[1]]) == ["sides.0.name"]


@pytest.mark.parametrize(
    "sides, fields",
    [
        (named("Carla"), ["sides.1.players.0"]),
        (named(" Bruno "), ["sides.0.players.1"]),
        ([PAIRS[0], {**PAIRS[1], "name": " Us"}], ["sides.1.name"]),
        ([{"name": "Us"}, {"name": "Them", "players": ["Us 2", "Dino"]}], ["sides.1.players.0"]),
        ([PAIRS[0], {**PAIRS[1], "name": "Anna"}], ["sides.1.name"]),
        ([{"name": "Anna", "players": ["Anna", "Bruno"]}, PAIRS[1]], ["sides.0.players.0"]),
        ([{"players": ["Anna", "Bruno"]}, PAIRS[1]], ["sides.0.name"]),
        ([{**PAIRS[0], "colour": "blue"}, PAIRS[1]], ["sides.0.colour"]),
        ([{**PAIRS[0], "players": "Anna"}, PAIRS[1]], ["sides.0.players"]),
        ([{**PAIRS[0], "players": [f"Player {number}" for number in range(13)]}, PAIRS[1]], ["sides.0.players"]),
        (PAIRS[:1], ["sides"]),
        ([*PAIRS, {"name": "More"}], ["sides"]),
        ([{"name": "Us", "players": ["Anna"]}, PAIRS[1]], ["sides"]),
        ([], ["sides"]),
        ({}, ["sides"]),
        (None, ["sides"]),
        (["Us", "Them"], ["sides"]),
    ],
)
def test_sides_that_cannot_sit_down_are_refused(sides: Any, fields: list[str]) -> None:
    assert head_refused("tresette", sides=sides) == fields


def test_sides_are_always_given() -> None:
    with pytest.raises(Refusal) as refusal:
        play.begin({"format": "scorekeeper/1", "game": "tresette"})
    assert [problem["field"] for problem in refusal.value.problems] == ["sides"]


def test_players_who_are_not_named_are_named_after_their_side() -> None:
    setup = play.begin(document("tresette", sides=[{"name": "Us"}, {"name": "Them"}]))
    assert setup["seats"] == ["Us 1", "Them 1", "Us 2", "Them 2"]
    assert play.begin(document("tresette", sides=[PAIRS[0], {"name": "Them"}]))["seats"][1] == "Them 1"


def test_a_single_player_names_his_side_and_a_side_its_single_player() -> None:
    setup = play.begin(document("albastini", sides=[{"players": ["Anna"]}, {"name": "Zoe"}, {"players": ["Dino"]}]))
    assert [side["name"] for side in setup["sides"]] == setup["seats"] == ["Anna", "Zoe", "Dino"]


def test_seats_run_in_the_order_of_play() -> None:
    sides = [{"name": "A", "players": ["a1", "a2"]}, {"name": "B", "players": ["b1", "b2"]}, {"name": "C"}]
    setup = play.begin(document("buraco", variant="three-teams", sides=sides))
    assert setup["seats"] == ["a1", "b1", "C 1", "a2", "b2", "C 2"]
    assert setup["seat_sides"] == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize("seat, name", [(0, "Anna"), (1, "Carla"), (2, "Bruno"), (3, "Dino")])
def test_the_first_dealer_is_named_or_sits_first(seat: int, name: str) -> None:
    assert play.begin(document("truco", first_dealer=name))["first_dealer"] == seat
    assert last_hand("truco", {"winner": None}, first_dealer=name)["dealer"] == name
    assert play.begin(document("truco"))["first_dealer"] == 0


@pytest.mark.parametrize("name", ["Zoe", "", 0, None, ["Anna"]])
def test_an_unknown_first_dealer_is_refused(name: Any) -> None:
    assert head_refused("truco", first_dealer=name) == ["first_dealer"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_without_a_variant_the_first_preset_is_played(game: Any) -> None:
    sides = [{"name": side.get("name", "".join(side["players"]))} for side in usual_sides(game.slug)]
    first = game.presets[0]
    required = game.required_options(first["slug"])
    setup = play.begin({"format": "scorekeeper/1", "game": game.slug, "sides": sides, "options": required})
    assert (setup["variant"], setup["options"]) == (first["slug"], setup["options"] | first["options"])


def test_an_option_overrides_the_preset() -> None:
    setup = play.begin(document("tresette", variant="scarne", options={"target": 51}))
    assert (setup["options"]["target"], setup["options"]["direction"]) == (51, "cw")


def test_all_problems_of_a_head_are_told_at_once() -> None:
    wrong = {
        "colour": 1,
        "format": "scorekeeper/2",
        "options": {"target": 0, "x": 1},
        "first_dealer": "Zoe",
        "about": 3,
    }
    assert head_refused("tresette", **wrong) == [
        "colour", "format", "options.x", "options.target", "about", "first_dealer",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "about, fields",
    [
        ({f"note {number}": "" for number in range(40)}, []),
        ({f"note {number}": "" for number in range(41)}, ["about"]),
        ({"n" * 40: "", "": "nameless", "place": "t" * 200}, []),
        ({"n" * 41: "", "table": "7"}, ["about"]),
        ({"a\u0007": ""}, ["about"]),
        ({"place": "t" * 201, "table": 7, "evening": "a\u0007"}, ["about.evening", "about.place", "about.table"]),
    ],
)
def test_notes_about_a_match_are_few_and_short(about: dict[str, Any], fields: list[str]) -> None:
    if fields:
        assert head_refused("truco", about=about) == fields
    else:
        assert play.begin(document("truco", about=about))["about"] == about


@pytest.mark.parametrize("sides", [[PAIRS[0], 3], [None, PAIRS[1]], [PAIRS[0]] * 13])
def test_sides_are_a_short_list_of_groups(sides: list[Any]) -> None:
    assert head_refused("truco", sides=sides) == ["sides"]


def test_a_history_beside_the_hands_is_left_out() -> None:
    assert play.begin(document("truco", log=[{"kind": "record"}])) == play.begin(document("truco"))


@pytest.mark.parametrize("field", ["format", "game", "variant", "options", "sides", "first_dealer", "about"])
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_in_the_head_is_refused_where_it_stands(field: str, junk: Any) -> None:
    if (field, junk) in [("options", {}), ("about", {})]:
        return
    fields = head_refused(**({"game": "truco"} | {field: junk}))
    assert all(path is not None and path.split(".")[0] == field for path in fields)


@pytest.mark.parametrize("junk", [*JUNK, [[]], "scorekeeper/1"], ids=repr)
def test_a_document_that_is_none_is_refused(junk: Any) -> None:
    with pytest.raises(Refusal):
        play.score(junk)
    with pytest.raises(Refusal):
        play.claim(junk, {"type": "won", "side": 0})


def test_a_match_without_hands_has_not_begun() -> None:
    head = document("truco")
    del head["hands"]
    assert play.score(head)["totals"] == [0, 0]


@pytest.mark.parametrize("hands", [None, {}, "", 3])
def test_hands_are_a_list(hands: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        play.score({**document("truco"), "hands": hands})
    assert [problem["field"] for problem in refusal.value.problems] == ["hands"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("junk", [None, 3, "x", [], [{}]], ids=repr)
def test_a_hand_is_a_group_of_fields(game: Any, junk: Any) -> None:
    assert refused(game.slug, junk) == [(None, None)]


@pytest.mark.parametrize("remark", [
    {"note": ""}, {"note": "n" * 200}, {"note": "two\nlines\t雨"}, {"at": "2026-11-21"}, {"at": "2026-11-21T20:15"},
    {"at": "2026-11-21T20:15:00Z"}, {"at": "2026-11-21T20:15:00.123+01:00"}, {"at": "2028-02-29 20:15:59-0300"},
])  # fmt: skip
def test_notes_and_moments_never_score(remark: dict[str, str]) -> None:
    plain = {"points": [7, 4]}
    assert scored("tresette", {**plain, **remark}) == scored("tresette", plain)
    assert scored("albastini", {"stop": True, **remark})["won_by"] == "stopped"


@pytest.mark.parametrize("field, value", [
    ("note", "n" * 201), ("note", None), ("note", 5), ("note", "\x00"), ("note", "\ud800"), ("at", ""), ("at", None),
    ("at", 20261121), ("at", "yesterday"), ("at", "2026-02-29"), ("at", "2026-13-01"), ("at", "2026-11-21T25:00"),
    ("at", "2026-11-21T20:15:00+1"), ("at", "2026-11-2"), ("at", "٢٠٢٦-11-21"),
])  # fmt: skip
def test_notes_and_moments_are_checked(field: str, value: Any) -> None:
    assert refused("tresette", {"points": [7, 4], field: value}) == [(field, None)]


@pytest.mark.parametrize("game, sides, last", [
    ("tresette", PAIRS, {"decima": "Anna"}), ("truco", PAIRS, {"winner": 0, "stake": 12}),
    ("albastini", singly(3), {"stop": True}),
])  # fmt: skip
def test_no_hand_follows_the_end(game: str, sides: Any, last: Any) -> None:
    assert scored(game, last, sides=sides)["status"] == "finished"
    assert refused(game, last, last, sides=sides) == [(None, None)]


@pytest.mark.parametrize(
    "head",
    [
        {"sides": [{"name": "N" * 40}, {"name": "M" * 39}]},
        {"sides": [{"name": "N" * 40}, PAIRS[1]], "first_dealer": "Carla"},
        {"options": {"target": 51}, "first_dealer": "Dino", "about": {"place": "Bar Sport"}},
    ],
)
def test_a_match_written_out_reads_as_the_same_match(head: dict[str, Any]) -> None:
    hands = [{"points": [7, 4], "note": "recounted"}]
    setup = play.begin(document("tresette", *hands, **head))
    written = play.document(setup, hands)
    assert play.begin(written) == setup
    assert play.score(written) == play.score(document("tresette", *hands, **head))


@pytest.mark.parametrize("players", range(2, 7))
def test_singles_written_out_read_as_the_same_match(players: int) -> None:
    setup = play.begin(document("albastini", sides=singly(players), first_dealer=SINGLES[players - 1]))
    assert play.begin(play.document(setup, [])) == setup
