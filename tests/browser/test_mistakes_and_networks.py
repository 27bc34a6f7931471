"""Problems at a table: a wrong hand, a second phone, a double tap, a cellar without signal."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper import ledger
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Site
from tests.browser.test_approvals import match_at
from tests.browser.test_offline import record_elsewhere
from tests.browser.thumb import Thumb, expect_totals, refused
from tests.support import matches
from tests.support.matches import TRESETTE, TRUCO, points


def won(page: Page, side: int, stake: int) -> Thumb:
    """Chooses the winner and stake without recording."""
    thumb = Thumb(page)
    thumb.pick("winner,stake", f"{side},{stake}")
    expect(page.locator("[data-record]")).to_have_accessible_name(re.compile(r"^(Record|Save) \d"))
    return thumb


def record(page: Page, side: int, stake: int) -> None:
    won(page, side, stake).record("Record " + (f"{stake} – 0" if side == 0 else f"0 – {stake}"))


def test_a_past_hand_is_corrected_in_its_own_words(site: Site, open_page: OpenPage) -> None:
    cards = {"aces": [3, 1], "figures": [12, 8], "last_trick": 0}
    page = open_page(site.start(TRESETTE, cards, points(9, 2)))
    thumb = Thumb(page)
    thumb.tap(page.locator(".hand[data-hand='1'] summary"))
    expect(page.locator(".hand[data-hand='1'] .line")).to_have_count(7)
    expect(page.locator("[data-now]")).to_have_text("Hand 1 · Anna dealt")
    expect(page.locator("[name='figures.1']")).to_have_value("8")
    thumb.tap("[name='figures.1']")
    thumb.keys("17")
    thumb.record("Save 5 – 6")
    expect_totals(page, 14, 8)
    expect(page.locator("[data-now]")).to_contain_text("Hand 3")
    expect(page.locator(".hand[data-hand='1'] [data-corrected]")).to_have_text("Corrected.")


def test_a_final_result_from_paper_is_corrected_like_a_hand(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, {"final": [12, 7]}))
    Thumb(page).tap(page.locator(".hand[data-hand='1'] summary"))
    expect(page.locator("[name='final.1']")).to_have_value("7")
    page.locator("[name='final.0']").fill("11")
    page.locator("[name='final.1']").fill("12")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Final result from the scoresheet: 12 – 11")).to_be_visible()


def test_a_rule_beside_a_line_or_a_mistake_leads_to_its_place_in_the_rulebook(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, matches.won(0, 3)))
    thumb = Thumb(page)
    thumb.way("full")
    refused(page)
    mistake = page.locator(".error:visible [data-rule]").first
    expect(mistake).to_have_text("Rule TRU-2")
    back = page.url.removeprefix(site.address)
    assert mistake.evaluate("link => link.href") == f"{site.address}/rules/truco?back={back}#tru-2"
    line = page.locator(".hand[data-hand='1'] .line [data-rule]").first
    expect(line).to_be_attached()
    address = line.evaluate("link => link.href")
    assert address == f"{site.address}/rules/truco?back={back}#{(line.text_content() or '').lower()}"
    page.goto(address)
    expect(page.locator("article:target")).to_be_visible()
    page.get_by_role("link", name="Back to the match").click()
    expect_totals(page, 3, 0)


def test_a_correction_after_the_end_says_that_it_changes_the_winner(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, matches.won(0, 9), matches.won(0, 3)))
    thumb = Thumb(page)
    thumb.tap(page.locator(".hand[data-hand='2'] summary"))
    expect(page.locator("[data-ending]")).to_be_hidden()
    expect(page.locator(".key:has([value='1,12']):visible")).to_be_in_viewport(ratio=1)
    thumb.choose("winner,stake", "1,12")
    thumb.record("Save 0 – 12")
    expect(page.locator("[data-said-text]")).to_contain_text("This changes the result: it now goes to Them.")
    expect(page.locator("[data-winner]")).to_have_text("The match goes to Them")


def test_a_correction_can_be_left_as_it_was(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, matches.won(0, 3)))
    thumb = Thumb(page)
    thumb.tap(page.locator(".hand summary"))
    expect(page.locator("[data-now]")).to_have_text("Hand 1 · Anna dealt")
    expect(page.locator("[data-record]")).to_have_accessible_name("Save 3 – 0")
    thumb.tap("[data-cancel]")
    expect(page.locator("[data-now]")).to_contain_text("Hand 2")
    expect(page.locator("[data-record]")).to_be_hidden()
    record(page, 1, 1)
    expect_totals(page, 3, 1)


def test_later_hands_that_no_longer_fit_are_struck_when_that_is_wanted(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, matches.won(0), matches.won(0)))
    thumb = Thumb(page)
    thumb.tap(page.locator(".hand[data-hand='1'] summary"))
    thumb.choose("winner,stake", "1,12")
    thumb.tap("[data-record]")
    expect(page.locator("[data-wrong=''] .error")).to_contain_text("hand 2")
    thumb.tap("[data-strike-rest]")
    thumb.tap("[data-record]")
    expect_totals(page, 0, 12)
    expect(page.locator(".hand[data-hand='2']")).to_have_class("hand struck")


def test_a_hand_is_struck_out_and_another_annotated(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, matches.won(0), matches.won(1, 3)))
    thumb = Thumb(page)
    thumb.tap(page.locator(".hand[data-hand='2'] summary"))
    thumb.tap(".strikes summary")
    thumb.tap("[data-act=strike]")
    expect_totals(page, 1, 0)
    expect(page.locator("[data-cancel]")).to_be_hidden()
    thumb.tap(page.locator(".hand[data-hand='1'] summary"))
    thumb.fold("Note")
    page.locator(".way:not([hidden]) [name=note]").fill("Dino misdealt")
    thumb.tap(".strikes summary")
    thumb.tap("[data-act=note]")
    expect(page.locator(".hand[data-hand='1'] .hand-note")).to_have_text("Dino misdealt")
    page.reload()
    expect(page.locator(".hand[data-hand='1'] .hand-note")).to_have_text("Dino misdealt")


def test_what_another_phone_did_meanwhile_is_shown_and_the_entry_kept(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRUCO)
    mine = open_page(address)
    thumb = won(mine, 0, 3)
    record_elsewhere(site, address, 1, 1)
    thumb.tap("[data-record]")
    expect(mine.locator("[data-missed]")).to_contain_text("Hand 1 recorded")
    expect_totals(mine, 0, 1)
    expect(mine.locator("[name='winner,stake'][value='0,3']")).to_be_checked()
    thumb.record("Record 3 – 0")
    expect_totals(mine, 3, 1)
    expect(mine.locator("[data-missed]")).to_be_hidden()


def test_a_side_chosen_on_another_phone_refuses_no_hand(site: Site, open_page: OpenPage) -> None:
    address = site.start({**TRESETTE, "about": {"confirm": "hands"}})
    mine = open_page(address)
    mine.locator("button[name=side][value='0']").click()
    expect(mine.locator("button[name=side]")).to_have_count(0)
    thumb = Thumb(mine)
    thumb.way("quick")
    thumb.keys("9")
    with site.app.app_context():
        match = match_at(address)
        ledger.sit(match, 1, ledger.Write("Carla's phone", "sit", match.version))
        db.session.commit()
    expect(mine.locator("[data-said-text]")).to_contain_text("Them")
    expect(mine.locator("[data-missed]")).to_be_hidden()
    thumb.record("Record 9 – 2")
    expect_totals(mine, 9, 2)
    expect(mine.locator("[data-missed]")).to_be_hidden()


def test_a_sheet_that_takes_its_time_says_so(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.start(TRUCO)}/sheet", routes=True)
    page.route("**/sheet.pdf*", lambda route: route.fulfill(status=204))  # the page stays
    page.get_by_role("button", name="Print it").click()
    expect(page.get_by_role("button", name="Preparing …")).to_be_visible()


def test_a_double_tap_is_one_hand(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO))
    won(page, 0, 3)
    page.locator("[data-record]").evaluate("key => { key.click(); key.click(); key.click(); }")
    expect_totals(page, 3, 0)
    page.reload()
    expect_totals(page, 3, 0)


@pytest.mark.night
@pytest.mark.installs
def test_without_signal_the_hand_is_kept_and_sent_when_there_is_one(site: Site, open_page: OpenPage) -> None:
    """By day `test_a_hand_recorded_without_a_network_is_scored_at_once_and_arrives_later` and the test after it."""
    page = open_page(site.start(TRUCO))
    thumb = won(page, 0, 3)
    expect(page.locator("html[data-phone=ready]")).to_be_attached()  # everything for offline use is cached
    page.context.set_offline(True)
    thumb.tap("[data-record]")
    kept = page.locator("text=/Saved on this phone$|sent again in/").locator("visible=true").first
    expect(kept).to_be_visible()
    page.context.set_offline(False)
    expect(kept).to_be_hidden()
    expect_totals(page, 3, 0)
    expect_totals(open_page(page.url), 3, 0)


@pytest.mark.night
def test_an_answer_that_got_lost_does_not_double_the_hand(site: Site, open_page: OpenPage) -> None:
    """By day `test_a_network_that_goes_away_doubles_nothing`, on a phone that keeps the app."""
    page = open_page(site.start(TRUCO), routes=True)
    thumb = won(page, 0, 3)
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    page.route("**/hands", lose_the_first_answer)
    thumb.tap("[data-record]")
    expect_totals(page, 3, 0)
    assert "recorded" in lost[0]
    page.reload()
    expect(page.locator(".hand")).to_have_count(1)


def test_a_whole_match_without_javascript(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.start(TRUCO, matches.won(0, 3), matches.won(0, 3)), java_script_enabled=False)
    page.locator(".key:has([value='0,3'])").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[data-record]")).to_have_accessible_name("Record 3 – 0")
    page.locator("[data-record]").click()
    expect_totals(page, 9, 0)
    page.get_by_role("button", name="Undo").click()
    expect_totals(page, 6, 0)
    page.locator("[data-record]").click()
    expect(page.locator(".error:visible").first).to_have_text("Fill this in Rule TRU-2")
    page.locator(".hand summary").first.click()
    page.get_by_role("link", name="Correct or strike out").first.click()
    expect(page.locator("[name='winner,stake'][value='0,3']")).to_be_checked()
    page.locator(".key:has([value='0,12'])").click()
    page.locator("[data-record]").click()
    expect(page.locator("[data-winner]")).to_have_text("The match goes to Us")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("[data-now]")).to_contain_text("Carla deals")


def test_a_mistake_that_stays_is_not_announced_again_before_the_next_try(site: Site, open_page: OpenPage) -> None:
    """Screen readers read what is put into an alert; and a tap on its rule would meet another element."""
    page = open_page(site.start(TRESETTE))
    refused(page)
    mistakes = page.locator(".error:visible")
    before = mistakes.count()
    mistakes.evaluate_all("(all) => all.forEach((each) => { each.dataset.before = ''; })")
    thumb = Thumb(page)
    thumb.pick("last_trick", "0")
    expect(mistakes).to_have_count(before - 1)
    expect(page.locator(".error[data-before]:visible")).to_have_count(before - 1)
    refused(page)
    expect(mistakes).to_have_count(before - 1)
    expect(page.locator(".error[data-before]")).to_have_count(0)
