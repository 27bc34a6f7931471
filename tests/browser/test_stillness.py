"""A page that is seen before its scripts are there stays as it is when they come: nothing is tapped by mistake."""

import re
import time

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import OpenPage, Site
from tests.evenings import ALBASTINI, BURACO, TRESETTE, TRUCO, points, won

LATE = {".css": 0.3, "/match.js": 0.6}  # seconds: the page is there whole, then it is seen, then its scripts come
LITTLE = 0.01  # of a layout shift's score, where 0.1 is still good
MATCHES = {
    "tresette": (TRESETTE, points(8, 3)),
    "truco": (TRUCO, won(0, 3)),
    "albastini": (ALBASTINI, {"points": [70, 50]}),
    "buraco": (BURACO, None),
}


def late(route: Route) -> None:
    time.sleep(next((seconds for end, seconds in LATE.items() if route.request.url.endswith(end)), 0))
    route.continue_()


NOTES_MOVES = (
    "window.moved = [];"
    "const noted = (each) => [each.value, each.sources.map(({ node }) => node?.className)];"
    "new PerformanceObserver((list) => window.moved.push(...list.getEntries().map(noted)))"
    ".observe({ type: 'layout-shift', buffered: true });"
)


@pytest.mark.parametrize("width, height", [(320, 640), (375, 667), (412, 823)])
@pytest.mark.parametrize("game", MATCHES)
def test_nothing_moves_when_the_scripts_come(
    site: Site, open_page: OpenPage, game: str, width: int, height: int
) -> None:
    head, hand = MATCHES[game]
    page = open_page("about:blank", viewport={"width": width, "height": height}, service_workers="block")
    page.add_init_script(NOTES_MOVES)
    page.route(re.compile(r"/static/.*\.(js|css)$"), late)
    page.goto(site.start(head, *([hand] if hand else [])))
    page.wait_for_function("document.querySelector('.table-side').style.getPropertyValue('--measured')")
    page.wait_for_timeout(400)
    moved = page.evaluate("window.moved")
    assert sum(value for value, _parts in moved) <= LITTLE, moved


@pytest.mark.parametrize("game", MATCHES)
def test_nothing_moves_while_the_page_itself_arrives(site: Site, open_page: OpenPage, game: str) -> None:
    """On a phone so slow that the page is drawn in several pieces."""
    head, hand = MATCHES[game]
    page = open_page("about:blank", viewport={"width": 412, "height": 823})
    page.add_init_script(NOTES_MOVES)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 5})
    page.goto(site.start(head, *([hand] if hand else [])))
    page.wait_for_function("document.querySelector('.table-side').style.getPropertyValue('--measured')")
    page.wait_for_timeout(400)
    moved = page.evaluate("window.moved")
    assert sum(value for value, _parts in moved) <= LITTLE, moved
