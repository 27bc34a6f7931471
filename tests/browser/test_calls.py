"""“Truco!” on one phone is shown large on all of them, and the hand is recorded for the agreed stake."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import go_offline, ready
from tests.browser.thumb import Thumb, expect_totals
from tests.support.matches import TRUCO


def say(page: Page, side: int, act: str) -> None:
    Thumb(page).tap(f"[data-call='{side}'] [data-act={act}]")


def test_a_call_is_seen_on_every_phone_and_answered_on_another(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRUCO)
    ours, theirs = open_page(address), open_page(address)
    say(ours, 0, "propose")
    expect(theirs.locator("[data-call-stake]")).to_have_text("3")
    expect(theirs.locator("[data-call-who]")).to_have_text("Us call")
    expect(theirs.locator("[data-call-cry]")).to_have_text("Truco!")
    expect(theirs.locator("[data-calls]")).to_have_class("calls asks side-0")
    for act in ("accept", "propose", "run"):
        expect(theirs.locator(f"[data-act={act}]:visible")).to_be_in_viewport(ratio=1)
    expect(theirs.locator("[data-call='0'] button:not([data-act=clear])").locator("visible=true")).to_have_count(0)
    say(theirs, 1, "propose")
    expect(ours.locator("[data-call-stake]")).to_have_text("6")
    say(ours, 0, "accept")
    for page in (ours, theirs):
        expect(page.locator("[data-call-text]")).to_have_text("Agreed: the hand is worth")
        expect(page.locator("[data-call-stake]")).to_have_text("6")
        expect(page.locator("[data-stake].worth-now:visible")).to_have_text(["Us 6", "Them 6"])
    thumb = Thumb(theirs)
    thumb.choose("winner,stake", "1,6")
    assert thumb.record("Record 0 – 6") == 1
    expect(ours.locator("[data-call-text]")).to_have_text("Who won the hand? It is worth")
    expect(ours.locator("[data-calls]")).to_have_class("calls")  # of neither side
    expect_totals(ours, 0, 6)


@pytest.mark.installs
def test_without_a_network_the_calls_are_this_phones_own(site: Site, open_page: OpenPage) -> None:
    page = ready(open_page(site.start(TRUCO)))
    go_offline(page)
    say(page, 0, "propose")
    expect(page.locator("[data-call-who]")).to_have_text("Us call")
    say(page, 1, "run")
    expect(page.locator("[data-stake]:visible")).to_have_text(["Us 1"])
    thumb = Thumb(page)
    thumb.choose("winner,stake", "0,1")
    thumb.record("Record 1 – 0")
    expect(page.locator("[data-call-text]")).to_have_text("Who won the hand? It is worth")
