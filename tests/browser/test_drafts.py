"""A half-entered hand is kept as a draft; a claim's points are added to it only once."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, at_work
from tests.support.matches import BURACO, TRESETTE, TRUCO

MELDS = "[name='sides.0.melds']"


def typed(page: Page, field: str) -> str:
    at_work(page)
    return page.locator(f".way:not([hidden]) [name='{field}']").input_value()


def test_a_half_entered_hand_is_there_after_a_reload_and_gone_once_recorded(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE))
    thumb = Thumb(page)
    thumb.way("quick")
    thumb.keys("9")
    page.reload()
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 9 – 2")
    assert (typed(page, "points.0"), typed(page, "points.1")) == ("9", "2")
    Thumb(page).record("Record 9 – 2")
    page.reload()
    assert typed(page, "points.0") == ""


def test_a_chosen_key_is_kept_too(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO))
    Thumb(page).pick("winner,stake", "1,3")
    page.reload()
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 0 – 3")


def test_each_match_keeps_its_own_but_not_what_is_taken_away_again(site: Site, open_page: OpenPage) -> None:
    page = open_page(address := site.start(BURACO))
    page.locator(MELDS).fill("60")
    page.goto(site.start(BURACO))
    assert typed(page, "sides.0.melds") == ""
    page.goto(address)
    expect(page.locator(MELDS)).to_have_value("60")
    page.locator(MELDS).fill("")
    page.reload()
    assert typed(page, "sides.0.melds") == ""


def test_a_hand_that_is_being_corrected_is_kept_beside_the_next_one(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE, {"points": [8, 3]}))
    thumb = Thumb(page)
    thumb.tap(".hand summary")
    expect(page.locator("[data-cancel]")).to_be_visible()
    page.locator("[name='points.0']").fill("5")
    page.reload()
    assert typed(page, "points.0") == ""
    thumb.tap(".hand summary")
    corrected = page.locator(".way:not([hidden]) [name='points.0']")
    expect(corrected).to_have_value("5")
    thumb.tap("[data-cancel]")
    expect(corrected).to_have_value("")
    thumb.tap("[data-correct]")
    expect(corrected).to_have_value("8")


def test_what_a_claim_carries_is_added_to_what_was_typed_and_only_once(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(BURACO))
    page.locator(MELDS).fill("100")
    page.goto(f"{page.url}?add.sides.0.melds=60&add.sides.0.clean=1")
    expect(page.locator(MELDS)).to_have_value("160")
    assert typed(page, "sides.0.clean") == "1"
    assert "?" not in page.url
    page.reload()
    expect(page.locator(MELDS)).to_have_value("160")


def test_what_a_claim_carries_into_an_empty_form_is_kept_and_not_taken_twice(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(BURACO)}?add.sides.0.melds=60")
    expect(page.locator(MELDS)).to_have_value("60")
    page.goto(f"{page.url}?add.sides.1.melds=45")
    assert (typed(page, "sides.0.melds"), typed(page, "sides.1.melds")) == ("60", "45")


def test_honours_from_a_claim_come_after_those_that_were_entered(site: Site, open_page: OpenPage) -> None:
    address = site.start({**TRESETTE, "options": {"honours": True}})
    carried = "honours.0.player={}&honours.0.kind=napoletana&honours.0.suit=coins"
    page = open_page(f"{address}?{carried.format('Anna')}")
    page.wait_for_url(address)
    page.goto(f"{address}?{carried.format('Dino')}")
    page.wait_for_url(address)
    assert (typed(page, "honours.0.player"), typed(page, "honours.1.player")) == ("Anna", "Dino")


def test_a_whole_hand_that_a_verdict_carries_is_gone_with_its_page(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRESETTE)
    page = open_page(f"{address}?way=quick&points.0=9&points.1=2")
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 9 – 2")
    page.goto(address)
    at_work(page)
    expect(page.locator("[data-record]")).to_have_class("button primary waits")


def test_a_claim_is_never_taken_up_again_and_leaves_the_hand_that_was_begun(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRESETTE)
    page = open_page(address)
    thumb = Thumb(page)
    thumb.way("quick")
    thumb.keys("9")
    thumb.way("claim")
    page.locator("[name='claim.side'][value='0']").check(force=True)
    for field in ("aces", "figures"):
        page.locator(f"[name='claim.{field}']").fill("1")
    expect(page.locator("[data-record]:not(.waits)")).to_be_visible()
    page.goto(address)
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 9 – 2")
