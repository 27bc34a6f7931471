"""A usual hand by thumb on a phone of 375 × 667, for games that no other test counts: how few taps it takes."""

import pytest

from benchmarks.page_weight import usual_match
from scorekeeper.games import find_game
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals


@pytest.mark.parametrize("variant", ["argentino", "uruguayo"])
def test_envido_and_truco_take_four_taps_at_most(site: Site, open_page: OpenPage, variant: str) -> None:
    game = find_game("truco-argentino")
    assert game is not None
    page = open_page(site.start({**usual_match(game), "variant": variant, "options": {}}))
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
    for key in (".side-1", ":has-text('Solo')", ":has-text('made')"):
        thumb.tap(f"[data-pad-values] button{key} >> nth=0")
    expect_totals(page, -2, 4, -2)
    assert (thumb.taps, thumb.scrolls) == (3, 0)
    thumb.tap("[data-ways] summary")
    thumb.tap("[data-way-link='passed']")
    assert thumb.record("Record 0 – 0 – 0") <= 6
    expect_totals(page, -2, 4, -2)
    thumb.tap("[data-pad-values] button.side-2")
