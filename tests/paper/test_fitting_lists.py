"""Lists use their paper: type as large as fits, names beside their figures, no page with two lines on it."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.clubs import club_settings
from scorekeeper.paper.club_sheets import Heading, StandingsSheet
from scorekeeper.paper.model import PAPERS, letterhead
from scorekeeper.paper.page import html_of_standings
from scorekeeper.paper.tournaments.pages import pages_of
from tests.clubs.test_logo import picture
from tests.paper.papers import ALL_PAPERS, Box, boxes_and_pdf, boxes_of_html, white_margins_of
from tests.paper.tournament_papers import wanted
from tests.support.fuzzing import in_turn, shared_out
from tests.tournaments.made import CUP, entrant, play_on, tournament

LONG = ("Massimiliano Montecuccoli", "Maria Immacolata Della Corte")
RULINGS = [{"round": 1, "entrant": 1, "vp": -1, "mp": -100, "reason": "Slow play"}]


def named(*players: str, entrants: int = 9) -> list[dict[str, Any]]:
    """Pairs that are called like these players."""
    named_pairs = []
    for number in range(1, entrants + 1):
        pair = [f"{player} {number}" for player in players]
        named_pairs.append(entrant(number, name=" – ".join(pair), players=pair, numbers=[str(number), None]))
    return named_pairs


def pages(kind: str, document: dict[str, Any], **wishes: Any) -> list[list[Box]]:
    """The boxes of each page of a list."""
    ((html, _copies),) = pages_of(kind, document, wanted(**wishes))
    return boxes_of_html(html)


def rows_of(page: list[Box]) -> list[Box]:
    return [box for box in page if box.tag == "tr"]


ACROSS = ("grid", "result-sheet")  # their width grows with the rounds
LISTS = ("standings", "result-sheet", "results", "grid", "prize-list")


@pytest.mark.parametrize("turn, kind", list(enumerate(LISTS)))
def test_no_cell_of_a_list_reaches_into_the_next(turn: int, kind: str) -> None:
    for paper, players in in_turn(product(ALL_PAPERS, (LONG, ("Anna Rizzo", "Bruno Greco"))), turn * 2):
        document = play_on(tournament(named(*players), rulings=RULINGS), 5)
        for page in pages(kind, document, paper=paper, language="it"):
            assert max(box.overflow for box in page if box.tag in ("td", "th")) <= 0.1


@pytest.mark.parametrize(
    "kind, paper", [(kind, paper) for turn, kind in enumerate(ACROSS) for paper in in_turn(["A4", "A5"], turn)]
)
def test_two_rounds_are_printed_across_the_page_and_down_it(kind: str, paper: str) -> None:
    (page,) = pages(kind, play_on(tournament(named("Anna Rizzo", "Bruno Greco")), 2), paper=paper)
    rows, size = rows_of(page), PAPERS[paper]
    width = max(row.width for row in rows)
    assert width == pytest.approx((size.height if width > size.width else size.width) - 2 * size.side, abs=0.1)
    assert max(row.bottom for row in rows) > 0.65 * (size.width if width > size.width else size.height)


def test_a_result_sheet_of_nine_rounds_lies_on_its_side() -> None:
    (page,) = pages("result-sheet", play_on(tournament(named(*LONG, entrants=12)), 9))
    assert max(row.width for row in rows_of(page)) > 270


FULL = [("result-sheet", 10, 1), ("draw", 10, 2), ("draw", 12, 2)]


@pytest.mark.parametrize("kind, pairs, most", shared_out(FULL, 0, 2))
def test_a_list_on_small_paper_has_no_page_for_its_last_lines(kind: str, pairs: int, most: int) -> None:
    document = play_on(tournament(named("Anna Rizzo", "Bruno Greco", entrants=pairs), rulings=RULINGS), 2)
    found = pages(kind, document, paper="A5")
    assert len(found) <= most
    assert all(len(rows_of(page)) >= pairs // 2 for page in found)


@pytest.mark.parametrize("players", in_turn([29, 38, 60, 66], 0))
def test_the_last_page_of_a_long_ranking_is_not_nearly_empty(players: int) -> None:
    headings = (Heading("", "place"), Heading("Player", "who"), Heading("Total", "number total"))
    rows = tuple((str(at), f"Player {at}", str(500 - at)) for at in range(1, players + 1))
    sheet = StandingsSheet(
        "A5", "en", letterhead("Circolo"), "Championship", "2026", headings, rows, "Twelve points for the first.", "",
        signatures=("Arbiter", "For the club"),
    )  # fmt: skip
    last = boxes_of_html(html_of_standings(sheet))[-1]
    assert len([row for row in rows_of(last) if "Player" in row.text]) > 8


@pytest.mark.usefixtures("in_the_usual_size")
@pytest.mark.parametrize("turn, kind", list(enumerate(["prize-list", "draw", "grid", "hall", "slips", "entry-list"])))
def test_the_whole_title_is_at_the_foot_of_the_page(turn: int, kind: str, tmp_path: Path) -> None:
    name = "Gran Premio Nazionale di Burraco città di Castellammare del Golfo"
    document = play_on(tournament(4, name=name), 2)
    for paper in in_turn(ALL_PAPERS, turn):
        ((html, _copies),) = pages_of(kind, document, wanted(paper=paper, language="it"))
        found, pdf = boxes_and_pdf(html)
        footers = [box for box in found[0] if "footer" in box.kind]
        assert footers
        assert max(footer.overflow for footer in footers) <= 0
        assert min(white_margins_of(pdf, tmp_path)[0]) >= 9.6


@pytest.mark.parametrize("paper", ["A5", *in_turn(["A4", "Letter"], 0)])
def test_a_bracket_is_below_a_head_of_two_lines(paper: str) -> None:
    name = "Gran Premio Nazionale di Burraco città di Castellammare del Golfo"
    document = play_on(tournament(32, name=name, system=CUP), 2)
    head = letterhead("Circolo Ricreativo", club_settings.re_encoded(picture(size=(300, 200))))
    about = {"place": "Bar Centrale, via Roma 12", "day": "27 novembre 2026", "letterhead": head}
    found = pages("bracket", document, paper=paper, language="it", **about)
    assert len(found) == (1 if paper != "A5" else 3)  # 16 lines of a column are on a page of A5
