"""Canasta on a phone: a usual hand by thumb, two numbers per side, and melds that are judged."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.support.matches import FOUR

CANASTA = {"format": "scorekeeper/1", "game": "canasta", "sides": FOUR}
SAMBA = {**CANASTA, "variant": "samba"}


def test_a_usual_hand_takes_thirteen_taps_and_two_for_the_red_threes(
    site: Site, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(site.start(CANASTA))
    thumb = Thumb(page)
    expect(page.locator("[data-now]")).to_contain_text("First meld: 50")
    picture(page, "canasta-before")
    thumb.tap("[data-pad-panel] button:has-text('Us')")
    for field in ("sides.0.natural", "sides.1.mixed", "sides.0.red_threes", "sides.0.red_threes"):
        thumb.count(field)
    thumb.digits(420)
    thumb.digits(270)
    thumb.digits(35)
    picture(page, "canasta-counted", full_page=True)
    assert thumb.last_figure(65, "Record 1185 – 505") == 13 + 2
    assert thumb.scrolls == 0
    expect_totals(page, 1185, 505)
    expect(page.locator("[data-short]").first).to_contain_text("red threes 2–0")


def test_the_first_meld_due_is_told_by_side_before_the_next_hand(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(CANASTA))
    thumb = Thumb(page)
    thumb.way("two-numbers")
    thumb.digits(1500)
    thumb.digits(0)
    thumb.next()
    thumb.digits(0)
    thumb.next()
    thumb.keys("−", "5")
    thumb.next()
    thumb.record("Record 1500 – −5")
    expect(page.locator("[data-now]")).to_contain_text("First meld: ● 90, ▲ 15")


def test_a_canasta_is_judged_by_its_cards_and_goes_into_the_hand(
    site: Site, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(site.start(CANASTA) + "/claims/canasta")
    thumb = Thumb(page)
    for rank in ("K", "K", "2", "JOKER"):
        thumb.tap(f"[data-rank='{rank}']")
    for suit in ("H", "D"):
        thumb.tap(f".suit-keys .chip:has([value='{suit}'])")
        thumb.tap("[data-rank='K']")
    thumb.tap("[data-rank='K']")
    thumb.tap("[name=check]")
    expect(page.locator("[data-verdict]")).to_contain_text("Seven cards or more: a canasta, +300")
    picture(page, "canasta-claim")
    thumb.tap("text=120 for Us")
    expect(page.locator("[name='sides.0.melds']")).to_have_value("120")
    expect(page.locator("[name='sides.0.mixed']")).to_have_value("1")


def test_samba_asks_for_sambas_and_not_whether_somebody_went_out_concealed(
    site: Site, open_page: OpenPage, picture: Picture
) -> None:
    page = open_page(site.start(SAMBA))
    thumb = Thumb(page)
    expect(page.locator(".way:not([hidden]) [name=concealed]")).to_have_count(0)
    thumb.tap("[data-pad-panel] button:has-text('Us')")
    for field in ("sides.0.samba", "sides.0.mixed"):
        thumb.count(field)
    thumb.digits(390)
    thumb.digits(120)
    thumb.digits(0)
    picture(page, "samba-counted", full_page=True)
    thumb.last_figure(40, "Record 2390 – 80")
