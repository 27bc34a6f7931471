"""The result of a table has the same words on pages and in the log."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.tournament_pages.tables import outcome_text

WORDS: list[tuple[dict[str, Any], str]] = [
    ({}, "no result"),
    ({"points": [1850, -240]}, "1,850 : −240"),
    ({"legs": [2, 1]}, "2 : 1"),
    ({"legs": [2, 1], "points": [24, 19]}, "2 : 1 (24 : 19)"),
    ({"vp": [12, 8], "mp": [3, -3]}, "12 : 8 VP, 3 : −3 MP (by the arbiter)"),
    ({"forfeit": 7}, "No. 7 did not play"),
    ({"late": 7}, "No. 7 came too late"),
]


@pytest.mark.parametrize("outcome, words", WORDS)
def test_an_outcome_is_told_in_few_words(app: Flask, outcome: dict[str, Any], words: str) -> None:
    with app.test_request_context():
        assert outcome_text(outcome) == words
