"""Games on cards at the table: bids on two phones, the last number, a hand without a network."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import go_offline, ready
from tests.browser.thumb import Thumb, expect_totals
from tests.games.table import PAIRS, singly

WIZARD = {"game": "card", "variant": "wizard", "sides": singly(3)}
SPADES = {"game": "card", "variant": "spades", "sides": PAIRS}
SKAT = {"game": "card", "variant": "skat-list", "sides": singly(3)}
HEARTS = {"game": "card", "variant": "hearts", "sides": singly(4)}


def key(page: Page, number: int) -> None:
    Thumb(page).tap(f"[data-pad-values] button[data-value='{number}']")


def enter_tricks(page: Page) -> None:
    """Goes on to the tricks, and waits until the pad asks for them: a tap on the keys before would go nowhere."""
    Thumb(page).tap("[data-record]:has-text('Enter: Tricks')")
    expect(page.locator("[data-pad-title]")).to_contain_text("Tricks of")
    expect(page.locator("[data-pad-values] [data-rests]")).to_have_count(0)


def expect_bids(page: Page, *bids: str) -> None:
    expect(page.locator("[data-bid] b")).to_have_text(list(bids))


def test_bids_of_two_phones_are_seen_on_both_and_the_last_trick_records(site: Site, open_page: OpenPage) -> None:
    address = site.start(WIZARD)
    ours, theirs = open_page(address), open_page(address)
    key(ours, 1)
    expect_bids(theirs, "", "1", "")
    expect(theirs.locator("[data-pad-title]")).to_have_text("Bid of Carla")
    key(theirs, 0)
    expect_bids(ours, "", "1", "0")
    Thumb(ours).tap("[data-undo]")
    expect_bids(theirs, "", "1", "")
    key(ours, 0)
    key(ours, 0)
    expect(theirs.locator("[data-bid-words]")).to_have_text("1 bid of 1")
    enter_tricks(theirs)
    key(theirs, 0)
    expect(theirs.locator("[data-pad-title]")).to_have_text("Tricks of Carla – this tap records the hand")
    key(theirs, 0)
    expect_totals(ours, -10, -10, 20)
    expect_bids(ours, "", "", "")
    expect(ours.locator("[data-pad-values] button")).to_have_count(3)  # two cards each


def test_each_key_says_what_it_gives_and_the_last_number_is_computed(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(WIZARD, {"bid": [0, 1, 0], "tricks": [0, 1, 0]}))
    for bid in (1, 1, 1):
        key(page, bid)
    enter_tricks(page)
    expect(page.locator("[data-pad-values] small")).to_have_text(["−10", "+30", "−10"])
    expect(page.locator(".made-bid")).to_have_text("1 (Bid)+30")
    key(page, 1)
    expect(page.locator("[data-pad-values] button[data-value='1'] .tok")).to_have_text(["+30", "−10"])
    hearts = open_page(site.start(HEARTS))
    for number in (3, 4, 5):
        key(hearts, number)
    expect(hearts.locator("input[data-filled]")).to_have_value("1")
    Thumb(hearts).tap("[data-pad-values] button[data-value='2']")
    expect(hearts.locator("[data-record]")).to_contain_text("Record")


def test_a_counter_that_begins_again_fills_squares(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(SPADES, {"bid": [5, 3], "tricks": [8, 5]}))
    squares = page.locator(".half-more progress")
    assert [squares.nth(side).evaluate("({ value, max }) => [value, max]") for side in (0, 1)] == [[3, 10], [2, 10]]
    key(page, 4)
    key(page, 5)
    enter_tricks(page)
    expect(page.locator("[data-pad-values] button[data-value='9'] small")).to_have_text("+45")
    key(page, 8)
    Thumb(page).tap("[data-record]")
    expect(page.locator("[data-counted]")).to_have_text(["Bags 7", "Bags 2"])
    assert squares.first.evaluate("({ value }) => value") == 7


def test_a_yes_or_no_that_is_asked_last_records(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(SKAT))
    for answer in ("1", "hearts", "3"):
        Thumb(page).tap(f"[data-pad-values] button[data-value='{answer}']")
    expect(page.locator("[data-pad-title]")).to_have_text("won – this tap records the hand")
    expect(page.locator("[data-pad-values] button")).to_have_text(["yes0 · 30 · 0", "no0 · −60 · 0"])
    Thumb(page).tap("[data-pad-values] button[data-value='on']")
    expect_totals(page, 0, 30, 0)


@pytest.mark.installs
def test_a_hand_with_bids_is_played_without_a_network(site: Site, open_page: OpenPage) -> None:
    page = ready(open_page(site.start(WIZARD)))
    go_offline(page)
    for bid in (1, 0, 0):
        key(page, bid)
    expect_bids(page, "0", "1", "0")
    expect(page.locator("[data-bid-words]")).to_have_text("1 bid of 1")
    enter_tricks(page)
    key(page, 1)
    assert Thumb(page).record("Record 20 – 30 – 20") == 1
    expect_totals(page, 20, 30, 20)
    expect(page.locator("[data-pad-values] button")).to_have_count(3)
