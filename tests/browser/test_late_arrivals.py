"""Hands that a phone recorded offline and that are refused later: none is lost, and the user sees why and chooses."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper import ledger
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Site
from tests.browser.test_comforts import sit
from tests.browser.test_offline import UNSENT, expect_on_server, go_offline, on_server, ready, record, record_elsewhere
from tests.browser.thumb import Thumb, expect_totals
from tests.support.matches import TRUCO, won

pytestmark = pytest.mark.installs


def elsewhere(site: Site, address: str) -> Match:
    """Returns the match as another phone at the table has it."""
    token, number = address.split("/s/")[1].split("/m/")
    found = links.open_match(token, int(number))
    assert found is not None
    assert found[1] is not None
    return found[1]


def end_link(site: Site, address: str) -> None:
    with site.app.app_context():
        access = links.open_link(address.split("/s/")[1].split("/m/")[0])
        assert access is not None
        links.revoke(access.link)
        db.session.commit()


def dialog(page: Page) -> Locator:
    return page.locator("dialog.conflict")


def choose(page: Page, choice: str) -> None:
    dialog(page).locator(f"[data-choice={choice}]").press(
        "Enter"
    )  # not a second tap at the same place, which is ignored


def test_a_hand_that_the_rules_refuse_by_now_can_be_changed_and_recorded(site: Site, open_page: OpenPage) -> None:
    """Another phone recorded a hand that brings a side to eleven, after which no hand may be worth six."""
    address = site.start(TRUCO, won(1, 9), won(1, 1))
    page = ready(open_page(address))
    go_offline(page)
    record(page, 0, 6)
    record_elsewhere(site, address, 1, 1)
    page.context.set_offline(False)
    expect(dialog(page)).to_contain_text("Two phones recorded hand 3")
    choose(page, "keep")
    expect(dialog(page)).to_contain_text("This can’t be saved now")
    choose(page, "amend")
    expect(page.locator(UNSENT)).to_be_hidden()
    expect_totals(page, 0, 11)
    expect(page.locator("html[data-phone=ready]")).to_be_attached()
    record(page, 0, 3)
    expect_totals(page, 3, 11)
    found = on_server(site, address)
    assert found["points"] == [[0, 9], [0, 1], [0, 1], [3, 0]]
    assert found["kinds"][-2:] == ["decline", "record"]


def test_a_hand_for_a_match_that_ended_meanwhile(site: Site, open_page: OpenPage) -> None:
    """It can be saved as a file, sent again once the end is undone, or discarded; the log keeps it."""
    address = site.start(TRUCO)
    page = ready(open_page(address))
    go_offline(page)
    record(page, 0, 3)
    with site.app.app_context():
        ledger.finish(match := elsewhere(site, address), ledger.Write("Carla's phone", "end", match.version))
        db.session.commit()
    page.context.set_offline(False)
    expect(dialog(page)).to_contain_text("Match ended")
    choose(page, "keep")
    expect(dialog(page)).to_contain_text("The match was stopped: undo that to continue")
    with page.expect_download() as saving:
        dialog(page).locator("[data-do=export]").click()
    (kept,) = json.loads(saving.value.path().read_text())["matches"]
    assert kept["document"]["hands"] == [won(0, 3)]
    with site.app.app_context():
        ledger.undo(match := elsewhere(site, address), ledger.Write("Carla's phone", "no end", match.version))
        db.session.commit()
    choose(page, "again")
    expect(dialog(page)).to_contain_text("Undone: end of match")
    choose(page, "keep")
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    expect_on_server(page, site, address, [[3, 0]])


def test_a_correction_of_a_hand_that_is_gone_by_now(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRUCO, won(0, 1))
    page = ready(open_page(address))
    go_offline(page)
    thumb = Thumb(page)
    thumb.tap(".hand[data-hand='1'] summary")
    expect(page.locator("[data-cancel]")).to_be_visible()
    thumb.choose("winner,stake", "0,6")
    thumb.record("Save 6 – 0")
    with site.app.app_context():
        ledger.undo(match := elsewhere(site, address), ledger.Write("Carla's phone", "gone", match.version))
        db.session.commit()
    page.context.set_offline(False)
    expect(dialog(page)).to_contain_text("Carla's phone: Undone: hand 1")
    choose(page, "keep")
    expect(dialog(page)).to_contain_text("This hand doesn’t exist")
    choose(page, "drop")
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    expect_totals(page, 0, 0)
    assert on_server(site, address)["kinds"] == ["start", "record", "undo", "decline"]


def test_what_was_confirmed_and_changed_meanwhile_is_looked_at_again(site: Site, open_page: OpenPage) -> None:
    address = site.start({**TRUCO, "about": {"confirm": "result"}}, won(0, 12))
    page = ready(open_page(address))
    sit(page, 0)
    ready(page)
    go_offline(page)
    page.locator("[data-agreed-side='0'] [data-agree]").tap()
    expect(page.locator("[data-told-of=result] li")).to_have_text(["Us confirmed · waiting to send"])
    with site.app.app_context():
        ledger.correct(
            match := elsewhere(site, address), 1, won(0, 9), ledger.Write("Carla's phone", "9", match.version)
        )
        db.session.commit()
    page.context.set_offline(False)
    expect(dialog(page)).to_contain_text("The result has changed since Us confirmed it on this phone")
    choose(page, "look_again")
    expect(page.locator(UNSENT)).to_be_hidden()
    expect_totals(page, 9, 0)
    assert on_server(site, address)["kinds"] == ["start", "record", "sit", "correct"]


def late_by_an_ended_link(site: Site, open_page: OpenPage) -> tuple[Page, str]:
    """Returns a phone with two unsent hands and a link that was revoked meanwhile; its status line is open."""
    address = site.start(TRUCO)
    page = ready(open_page(address, ends=True))
    go_offline(page)
    record(page, 0, 3)
    record(page, 1, 1)
    end_link(site, address)
    page.context.set_offline(False)
    page.locator(UNSENT).press("Enter")  # under a message for six seconds
    expect(page.locator("[data-unsent]")).to_contain_text("This link no longer works")
    return page, address


def test_what_comes_by_an_ended_link_is_kept_as_a_match_of_its_own(site: Site, open_page: OpenPage) -> None:
    page, address = late_by_an_ended_link(site, open_page)
    with page.expect_download():
        page.locator("[data-do=export]").click()
    page.locator("[data-do=own]").click()
    expect(page).not_to_have_url(address)
    expect_totals(page, 3, 1)
    expect(page.locator(UNSENT)).to_be_hidden()
    expect_on_server(page, site, page.url, [[3, 0], [0, 1]])


def test_what_comes_by_an_ended_link_goes_only_with_the_second_tap(site: Site, open_page: OpenPage) -> None:
    page, _address = late_by_an_ended_link(site, open_page)
    page.locator("[data-do=forget]").click()
    expect(page.locator("[data-do=forget]")).to_have_text("Delete? This is the only copy.")
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    page.locator("[data-do=forget]").click()
    expect(page).to_have_url(f"{site.address}/")
    expect(page.locator("html[data-phone=ready]")).to_be_attached()
    expect(page.locator(UNSENT)).to_be_hidden()
