"""Games of 120 points on a phone: one number, or a tap for a bandeira; the pad asks who called whom."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.games.table import PAIRS, singly


def test_a_deal_is_one_number_and_a_bandeira_one_key(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({"game": "sueca", "variant": "doubling", "sides": PAIRS}, {"points": [60, 60]}))
    thumb = Thumb(page)
    expect(page.locator("[data-now]")).to_contain_text("worth 2, from 91 on 4, a bandeira 8")
    thumb.digits(78)
    assert thumb.record("Record 2 – 0") == 3
    expect_totals(page, 2, 0)
    thumb.way("bandeira")
    thumb.choose("points.0,points.1,tricks.0,tricks.1", "0,120,0,10")
    thumb.record("Record 0 – 4: the match is over")


def test_all_the_points_ask_for_the_tricks(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({"game": "sueca", "sides": PAIRS}))
    thumb = Thumb(page)
    thumb.digits(120)
    expect(page.locator("text=how many tricks were won?")).to_be_visible()
    thumb.tap(".way:not([hidden]) [name='tricks.0']")
    thumb.keys("9")
    thumb.record("Record 2 – 0")


def test_the_chiamata_asks_who_called_whom_before_the_points(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({"game": "briscola", "variant": "chiamata", "sides": singly(5)}))
    thumb = Thumb(page)
    thumb.tap("[data-pad-panel] button:has-text('Bruno')")
    thumb.tap("[data-pad-panel] button:has-text('alone')")
    thumb.digits(61)
    expect(page.locator("[name='points.1']").locator("visible=true")).to_have_value("59")
    assert thumb.record("Record −1 – 4 – −1 – −1 – −1") == 5
    expect(page.locator("[data-short]").first).to_contain_text("called, alone")
