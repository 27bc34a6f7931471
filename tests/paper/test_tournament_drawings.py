"""The crosstable and the bracket."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.model import letterhead
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.paper.tournaments.bracket import bracket
from scorekeeper.paper.tournaments.grid import grid
from scorekeeper.paper.tournaments.pages import html_of_drawing
from scorekeeper.tournaments.document import read
from tests.paper.tournament_papers import GROUPS, wanted
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import CUP, MATCH, entrant, play_on, tournament

Document = dict[str, Any]


def test_a_round_robin_is_told_each_against_each() -> None:
    document = play_on(tournament(4, system={"kind": "round_robin"}, scoring=MATCH), 3)
    (block,) = grid(read(document), wanted()).blocks
    at = [each.text for each in block.columns][3:-1]
    for row in block.rows:
        own = at.index(row[1].text)
        assert [cell.kind for cell in row[3:-1]].index("own") == own
        assert sum(int(cell.text or 0) for cell in row[3:-1]) == int(row[-1].text)


def test_other_systems_are_told_round_by_round_with_the_opponents_numbers() -> None:
    document = play_on(tournament(5), 2)
    (block,) = grid(read(document), wanted()).blocks
    rounds = {row[1].text: [(cell.text, cell.small) for cell in row[3:5]] for row in block.rows}
    first = document["rounds"][0]["tables"][0]["sides"]
    assert rounds[str(first[0])][0][1] == str(first[1])
    assert rounds[str(document["rounds"][0]["bye"])][0] == ("14", "bye")


def test_many_rounds_go_on_in_a_second_block() -> None:
    document = play_on(tournament(24, system={"kind": "round_robin"}), 20)
    blocks = grid(read(document), wanted()).blocks
    assert [len(each.columns) - 4 for each in blocks] == [15, 5]


def test_a_crosstable_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.paper.tournaments.grid.MOST_CELLS", 8)
    document = play_on(tournament(4), 3)
    assert len(grid(read(document), wanted(round=2)).blocks) == 1
    with pytest.raises(Refusal):
        grid(read(document), wanted())


def drawn(document: Document, **wishes: Any) -> list[list[str]]:
    """The texts of each page of a bracket."""
    pages = bracket(read(document), wanted(**wishes)).pages
    return [[text for each in page.texts for text in (each.text, each.beside) if text] for page in pages]


def test_a_bracket_shows_scores_and_goes_on_to_the_winner() -> None:
    document = play_on(tournament(4, system={"kind": "knockout", "first": "entry"}), 2)
    semi_finals = ["Semi-finals", "1 Pair 1", "110", "4 Pair 4", "0", "2 Pair 2", "120", "3 Pair 3", "0"]
    final = ["Final", "1 Pair 1", "110", "2 Pair 2", "0", "Winner", "1 Pair 1"]
    assert drawn(document) == [semi_finals + final]
    (page,) = bracket(read(document), wanted()).pages
    assert [text.text for text in page.texts if text.bold and "Pair" in text.text] == [
        "1 Pair 1",
        "2 Pair 2",
        *["1 Pair 1"] * 2,
    ]


def test_who_has_a_bye_stands_alone_in_the_first_line() -> None:
    texts = drawn(tournament(3, system={"kind": "knockout", "first": "entry"}))[0]
    assert sorted(each for each in texts if "Pair" in each) == ["1 Pair 1", "2 Pair 2", "3 Pair 3"]


def test_the_match_for_third_place_is_told_before_and_after() -> None:
    document = play_on(tournament(4, system={**CUP, "first": "entry"}), 1)
    assert bracket(read(document), wanted()).notes[0].startswith("Match for third place: ")
    assert bracket(read(play_on(document, 1)), wanted()).notes == ("Third place: Pair 4, 120 : 0 against Pair 3",)


@pytest.mark.parametrize("paper", ["A5", "A4", "Letter"])
def test_a_bracket_has_whole_names_and_third_place_on_one_page(paper: str) -> None:
    players = ["Giovanni Battista Di Giovanni", "Maria Antonietta Della Corte"]
    pairs = [entrant(number, name=f"{' – '.join(players)} {number}", players=players) for number in range(1, 17)]
    document = play_on(tournament(pairs, system={**CUP, "first": "entry"}), 4)
    drawing = bracket(read(document), wanted(paper=paper, letterhead=letterhead("Circolo"), place="Lecce"))
    (page,) = PdfReader(BytesIO(pdf_of_page(html_of_drawing(drawing)))).pages
    text = page.extract_text()
    assert text.count("Giovanni") == 2 * text.count("Corte") > 2 * 16
    assert "Third place:" in text


@pytest.mark.parametrize("paper, pages", [("A4", 3), ("A3", 1), ("A5", 5)])
def test_a_bracket_of_64_takes_the_pages_it_needs(paper: str, pages: int) -> None:
    texts = drawn(tournament(64, system={"kind": "knockout"}), paper=paper)
    assert len(texts) == pages
    assert sum("Pair" in text for page in texts for text in page) == 64


@pytest.mark.parametrize("document", [tournament(4), play_on(tournament(8, system=GROUPS, scoring=MATCH), 1)])
def test_without_a_knock_out_there_is_no_bracket(document: Document) -> None:
    with pytest.raises(Refusal):
        bracket(read(document), wanted())
