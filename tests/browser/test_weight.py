"""What a phone has to load for the match page: at most 60 KB in all, 14 KB of it HTML, as they go over the wire."""

import pytest
from playwright.sync_api import Request

from benchmarks.page_weight import usual_match
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import at_work

KB = 1024
# The rules for use without a network come later, in the background, and are kept.
LATER = ("/engine", "/vendor/", "/sw.js", "/offline", "/rules/")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_match_page_is_light(site: Site, open_page: OpenPage, game: Game) -> None:
    page = open_page(site.address + "/healthz")
    loaded: dict[str, int] = {}

    def weigh(request: Request) -> None:
        if not any(part in request.url for part in LATER):
            loaded[request.url] = request.sizes()["responseBodySize"]

    page.on("requestfinished", weigh)
    page.goto(site.start(usual_match(game)))
    page.wait_for_load_state()
    at_work(page)
    assert loaded[page.url] <= 14 * KB
    assert sum(loaded.values()) <= 60 * KB, loaded
