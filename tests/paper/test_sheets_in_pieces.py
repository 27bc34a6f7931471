"""Sheets of very many hands: set in pieces that are joined, with every hand once and pages that count on."""

import io

import pytest
from pypdf import PdfReader

from scorekeeper.games.engine import play
from scorekeeper.games.engine.setup import begin
from scorekeeper.paper import hands_grid, pdf
from scorekeeper.paper.fill import Occasion, Played, footnote_marks, sheet_of_match
from scorekeeper.paper.hands_grid import MOST_IN_COLUMNS
from scorekeeper.paper.model import Sheet
from tests.paper.papers import boxes_of
from tests.support.matches import TRESETTE


def sheet(hands: int, first: int = 1, paper: str = "A4") -> Sheet:
    """The sheet of a match in which our side had a point each time, from this hand on."""
    setup = begin(TRESETTE)
    played = [Played(number, "Anna", {"points": [1, 0]}, [1, 0], [number, 0]) for number in range(first, hands + 1)]
    table = play.first_table(setup)
    return sheet_of_match(
        setup, table, played, printed="BCDFGHJKLM", occasion=Occasion(place="Bar Sport"), paper=paper, language="en"
    )


def texts(file: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(file)).pages]


def test_a_long_sheet_has_every_hand_once_one_head_and_one_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands_grid, "MOST_IN_COLUMNS", 20)
    monkeypatch.setattr(pdf, "A_PIECE", 40)
    count = pdf.A_PIECE + 1
    told: list[int] = []
    pages = texts(pdf.pdf_of_sheets([sheet(count, paper="A5")], told.append))
    assert len(pages) == 3
    assert told == [pdf.A_PIECE, count]
    numbers = [int(line.split()[0]) for page in pages for line in page.splitlines() if " Anna points 1–0 1 · " in line]
    assert numbers == list(range(1, count + 1))
    for once in ("Bar Sport\n", "Rules in short".upper(), "counter-clockwise"):
        assert sum(once.casefold() in page.casefold() for page in pages) <= 1
    assert "Place" in pages[0]
    assert "Arbiter" in pages[-1]
    for number, page in enumerate(pages, 1):
        assert f"BCDFG-HJKLM · {number}\n" in page.replace("  ", " ") + "\n"


def test_very_many_hands_have_a_line_each_with_all_that_was_entered() -> None:
    columns, longer = (sheet(hands).grid for hands in (MOST_IN_COLUMNS, MOST_IN_COLUMNS + 1))
    assert [column.kind for column in longer.columns].count("entered") == 1
    assert len(longer.columns) < len(columns.columns)
    assert [cell.text for cell in longer.rows[1].cells] == ["2", "Anna", "points 1–0", "1 · 2", "0 · 0"]


def test_short_sheets_are_set_together_and_long_ones_alone() -> None:
    a_piece = pdf.A_PIECE
    rows = [a_piece // 2, a_piece // 2, 1, 2 * a_piece + 1, 3]
    found = pdf.groups(sheet(hands) for hands in rows)
    assert [[len(each.grid.rows) for each in group] for group in found] == [
        [a_piece // 2, a_piece // 2], [1], [a_piece], [a_piece], [1], [3],
    ]  # fmt: skip


def test_a_short_sheet_knows_how_many_pages_it_has() -> None:
    (page,) = texts(pdf.pdf_of_sheets([sheet(3)]))
    assert "1 / 1" in page


def test_there_are_marks_for_as_many_footnotes_as_there_are_hands() -> None:
    marks = footnote_marks([Played(1, "", {}, [], [], remarks=("Struck out.",))] * 20_000)
    assert len(set(marks)) == 20_000
    assert (marks[0], marks[26], marks[702]) == ("a", "aa", "aaa")


def test_a_number_of_four_digits_stands_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands_grid, "MOST_IN_COLUMNS", 0)
    (boxes,) = boxes_of(sheet(9_999, first=9_999))
    (number,) = (box for box in boxes if box.tag == "td" and box.text == "9999")
    assert len(number.lines) == 1
    assert number.overflow <= 0
