"""With texts 40 % longer, nothing is clipped at 320 pixels: no page is wider, no text is cut off.

Also with wider spacing, and enlarged to 400 %, where no control is covered while it has the focus.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from tests.browser.conftest import OpenPage, Site
from tests.browser.measures import COVERED, ENLARGED, REFLOW, at_every_size, clipped, clipped_if_spaced_out
from tests.browser.test_club_pages import PAGES as CLUB_PAGES
from tests.browser.test_club_pages import sign_in
from tests.browser.test_pages_are_accessible import HEADS, MATCH, PAGES, SITTING, TWO_HANDS, pages_in_turn
from tests.browser.thumb import Thumb, refused, ways
from tests.support.matches import TRUCO
from tests.support.pseudo_language import speak_pseudo

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}


@pytest.fixture(autouse=True)
def _long_words(site: Site) -> Iterator[None]:
    """The server uses the pseudo-language during these tests."""
    with pytest.MonkeyPatch.context() as patch:
        speak_pseudo(patch)
        yield


def too_wide(page: Page) -> list[str]:
    """Returns what is clipped, as text."""
    width = page.evaluate("document.documentElement.scrollWidth")
    return ([] if width <= 320 else [f"page {width}"]) + clipped(page)


@pytest.mark.parametrize("name", pages_in_turn(0))
def test_nothing_is_cut_off(site: Site, open_page: OpenPage, name: str) -> None:
    address = PAGES[name]
    if MATCH in address or SITTING in address:
        match = site.start(TRUCO, *TWO_HANDS)
        address = address.replace(MATCH, match).replace(SITTING, match.rpartition("/m/")[0])
    else:
        address = site.address + address
    page = open_page(address, **NARROW)
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    assert too_wide(page) == []
    assert clipped_if_spaced_out(page) == []
    assert at_every_size(page, REFLOW, COVERED, sizes=[ENLARGED]) == {}


@pytest.mark.parametrize("head", HEADS)
def test_nothing_is_cut_off_at_work(site: Site, open_page: OpenPage, head: str) -> None:
    page = open_page(site.start(HEADS[head]), **NARROW)
    found = {}
    for slug in ways(page):
        Thumb(page).way(slug)
        page.evaluate("document.querySelectorAll('.way:not([hidden]) details').forEach(fold => fold.open = true)")
        refused(page)
        found[slug] = too_wide(page)
    assert {slug: each for slug, each in found.items() if each} == {}


def test_nothing_is_cut_off_in_a_club(site: Site, open_page: OpenPage, names: dict[str, object]) -> None:
    page = open_page(f"{site.address}/login", **NARROW)
    sign_in(page)
    found = {}
    for name, address in CLUB_PAGES.items():
        page.goto(site.address + address.format_map(names))
        found[name] = too_wide(page)
    assert {name: each for name, each in found.items() if each} == {}


def test_every_game_is_among_them() -> None:
    assert {game.slug for game in GAMES} <= set(HEADS)
