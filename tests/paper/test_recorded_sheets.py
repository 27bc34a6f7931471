"""The sheet of a recorded match, and its notes about corrections."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper import ledger
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Match
from tests.support.matches import TRESETTE, points, start, write


@pytest.fixture(autouse=True)
def _context(app: Flask) -> Any:
    with app.app_context():
        yield


def printed(match: Match) -> Sheet:
    """The match's sheet."""
    return sheet_of_recorded(match, paper="A4", language="en")


def test_it_tells_the_hands_as_recorded() -> None:
    sheet = printed(start(TRESETTE, points(7, 4), points(3, 8)))
    assert [[cell.text for cell in row.cells] for row in sheet.grid.rows] == [
        ["1", "Anna", "", "", "", "7", "7", "", "", "", "4", "4"],
        ["2", "Carla", "", "", "", "3", "10", "", "", "", "8", "12"],
    ]
    assert sheet.footnotes == ()


def test_where_and_when_come_from_the_sitting() -> None:
    sitting = ledger.open_sitting("Friday table", "Bar Sport")
    match = ledger.start_match(sitting, TRESETTE, actor="Anna", key="k")
    facts = {fact.label: fact.text for fact in printed(match).facts}
    assert facts["Place"] == "Bar Sport"
    assert facts["Table"] == "Friday table"
    assert facts["Match"] == "1"
    assert str(match.started_at.astimezone().year) in facts["Date"]


def test_a_correction_is_told_with_what_was_entered_first() -> None:
    match = start(TRESETTE, points(7, 4), points(3, 8))
    write(ledger.correct, match, 1, points(6, 5))
    write(ledger.correct, match, 1, points(5, 6))
    (note,) = printed(match).footnotes
    assert note.text.startswith("Corrected: ")
    assert note.text.endswith(", Anna. It was: points 7–4.")
    assert printed(match).grid.rows[0].cells[0].marks == "a"


def test_a_correction_that_was_taken_back_is_not_told() -> None:
    match = start(TRESETTE, points(7, 4))
    write(ledger.correct, match, 1, points(6, 5))
    write(ledger.undo, match)
    assert printed(match).footnotes == ()


def test_a_note_is_no_correction() -> None:
    match = start(TRESETTE, points(7, 4))
    write(ledger.annotate, match, 1, "misdealt once")
    sheet = printed(match)
    assert sheet.footnotes == ()
    assert sheet.grid.rows[1].cells[1].remark == "misdealt once"


def test_a_struck_hand_stays_on_the_sheet_and_its_footnote_says_who_struck_it() -> None:
    match = start(TRESETTE, points(7, 4), points(3, 8))
    write(ledger.strike, match, 1)
    sheet = printed(match)
    assert [row.struck for row in sheet.grid.rows] == [True, False]
    assert [cell.text for cell in sheet.grid.rows[1].cells if cell.text] == ["2", "Anna", "3", "3", "8", "8"]
    assert sheet.footnotes[0].text.startswith("Struck out: ")
    assert sheet.footnotes[0].text.endswith(", Anna.")


def test_a_hand_recorded_anew_after_an_undo_is_no_correction() -> None:
    match = start(TRESETTE, points(7, 4))
    write(ledger.undo, match)
    write(ledger.record, match, points(3, 8))
    assert printed(match).footnotes == ()


def test_a_match_given_up_says_so() -> None:
    match = start(TRESETTE, points(7, 4))
    write(ledger.finish, match)
    assert printed(match).result.sentence == "Stopped without a winner"
