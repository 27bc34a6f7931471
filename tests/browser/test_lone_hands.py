"""Three at Burraco: the form for the hand's pots, by thumb."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Picture, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.games.table import singly

THREE = {"format": "scorekeeper/1", "game": "buraco", "variant": "burraco-3", "sides": singly(3)}


def test_a_lone_hand_and_then_three_pots(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start(THREE))
    thumb = Thumb(page)
    expect(page.locator("[data-now]")).to_contain_text("Pots of 18 and 11 cards")
    expect(page.locator("[data-way-link=lone]")).to_have_attribute("aria-current", "true")
    thumb.choose("lone", "0")
    for path, points in (("alone.melds", "500"), ("pair.melds", "220"), ("alone.hand", "0"), ("pair.hand", "95")):
        page.locator(f"[name='{path}']").fill(points)
    thumb.count("alone.clean", 2)
    thumb.count("pair.dirty")
    thumb.choose("alone.pot", "played")
    thumb.choose("pair.pot", "none")
    thumb.choose("went_out", "0")
    picture(page, "buraco-lone-hand", full_page=True)
    thumb.record("Record 1000 – 63 – 63")
    expect_totals(page, 1000, 63, 63)
    expect(page.locator("[data-now]")).to_contain_text("Three pots of 11 cards")
    expect(page.locator("[data-way-link=lone]")).to_have_attribute("hidden", "")
    expect(page.locator("[name='sides.2.melds']")).to_be_visible()
    picture(page, "buraco-three-pots", full_page=True)
    thumb.tap("[data-undo]")
    expect(page.locator("[data-way-link=lone]")).not_to_have_attribute("hidden", "")
    expect(page.locator("[name='alone.melds']")).to_be_visible()


def test_great_runs_are_counted_where_they_are_played(site: Site, open_page: OpenPage, picture: Picture) -> None:
    page = open_page(site.start({**THREE, "variant": "aberto", "sides": [{"name": "Us"}, {"name": "Them"}]}))
    thumb = Thumb(page)
    for path, points in (("melds", "245"), ("hand", "30")):
        page.locator(f"[name='sides.0.{path}']").fill(points)
        page.locator(f"[name='sides.1.{path}']").fill("0")
    thumb.fold("Great runs")
    page.locator("[name='sides.0.thirteen']").fill("1")
    thumb.count("sides.0.dirty")
    thumb.tap("[data-field=went_out] [data-out-cell='0']")
    thumb.tap("[data-pad-panel] button.big:has-text('Us')")
    thumb.fold("Pots")
    thumb.choose("sides.0.pot", "stock")
    picture(page, "buraco-great-runs", full_page=True)
    thumb.record("Record 915 – 0")
    expect(page.locator("[data-short]").first).to_contain_text("pot to the stock")
