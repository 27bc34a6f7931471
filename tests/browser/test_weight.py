"""What a phone loads for the match page: at most 68 KB and the typeface, as sent over the network.

14 KB of it are HTML, 12 KB style sheets including the game's (14 KB for more than two sides); the typeface has 20 KB
and is cached.
"""

from playwright.sync_api import Request

from benchmarks.page_weight import RARE, usual_match
from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPage, Site
from tests.browser.test_cards import WIZARD, enter_tricks, key
from tests.browser.thumb import at_work, expect_totals
from tests.support.fuzzing import in_turn

KB = 1024
# The rules engine for offline use is loaded later, in the background, and cached.
LATER = ("/engine", "/vendor/", "/sw.js", "/offline", "/rules/")


# Returns the addresses of what the page has loaded or taken from the browser's cache.
LOADED = "performance.getEntriesByType('resource').map(({ name }) => name)"


def test_the_match_page_is_light(site: Site, open_page: OpenPage) -> None:
    """That of one game, at night of each: test_page_weight.py weighs the files that the page names."""
    page = open_page(site.address + "/healthz", new=True)
    sizes: dict[str, int] = {}

    def weigh(request: Request) -> None:
        sizes[request.url] = max(request.sizes()["responseBodySize"], sizes.get(request.url, 0))

    page.on("requestfinished", weigh)
    for game in in_turn(GAMES, 2):
        page.goto(site.start(usual_match(game)))
        at_work(page)
        page.evaluate("document.fonts.ready.then(() => null)")
        names = [name for name in [page.url, *page.evaluate(LOADED)] if not any(map(name.count, LATER))]
        loaded = {name: sizes[name] for name in names if name in sizes}  # not what is on its way yet
        assert loaded[page.url] <= 14 * KB, game.slug
        face = sum(size for address, size in loaded.items() if address.endswith(".woff2"))
        assert 0 < face <= 20 * KB, game.slug
        styles = sum(size for address, size in loaded.items() if address.endswith(".css"))
        assert styles <= (12 if len(usual_match(game)["sides"]) == 2 else 14) * KB, (game.slug, loaded)
        assert sum(loaded.values()) - face <= 68 * KB, (game.slug, loaded)


def test_a_hand_does_not_wait_for_scripts_that_are_rarely_needed(site: Site, open_page: OpenPage) -> None:
    """Those that are not counted never arrive here."""
    page = open_page(site.address + "/healthz", new=True, routes=True)
    page.route(lambda address: address.endswith(RARE), lambda _route: None)
    page.goto(site.start(WIZARD))
    for bid in (1, 0, 0):
        key(page, bid)
    enter_tricks(page)
    for _side in ("Bruno", "Carla"):
        key(page, 0)
    expect_totals(page, -10, -10, 20)
