"""Scopa by thumb: the usual deal as points, as counts and as best cards, calling out, and the primiera by its cards."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.games.table import PAIRS, singly

SCOPA: dict[str, Any] = {"game": "scopa", "sides": PAIRS}


def test_a_usual_deal_takes_six_taps_and_one_more_for_a_second_sweep(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(SCOPA))
    thumb = Thumb(page)
    for point, side in (("cards", "0"), ("coins", "null"), ("settebello", "1"), ("primiera", "0")):
        thumb.choose(point, side)
    thumb.plus("scope.0")
    thumb.plus("scope.1")
    assert thumb.record("Record 3 – 2") == 6 + 1
    expect_totals(page, 3, 2)
    expect(page.locator("[data-short]").first).to_contain_text("settebello ▲")
    expect(page.locator("[data-record].waits")).to_have_text("Cards?")  # of the next deal


def test_what_is_counted_takes_the_place_of_what_was_said(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(SCOPA))
    thumb = Thumb(page)
    for point in ("cards", "coins", "settebello", "primiera"):
        thumb.choose(point, "1")
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 0 – 4")
    thumb.fold("Count")
    thumb.tap("[name='cards.0']")
    thumb.digits(22)
    expect(page.locator("[name='cards.1']")).to_have_value("18")
    expect(page.locator("[name=cards]:checked")).to_have_count(0)
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 1 – 3")
    thumb.choose("cards", "null")
    expect(page.locator("[name='cards.0']")).to_have_value("")
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 0 – 3")


def test_best_cards_make_the_primiera(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(SCOPA))
    thumb = Thumb(page)
    for point in ("cards", "coins", "settebello", "primiera"):
        thumb.choose(point, "0")
    thumb.fold("Best cards")
    for side, cards in enumerate((("7", "6", "A", "7"), ("6", "7", "7", "6"))):
        for suit, card in enumerate(cards):
            page.locator(f"[name='primiera.best.{side}.{suit}']:visible").select_option(card)
    expect(page.locator("[name=primiera]:checked")).to_have_count(0)
    thumb.record("Record 3 – 1")
    expect(page.locator("[data-short]").first).to_contain_text("primiera 76 : 78")


def test_three_players_and_the_sevens_of_escoba(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**SCOPA, "variant": "escoba", "sides": singly(3)}))
    thumb = Thumb(page)
    for point, side in (("cards", "null"), ("coins", "2"), ("settebello", "1"), ("sevens", "2")):
        thumb.choose(point, side)
    thumb.plus("scope.0")
    assert thumb.record("Record 1 – 1 – 2") <= 8


def test_calling_out_ends_the_match(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**SCOPA, "options": {"target": 3}}))
    thumb = Thumb(page)
    thumb.way("claim")
    thumb.choose("claim.side", "1")
    for field, count in (("claim.cards", 21), ("claim.coins", 6)):
        thumb.tap(f"[name='{field}']")
        thumb.digits(count)
    thumb.plus("claim.scope")
    assert thumb.record("Record 0 – 3: the match is over") <= 13
    expect(page.locator("[data-ended]")).to_have_text("Called out, and the points were there")


def test_the_primiera_is_claimed_with_cards_and_goes_into_the_hand(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(SCOPA)}/claims/primiera?side=1&cards.0=7D+6H+AS&cards.1=6D+7H+7S+6C")
    thumb = Thumb(page)
    thumb.tap("[data-picker='cards.0'] .chip:has([value=C])")
    thumb.tap("[data-picker='cards.0'] [data-rank='7']")
    thumb.tap("[name=check]")
    expect(page.locator("[data-verdict]")).to_contain_text("Yes")
    expect(page.locator("[data-verdict]")).to_contain_text("Them: primiera of 78")
    thumb.tap("text=Add primiera to hand")
    expect(page.locator(".way:not([hidden]) [name=primiera][value='1']")).to_be_checked()


def test_a_claim_that_fails_is_recorded_with_its_consequence(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(SCOPA)}/claims/target")
    thumb = Thumb(page)
    thumb.tap(".key:has([name=side][value='0'])")
    page.locator("[name=cards]").fill("20")
    thumb.tap("[name=check]")
    expect(page.locator("[data-verdict]")).to_contain_text("No")
    thumb.tap("[data-verdict] .primary")
    expect(page.locator("[data-winner]")).to_contain_text("The match goes to Them")
