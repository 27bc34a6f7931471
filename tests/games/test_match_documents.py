"""Documents of matches: what a rematch takes over, names for long sides, and the document of a result."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import PAIRS, document

LONG = "N" * 40


def test_a_result_names_its_format() -> None:
    assert play.score(document("truco"))["format"] == "scorekeeper-result/1"


@pytest.mark.parametrize("side", [LONG, "N" * 38])
def test_a_side_without_players_can_be_read_again_whatever_its_length(side: str) -> None:
    setup = play.begin(document("truco", sides=[{"name": side}, {"name": "They"}]))
    written = play.document(setup, [])
    assert ("players" in written["sides"][0]) == (len(side) < 40)
    again = play.begin(written)
    assert (again["seats"], again["sides"]) == (setup["seats"], setup["sides"])


def test_players_with_long_names_are_written() -> None:
    sides: list[dict[str, Any]] = [{"name": "We", "players": [LONG, "M" * 40]}, PAIRS[1]]
    assert play.document(play.begin(document("truco", sides=sides)), [])["sides"][0]["players"] == [LONG, "M" * 40]


def test_a_rematch_has_what_is_said_about_the_match_except_the_end_of_its_clock() -> None:
    about = {"place": "Bar Sport", "minutes": "60", "ends": "2026-11-27T21:00:00Z"}
    setup = play.begin(document("truco", about=about))
    head = play.rematch_head(setup)
    assert head["about"] == {"place": "Bar Sport", "minutes": "60"}
    assert head["first_dealer"] == setup["seats"][1]
    assert play.begin(head)["sides"] == setup["sides"]


def test_nobody_has_dealt_before_the_first_hand() -> None:
    setup = play.begin(document("truco"))
    assert play.first_table(setup)["dealt"] == [0] * 4
    assert play.score_hand(setup, play.first_table(setup), {"winner": 0, "stake": 1})["table"]["dealt"] == [1, 0, 0, 0]
