"""Belote by thumb on a phone of 375 × 667: plain deals, belote and announcements, contracts, doubling."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals

PAIRS = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]


def head(variant: str) -> dict[str, Any]:
    return {"game": "belote", "variant": variant, "sides": PAIRS}


def test_a_plain_deal_takes_four_taps_and_the_page_says_what_is_carried_over(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(head("classic")))
    thumb = Thumb(page)
    thumb.tap("[data-pad-panel] button:has-text('Us')")
    thumb.digits(81)
    assert thumb.record("Record 0 – 81") == 4
    expect(page.locator("[data-now]")).to_contain_text("81 carried over")
    thumb.tap("[data-pad-panel] button:has-text('Them')")
    thumb.digits(62)
    assert thumb.record("Record 62 – 181") == 4


def test_the_status_line_does_not_count_deals_that_all_passed(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**head("classic"), "options": {"hands": 3}}, {"passed": True}))
    expect(page.locator("[data-now]")).to_contain_text("Hand 1 of 3")
    thumb = Thumb(page)
    thumb.tap("[data-pad-panel] button:has-text('Us')")
    thumb.digits(100)
    thumb.record("Record 100 – 62")
    expect(page.locator("[data-now]")).to_contain_text("Hand 2 of 3")


def test_with_a_contract_it_takes_five_and_eight_with_belote_and_an_announcement(
    site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.start(head("coinche")))
    thumb = Thumb(page)
    thumb.tap("[data-pad-values] .side-0:has-text('80')")
    thumb.tap("[data-pad-values] [data-value='1']")
    thumb.digits(95)
    assert thumb.record("Record 180 – 70") == 5
    thumb.tap("[data-pad-values] .side-1:has-text('110')")
    thumb.tap("[data-pad-values] [data-value='1']")
    thumb.digits(62)
    thumb.choose("belote", "1")
    thumb.taps += 2  # a list opens and closes with a tap each
    page.locator("[name='announcements.1.0']").select_option("tierce")
    assert thumb.record("Record 60 – 250") == 8
    expect_totals(page, 240, 320)


def test_a_doubled_contract_and_a_capot_are_entered_in_the_same_form(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(head("contree"), {"passed": True}))
    thumb = Thumb(page)
    thumb.tap("[data-pad-values] .side-1:has-text('Capot')")
    thumb.tap("[data-pad-values] [data-value='2']")
    thumb.tap("[name='points.1']")
    thumb.digits(162)  # also possible: a last trick without points
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 820 – 0")
    thumb.tap("[data-all-key]")
    thumb.record("Record 0 – 1000")
