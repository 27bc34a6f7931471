"""A page that is shown before its scripts have loaded does not move when they run, so that taps hit their targets."""

import re

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import at_work, drawn
from tests.support.fuzzing import in_turn, shared_out
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, points, won

LITTLE = 0.01  # layout shift score; up to 0.1 counts as good
MATCHES = {
    "tresette": (TRESETTE, points(8, 3)),
    "truco": (TRUCO, won(0, 3)),
    "albastini": (ALBASTINI, {"points": [70, 50]}),
    "buraco": (BURACO, None),
}


class Held:
    """Holds files back until they are released: first the page loads, then it is shown, then its scripts arrive."""

    def __init__(self, page: Page, ending: str) -> None:
        self._waiting: list[Route] = []
        self._open = False
        page.route(re.compile(rf"/static/.*{re.escape(ending)}$"), self._arrives)

    def _arrives(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._waiting.append(route)

    def let_go(self) -> None:
        self._open = True
        for route in self._waiting:
            route.continue_()


NOTES_MOVES = (
    "window.moved = [];"
    "const noted = (each) => [each.value, each.sources.map(({ node }) => node?.className)];"
    "new PerformanceObserver((list) => window.moved.push(...list.getEntries().map(noted)))"
    ".observe({ type: 'layout-shift', buffered: true });"
)


SIZES = [(320, 640), (375, 667), (412, 823)]


@pytest.mark.parametrize(
    "game, size", [(game, size) for at, game in enumerate(shared_out(MATCHES, 1, 2)) for size in in_turn(SIZES, at)]
)
def test_nothing_moves_when_the_scripts_come(site: Site, open_page: OpenPage, game: str, size: tuple[int, int]) -> None:
    head, hand = MATCHES[game]
    width, height = size
    page = open_page("about:blank", new=True, viewport={"width": width, "height": height})
    page.add_init_script(NOTES_MOVES)
    styles, script = Held(page, ".css"), Held(page, "/match.js")
    page.goto(site.start(head, *([hand] if hand else [])), wait_until="commit")
    page.wait_for_function("() => document.readyState !== 'loading'", polling=50)
    styles.let_go()
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length", polling=50)
    script.let_go()
    at_work(page)
    drawn(page)
    moved = page.evaluate("window.moved")
    assert sum(value for value, _parts in moved) <= LITTLE, moved


@pytest.mark.parametrize("game", shared_out(MATCHES, 0, 2))
def test_nothing_moves_while_the_page_itself_arrives(site: Site, open_page: OpenPage, game: str) -> None:
    """On a phone so slow that the page is rendered in several pieces."""
    head, hand = MATCHES[game]
    page = open_page("about:blank", new=True, viewport={"width": 412, "height": 823})
    page.add_init_script(NOTES_MOVES)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 5})
    page.goto(site.start(head, *([hand] if hand else [])))
    at_work(page)
    drawn(page)
    moved = page.evaluate("window.moved")
    assert sum(value for value, _parts in moved) <= LITTLE, moved
