"""A result on a phone: it fits every size, and is shared by the phone's share sheet or copied."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.measures import CUT, SMALL, seen_by
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


SIX = [{"players": [name]} for name in ("Annamaria", "Bartolomeo", "Massimiliano", "Dino", "Bernadetta", "Konstantin")]
OWN = {"format": "scorekeeper/1", "game": "own", "sides": SIX, "options": {"target": None, "hands": 1}}
ENDS: list[tuple[dict[str, Any], tuple[Any, ...], str]] = [
    ({**TRESETTE, "sides": LONG}, WON, "21–12"),
    (OWN, ({"points": [-285, 40, 0, 235, -75, -120]},), "Dino wins 235 By 195 after one hand."),
    (OWN, ({"points": [-20, 400, 400, 400, -75, -120]},), "A draw"),
]
# The undo key is in sight at the end of several sides, the way back at the edge.
IN_REACH = """() => document.querySelector("[data-undo-end]").getBoundingClientRect().bottom <= innerHeight
  && document.querySelector(".masthead a").getBoundingClientRect().left < 10"""


@pytest.mark.parametrize("head, hands, flood", ENDS)
def test_the_end_fits_every_size_with_rematch_as_its_one_solid_key(
    site: Site, open_page: OpenPage, head: dict[str, Any], hands: tuple[Any, ...], flood: str
) -> None:
    page = open_page(site.start(head, *hands), reduced_motion="reduce")
    expect(page.locator(".flood")).to_contain_text(flood)
    for width, height in (*SIZES, (568, 320), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert seen_by(page, CUT, SMALL) == []
        assert page.evaluate("document.getAnimations().length") == 0
        expect(page.locator(".over .primary")).to_have_text(re.compile("Rematch – .+ deals"))
        expect(page.locator(".over .primary")).to_be_visible()
        assert head["game"] == "tresette" or page.evaluate(IN_REACH), (width, height)
