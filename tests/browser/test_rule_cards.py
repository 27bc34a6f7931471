"""A rule's number opens its text on every page that cites rules, online and offline."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import go_offline, ready
from tests.browser.test_pages_are_accessible import scheme_in_turn, violations
from tests.browser.thumb import refused
from tests.support.fuzzing import FUZZING
from tests.support.matches import TRESETTE, points

AT_ACES = "/claims/target?side=0&aces=2&figures=20&check=1"
FIRST = ".hand[data-hand='1'] [data-rule]"
# Pages that cite rules: the steps to the first one, and where it is.
PLACES = {
    "a hand's explanation": ("", ".hand[data-hand='1'] summary", FIRST),
    "a refusal": ("", "[data-record]", "[data-entry] .error [data-rule]"),
    "a verdict": (AT_ACES, "h1", "[data-verdict] a.rule"),
}


def card_of(page: Page, number: str) -> None:
    """Taps a rule's number and checks its card: completely on the screen, with the number still visible."""
    rule = page.locator(number).first
    rule.scroll_into_view_if_needed()
    name = re.findall(r"[A-Z]{3}-\d+", rule.inner_text())[0]
    rule.tap()
    card = page.locator("dialog.rule-card")
    expect(card.locator("h2")).to_have_text(re.compile(rf"^{name} \w"))
    expect(card.locator("[data-rule-text]")).to_have_text(re.compile(r"\w+ \w+ \w+"))
    expect(card).to_be_in_viewport(ratio=0.99)
    expect(rule).to_be_in_viewport()


@pytest.mark.parametrize("place", PLACES)
def test_a_rules_text_is_shown_where_its_number_is_tapped(site: Site, open_page: OpenPage, place: str) -> None:
    path, first, number = PLACES[place]
    page = open_page(site.start(TRESETTE, points(8, 3)) + path)
    address = page.url
    if first == "[data-record]":
        refused(page)
    else:
        page.locator(first).first.click()
    card_of(page, number)
    if FUZZING or place == "a refusal":  # the card is the same everywhere
        assert violations(page, schemes=scheme_in_turn(4)) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog.rule-card")).to_have_count(0)
    assert page.url == address
    assert page.locator(number).first.evaluate("(each) => each === document.activeElement")


def test_a_card_leads_to_all_rules_and_is_closed_by_a_tap_beside_it(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE, points(8, 3)), viewport={"width": 667, "height": 375})
    page.locator(".hand[data-hand='1'] summary").click()
    card_of(page, FIRST)
    card = page.locator("dialog.rule-card")
    expect(card.get_by_role("link", name="The rules of the game")).to_have_attribute(
        "href", re.compile(r"^/rules/tresette\?back=/s/.*#tre-4$")
    )
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    shaded = "card => [card.scrollHeight > card.clientHeight, getComputedStyle(card).backgroundAttachment]"
    assert card.evaluate(shaded) == [
        True,
        "local, scroll, scroll",
    ]  # a shadow at the lower edge shows that there is more
    card.evaluate("card => card.scrollTo(0, card.scrollHeight)")
    expect(card.get_by_role("button", name="Close")).to_be_in_viewport()
    page.touchscreen.tap(3, 3)
    expect(card).to_have_count(0)


@pytest.mark.installs
def test_rules_and_the_picture_of_a_result_are_there_without_a_network(site: Site, open_page: OpenPage) -> None:
    page = ready(open_page(site.start(TRESETTE, points(8, 3), points(10, 1), points(3, 8))))
    go_offline(page)
    page.locator(".hand[data-hand='1'] summary").click()
    card_of(page, FIRST)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Cancel").click()  # the tap on the hand's row opened it in the form
    page.get_by_role("link", name="Result and evening").click()
    expect(page.locator("h1")).to_have_text("The match goes to Us")
    card_of(page, ".result-why a.rule")
    page.keyboard.press("Escape")
    page.locator("summary", has_text="Shape and place").click()
    page.locator("label", has_text="Tall").click()
    expect(page.locator("[data-shown-picture]")).to_have_js_property("naturalHeight", 1920)  # drawn by the browser
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share the picture").click()
    assert saved.value.suggested_filename == "tresette-1-tall.png"
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)] == [1080, 1920]
    assert len(picture) > 20_000
