"""King by thumb on a phone of 375 × 667: hands of counts, the king of hearts, festas with and without a sale."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.games.king.hands import SIX

FOUR: dict[str, Any] = {
    "game": "king", "sides": [{"players": [name]} for name in ("Anna", "Bruno", "Carla", "Dino")],
}  # fmt: skip


def test_a_hand_takes_four_taps_and_two_if_one_player_takes_it_all(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(FOUR))
    thumb = Thumb(page)
    thumb.keys("4", "4", "2")
    assert thumb.record("Record −80 – −80 – −40 – −60") == 4
    expect(page.locator("[data-now]")).to_contain_text("Hand 2 of 10 · No hearts")
    thumb.keys("13")
    assert thumb.record("Record −260 – 0 – 0 – 0") == 2
    assert thumb.scrolls == 0
    thumb.keys("3")
    expect(page.locator("[data-pad-title]")).to_have_text("Queens of Bruno · 1 left")
    expect(page.locator("[data-pad-values] button:enabled")).to_have_text(["00", "1−50"])
    thumb.tap(".hand[data-hand='1'] summary")
    thumb.tap("[name='tricks.0']")
    expect(page.locator("[data-pad-values] button:enabled")).to_have_count(14)  # in a correction the others may follow


def test_the_king_of_hearts_takes_one_tap_and_then_the_next_game_is_asked_for(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(FOUR, *SIX[:4]))
    thumb = Thumb(page)
    assert thumb.last("Carla", "Record 0 – 0 – −160 – 0") == 1
    thumb.keys("0", "2")
    assert thumb.record("Record 0 – −180 – 0 – 0") == 3
    expect(page.locator("[data-now]")).to_contain_text("Carla’s festa")


@pytest.mark.parametrize("nulos, points", [(False, "75 – 50 – 125 – 75"), (True, "100 – 175 – −50 – 100")])
def test_a_festa_takes_five_taps_at_most(site: Site, open_page: OpenPage, nulos: bool, points: str) -> None:
    page = open_page(site.start(FOUR, *SIX))
    thumb = Thumb(page)
    thumb.keys("3", "2", "5")
    if nulos:
        thumb.tap(".way:not([hidden]) [name=nulos]")
    assert thumb.record(f"Record {points}") <= 5


def test_a_festa_that_was_sold_takes_five_taps_the_last_of_which_records(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(FOUR, *SIX))
    thumb = Thumb(page)
    thumb.keys("3", "2", "5", "6")
    assert thumb.last("Bruno", "Record 75 – −100 – 275 – 75") == 5
    expect_totals(page, -385, -310, -125, -155)


def test_in_free_order_the_game_takes_one_tap_more(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**FOUR, "variant": "free"}, {"festa": [3, 2, 5, 3]}))
    thumb = Thumb(page)
    thumb.tap(".games a:has-text('Queens')")
    thumb.keys("2", "1", "0")
    assert thumb.record("Record −100 – −50 – 0 – −50") == 5
    expect(page.locator(".games a:has-text('Queens')")).to_be_hidden()
    expect(page.locator(".games a:text-is('Tricks')")).to_have_attribute("aria-current", "true")
