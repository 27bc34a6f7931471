"""Each game's match page, some hands into a usual match, with all its parts: at most 60 KB as they are sent."""

import pytest
from flask import Flask

from benchmarks.page_weight import match_page, weigh
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game

KB = 1024


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_match_page_in_all_its_parts_is_light(app: Flask, game: Game) -> None:
    with app.test_request_context():
        page = match_page(game)
    weights = weigh(app.test_client(), page)
    assert weights[page] <= 14 * KB
    assert sum(weights.values()) <= 60 * KB, weights
