"""A usual hand by thumb on a phone of 375 × 667, for games that no other test counts: how few taps it takes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from benchmarks.page_weight import usual_match
from scorekeeper.games import find_game
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals

CUT_OFF = "line => line.scrollHeight > line.clientHeight"


@pytest.mark.parametrize("variant", ["argentino", "uruguayo"])
def test_envido_and_truco_take_four_taps_at_most(site: Site, open_page: OpenPage, variant: str) -> None:
    game = find_game("truco-argentino")
    assert game is not None
    page = open_page(site.start({**usual_match(game), "variant": variant, "options": {}}))
    assert not page.locator("[data-now] > b").evaluate(CUT_OFF)
    thumb = Thumb(page)
    thumb.tap(".way:not([hidden]) [name='envido.0']")
    thumb.keys("2")
    thumb.choose("truco.0,truco.1", "0,2")
    assert thumb.record("Record 2 – 2") <= 4
    expect_totals(page, 2, 2)
    assert thumb.scrolls <= 1


@pytest.mark.parametrize("slug", ["briscola", "sueca"])
def test_sharing_the_card_points_takes_three_taps(site: Site, open_page: OpenPage, slug: str) -> None:
    game = find_game(slug)
    assert game is not None
    page = open_page(site.start(usual_match(game)))
    thumb = Thumb(page)
    thumb.digits(78)
    assert thumb.record("Record 1 – 0") == 3
    assert thumb.scrolls == 0


def test_a_bid_that_was_made_takes_three_taps(site: Site, open_page: OpenPage) -> None:
    game = find_game("terziglio")
    assert game is not None
    page = open_page(site.start(usual_match(game)))
    thumb = Thumb(page)
    labels = page.locator(".way:not([hidden]) .entry-label").locator("visible=true")
    expect(labels).to_have_text(["Soloist"])  # of the others nothing is chosen yet
    for key in (".side-1", ":has-text('Solo')", ":has-text('made')"):
        thumb.tap(f"[data-pad-values] button{key} >> nth=0")
    expect_totals(page, -2, 4, -2)
    assert (thumb.taps, thumb.scrolls) == (3, 0)
    thumb.tap(page.locator(".hand[data-hand='1'] summary"))  # several ways to enter a hand have a field for the bidder
    expect(page.locator(".way:not([hidden]) :checked")).to_have_count(3)
    thumb.tap("[data-cancel]")
    thumb.taps = 0
    thumb.tap("[data-ways] summary")
    thumb.tap("[data-way-link='passed']")
    assert thumb.record("Record 0 – 0 – 0") <= 6
    expect_totals(page, -2, 4, -2)
    thumb.tap("[data-pad-values] button.side-2")


CHINCHON: dict[str, Any] = {
    "game": "chinchon",
    "sides": [{"players": [name]} for name in ("Anna", "Bruno", "Carla", "Dino")],
}


def test_closing_and_four_counts_take_nine_taps(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(CHINCHON))
    thumb = Thumb(page)
    thumb.tap("[data-pad-values] button.side-1")
    thumb.digits(24)
    thumb.keys("0")  # the closer has a key for each number that may be left
    thumb.digits(12)
    thumb.digits(57)
    assert thumb.record("Record 24 – −10 – 12 – 57") == 9
    expect_totals(page, 24, -10, 12, 57)


SCALA: dict[str, Any] = {**CHINCHON, "game": "scala40", "options": {"doubled_from_hand": True}}


@pytest.mark.parametrize(
    "head, counts, label",
    [(CHINCHON, (), "Record 0 – −10 – 0 – 0: the match is over"), (SCALA, (24, 12, 57), "Record 48 – 0 – 24 – 114")],
)
def test_a_rare_way_to_close_is_a_tap_before_who_closed(
    site: Site, open_page: OpenPage, head: dict[str, Any], counts: tuple[int, ...], label: str
) -> None:
    page = open_page(site.start(head))
    thumb = Thumb(page)
    thumb.tap("[data-rare-key]")
    expect(page.locator("[data-rare-key]")).to_have_attribute("aria-pressed", "true")
    thumb.tap("[data-pad-values] button.side-1")
    for count in counts:
        thumb.digits(count)
        if count == 12:
            thumb.next()
    expect(page.locator("[data-record]")).to_have_accessible_name(label)


def test_who_comes_back_can_close_and_is_asked_what_is_left(site: Site, open_page: OpenPage) -> None:
    hands = [{"closed": 0, "counts": [2, 70, 60, 20]}, {"closed": 0, "counts": [3, 35, 30, 4]}]
    page = open_page(site.start(CHINCHON, *hands))
    thumb = Thumb(page)
    expect(page.locator("[data-back]")).to_contain_text("Bruno back at 90")
    expect(page.locator("[name='counts.1']")).to_be_disabled()
    thumb.choose("reenter.1", "1")
    thumb.tap("[data-pad-values] button.side-1")
    thumb.digits(14)
    thumb.keys("0")
    thumb.digits(12)
    thumb.digits(11)
    thumb.record("Record 14 – −25 – 12 – 11")
    expect_totals(page, 19, 80, 102, 35)
    expect(page.locator("[data-back]")).to_contain_text("Carla back at 80")


PERDERE = {
    "game": "tresette",
    "variant": "perdere",
    "options": {"target": 10, "ending": "last_in"},
    "sides": [{"players": [name]} for name in ("Anna", "Bruno", "Carla", "Dino")],
}


def test_a_deal_a_perdere_takes_a_tap_for_each_player_but_the_last_who_is_in(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(PERDERE, {"points": [1, 10, 0, 0]}))
    expect(page.locator("[data-now], .now").first).to_contain_text("Bruno is out")
    thumb = Thumb(page)
    thumb.keys("5", "2")
    assert thumb.record("Record 5 – 0 – 2 – 4") == 3
    expect_totals(page, 6, 10, 2, 4)
    assert thumb.scrolls == 0
