"""A whole match of each game by thumb on a phone of 375 × 667: the taps for each hand, and the end."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, points, won


def test_truco(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start(TRUCO, won(0), won(1, 3), won(1, 6), won(0, 9)))
    thumb = Thumb(page)
    thumb.choose("winner,stake", "0,1")
    assert thumb.record("Record 1 – 0") == 1
    expect(page.locator("[data-now]")).to_contain_text("Hand of 11, no truco")
    expect(page.locator("[data-stake]:visible")).to_have_text([re.compile("3"), re.compile("3")])
    picture(page, "truco-eleven")
    thumb.choose("winner,stake", "1,3")
    thumb.record("Record 0 – 3: the match is over")
    expect(page.locator("[data-winner]")).to_have_text("The match goes to Them")
    expect(page.locator(".flood .how")).to_have_text("By 1 after 6 hands. They were 9 – 11 behind.")
    expect(page.locator("[data-entry]")).to_be_hidden()
    expect(page.locator("[data-undo-end]")).to_be_visible()
    picture(page, "truco-won")
    thumb.tap("text=Rematch")
    expect(page.locator("[data-now]")).to_contain_text("Carla deals")
    assert thumb.scrolls == 0


def test_tresette(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start(TRESETTE, points(6, 5)))
    thumb = Thumb(page)
    thumb.way("cards")
    thumb.taps = 0
    thumb.keys("3", "12")
    expect(page.locator("[data-pad-title]")).to_have_text("Last trick – this tap records the hand")
    expect(page.locator("[data-pad-values] small")).to_have_text(["8 – 3", "7 – 4"])
    expect(page.locator("[data-thirds]")).to_have_text(["7", "3⅔"])
    picture(page, "tresette-counting")
    assert thumb.last("Us", "Record 8 – 3") == 3
    thumb.way("quick")
    thumb.keys("7")
    assert thumb.record("Record 7 – 4: the match is over") == 4
    expect_totals(page, 21, 12)
    expect(page.locator("[data-winner]")).to_have_text("The match goes to Us")
    assert thumb.scrolls == 0


def test_tresette_by_cards_when_the_others_count(site: Site, open_page: OpenPage) -> None:
    """One more tap on a field if the other side counts its pile."""
    page = open_page(site.start(TRESETTE))
    thumb = Thumb(page)
    thumb.tap("[name='aces.1']")
    thumb.keys("1", "8")
    assert thumb.last("Us", "Record 8 – 3") == 4


def test_albastini(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start(ALBASTINI, {"points": [19, 101]}))
    thumb = Thumb(page)
    thumb.digits(70)
    expect(page.locator("[name='points.1']")).to_have_value("50")
    picture(page, "albastini-shared")
    assert thumb.record("Record 1 – 0") == 3
    expect(page.locator("[data-now]")).to_contain_text("Bruno deals")
    thumb.way("cards")
    thumb.keys("3", "2", "1", "4", "2")
    assert thumb.record("Record 1 – 0") == 8
    thumb.tap(".masthead summary")
    thumb.tap("[data-open-finish]")
    thumb.tap("text=End now: leader wins")
    page.wait_for_function("() => scrollY === 0")  # the result is at the top
    expect(page.locator("[data-winner]")).to_have_text("A draw")
    expect_totals(page, 2, 2)


def test_albastini_singly(site: Site, open_page: OpenPage) -> None:
    singles = [{"name": name, "players": [name]} for name in ("Asha", "Baraka", "Chiku")]
    page = open_page(site.start({"game": "albastini", "sides": singles}))
    thumb = Thumb(page)
    thumb.digits(60)
    thumb.digits(51)
    expect(page.locator("[name='points.2']")).to_have_value("9")
    assert thumb.record("Record 2 – 0 – 0") == 5


# 700 and 230 points.
COUNTED: dict[str, Any] = {
    "sides": [
        {"melds": 345, "hand": 45, "clean": 1, "dirty": 1, "pot": "played"},
        {"melds": 160, "hand": 30, "dirty": 1, "pot": "played"},
    ],
    "went_out": 0,
}


def test_buraco(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start(BURACO))
    thumb = Thumb(page)
    thumb.tap("[data-pad-panel] button.big:has-text('Us')")
    for field in ("sides.0.clean", "sides.0.dirty", "sides.1.dirty"):
        thumb.count(field)
    for figure in (345, 160, 45):
        thumb.digits(figure)
    picture(page, "buraco-counted")
    assert thumb.last_figure(30, "Record 700 – 230") == 14
    assert thumb.scrolls == 0


def test_a_first_meld_that_failed_twice_is_due_higher_in_buraco(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(BURACO, COUNTED))
    thumb = Thumb(page)
    for _attempt in range(2):
        thumb.tap("[data-failed='1']")
    expect(page.locator("[data-due]")).to_have_text(["50", "80"])
    thumb.tap("[data-field=went_out] [data-out-cell='0']")
    thumb.tap("[data-pad-panel] button.big:has-text('Us')")
    thumb.count("sides.0.clean", 6)
    for field, text in (("0.melds", "800"), ("1.melds", "20"), ("0.hand", "0"), ("1.hand", "200")):
        page.locator(f"[name='sides.{field}']").fill(text)
    thumb.record("Record 2100 – −180: the match is over")
    expect_totals(page, 2800, 50)
    expect(page.locator(".line").filter(has_text="was due 80")).to_have_count(1)
    expect(page.locator("[data-winner]")).to_have_text("The match goes to Us")
