"""Each game's sheets and rules pages fit its rules."""

import re
from typing import Any

import pytest

from scorekeeper.games import GAMES, find_game, paper
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Setup
from scorekeeper.games.engine.words import ENDINGS
from scorekeeper.games.rulebook import (
    anchor,
    examples_of,
    option_text,
    presets_of,
    sections_of,
    tables_of,
    titles_of,
    worked,
)
from scorekeeper.i18n import speaking

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
SHAPES = [
    (game, preset["slug"], shape) for game in GAMES for preset in game.presets for shape in game.shapes(preset["slug"])
]
OTHER_RULES: list[tuple[str, str, dict[str, Any]]] = [
    ("tresette", "parlett", {"special_wins": False}),
    ("truco", "brazilian", {"manilhas": "vira"}),
    ("albastini", "standard", {"target": 7}),
    ("buraco", "us", {"unplayed_pot": "cards"}),
    ("buraco", "us", {"unplayed_pot": "flat", "jokers": False}),
    ("buraco", "us", {"without_clean": "minus"}),
    ("buraco", "burraco-3", {"lone_hand_until": None}),
    ("canasta", "classic", {"wild_canasta": 2000, "first_meld": []}),
    ("scala40", "101", {"doubled_from_hand": True, "unopened": "flat", "lone_ace": True, "reentries": 2}),
    ("scopa", "scopa", {"napola": "wins", "re_bello": True, "order": True}),
    ("briscola", "best-of-three", {"cappotto": 2, "hands": 4}),
    ("briscola", "chiamata", {"cappotto": 1}),
    ("own", "own", {"step": 5, "negative": False, "sum": 100, "columns": [{"name": "Nests", "factor": 20}]}),
    ("own", "own", {"best": "low", "limit": 101}),
    ("own", "own", {"target": 300, "hands": 12}),
]


def setup_of(slug: str, variant: str, shape: tuple[int, int] = (2, 2), **options: Any) -> Setup:
    """Returns a match of that preset; the players' names are numbers."""
    sides = [{"name": f"{side}", "players": [f"{side}.{each}" for each in range(shape[1])]} for side in range(shape[0])]
    game = find_game(slug)
    required = game.required_options(variant) if game else {}
    head = {"format": "scorekeeper/1", "game": slug, "variant": variant, "sides": sides, "options": required | options}
    return play.begin(head)


def assert_fits(setup: Setup, game: Game) -> None:
    """Asserts that the columns take the cells of a hand, and that the rules in short are the game's, in order."""
    grid = paper.form(setup)
    widths = [sum(cell.span for cell in row.cells) for row in grid.hand(1)]
    assert max(widths) == len(grid.columns) == sum(band.span for band in grid.bands)
    assert grid.lines_a_hand in (1, len(setup["sides"]))
    assert {band.side for band in grid.bands} - {None} == set(range(len(setup["sides"])))
    lines = paper.rules_in_short(setup)
    numbers = [int(re.sub(r"\D", "", line.rule)) for line in lines]
    assert numbers == sorted(numbers)
    assert {line.rule for line in lines} <= set(game.rules)
    assert all(line.text for line in lines)


def _shape_of(game: Game, variant: str) -> tuple[int, int]:
    shapes = game.shapes(variant)
    return (2, 2) if (2, 2) in shapes else shapes[0]


@pytest.mark.parametrize("game, variant, shape", SHAPES, ids=lambda value: getattr(value, "slug", str(value)))
def test_a_sheet_has_room_for_every_preset_and_shape(game: Game, variant: str, shape: tuple[int, int]) -> None:
    assert_fits(setup_of(game.slug, variant, shape), game)


@pytest.mark.parametrize("slug, variant, options", OTHER_RULES)
def test_a_sheet_follows_house_rules(slug: str, variant: str, options: dict[str, Any]) -> None:
    shape = _shape_of(next(game for game in GAMES if game.slug == slug), variant)
    setup = setup_of(slug, variant, shape, **options)
    assert_fits(setup, play.game_of(setup))
    assert paper.rules_in_short(setup) != paper.rules_in_short(setup_of(slug, variant, shape))


def test_bands_name_their_side_by_its_sign() -> None:
    bands = paper.form(setup_of("tresette", "parlett")).bands
    assert [band.sign for band in bands] == ["", "●", "▲"]


@EVERY_GAME
def test_every_way_to_win_of_its_own_is_told_on_screen_and_on_paper(game: Game) -> None:
    assert not set(game.endings) & set(ENDINGS)
    for won_by in game.endings:
        usual = game.presets[0]["slug"]
        setup = setup_of(game.slug, usual, _shape_of(game, usual))
        assert paper.ending(setup, {**play.first_table(setup), "won_by": won_by}) == game.ending_on_paper(won_by)


@EVERY_GAME
def test_the_rulebook_is_complete(game: Game) -> None:
    titles = titles_of(game)
    assert list(titles) == [rule["rule"] for rule in game.rulebook]
    assert len(set(titles.values())) == len(titles)
    assert next(iter(sections_of(game))) == "game"
    assert ("cards" in sections_of(game)) is bool(tables_of(game).get("cards"))
    assert all("caption" in worked(example) for example in examples_of(game))
    assert anchor(game.rules[0]) == game.rules[0].lower()


def test_tables_hold_the_numbers_that_score() -> None:
    tables = {game.slug: tables_of(game) for game in GAMES}
    assert tables["tresette"]["cards"][:3] == [("tre", "3", 1), ("due", "2", 1), ("asso", "A", 3)]
    assert tables["tresette"]["special"][0] == ("TRE-9", "Cappotto", 2)
    assert tables["truco"]["cards"]["manilhas"][0] == ("4♣", "zap")
    assert dict(tables["truco"]["cards"]["below"])["7"] == "♠ ♣"
    assert tables["albastini"]["cards"][0] == ("A", "dume", 11)
    assert tables["buraco"]["cards"]["packs"] == [(2, 1080, 960), (3, 1620, 1440)]


@EVERY_GAME
def test_presets_stand_side_by_side_in_words(game: Game) -> None:
    rows = {row["rule"] or row["label"]: row for row in presets_of(game)}
    assert all(len(row["cells"]) == len(game.presets) for row in rows.values())
    if game.slug == "buraco":
        assert rows["BUR-13"]["cells"][0] == "50, 75 from 1,500"
        assert rows["BUR-13"]["cells"][-1] == "none"
        assert rows["Sides"]["cells"][2] == "3\u00a0×\u00a02"


def test_agreed_columns_are_written_with_their_factors() -> None:
    agreed = [{"name": "Tricks", "factor": 10}, {"name": "Aces", "factor": -5}]
    with speaking("it"):
        assert option_text({"name": "columns", "kind": "factors", "label": "Columns", "rule": None}, agreed) == (
            "Tricks × 10, Aces × −5"
        )


def test_a_sheet_speaks_the_readers_language() -> None:
    with speaking("it"):
        assert paper.rules_in_short(setup_of("tresette", "parlett"))[0].text == "Un asso"
