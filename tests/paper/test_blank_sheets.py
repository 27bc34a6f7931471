"""Empty sheets: each game's own columns, room to write, on one page."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal
from scorekeeper.games.paper import form, rules_in_short
from scorekeeper.i18n import LOCALES
from scorekeeper.paper.layout import html_of
from scorekeeper.paper.model import Sheet
from tests.games.table import document
from tests.paper.papers import ALL_PAPERS, Box, boxes_of_html, empty, read
from tests.support.fuzzing import in_turn, shared_out

SLUGS = [game.slug for game in GAMES]
SHAPES = next(game.shapes("standard") for game in GAMES if game.slug == "albastini")


def of_each_form() -> Iterator[tuple[str, str, None]]:
    """Yields, of the variants with the same columns, the one whose rules in short leave the least room for rows."""
    longest: dict[tuple[object, ...], tuple[int, str]] = {}
    for game in GAMES:
        for preset in () if game.slug == "albastini" else game.presets:
            sides, players = game.shapes(preset["slug"])[0]
            named = [
                {"name": f"S{side}", "players": [f"{side}.{seat}" for seat in range(players)]} for side in range(sides)
            ]
            setup = play.begin({**document(game.slug, variant=preset["slug"]), "sides": named})
            columns = [(column.heading, column.hint) for column in form(setup).columns]
            key = (game.slug, sides, players, game.hands_of(preset["options"]), *columns)
            length = sum(len(str(line.text)) for line in rules_in_short(setup))
            longest[key] = max(longest.get(key, (0, "")), (length, preset["slug"]))
    for (slug, *_columns), (_length, variant) in longest.items():
        yield str(slug), variant, None


SHEETS = [*of_each_form(), *(("albastini", "standard", shape) for shape in SHAPES)]


def headings(sheet: Sheet) -> list[str]:
    """The headings of the columns."""
    return [column.heading for column in sheet.grid.columns]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_a_form_and_its_rules_in_short(game: Game) -> None:
    setup = play.begin(document(game.slug))
    assert len(form(setup).columns) > 2
    assert all(line.text for line in rules_in_short(setup))
    assert rules_in_short(setup)


def test_tresette_asks_for_aces_figures_and_the_last_trick_of_each_side() -> None:
    ours = ["Aces", "Figures", "Last trick", "Points", "Total"]
    assert headings(empty("tresette")) == ["Hand", "Dealer", *ours, *ours]


def test_tresette_with_honours_has_a_column_for_them() -> None:
    assert headings(empty("tresette", variant="mcleod")).count("Honours") == 2


def test_truco_has_its_stakes_and_both_signs_to_circle() -> None:
    sheet = empty("truco", variant="mineiro")
    assert headings(sheet) == ["Hand", "Dealer", "Truco by", "Stake", "Winner", "Total", "Total"]
    assert [cell.text for cell in sheet.grid.rows[0].cells] == ["1", "", "● ▲", "2 4 6 10 12", "● ▲", "", ""]


def test_albastini_reminds_of_120_card_points() -> None:
    sheet = empty("albastini")
    assert [(column.heading, column.hint) for column in sheet.grid.columns[2:5]] == [
        ("Card points", "120 in all"), ("Game points", "1 · 2"), ("Total", ""),
    ]  # fmt: skip


def test_buraco_has_a_line_for_each_side_with_all_that_scores() -> None:
    sheet = empty("buraco", variant="three-teams", hands=2)
    assert headings(sheet) == [
        "Hand", "Dealer", "", "First meld", "Melds", "Clean", "Dirty", "Left in hand", "Pot", "Going out",
        "Exact cut", "Points", "Total",
    ]  # fmt: skip
    assert [(row.opens, row.cells[0].text) for row in sheet.grid.rows] == [
        (True, "1"), (False, "▲"), (False, "■"), (True, "2"), (False, "▲"), (False, "■"),
    ]  # fmt: skip


def test_italian_burraco_has_semi_clean_runs_and_no_first_meld() -> None:
    columns = headings(empty("buraco", variant="burraco"))
    assert "Semi-clean" in columns
    assert "First meld" not in columns


@pytest.mark.parametrize("variant", ["us", "classic", "two-by-three", "timed", "burraco"])
def test_twelve_hands_of_buraco_stand_on_a_page_of_a4(variant: str) -> None:
    assert sum(row.opens for row in empty("buraco", "A4", variant=variant).grid.rows) == 12


HALF_OF_THE_PADDING = 0.3  # mm beside a heading
FIRST = {next(at for at, (game, *_form) in enumerate(SHEETS) if game == slug) for slug in SLUGS}
# By day the first form of each game, and every sixth of all.
TRIED = [SHEETS[at] for at in sorted(FIRST.union(shared_out(range(len(SHEETS)), 0, 6)))]
WISHES = [
    (each, paper, language)
    for turn, each in enumerate(TRIED)
    for paper, language in in_turn(product(ALL_PAPERS, LOCALES), turn * 11)
]


@pytest.mark.parametrize("paper", ALL_PAPERS)
def test_a_page_has_12_to_30_rows_to_write_in_and_headings_inside_their_columns(paper: str) -> None:
    """Two millimetres of air above and below a figure; a heading breaks between words only, or it is too wide.

    The columns of all sheets are set on one page, each with one row, above which the headings are as wide as above all.
    """
    type_height = 2.8 if paper == "A5" else 3.2
    pages = []
    for (game, variant, shape), language in [(each, language) for each, on, language in WISHES if on == paper]:
        (preset,) = (preset for preset in GAMES[SLUGS.index(game)].presets if preset["slug"] == variant)
        least = min(12, GAMES[SLUGS.index(game)].hands_of(preset["options"]) or 12)  # a match may have fewer hands
        grid = empty(game, paper, language, variant=variant, shape=shape).grid
        assert least <= len(grid.rows) <= 30, (game, variant, language)
        assert (grid.row_height or 0) >= type_height + 4 - 0.05, (game, variant, language)
        pages.append(html_of(empty(game, paper, language, variant=variant, shape=shape, hands=1)))
    rows = headings_of(pages)
    assert len(rows) == len(pages)
    assert min(map(len, rows)) > 2
    assert [box.text for row in rows for box in row if box.overflow > HALF_OF_THE_PADDING] == []


def headings_of(pages: list[str]) -> list[list[Box]]:
    """The headings on each of these pages of the same paper, laid out together."""
    parts = [re.search(r'<html( lang="\w+.*?").*(<table class="grid.*?</table>)', page, re.DOTALL) for page in pages]
    grids = [f"<div{part[1]}>{part[2]}</div>" for part in parts if part]
    together = pages[0].partition('<table class="head">')[0] + "".join(grids)
    rows: list[list[Box]] = []
    is_heading = False
    for box in (box for page in boxes_of_html(together) for box in page):
        if box.tag in ("tr", "td"):
            is_heading = "headings" in box.kind
            rows += [[]] if is_heading else []
        elif is_heading and box.tag in ("th", "small"):
            rows[-1].append(box)
    return rows


def test_as_many_hands_as_wished_go_over_several_pages() -> None:
    pages = read(empty("truco", hands=45)).pages
    assert len(pages) == 3
    assert all("Stake" in page.extract_text() for page in pages[:2])


@pytest.mark.parametrize("wishes", [{"options": {"hands": 8}}, {"hands": 8}], ids=["agreed", "wished"])
def test_few_hands_have_higher_rows(wishes: dict[str, Any]) -> None:
    few, usual = empty("briscola", **wishes).grid, empty("briscola").grid
    assert len(few.rows) == 8
    assert (few.row_height or 0) > 1.15 * (usual.row_height or 0)


@pytest.mark.parametrize(
    "wishes", [{"game": "bridge"}, {"game": "truco", "variant": "us"}, {"game": "truco", "shape": (3, 1)}]
)
def test_what_is_not_played_is_refused(wishes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        empty(**wishes)  # type: ignore[arg-type]
