"""A custom game by thumb: defined in the form of a new match, scored in columns, up to twelve sides."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.thumb import Thumb, expect_totals

COLUMNS = [{"name": "Runs, clean", "factor": 10}, {"name": 'a "b" 50%', "factor": -5}]


def players(count: int) -> list[dict[str, Any]]:
    return [{"players": [f"Player {number}"]} for number in range(1, count + 1)]


def test_what_was_agreed_is_what_is_counted(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(f"{site.address}/new?game=own")
    page.locator("summary:has-text('More options')").click()
    picture(page, "own-new", full_page=True)
    page.locator("[name='options.name']").fill("Rook {x} 50%")
    page.locator("[name='options.target']").fill("300")
    page.locator("[name='options.columns.0.name']").fill("Nests")
    page.locator("[name='options.columns.0.factor']").fill("20")
    agreement = page.locator("[data-part=agreement]")
    expect(agreement).to_contain_text("300 points win.")
    agreement.locator("[name=show]").click()
    expect(agreement).to_contain_text("Nests: each counts 20.")
    expect(agreement).to_contain_text("Nests 2–1")
    picture(page, "own-agreed", full_page=True)
    page.locator("[name=start]").click()
    expect(page.locator("h1")).to_contain_text("Rook {x} 50%")
    thumb = Thumb(page)
    thumb.tap("[name='columns.Nests.1']")
    thumb.digits(3)
    expect(page.locator("[data-record]")).to_have_accessible_name(re.compile("^Nests × 20 of Player 1"))
    thumb.tap("[name='columns.Nests.0']")
    thumb.next()
    thumb.digits(35)
    thumb.next()
    expect(page.locator("[data-record]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-digit=next]")).to_have_accessible_name("0 Next")
    thumb.next()
    thumb.record("Record 35 – 60")
    expect(page.locator("[data-short]").first).to_have_text("Nests 0–3 · points 35–0")


def test_three_taps_lead_from_the_first_page_to_a_match(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.address)
    thumb = Thumb(page)
    thumb.tap("a[href$='game=own']")
    thumb.tap("[name=start]")
    expect(page.locator("[data-entry]")).to_be_visible()
    assert thumb.taps <= 3


def test_columns_of_any_name_are_entered_and_corrected(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start({"game": "own", "sides": players(3), "options": {"columns": COLUMNS}}))
    thumb = Thumb(page)
    thumb.tap("[name='columns.Runs‚ clean.0']")
    thumb.digits(2)
    for _blank in range(4):
        thumb.next()
    thumb.digits(1)
    for _blank in range(2):
        thumb.next()
    picture(page, "own-columns")
    thumb.record("Record 20 – −5 – 0")
    thumb.tap(".hand summary")
    expect(page.locator("[name='columns.Runs‚ clean.0']")).to_have_value("2")
    page.locator("[name='columns.Runs‚ clean.0']").fill("99999")
    thumb.tap("[data-record]")
    expect(page.locator("[data-wrong='columns.Runs‚ clean.0'] .error")).to_be_visible()


def test_twelve_sides_have_a_place(site: Site, open_page: OpenPage, picture: Picture) -> None:
    head = {"game": "own", "sides": players(12), "options": {"best": "low", "limit": 100}}
    page = open_page(site.start(head, {"points": list(range(0, 120, 10))}))
    picture(page, "own-twelve")
    expect(page.locator(".half.out")).to_have_count(2)
    expect(page.locator("[name='points.11']")).to_be_disabled()
    for side in range(9):
        page.locator(f"[name='points.{side}']").fill(str(side))
    thumb = Thumb(page)
    thumb.tap("[name='points.9']")
    thumb.digits(9)
    thumb.record("Record 0 – 1 – 2 – 3 – 4 – 5 – 6 – 7 – 8 – 9 – 0 – 0")
    expect_totals(page, 0, 11, 22, 33, 44, 55, 66, 77, 88, 99, 100, 110)
    picture(page, "own-twelve-recorded", full_page=True)
    page.set_viewport_size({"width": 667, "height": 375})
    picture(page, "own-twelve-landscape")
