"""An arbiter locks a match while a phone is offline: the phone keeps its hands until somebody decides."""

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper import ledger
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Site, log_in
from tests.browser.test_offline import UNSENT, expect_on_server, go_offline, on_server, ready, record, record_elsewhere
from tests.browser.thumb import at_work
from tests.support.matches import TRUCO, won


def match_at(address: str) -> Match:
    token, number = address.split("/s/")[1].split("/m/")
    _access, match = links.open_match(token, int(number)) or (None, None)
    assert match is not None
    return match


def approve(site: Site, address: str) -> None:
    with site.app.app_context():
        match = match_at(address)
        ledger.approve(match, ledger.Write("Olga", "approve", match.version))
        db.session.commit()


def reopen(site: Site, address: str) -> None:
    with site.app.app_context():
        match = match_at(address)
        with ledger.ruled(match, "a hand is missing"):
            ledger.reopen(match, ledger.Write("Olga", "reopen", match.version))
        db.session.commit()


def with_a_late_hand(site: Site, open_page: OpenPage) -> tuple[Page, str]:
    """Returns a phone whose second hand is refused by the lock."""
    address = site.start(TRUCO, won(0, 6))
    page = ready(open_page(address))
    go_offline(page)
    record(page, 1, 3)
    record_elsewhere(site, address, 0, 6)
    approve(site, address)
    page.context.set_offline(False)
    expect(page.locator("dialog.conflict")).to_contain_text("only an arbiter")
    return page, address


@pytest.mark.installs
def test_a_late_hand_that_is_given_up_is_in_the_log(site: Site, open_page: OpenPage) -> None:
    page, address = with_a_late_hand(site, open_page)
    page.locator("dialog.conflict [data-choice=drop]").click()
    expect(page.locator(UNSENT)).to_be_hidden()
    assert on_server(site, address)["kinds"] == ["start", "record", "record", "approve", "decline"]


@pytest.mark.installs
def test_a_late_hand_is_sent_again_once_the_match_is_open_again(site: Site, open_page: OpenPage) -> None:
    page, address = with_a_late_hand(site, open_page)
    reopen(site, address)
    page.locator("dialog.conflict [data-choice=again]").press("Enter")
    dialog = page.locator("dialog.conflict")
    expect(dialog).to_contain_text("Two phones recorded hand 2")
    dialog.locator("[data-choice=replace]").press("Enter")
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    expect_on_server(page, site, address, [[6, 0], [0, 3]])


def test_a_page_that_is_open_hears_of_the_lock(site: Site, open_page: OpenPage) -> None:
    address = site.start(TRUCO, won(0, 6), won(0, 6))
    page = open_page(address)
    expect(page.locator("[data-undo-end]")).to_be_visible()
    approve(site, address)
    expect(page.locator("[data-locked]")).to_contain_text("Approved by Olga")
    expect(page.locator("[data-undo-end]")).to_be_hidden()


def at_an_approved_match(site: Site, open_page: OpenPage, names: dict[str, object]) -> Page:
    """Returns the arbiter's phone at an approved match."""
    page = open_page(f"{site.address}/healthz")
    log_in(page, "olga")
    page.goto(f"{site.address}/c/{names['club']}/approvals/{names['approved']}")
    page.get_by_role("link", name="Open match").click()
    page.wait_for_url("**/s/*/m/*")
    return page


def save_the_note_only(page: Page) -> None:
    page.locator(".way:not([hidden]) details:has([name=note])").evaluate("(fold) => { fold.open = true; }")
    if not page.locator("[data-act=note]").is_visible():
        page.locator(".strikes summary").click()
    page.locator("[data-act=note]").click()


def test_an_arbiter_corrects_with_a_reason(site: Site, open_page: OpenPage, names: dict[str, object]) -> None:
    page = at_an_approved_match(site, open_page, names)
    at_work(page)
    page.locator(".hand summary").first.click()
    expect(page.locator("[data-screen].is-correcting")).to_be_attached()
    save_the_note_only(page)
    expect(page.locator("[data-wrong='']")).to_contain_text("Give a reason")
    page.locator("[name=reason]").fill("only a note")
    way = page.locator(".way:not([hidden])")
    way.locator("[name=note]").fill("counted twice")
    save_the_note_only(page)
    expect(page.locator(".hand").first).to_contain_text("counted twice")


def test_what_was_refused_before_the_page_was_at_work_stays_said(
    site: Site, open_page: OpenPage, names: dict[str, object]
) -> None:
    page = at_an_approved_match(site, open_page, names)
    held: list[Route] = []
    previews: list[str] = []
    page.route("**/games/tresette/entry.js", lambda route: held.append(route))
    page.goto(page.url + "/hands/3", wait_until="commit")
    page.on("request", lambda request: previews.append(request.url) if request.url.endswith("/preview") else None)
    save_the_note_only(page)
    said = page.locator("[data-wrong='']")
    expect(said).to_contain_text("Give a reason")
    with page.expect_response("**/state.json*"):
        for route in held:
            route.continue_()
        page.unroute("**/games/tresette/entry.js")
    expect(said).to_contain_text("Give a reason")
    assert previews == []
