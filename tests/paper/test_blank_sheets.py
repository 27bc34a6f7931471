"""Empty sheets: each game's own columns, room to write, on one page."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal
from scorekeeper.games.paper import form, rules_in_short
from scorekeeper.i18n import LOCALES
from scorekeeper.paper.blank import Night
from scorekeeper.paper.model import Code, Sheet, letterhead
from tests.games.table import document
from tests.paper.papers import ALL_PAPERS, boxes_of, empty, read
from tests.support.fuzzing import FUZZING

SHAPES = GAMES[2].shapes("standard")
SHEETS = [(game.slug, preset["slug"], None) for game in GAMES for preset in game.presets if game.slug != "albastini"]
SHEETS += [("albastini", "standard", shape) for shape in SHAPES]


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


@pytest.mark.parametrize("paper", ALL_PAPERS)
@pytest.mark.parametrize("game, variant, shape", SHEETS)
def test_there_are_12_to_30_rows_with_two_millimetres_of_air(
    game: str, variant: str, shape: tuple[int, int] | None, paper: str
) -> None:
    sheet = empty(game, paper, variant=variant, shape=shape)
    type_height = 2.8 if paper == "A5" else 3.2
    assert 12 <= len(sheet.grid.rows) <= 30
    assert sheet.grid.row_height
    assert sheet.grid.row_height >= type_height + 4 - 0.05


@pytest.mark.parametrize("variant", ["us", "classic", "two-by-three", "timed", "burraco"])
def test_twelve_hands_of_buraco_stand_on_a_page_of_a4(variant: str) -> None:
    assert sum(row.opens for row in empty("buraco", "A4", variant=variant).grid.rows) == 12


HALF_OF_THE_PADDING = 0.3  # mm beside a heading
AT_A_TIME = len(LOCALES) if FUZZING else 1  # languages of a sheet: setting a page takes its time


def papers_in_turn(first: int) -> list[tuple[str, str]]:
    """Some languages, each with one of the papers; both take turns from that one on, so that all of them come up."""
    languages = list(LOCALES)
    turns = [divmod(turn, len(languages)) for turn in range(AT_A_TIME * first, AT_A_TIME * (first + 1))]
    return [(languages[at], ALL_PAPERS[(at + around) % len(ALL_PAPERS)]) for around, at in turns]


@pytest.mark.parametrize("game, variant, shape", SHEETS)
def test_all_stands_on_one_page_in_its_languages(game: str, variant: str, shape: tuple[int, int] | None) -> None:
    """Languages and papers by pairs: neither depends on the other."""
    pages = {
        (language, paper): len(read(empty(game, paper, language, variant=variant, shape=shape)).pages)
        for language, paper in papers_in_turn(SHEETS.index((game, variant, shape)))
    }
    assert set(pages.values()) == {1}, pages


@pytest.mark.parametrize("paper", ALL_PAPERS)
@pytest.mark.parametrize("game, variant, shape", SHEETS)
def test_headings_break_between_words_only_and_stand_inside_their_columns(
    game: str, variant: str, shape: tuple[int, int] | None, paper: str
) -> None:
    """Languages take turns; each word is a box that cannot break, so a line is too wide if it does not fit."""
    first = SHEETS.index((game, variant, shape)) + ALL_PAPERS.index(paper)
    for language in [list(LOCALES)[(first + more) % len(LOCALES)] for more in range(AT_A_TIME)]:
        (boxes,) = boxes_of(empty(game, paper, language, variant=variant, shape=shape))
        (row,) = (box for box in boxes if box.tag == "tr" and "headings" in box.kind)
        headings = boxes[boxes.index(row) + 1 :]
        headings = headings[: next(at for at, box in enumerate(headings) if box.tag == "td")]
        headings = [box for box in headings if box.tag in ("th", "small")]
        assert headings
        assert [box.text for box in headings if box.overflow > HALF_OF_THE_PADDING] == []


def test_as_many_hands_as_wished_go_over_several_pages() -> None:
    pages = read(empty("truco", hands=60)).pages
    assert len(pages) == 3
    assert all("Stake" in page.extract_text() for page in pages[:2])


@pytest.mark.parametrize(
    "wishes", [{"game": "bridge"}, {"game": "truco", "variant": "us"}, {"game": "truco", "shape": (3, 1)}]
)
def test_what_is_not_played_is_refused(wishes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        empty(**wishes)  # type: ignore[arg-type]


LONGEST = Night(
    letterhead=letterhead("Associazione Culturale e Sportiva Dilettantistica dei Giocatori di Carte", None, "Table 12"),
    code=Code("https://cards.example.org/s/123456789-abcdefghijklmnopqrstuv", "Scan to keep score at this table"),
    place="Circolo ricreativo dei lavoratori del porto, sala grande al primo piano a destra",
    day="27 de novembro de 2026",
    name="Terza serata del torneo sociale d'autunno",
)


@pytest.mark.parametrize("paper", ALL_PAPERS)
@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_a_club_s_head_and_a_code_leave_room_for_hands(game: str, paper: str) -> None:
    """The longest names that a club and its place may have, and all that is printed beside them; languages in turn."""
    first = [each.slug for each in GAMES].index(game) + ALL_PAPERS.index(paper)
    languages = list(LOCALES) if FUZZING else [list(LOCALES)[first % len(LOCALES)]]
    sheets = [empty(game, paper, language, night=LONGEST) for language in languages]
    assert all(len(sheet.grid.rows) >= 4 for sheet in sheets)


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_a_club_s_head_and_a_code_leave_all_on_one_page(game: str) -> None:
    """As above, some languages on some of the papers, in turn."""
    first = [each.slug for each in GAMES].index(game)
    sheets = [empty(game, paper, language, night=LONGEST) for language, paper in papers_in_turn(first)]
    assert [len(read(sheet).pages) for sheet in sheets] == [1] * len(sheets)
