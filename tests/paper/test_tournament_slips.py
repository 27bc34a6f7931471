"""Slips for the tables: what is in print, and what there is to write."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.model import letterhead
from scorekeeper.paper.page import html_of_tournament
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.paper.tournaments.seating import draw_list
from scorekeeper.paper.tournaments.slips import blank_slips, slips
from scorekeeper.tournaments.document import read
from tests.paper.papers import boxes_of_html, is_white, pictures_of
from tests.paper.tournament_papers import cells, wanted
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import MATCH, VP, entrant, tournament

Document = dict[str, Any]
SINGLES = {"kind": "danese", "rounds": 3, "singles": True, "first": "entry"}
FOUR_HANDS = {"kind": "vp", "hands": 4}


@pytest.mark.parametrize(
    "scoring, rows, columns, ends",
    [
        (VP, 2, ("Base", "Points", "Total"), ("Penalties", "Difference (MP)", "Victory points (VP)")),
        (FOUR_HANDS, 4, ("Base", "Points", "Total"), ("Penalties", "Difference (MP)", "Victory points (VP)")),
        (MATCH, 0, (), ("Points", "Penalties", "Tournament points (TP)")),
        ({**MATCH, "best_of": 3}, 3, ("Points", "Won"), ("Legs won", "Penalties", "Tournament points (TP)")),
        ({**MATCH, "best_of": 99}, 0, (), ("Legs won", "Penalties", "Tournament points (TP)")),
    ],
)  # fmt: skip
def test_a_slip_has_a_row_for_each_hand_or_leg(
    scoring: Document, rows: int, columns: tuple[str, ...], ends: tuple[str, ...]
) -> None:
    form = slips(read(tournament(4, scoring=scoring)), wanted()).form
    assert (len(form.rows), form.columns, form.ends) == (rows, columns, ends)


def test_each_table_of_the_round_has_its_slip() -> None:
    made = slips(read(tournament(7)), wanted(per_page=4))
    assert [(each.table, *(side.number for side in each.sides)) for each in made.slips] == [
        ("1", "1", "2"), ("2", "3", "4"), ("3", "5", "6"),
    ]  # fmt: skip
    assert [len(page) for page in made.pages] == [3]


def test_member_numbers_stand_with_the_players_or_have_a_line_to_write_on() -> None:
    with_numbers, without = slips(read(tournament(2)), wanted(members={1: ("77", "88")})).slips[0].sides
    assert with_numbers.players == "Anna 1 (77), Bruno 1 (88)"
    assert (with_numbers.members, without.members) == (0, 2)
    assert without.players == "Anna 2, Bruno 2"


def test_players_who_are_in_the_name_are_not_said_twice() -> None:
    pair = entrant(1, name="Anna – Bruno", players=["Anna", "Bruno"])
    assert slips(read(tournament([pair, entrant(2)])), wanted()).slips[0].sides[0].players == ""


def test_partners_for_a_round_share_a_side() -> None:
    side = slips(read(tournament(4, system=SINGLES)), wanted()).slips[0].sides[0]
    assert (side.number, side.name) == ("1+4", "Pair 1 – Pair 4")


@pytest.mark.parametrize("paper, per_page", [("A4", 2), ("A4", 4), ("A5", 2), ("Letter", 4)])
def test_rows_of_the_longest_slip_can_be_written_on(paper: str, per_page: int) -> None:
    made = slips(read(tournament(4, scoring=FOUR_HANDS)), wanted(paper=paper, per_page=per_page))
    assert made.row >= 5


def test_four_slips_do_not_fit_on_small_paper() -> None:
    with pytest.raises(Refusal):
        slips(read(tournament(4)), wanted(paper="A5", per_page=4))


def test_blank_slips_name_nobody() -> None:
    made = blank_slips(read(tournament(4)), wanted(number=3))
    assert len(made.slips) == 3
    assert "Pair 1" not in html_of_tournament(made, "slips")


def test_a_long_name_is_cut_on_a_slip_and_whole_on_a_list(tmp_path: Path) -> None:
    """Nothing is printed between the slips and the dashed line along which they are cut."""
    name = ("Associazione Sportiva Dilettantistica " * 2).strip()
    document = tournament([entrant(1, name=name), *(entrant(number) for number in range(2, 9))])
    page = html_of_tournament(slips(read(document), wanted(per_page=4)), "slips")
    assert names_with_an_ellipsis(page) == [name]
    (picture,) = pictures_of(pdf_of_page(page), tmp_path)
    assert is_white(picture, 101.5, 18, 104.5, 130)
    assert not is_white(picture, 98, 18, 101, 130)
    assert cells(draw_list(read(document), wanted()).blocks[0])[0][2] == name


@pytest.mark.parametrize("paper, per_page", [("A4", 2), ("A4", 4), ("A5", 2), ("Letter", 4)])
def test_a_table_with_a_match_has_the_code_that_opens_it_and_the_others_have_none(paper: str, per_page: int) -> None:
    codes = {1: "https://example.org/s/1-abc"}
    made = slips(read(tournament(4)), wanted(paper=paper, per_page=per_page, codes=codes))
    assert [each.address for each in made.slips] == ["https://example.org/s/1-abc", ""]
    page = html_of_tournament(made, "slips")
    assert page.count("<svg") == page.count("Scan to keep score at this table") == 1


def test_a_club_s_slips_say_whose_they_are() -> None:
    made = slips(read(tournament(4)), wanted(letterhead=letterhead("Bocce e Carte", b"PNG"), place="Lecce"))
    assert made.about == "Bocce e Carte · Lecce"
    assert html_of_tournament(made, "slips").count('class="logo"') == 2


def names_with_an_ellipsis(page: str) -> list[str]:
    """The lines of a page that CSS shortens because they are too long."""
    boxes = [box for boxes in boxes_of_html(page) for box in boxes]
    return [" ".join(box.text.split()) for box in boxes if "one-line" in box.kind and box.overflow > 0]


def test_beside_a_long_round_little_is_said_about_the_place() -> None:
    head = letterhead("A club of a name that is as long as any")
    made = slips(read(tournament(4)), wanted(per_page=4, codes={1: "https://example.org/s/1"}, letterhead=head))
    page = html_of_tournament(made, "slips")
    assert set(names_with_an_ellipsis(page)) == {f"{made.round} · {made.about}"}
