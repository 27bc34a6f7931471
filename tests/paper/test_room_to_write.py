"""Match sheets as set: rows to write in, lines to sign on, the leader's figure, measured on the boxes of the page."""

from dataclasses import replace

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Game
from scorekeeper.paper.model import PAPERS, Letterhead
from tests.paper.papers import Box, albastini, boxes_of, buraco, empty, filled, match, tresette
from tests.paper.test_printed_pages import CARDS, LONG, THEM, THREE, US
from tests.support.fuzzing import shared_out

HAND = {"points": [7, 4]}


def hand_rows(boxes: list[Box]) -> list[Box]:
    """The rows that open a hand."""
    return [box for box in boxes if box.tag == "tr" and "opens" in box.kind]


def signature_lines(boxes: list[Box]) -> list[Box]:
    return [box for box in boxes if "signature" in box.kind and box.tag == "p"]


@pytest.mark.parametrize("game", shared_out(GAMES, 0, 5), ids=lambda game: game.slug)
def test_a_blank_sheet_has_twelve_hands_of_ten_millimetres_and_long_lines_to_sign_on(game: Game) -> None:
    sheet = empty(game.slug)
    (boxes,) = boxes_of(sheet)
    rows = hand_rows(boxes)
    assert len(rows) >= min(12, game.hands_of(game.presets[0]["options"]) or 12)
    assert min(row.height for row in rows) * sheet.grid.lines >= 10
    signed = signature_lines(boxes)
    assert len(signed) == len(sheet.result.standings) + 1
    assert min(line.width for line in signed) >= 55


SHORT = {
    "tresette": lambda: filled(tresette(*[HAND] * 4, options={"target": 99})),
    "ten hands": lambda: filled(tresette(*[HAND] * 10, options={"target": 99})),
    "a club's": lambda: replace(
        filled(tresette(*[HAND] * 4, options={"target": 99})), letterhead=Letterhead("Circolo Porta Nuova")
    ),
    "Truco": lambda: filled(match("truco", [US, THEM], [{"winner": 0, "stake": 1}] * 4)),
    "six players": lambda: filled(albastini(6, 1, *[[70, 10, 10, 10, 10, 10]] * 4)),
}


@pytest.mark.parametrize("kind", shared_out(SHORT, 0, 2))
def test_blank_rows_go_on_below_the_hands_of_a_short_match(kind: str) -> None:
    (boxes,) = boxes_of(SHORT[kind]())
    rows = hand_rows(boxes)
    assert min(row.height for row in rows) >= 10
    assert len(rows) >= 12
    assert [row.text.split()[0] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    assert min(line.width for line in signature_lines(boxes)) >= 55


FULL = SHORT | {
    "two lines a hand": lambda: filled(buraco("us", [US, THEM], 5)),
    "three lines a hand": lambda: filled(buraco("three-teams", THREE, 3)),
    "long names": lambda: filled(tresette(*[CARDS] * 5, sides=LONG, options={"target": 99})),
    "thirty hands": lambda: filled(tresette(*[HAND] * 30, options={"target": 999})),
    "twelve players": lambda: filled(
        match("own", [(name, [name]) for name in "ABCDEFGHIJKL"], [{"points": [1] * 12}] * 3, options={"target": 99})
    ),
}


@pytest.mark.parametrize("kind", shared_out(FULL, 0, 2))
def test_a_match_of_a_page_fills_it_and_no_more(kind: str) -> None:
    """No more stays white above the foot than another hand would take."""
    (boxes,) = boxes_of(FULL[kind]())
    (closing,) = (box for box in boxes if "closing" in box.kind)
    a_hand = max(row.height for row in hand_rows(boxes)) * FULL[kind]().grid.lines
    assert PAPERS["A4"].height - PAPERS["A4"].bottom - closing.bottom <= a_hand + 2


@pytest.mark.parametrize("kind", ["tresette", "three lines a hand", "thirty hands"])
def test_the_leader_s_total_is_underlined(kind: str) -> None:
    (boxes,) = boxes_of(FULL[kind]())
    totals = [box for box in boxes if box.tag == "td" and "total" in box.kind and box.text]
    assert {box.underlined for box in totals if "leads" in box.kind} == {True}
    assert {box.underlined for box in totals if "leads" not in box.kind} == {False}
