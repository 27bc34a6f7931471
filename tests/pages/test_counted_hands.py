"""What counts hands, counts neither struck nor undone ones, nor the entry that ends a match."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games.engine import offline_match
from scorekeeper.i18n import say
from scorekeeper.pages.pictures import picture_of
from scorekeeper.pages.result_page import ending_of, play_of, result_text, series_of
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from scorekeeper.web.views.matches import _course
from tests.support.matches import start, write

pytestmark = pytest.mark.shares

OWN = {"format": "scorekeeper/1", "game": "own", "sides": [{"players": ["Anna"]}, {"players": ["Carla"]}]}
HAND = {"points": [3, 1]}
OF_THREE, OPEN = ({"target": None, "hands": 3}, {"target": None})


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


def struck(match: Match) -> None:
    write(ledger.strike, match, 1)
    for _hand in range(2):
        write(ledger.record, match, HAND)


def undone(match: Match) -> None:
    for _hand in range(2):
        write(ledger.undo, match)
    for _hand in range(3):
        write(ledger.record, match, HAND)


def stopped(match: Match) -> None:
    write(ledger.record, match, HAND)
    write(ledger.finish, match)


def final(match: Match) -> None:
    write(ledger.record, match, HAND)
    write(ledger.enter_final, match, [9, 3])


ENDS = [(struck, OF_THREE, 0), (undone, OF_THREE, 0), (stopped, OPEN, 0), (final, OPEN, 1)]


@pytest.mark.parametrize("end, options, final_totals", ENDS)
def test_three_hands_are_three_everywhere(
    client: FlaskClient, end: Callable[[Match], None], options: dict[str, Any], final_totals: int
) -> None:
    match = start({**OWN, "options": options}, HAND, HAND)
    end(match)
    state, setup, course = ledger.state(match, say=say), match.setup, _course(match)
    assert [side["total"] for side in state["sides"]] == [9, 3]
    assert state["played"] == 3
    ending = ending_of(setup, state, None)
    assert ending["sentence"] == ("" if final_totals else "By 6 after 3 hands.")
    assert [fact["text"] for fact in ending["facts"]][1:2] == ["3 hands"]  # the longest lead
    assert "3 hands" in result_text(state, series_of(setup, 1, [], 0), "", "")
    totals = [[3, 1], [6, 2], [9, 3]] + final_totals * [[9, 3]]
    assert picture_of(state, course, "", "tall", [])["course"] == totals
    assert sheet_of_recorded(match, paper="A4", language="en").result.facts[0] == "3 hands"
    (longest, *_others) = ledger.highlights_of(db.session, [match.id])[match.id]
    assert longest["value"] == 3
    copy = ledger.offline_copy_of(match, say)
    play = play_of(setup, state, "")
    assert play is not None
    assert play == play_of(setup, offline_match.state(copy, say), "")
    assert play["sourcePlayId"] == f"{match.started_at.isoformat()[:19]} 1"
    db.session.commit()
    board = f"/s/{links.token(links.make_link(match.sitting, 'watch'))}/m/1/board?lang=en"
    db.session.commit()
    assert client.get(board).text.count("last +3") == 1
