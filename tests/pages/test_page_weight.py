"""The match page of each game with some hands and all its parts: at most 68 KB, and the typeface."""

import pytest
from flask import Flask

from benchmarks.page_weight import before_typeface, match_page, of_kind, usual_match, weigh
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game

pytestmark = pytest.mark.shares

KB = 1024


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_match_page_in_all_its_parts_is_light(app: Flask, game: Game) -> None:
    with app.test_request_context():
        page = match_page(game)
    weights = weigh(app.test_client(), page)
    assert weights[page] <= 14 * KB
    assert of_kind(weights, ".css") <= (12 if len(usual_match(game)["sides"]) == 2 else 14) * KB, weights
    assert of_kind(weights, ".woff2") <= 20 * KB
    assert before_typeface(weights) <= 68 * KB, weights
