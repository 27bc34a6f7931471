"""What a phone loads for the match page: at most 62 KB and the typeface, as sent over the network.

14 KB of it are HTML, 12 KB style sheets including the game's; the typeface has 20 KB and is cached.
"""

import pytest
from playwright.sync_api import Request

from benchmarks.page_weight import usual_match
from scorekeeper.games import GAMES
from scorekeeper.games.engine.game import Game
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import at_work

KB = 1024
# The rules engine for offline use is loaded later, in the background, and cached.
LATER = ("/engine", "/vendor/", "/sw.js", "/offline", "/rules/")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_match_page_is_light(site: Site, open_page: OpenPage, game: Game) -> None:
    page = open_page(site.address + "/healthz", new=True)
    loaded: dict[str, int] = {}

    def weigh(request: Request) -> None:
        if not any(part in request.url for part in LATER):
            loaded[request.url] = request.sizes()["responseBodySize"]

    page.on("requestfinished", weigh)
    with page.expect_event("requestfinished", lambda request: request.url.endswith(".woff2")):
        page.goto(site.start(usual_match(game)))
    at_work(page)
    assert loaded[page.url] <= 14 * KB
    face = sum(size for address, size in loaded.items() if address.endswith(".woff2"))
    assert 0 < face <= 20 * KB
    assert sum(size for address, size in loaded.items() if address.endswith(".css")) <= 12 * KB, loaded
    assert sum(loaded.values()) - face <= 62 * KB, loaded
