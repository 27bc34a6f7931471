"""Folding table signs, badges and posters: their contents, and that these fit."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.paper.model import letterhead
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.paper.tournaments.handouts import badges, stands
from scorekeeper.paper.tournaments.pages import html_of_badges, html_of_stands, pages_of
from scorekeeper.paper.tournaments.parts import Invitation
from scorekeeper.tournaments.document import read
from tests.paper.papers import ALL_PAPERS, boxes_of_html
from tests.paper.tournament_papers import wanted
from tests.support.fuzzing import in_turn
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import entrant, played, table, tournament

HEAD = letterhead("Circolo ricreativo culturale Santa Maria dell’Idria di Lecce")


@pytest.mark.parametrize("hall, numbers", [([], (1, 2)), ([[11, 12], [0, 140]], (11, 12, 140))])
def test_every_table_of_the_hall_has_a_stand(hall: list[list[int]], numbers: tuple[int, ...]) -> None:
    made = stands(read(tournament(5)), wanted(hall=hall))
    assert made.tables == numbers
    (first, *_others) = boxes_of_html(html_of_stands(made))
    (upper, lower) = (box for box in first if "stand-number" in box.kind)
    assert upper.text == lower.text == str(numbers[0])
    assert len(_others) == len(numbers) - 1


def test_a_table_that_was_played_at_has_a_stand_though_the_plan_lacks_it() -> None:
    document = tournament(2, played(table(9, 1, 2, 500, 100)))
    assert stands(read(document), wanted(hall=[[1, 2]])).tables == (1, 2, 9)


@pytest.mark.parametrize("paper, pages", [("A4", 1), ("A5", 3), ("Letter", 1)])
def test_each_player_has_a_badge_with_the_whole_name(paper: str, pages: int) -> None:
    long = ["Giovanni Battista Di Giovanni", "Massimiliano Montecuccoli-Santacroce", "W" * 40]
    made = badges(
        read(tournament([entrant(1, name="Lecce", players=long), *map(entrant, (2, 3))])),
        wanted(paper=paper, letterhead=HEAD),
    )
    found = boxes_of_html(html_of_badges(made))
    assert len(found) == pages
    names = [box for page in found for box in page if "player" in box.kind]
    assert [box.text for box in names] == ["Anna 2", "Anna 3", "Bruno 2", "Bruno 3", *sorted(long)]
    assert all(box.overflow <= 0 and box.height < 25 for box in names)
    assert [badge.team for badge in made.badges[-3:]] == ["Lecce"] * 3


NAMES = ["Cup", "Gran Torneo Nazionale di Burraco a coppie della Befana, per beneficenza"]


@pytest.mark.parametrize(
    "name, paper", [(name, paper) for turn, name in enumerate(NAMES) for paper in in_turn(ALL_PAPERS, turn)]
)
def test_a_poster_is_one_page(name: str, paper: str) -> None:
    """Before anybody has entered, it still names the system."""
    document = tournament(0, name=name, game="buraco", variant="burraco", system={"kind": "mitchell", "rounds": 4})
    lines = ("Entry fee: 8 € / 10 €", "Prizes: 70 % of the fees, to the first 3", "Entries close on 9/22/26, 6:00 PM")
    address = "https://club.example.org/e/12-abcdefghijkl"
    told = Invitation("Wednesday, September 23, 2026", "8:45 PM", lines, address, enters=True)
    ((html, _copies),) = pages_of(
        "poster", document, wanted(paper=paper, letterhead=HEAD, place="Nardò", invitation=told)
    )
    (page,) = PdfReader(BytesIO(pdf_of_page(html))).pages
    text = page.extract_text()
    assert all(part in text for part in ("Mitchell", "8:45 PM", "8 € / 10 €", "Nardò", "Scan to enter"))
    assert "club.example.org/e/12-abcdefghijkl" in text
