"""Scala 40 by thumb on a phone of 375 × 667: a hand of four, players who are out, have not opened, or re-enter."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.thumb import Thumb, expect_totals

NAMES = ("Anna", "Bruno", "Carla", "Dino")
FOUR: dict[str, Any] = {"game": "scala40", "sides": [{"players": [name]} for name in NAMES]}
OUT = {"closed": 0, "counts": [0, 110, 88, 20]}


def test_a_hand_of_four_takes_nine_taps(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start(FOUR))
    thumb = Thumb(page)
    picture(page, "scala40-closed")
    thumb.tap("[data-pad-panel] button:has-text('Bruno')")
    thumb.digits(24)
    thumb.digits(12)
    thumb.next()
    thumb.digits(57)
    picture(page, "scala40-counted")
    assert thumb.record("Record 24 – 0 – 12 – 57") == 9
    expect_totals(page, 24, 0, 12, 57)
    assert thumb.scrolls == 0


def test_who_is_out_is_struck_through_and_has_nothing_to_fill(
    site: Site, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(site.start(FOUR, OUT))
    thumb = Thumb(page)
    expect(page.locator(".half.out .name")).to_have_text("Bruno")
    expect(page.locator("[data-now]")).to_contain_text("Bruno is out")
    expect(page.locator("[name='counts.1']")).to_be_disabled()
    thumb.tap("[data-pad-panel] button:has-text('Dino')")
    thumb.tap(".marks > :has(:checked)")  # not Dino: asks again
    thumb.tap("[data-pad-panel] button:has-text('Carla')")
    thumb.digits(30)
    thumb.digits(40)
    picture(page, "scala40-out")
    thumb.record("Record 30 – 0 – 0 – 40")


def test_who_comes_back_is_counted_from_the_highest_total(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start({**FOUR, "options": {"reentries": 1}}, OUT))
    thumb = Thumb(page)
    expect(page.locator("[data-now]")).to_contain_text("Bruno is out, may come back at 88")
    thumb.choose("reenter.1", "1")
    picture(page, "scala40-back")
    thumb.tap("[data-pad-panel] button:has-text('Anna')")
    thumb.digits(10)
    thumb.next()
    thumb.digits(3)
    thumb.next()
    thumb.digits(20)
    thumb.record("Record 0 – −12 – 3 – 20")
    expect_totals(page, 0, 98, 91, 40)


def test_who_has_not_opened_has_a_hundred_and_no_box(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**FOUR, "options": {"unopened": "flat"}}))
    thumb = Thumb(page)
    thumb.tap("[data-pad-panel] button:has-text('Anna')")
    thumb.choose("unopened.2", "2")
    expect(page.locator("[name='counts.2']")).to_be_disabled()
    thumb.tap("[name='counts.1']")
    thumb.digits(20)
    thumb.digits(30)
    thumb.record("Record 0 – 20 – 100 – 30")
    thumb.tap(".hand summary")
    expect(page.locator("[name='unopened.2']")).to_be_checked()
    expect(page.locator("[name='counts.2']")).to_have_value("")
