"""The unusual ways to enter a hand: calls, claims, honours, counted cards, fields that only some matches have."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, expect_totals
from tests.support.matches import BURACO, TRESETTE, TRUCO, won

HONOUR = "select[name='honours.{0}.kind,honours.{0}.rank,honours.{0}.missing,honours.{0}.suit']:visible"


def test_truco_trick_by_trick_with_its_call(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO))
    thumb = Thumb(page)
    thumb.way("full")
    for trick, winner in enumerate(("0", "null", "1")):
        thumb.choose(f"tricks.{trick}", winner)
    thumb.tap("text=Truco was called")
    for field, value in (("trick", "2"), ("side", "0"), ("proposals", "2"), ("answer", "accept")):
        thumb.choose(f"truco.{field}", value)
    thumb.record("Record 0 – 6")
    expect(page.locator("[data-short]").first).to_contain_text("6 accepted")


def test_a_side_at_match_point_gives_up(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**TRUCO, "variant": "paulista"}, won(0, 9), won(0)))
    thumb = Thumb(page)
    expect(page.locator("[data-way-link=fold]")).to_have_attribute("hidden", "")
    thumb.choose("winner,stake", "0,1")
    thumb.record("Record 1 – 0")
    expect(page.locator("[data-now]")).to_contain_text("Hand of 11, no truco")
    thumb.way("fold")
    assert thumb.record("Record 0 – 1") <= 6
    expect(page.locator("[data-short]").first).to_have_text("gave up the hand")


def test_honours_that_cannot_be_are_refused_at_their_row_and_can_be_corrected(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**TRESETTE, "variant": "mcleod"}))
    thumb = Thumb(page)
    thumb.way("quick")
    thumb.keys("7")
    thumb.fold("Honours")
    for row, player in enumerate(("Anna", "Carla")):
        page.locator(f"select[name='honours.{row}.player']:visible").select_option(player)
        page.locator(HONOUR.format(row)).select_option(label="Four 3s")
    expect(page.locator("[data-row=honours]:visible")).to_have_count(2)
    thumb.tap("text=One more")
    expect(page.locator("[data-row=honours]:visible")).to_have_count(3)
    thumb.tap("[data-record]")
    expect(
        page.locator("[data-rows=honours]:visible .error, [data-wrong=honours]:visible .error").first
    ).to_be_visible()
    expect_totals(page, 0, 0)
    page.locator(HONOUR.format(0)).select_option(label="Three 3s without coins")
    page.locator("select[name='honours.1.player']:visible").select_option("Dino")
    page.locator(HONOUR.format(1)).select_option(label="Napoletana in coins")
    thumb.record("Record 10 – 7")
    expect(page.locator("[data-short]").first).to_contain_text("honours Anna 3")


def test_tresette_claimed_in_mid_deal(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start({**TRESETTE, "options": {"target": 8}}))
    thumb = Thumb(page)
    thumb.way("claim")
    thumb.tap("[data-pad-panel] button:has-text('Us')")
    thumb.keys("3", "12")
    thumb.tap("text=Has won the last trick")
    thumb.record("Record 8 – 0: the match is over")
    expect(page.locator("[data-ended]")).to_have_text("The target was claimed, and reached")


def test_napoletana_decima(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE))
    thumb = Thumb(page)
    thumb.way("decima")
    thumb.choose("decima", "Dino")
    thumb.record("Record 0 – 0: the match is over")
    expect(page.locator("[data-ended]")).to_contain_text("The match counts as 16 games")


def test_cards_that_may_be_a_cappotto_ask_for_the_tricks(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE))
    thumb = Thumb(page)
    thumb.keys("4", "20")
    thumb.tap("[data-pad-panel] button:has-text('Us')")
    expect(page.locator("text=Enter the tricks")).to_be_visible()
    thumb.tap(".way:not([hidden]) [name='tricks.0']")
    thumb.keys("10")
    thumb.record("Record 11 – 0: the match is over")
    expect(page.locator("[data-ended]")).to_contain_text("Cappotto")


def test_albastini_for_five_with_the_undrawn_trump(site: Site, open_page: OpenPage) -> None:
    names = ("Asha", "Baraka", "Chiku", "Dalila", "Emanueli")
    sides = [{"name": name, "players": [name]} for name in names]
    page = open_page(site.start({"game": "albastini", "sides": sides}))
    thumb = Thumb(page)
    thumb.choose("undrawn", "K")
    for points in (40, 30, 20, 15):
        thumb.digits(points)
    expect(page.locator("[name='points.4']")).to_have_value("11")
    thumb.record("Record 1 – 0 – 0 – 0 – 0")


def test_buraco_by_cards_with_an_unplayed_pot_and_the_exact_cut(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(BURACO))
    thumb = Thumb(page)
    thumb.tap("[data-rare-key]")
    thumb.choose("sides.0.pot", "played")
    thumb.choose("sides.1.pot", "unplayed")
    thumb.tap("[name='sides.1.pot_cards']")
    thumb.digits(85)
    thumb.fold("Cut, by cards")
    thumb.choose("sides.1.cut_bonus", "on")
    for field, cards in (("3-7", 10), ("8-K", 6), ("A", 2), ("2", 1)):
        page.locator(f"[name='sides.1.melds.{field}']").locator("visible=true").fill(str(cards))
    for field, points in (("0.melds", 345), ("0.hand", 45), ("1.hand", 30)):
        page.locator(f"[name='sides.{field}']").locator("visible=true").fill(str(points))
    thumb.count("sides.1.dirty")
    thumb.record("Record 300 – 245")


def test_a_form_can_be_filled_from_a_keyboard(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRESETTE))
    page.locator("[name='aces.0']").focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type("12")
    page.keyboard.press("Tab")
    page.locator("[name='last_trick'][value='0']").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 8 – 3")
    page.locator("[data-record]").press("Enter")
    expect_totals(page, 8, 3)
