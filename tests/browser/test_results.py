"""A result on a phone: it fits every size, and is shared by the phone's share sheet or copied."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.support.matches import TRESETTE, points

WON = (points(8, 3), points(10, 1), points(3, 8))
PLAYERS = ["Annamaria Bartolomeo", "Massimiliano Pellegrini"]
LONG = [{"name": " & ".join(PLAYERS), "players": PLAYERS}, {"name": "Carla & Dino", "players": ["Carla", "Dino"]}]
# Fake share API: the shared data is stored on the page.
SHEET = """() => {
  const { dataset } = document.body;
  dataset.handed = "";
  navigator.canShare = () => true;
  navigator.share = async ({ text, files }) => {
    dataset.handed += `[${text ?? `${files[0].type} ${files[0].name}`}]`;
  };
}"""
SIZES = ((320, 568), (375, 667), (667, 375), (932, 430), (1280, 800))


def result_of(site: Site, open_page: OpenPage, **options: Any) -> Page:
    page = open_page(site.start({**TRESETTE, "sides": LONG}, *WON), **options)
    page.get_by_role("link", name="Result and evening").click()
    expect(page.locator("h1")).to_have_text("Annamaria Bartolomeo & Massimiliano Pellegrini win")
    page.wait_for_load_state()  # its heading is read before its style sheets
    return page


def test_the_result_fits_every_size_with_long_names(site: Site, open_page: OpenPage) -> None:
    page = result_of(site, open_page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(page.locator(".chart svg")).to_be_visible()


def test_picture_and_text_go_to_the_phones_share_sheet(site: Site, open_page: OpenPage) -> None:
    page = result_of(site, open_page)
    page.evaluate(SHEET)
    handed = page.locator("body")
    page.get_by_role("button", name="Share the picture").click()
    expect(handed).to_have_attribute("data-handed", "[image/png tresette-1-square.png]")
    page.locator("summary", has_text="Shape and place").click()
    page.locator("label", has_text="Tall").click()
    expect(page.locator("[data-shown-picture]")).to_have_js_property("naturalHeight", 1920)
    page.get_by_role("button", name="Share the picture").click()
    expect(handed).to_have_attribute("data-handed", re.compile("tresette-1-tall.png"))
    page.get_by_role("button", name="Send the text").click()
    expect(handed).to_have_attribute("data-handed", re.compile("21 – ▲ Carla & Dino 12"))


def test_the_end_of_a_match_shares_the_picture_that_it_shows_in_one_tap(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**TRESETTE, "sides": LONG}, *WON))
    page.evaluate(SHEET)
    expect(page.locator("[data-shown-picture]")).to_have_js_property("naturalWidth", 1080)
    page.get_by_role("button", name="Share the picture").click()
    expect(page.locator("body")).to_have_attribute("data-handed", "[image/png tresette-1-square.png]")


def test_the_end_fits_every_size_with_rematch_as_its_one_solid_key(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**TRESETTE, "sides": LONG}, *WON), reduced_motion="reduce")
    expect(page.locator(".flood")).to_contain_text("21–12")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(page.locator(".over .primary")).to_have_text(re.compile("Rematch – .+ deals"))
        expect(page.locator(".over .primary")).to_be_visible()
        assert page.evaluate("document.getAnimations().length") == 0
