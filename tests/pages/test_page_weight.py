"""The match page of each game, and of cards with bids, in all its parts: at most 68 KB, and the typeface."""

from collections.abc import Callable

import pytest
from flask import Flask

from benchmarks.page_weight import BIDDING, before_typeface, bidding_page, match_page, of_kind, usual_match, weigh
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game

pytestmark = pytest.mark.shares

KB = 1024


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_match_page_in_all_its_parts_is_light(app: Flask, game: Game) -> None:
    is_light(app, lambda: match_page(game), styles=12 if len(usual_match(game)["sides"]) == 2 else 14)


@pytest.mark.parametrize("variant", BIDDING)
def test_a_page_with_bids_of_four_players_is_light(app: Flask, variant: str) -> None:
    is_light(app, lambda: bidding_page(variant), styles=13 if BIDDING[variant] == 2 else 14)


def is_light(app: Flask, start: Callable[[], str], styles: int) -> None:
    """Asserts the limits of the page that `start` creates, with these KB for its style sheets."""
    with app.test_request_context():
        page = start()
    weights = weigh(app.test_client(), page)
    assert weights[page] <= 14 * KB
    assert of_kind(weights, ".css") <= styles * KB, weights
    assert of_kind(weights, ".woff2") <= 20 * KB
    assert before_typeface(weights) <= 68 * KB, weights
