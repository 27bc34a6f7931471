"""Slips for the tables: printed texts, and rows for handwriting."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.model import letterhead
from scorekeeper.paper.tournaments.pages import fitted_slips, html_of_slips
from scorekeeper.paper.tournaments.slips import blank_slips, slips
from scorekeeper.tournaments.document import read
from tests.paper.papers import Box, boxes_of_html
from tests.paper.tournament_papers import wanted
from tests.support.fuzzing import shared_out
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import MATCH, VP, entrant, played, table, tournament

Document = dict[str, Any]
SINGLES = {"kind": "danese", "rounds": 3, "singles": True, "first": "entry"}
FOUR_HANDS = {"kind": "vp", "hands": 4}
OF_HANDS = ("Sum of the hands", "Penalties", "Difference (MP)", "Victory points (VP)")


@pytest.mark.parametrize(
    "scoring, rows, columns, ends",
    [
        (VP, 2, ("Base", "Points", "Total"), OF_HANDS),
        (FOUR_HANDS, 4, ("Base", "Points", "Total"), OF_HANDS),
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


def test_a_slip_of_a_knock_out_asks_for_no_tournament_points() -> None:
    document = read(tournament(4, scoring={**MATCH, "best_of": 3}, system={"kind": "knockout", "first": "entry"}))
    for made in (slips(document, wanted()), blank_slips(document, wanted())):
        assert made.form.ends == ("Legs won", "Penalties")


def test_each_table_of_the_round_has_its_slip() -> None:
    made = slips(read(tournament(7)), wanted(per_page=4))
    assert [(each.table, *(side.number for side in each.sides)) for each in made.slips] == [
        ("1", "1", "2"), ("2", "3", "4"), ("3", "5", "6"),
    ]  # fmt: skip
    assert [len(page) for page in made.pages] == [3]


def test_member_numbers_stand_with_the_players_or_have_a_line_to_write_on() -> None:
    with_numbers = entrant(1, name="Anna – Bruno", players=["Anna", "Bruno"], numbers=["77", "88"])
    one, other = slips(read(tournament([with_numbers, entrant(2)])), wanted()).slips[0].sides
    assert one.names == (("Anna", "77", ""), ("Bruno", "88", ""))
    assert (one.asks_numbers, other.asks_numbers) == (False, True)


def test_a_substitute_sits_on_the_slip_with_the_own_number() -> None:
    change = [{"round": 2, "out": "Bruno", "in": "Elio", "number": "99"}]
    pair = entrant(1, players=["Anna", "Bruno"], numbers=["77", "88"], substitutes=change)
    made = slips(read(tournament([pair, entrant(2)], played(table(1, 1, 2, 500, 100)))), wanted(round=2))
    assert made.slips[0].sides[0].names == (("Pair 1", "Anna (77), Elio (99)", ""),)


@pytest.mark.parametrize(
    "name, names",
    [
        ("Anna and Bruno", ["Anna", "Bruno"]),
        ("Anna – Bruno, Lecce", ["Anna – Bruno, Lecce"]),
        ("Annabel", ["Annabel"]),
    ],
)
def test_players_who_are_the_whole_name_are_not_said_twice(name: str, names: list[str]) -> None:
    pair = entrant(1, name=name, players=["Anna", "Bruno"])
    side = slips(read(tournament([pair, entrant(2)])), wanted()).slips[0].sides[0]
    assert [each.text for each in side.names] == names


def test_partners_for_a_round_share_a_side() -> None:
    side = slips(read(tournament(4, system=SINGLES)), wanted()).slips[0].sides[0]
    assert (side.number, [each.text for each in side.names]) == ("1+4", ["Pair 1", "Pair 4"])


SIZES = [("A4", 2), ("A4", 4), ("A5", 2), ("Letter", 4)]


@pytest.mark.parametrize("paper, per_page", shared_out(SIZES, 0, 2))
def test_rows_of_the_longest_slip_can_be_written_on(paper: str, per_page: int) -> None:
    made = slips(read(tournament(4, scoring=FOUR_HANDS)), wanted(paper=paper, per_page=per_page, marks=False))
    rows = [box for box in boxes(html_of_slips(made)) if box.tag == "tr" and "end" in box.kind]
    assert min(row.height for row in rows) >= 5


def test_four_slips_do_not_fit_on_small_paper() -> None:
    with pytest.raises(Refusal):
        slips(read(tournament(4)), wanted(paper="A5", per_page=4))


def test_blank_slips_name_nobody() -> None:
    made = blank_slips(read(tournament(4)), wanted(number=3))
    assert len(made.slips) == 3
    assert "Pair 1" not in html_of_slips(made)


@pytest.mark.parametrize("paper, per_page", shared_out(SIZES, 1, 2))
def test_long_names_are_whole_and_leave_the_slips_of_a_page_level(paper: str, per_page: int) -> None:
    long = ["Giovanni Battista Di Giovanni", "Maria Antonietta Della Corte"]
    pairs = [entrant(1, name=" – ".join(long), players=long), *(entrant(number) for number in range(2, 9))]
    head = letterhead("Circolo ricreativo culturale Santa Maria dell’Idria di Lecce")
    made = fitted_slips(
        slips(read(tournament(pairs)), wanted(paper=paper, per_page=per_page, letterhead=head, place="Nardò"))
    )
    page = boxes_of_html(html_of_slips(made))[0]
    ends = {round(box.bottom, 1) for box in page if box.tag == "tr" and "end" in box.kind}
    assert len(ends) == 2 * (len(made.ends) + bool(made.shared))
    foot = 0.0
    for box in page:
        foot = box.bottom if "name" in box.kind else foot
        assert "what" not in box.kind or foot <= box.bottom - box.height
    assert not [box.text for box in page if box.overflow > 0.1]


@pytest.mark.parametrize("paper, per_page", shared_out(SIZES, 0, 2))
def test_a_table_with_a_match_has_the_code_that_opens_it_and_the_others_have_none(paper: str, per_page: int) -> None:
    codes = {1: "https://example.org/s/1-abc"}
    made = slips(read(tournament(4)), wanted(paper=paper, per_page=per_page, codes=codes, marks=False))
    assert [each.address for each in made.slips] == ["https://example.org/s/1-abc", ""]
    page = html_of_slips(made)
    assert page.count("<svg") == page.count("Scan to keep score at this table") == 1
    upper, caption = (next(box for box in boxes(page) if kind in box.kind) for kind in ("slip-upper", "code-text"))
    assert caption.bottom <= upper.bottom + 0.1


def test_a_club_s_slips_say_whose_they_are() -> None:
    made = slips(read(tournament(4)), wanted(letterhead=letterhead("Bocce e Carte", b"PNG"), place="Lecce"))
    assert made.about == "Bocce e Carte · Lecce"
    assert html_of_slips(made).count('class="logo"') == 2


def boxes(page: str) -> list[Box]:
    """The boxes of all pages."""
    return [box for found in boxes_of_html(page) for box in found]
