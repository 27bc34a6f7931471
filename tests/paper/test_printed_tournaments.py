"""A tournament's sheets as PDF: pages, sizes, margins, and the text of the longest slip."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper.paper.pdf import pdf_of_pages
from scorekeeper.paper.tournaments.pages import pages_of
from scorekeeper.paper.tournaments.parts import Wanted
from tests.paper.papers import POINTS_IN_A_MM, boxes_of_html, white_margins_of
from tests.support.fuzzing import shared_out
from tests.tournaments.made import CUP, entrant, play_on, tournament

LONG = [
    entrant(
        number,
        name=f"Circolo “Amici del Burraco” di Castellammare del Golfo, squadra numero {number}",
        players=[f"Massimiliano Alessandro Montecuccoli {number}.{player}"[-40:] for player in range(6)],
    )
    for number in range(1, 9)
]
FOUR_HANDS = {"kind": "vp", "hands": 4}


def html(kind: str, document: dict[str, Any], **wishes: Any) -> str:
    """A sheet of one page description, in English on A4 unless wished otherwise."""
    ((page, _copies),) = pages_of(kind, document, Wanted(**{"paper": "A4", "language": "en", **wishes}))
    return page


def printed(kind: str, document: dict[str, Any], **wishes: Any) -> bytes:
    """A sheet's PDF, in English on A4 unless wished otherwise."""
    return pdf_of_pages(pages_of(kind, document, Wanted(**{"paper": "A4", "language": "en", **wishes})))


SIZES = [("A4", 4, "ja"), ("A4", 2, "it"), ("A5", 2, "sw"), ("Letter", 4, "es")]


@pytest.mark.parametrize("paper, per_page, language", shared_out(SIZES, 0, 2))
def test_slips_with_the_longest_names_fill_their_share_of_the_page_and_no_more(
    paper: str, per_page: int, language: str, tmp_path: Path
) -> None:
    document = tournament(LONG[: 2 * per_page], name="Gran Torneo Nazionale " * 4, scoring=FOUR_HANDS)
    pdf = printed("slips", document, paper=paper, per_page=per_page, language=language)
    (margins,) = white_margins_of(pdf, tmp_path)  # of the only page
    assert min(margins) >= 9.6


@pytest.mark.parametrize("paper, width, height", [("A4", 297, 210), ("A3", 420, 297)])
def test_a_bracket_lies_on_its_side_and_inside_its_margins(paper: str, width: int, height: int, tmp_path: Path) -> None:
    document = play_on(tournament(32, system={**CUP, "first": "entry"}), 9)
    pdf = printed("bracket", document, paper=paper)
    (page,) = PdfReader(BytesIO(pdf)).pages
    assert [round(side / POINTS_IN_A_MM) for side in (page.mediabox.width, page.mediabox.height)] == [width, height]
    assert min(white_margins_of(pdf, tmp_path)[0]) >= 10


@pytest.mark.parametrize("entrants, pages", [(8, 1), (16, 2)])
def test_a_seating_is_on_one_page_or_on_one_by_table_and_one_by_name(entrants: int, pages: int) -> None:
    assert len(boxes_of_html(html("draw", tournament(entrants)))) == pages


def test_a_floor_plan_names_everybody_on_one_full_page() -> None:
    page = html("hall", tournament(LONG, play_on(tournament(8), 1)["rounds"][0]), hall=[[1, 2, 3, 4]])
    (boxes,) = boxes_of_html(page)
    places = [box for box in boxes if "at-place" in box.kind]
    assert len(places) == 4
    assert min(place.height for place in places) > 120
    sides = [box for box in boxes if "place-side" in box.kind]
    assert max(side.bottom for side in sides) < min(place.bottom for place in places)


@pytest.mark.night
def test_a_ranking_goes_on_over_pages_with_its_headings_and_ends_with_who_signs() -> None:
    pages = PdfReader(BytesIO(printed("standings", play_on(tournament(40), 2), paper="A5"))).pages
    assert len(pages) > 1
    texts = [page.extract_text() for page in pages]
    assert "VP" in texts[1]
    assert "Arbiter" in texts[-1]
