"""Defaults of a game made from its fields and options: words, columns, rules in short, titles, generated hands."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.games import GAMES, demo, find_game, paper
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Setup, Table, english
from scorekeeper.games.engine.entries import claims_of, recorded_claim
from scorekeeper.games.engine.game import game_of_rule, register
from scorekeeper.games.engine.words import before_the_hand, how_it_ended, short
from scorekeeper.games.rulebook import sections_of, tables_of, titles_of
from tests.games.table import document
from tests.made_up.pebbles.game import GAME

EVERY_KIND: list[tuple[dict[str, Any], list[str]]] = [
    ({"last": 1}, ["Last pebble ▲"]),
    ({"last": None}, ["Last pebble –"]),
    ({"moons": 4, "wind": True}, ["Moons 4", "It was windy"]),
    ({"caller": "Anna", "shore": "far"}, ["Who called out Anna", "Shore far"]),
    ({"throws": [0, None, 1]}, ["Throws ● – ▲"]),
    ({"sizes": {"L": [3, 1], "S": [2, 2]}}, ["Sizes L 3 1 S 2 2"]),
    ({"splash": {"player": "Dino", "wet": True, "cold": False}}, ["Splash cold – player Dino wet ✓"]),
    ({"finds": [{"count": 2}]}, ["Finds count 2"]),
]


@pytest.fixture(autouse=True)
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Registers the game of pebbles."""
    register(GAME)
    yield
    GAMES.remove(GAME)


@pytest.fixture
def setup() -> Setup:
    return play.begin(document("pebbles"))


def words(setup: Setup, entry: dict[str, Any]) -> list[str]:
    """Returns a hand in a few English words."""
    return [english(message, params) for message, params in short(setup, entry)]


def test_a_slug_is_taken_once() -> None:
    with pytest.raises(ValueError, match="pebbles"):
        register(GAME)


@pytest.mark.parametrize("entry, text", EVERY_KIND)
def test_a_hand_is_told_by_its_fields(setup: Setup, entry: dict[str, Any], text: list[str]) -> None:
    assert words(setup, {"pebbles": [12, 8], **entry}) == ["Pebbles taken 12–8", *text]


def test_nothing_is_said_before_a_hand_and_the_winner_wins(setup: Setup) -> None:
    table = play.first_table(setup)
    assert before_the_hand(setup, table) == []
    assert how_it_ended(setup, table) == []
    ended = play.score_hand(setup, play.score_hand(setup, table, {"pebbles": [20, 0]})["table"], {"pebbles": [20, 0]})[
        "table"
    ]
    assert [english(*sentence) for sentence in how_it_ended(setup, ended)] == ["The match is decided: 40 – 0"]


def test_a_table_keeps_what_only_its_game_knows(setup: Setup) -> None:
    table = play.first_table(setup)
    assert "private" not in table
    for entry in ({"pebbles": [3, 17], "last": 0}, {"pebbles": [10, 10]}, {"pebbles": [11, 9], "last": 1}):
        table = play.score_hand(setup, table, entry)["table"]
    assert table["private"] == {"echoes": 2}


def test_all_that_can_be_claimed_is_that_the_match_is_won(setup: Setup) -> None:
    assert [listed["slug"] for listed in claims_of(setup)] == ["won"]
    assert recorded_claim(setup, {"pebbles": [12, 8]}) is None
    assert GAME.follow_ups(setup, "won", {}, {}) == []
    verdict = play.claim(document("pebbles", {"pebbles": [20, 0]}, {"pebbles": [20, 0]}), {"type": "won", "side": 0})
    assert (verdict["upheld"], verdict["reasons"][0]["rule"]) == (True, "PEB-3")


def test_a_game_whose_rules_are_known_has_nothing_to_agree_on_and_needs_no_example(setup: Setup) -> None:
    assert GAME.agreed(setup, english) == []
    assert GAME.example(setup) == {}


def test_columns_and_rules_in_short(setup: Setup) -> None:
    grid = paper.form(setup)
    assert [column.heading for column in grid.columns[2:5]] == ["Pebbles taken", "Points", "Total"]
    assert grid.columns[2].hint == "20"
    assert [(line.rule, line.worth) for line in paper.rules_in_short(setup)] == [
        ("PEB-1", "20"),
        ("PEB-2", "yes"),
        ("PEB-3", "30"),
    ]
    over: Table = {**play.first_table(setup), "status": "finished", "winner": 0, "totals": [31, 9], "won_by": "shore"}
    assert paper.ending(setup, over) == "The match is decided: 31 – 9"


def test_with_many_sides_there_is_room_for_a_total_alone(setup: Setup) -> None:
    many: Setup = {**setup, "sides": [{"name": str(side), "players": [str(side)]} for side in range(4)]}
    assert [column.heading for column in paper.form(many).columns[2:]] == ["Total"] * 4


def test_rules_are_called_as_the_fields_that_rest_on_them() -> None:
    assert titles_of(GAME) == {"PEB-1": "Pebbles taken", "PEB-2": "The last pebble echoes", "PEB-3": "Target"}
    assert list(sections_of(GAME)) == ["game", "rules", "variants"]
    assert tables_of(GAME) == {}
    assert game_of_rule("PEB-2") is GAME
    assert game_of_rule("PEB-9") is None


@pytest.mark.parametrize("game", [*GAMES, GAME], ids=lambda game: game.slug)
def test_made_up_hands_are_allowed_and_bring_a_match_to_its_end(game: Game) -> None:
    chance = random.Random(7)
    setup = play.begin(document(game.slug, options=demo.options_of(game)))
    table = play.first_table(setup)
    while table["status"] == "in_progress":
        table = play.score_hand(setup, table, demo.hand(setup, table, chance, chance.randrange(2)))["table"]
    assert table["winner"] is not None
    assert demo.weight_of(game) > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_hands_can_be_made_up_from_the_fields_of_any_game(game: Game) -> None:
    chance = random.Random(7)
    setup = play.begin(document(game.slug))
    table = play.first_table(setup)
    for better in (0, 1) * 5:
        assert play.problems(setup, table, demo.by_fields(setup, table, chance, better)) == []


def test_three_sides_share_what_there_is() -> None:
    singles = [{"players": [name]} for name in ("Asha", "Juma", "Neema")]
    setup = play.begin(document("albastini", sides=singles))
    hand = [demo.by_fields(setup, play.first_table(setup), random.Random(seed), 0) for seed in range(20)]
    assert all(sum(entry["points"]) == 120 for entry in hand if "points" in entry)
    assert any("points" in entry for entry in hand)


def test_where_no_hand_is_allowed_none_is_made_up(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_game("pebbles"), "problems", lambda setup, table, entry: [{"hand": None}])
    with pytest.raises(LookupError, match="pebbles"):
        demo.hand(setup, play.first_table(setup), random.Random(7), 0)
