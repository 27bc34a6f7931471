"""The machine-readable part of printed slips: the places of the circles, the codes and the texts."""

import subprocess
from math import cos, pi, sin
from typing import Any, NamedTuple, cast

import pytest
import zxingcpp
from PIL import Image

from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import LOCALES, speaking
from scorekeeper.paper.tournaments import pages
from scorekeeper.paper.tournaments.pages import fitted_slips, html_of_slips, slips_with_geometry
from scorekeeper.paper.tournaments.slips import LEAST, blank_slips, slips
from scorekeeper.slips.codes import is_of, parse
from scorekeeper.slips.marks import block_of
from scorekeeper.tournaments.document import read
from tests.paper.papers import Box, boxes_and_pdf
from tests.paper.tournament_papers import wanted
from tests.support.fuzzing import shared_out
from tests.support.machine import needs
from tests.tournaments.made import MATCH, VP, entrant, played, table, tournament
from tools.install.debian import PICTURES

DPI = 300
TABLES = 4
ADDRESSES = {table: f"https://cards.example.org/s/{table}-abcdefghijklmnopqrst" for table in range(1, TABLES + 1)}
DARK, WHITE = 110, 230
FOUR_HANDS = {"kind": "vp", "hands": 4}
BEST_OF_3 = {**MATCH, "best_of": 3}
ALL = [("A4", 4, FOUR_HANDS), ("A4", 2, FOUR_HANDS), ("Letter", 2, BEST_OF_3), ("Letter", 4, VP), ("A5", 2, MATCH)]
PAPERS = shared_out(ALL, 0, 2)  # by day each paper once

WIDE = {("A4", 2), ("Letter", 2)}  # marks are beside the rows, not below them


class Printed(NamedTuple):
    """The slips of a round of four tables: scoring, the boxes and the geometry of each page, the pages as pictures."""

    scoring: dict[str, Any]
    boxes: list[list[Box]]
    geometry: list[dict[str, Any]]
    pictures: list[Image.Image]
    is_wide: bool


@pytest.fixture(scope="module", params=PAPERS, ids=str)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    needs(PICTURES)
    paper, per_page, scoring = request.param
    wishes = wanted(paper=paper, per_page=per_page, codes=ADDRESSES)
    ((html, _copies),), geometry = slips_with_geometry(tournament(2 * TABLES, scoring=scoring), wishes)
    folder = tmp_path_factory.mktemp("slips")
    boxes, pdf = boxes_and_pdf(html)
    (folder / "slips.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "slips.pdf", "page"], cwd=folder, check=True)
    return Printed(
        scoring,
        boxes,
        geometry["pages"],
        [Image.open(file) for file in sorted(folder.glob("page*.pgm"))],
        (paper, per_page) in WIDE,
    )


def around(picture: Image.Image, mark: dict[str, Any], radius: float) -> list[int]:
    """The grey values at eight places of a circle about the centre of a mark."""
    angles = [turn * pi / 4 for turn in range(8)]
    places = [(mark["x"] + radius * cos(angle), mark["y"] + radius * sin(angle)) for angle in angles]
    return [cast(int, picture.getpixel((int(x / 25.4 * DPI), int(y / 25.4 * DPI)))) for x, y in places]


def test_circles_are_printed_exactly_where_the_geometry_says(printed: Printed) -> None:
    assert [each["page"] for each in printed.geometry] == list(range(1, len(printed.pictures) + 1))
    for page, picture in zip(printed.geometry, printed.pictures, strict=True):
        assert picture.width == pytest.approx(page["width_mm"] / 25.4 * DPI, abs=1)
        assert picture.height == pytest.approx(page["height_mm"] / 25.4 * DPI, abs=1)
        for mark in (mark for slip in page["slips"] for mark in slip["marks"]):
            assert max(around(picture, mark, mark["r"])) < DARK
            assert min(around(picture, mark, mark["r"] - 0.3)) > WHITE
            assert min(around(picture, mark, mark["r"] + 0.3)) > WHITE
            left, top, right, bottom = (
                int((mark[at] + way * 0.8) / 25.4 * DPI) for way in (-1, 1) for at in ("x", "y")
            )
            darkest, _lightest = picture.crop((left, top, right, bottom)).getextrema()
            assert (darkest < WHITE) == ("value" in mark)


def test_the_geometry_has_all_marks_of_all_tables(printed: Printed) -> None:
    slips_of_pages = [slip for page in printed.geometry for slip in page["slips"]]
    marks = len(block_of(read(tournament(2, scoring=printed.scoring)).scoring).marks)
    found = [(slip["round"], slip["table"], len(slip["marks"])) for slip in slips_of_pages]
    assert found == [(1, table, marks) for table in range(1, TABLES + 1)]


def test_all_codes_of_a_page_can_be_read(printed: Printed) -> None:
    texts = {code.text for picture in printed.pictures for code in zxingcpp.read_barcodes(picture)}
    sealed = [code for code in map(parse, texts) if code]
    assert texts - set(ADDRESSES.values()) == {text for text in texts if parse(text)}
    assert set(ADDRESSES.values()) < texts
    assert sorted((code.table, code.corner) for code in sealed) == [(at, end) for at in ADDRESSES for end in (0, 1)]
    assert {code.above for code in sealed} == {not printed.is_wide}
    seated = played(*(table(at, 2 * at - 1, 2 * at) for at in ADDRESSES))
    document = tournament(2 * TABLES, seated, scoring=printed.scoring)
    assert all(is_of(code, read(document)) for code in sealed)


def test_rows_beside_and_above_the_circles_can_be_written_on(printed: Printed) -> None:
    page = printed.boxes[0]
    assert min(box.height for box in page if box.tag == "tr" and "end" in box.kind) >= LEAST
    slip = next(box for box in page if "slip" in box.kind)
    labels = [box for box in page if "label" in box.kind][:3]
    assert max(label.bottom for label in labels) <= slip.bottom


@pytest.mark.parametrize("paper, per_page, scoring", shared_out([("A5", 2, FOUR_HANDS), ("A5", 2, VP)], 0, 2))
def test_slips_without_room_have_no_circles(
    paper: str, per_page: int, scoring: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    document, wishes = tournament(4, scoring=scoring), wanted(paper=paper, per_page=per_page)
    fitted = fitted_slips(slips(read(document), wishes))
    monkeypatch.setattr(pages, "fitted_slips", lambda sheet: fitted)
    assert "<circle" not in html_of_slips(fitted)
    with pytest.raises(Refusal):
        slips_with_geometry(document, wishes)


def test_blank_slips_and_slips_without_marks_have_no_circles() -> None:
    made = read(tournament(4))
    assert not blank_slips(made, wanted()).marks
    assert not slips(made, wanted(marks=False)).marks


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("scoring", [FOUR_HANDS, MATCH, BEST_OF_3, {**MATCH, "best_of": 99}])
def test_texts_of_the_marks_are_large_enough_in_every_language(scoring: dict[str, Any], language: str) -> None:
    with speaking(language):
        slip = slips(read(tournament(2, scoring=scoring)), wanted(language=language)).marks[0]
        assert min(text.size for text in slip.texts) >= 1.4


def test_circles_say_whose_they_are() -> None:
    singles = {"kind": "danese", "rounds": 3, "singles": True, "first": "entry"}
    slip = slips(read(tournament([entrant(number) for number in range(1, 5)], system=singles)), wanted()).marks[0]
    assert [text.text for text in slip.texts if text.bold] == ["No. 1+4", "No. 2+3"]
