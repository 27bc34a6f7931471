"""A match page at an address without https goes on without a network while it is open, and is not lost by mistake."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import FLAGS, Site
from tests.browser.phones import new_phone
from tests.browser.test_offline import expect_on_server, on_server, record
from tests.browser.thumb import Thumb, expect_totals, says
from tests.support.matches import TRUCO, won
from tools.install import debian

HOST = "table.test"  # not a loopback address, so not secure
DIALOG = "dialog.keep-open"


@pytest.fixture(scope="module")
def elsewhere(chromium: Browser, site: Site) -> Iterator[Browser]:
    """A browser for which this machine is another one, as for a phone in the room."""
    mapped = [*FLAGS, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=debian.browser(), args=mapped)
    yield browser
    browser.close()


@pytest.fixture
def phone(elsewhere: Browser, site: Site) -> Iterator[Page]:
    with new_phone(elsewhere, installs=True) as context:
        yield context.new_page()


def open_match(phone: Page, site: Site, *hands: dict[str, object]) -> str:
    """Opens a match of Truco with these hands, and waits until the page has all that it needs; returns its address."""
    address = site.start(TRUCO, *hands)
    phone.goto(f"http://{HOST}:{urlsplit(address).port}{urlsplit(address).path}")
    assert not phone.evaluate("isSecureContext")
    expect(phone.locator("html[data-phone=ready]")).to_be_attached()
    return address


def correct(phone: Page, number: int, to: str) -> None:
    """Corrects a hand of Truco by thumb."""
    thumb = Thumb(phone)
    thumb.tap(f"[data-hand='{number}'] summary")
    thumb.choose("winner,stake", to)
    thumb.record("Save 0 – 3")


def play_again(phone: Page) -> None:
    """Starts the rematch."""
    phone.locator("form[action$=rematch] button").click()
    expect_totals(phone, 0, 0)


def stay(phone: Page) -> None:
    """Reads why the page should stay open, and stays."""
    expect(phone.locator(f"{DIALOG} h2")).to_have_text("Keep this page open")
    phone.locator(f"{DIALOG} .primary").click()
    expect(phone.locator(DIALOG)).to_be_hidden()


def test_an_open_page_counts_without_a_network_refuses_to_be_lost_and_sends_everything_once(
    phone: Page, site: Site
) -> None:
    address, thumb = open_match(phone, site), Thumb(phone)
    phone.wait_for_function("() => document.querySelector('video[data-screen=on]').currentTime > 0")
    phone.context.set_offline(True)
    expect(phone.locator("[data-live]")).to_have_text("Keep this page open")
    for side, stake in ((0, 3), (1, 1), (0, 1)):
        record(phone, side, stake)
    expect(phone.locator("[data-unsent] summary")).to_have_text("Keep this page open")
    thumb.tap("[data-undo]")
    expect_totals(phone, 3, 1)
    correct(phone, 2, to="1,3")
    expect_totals(phone, 3, 3)
    phone.once("dialog", lambda question: question.dismiss())
    phone.evaluate("setTimeout(() => location.reload())")
    stay(phone)
    phone.locator(".masthead .icon-key").first.click()
    stay(phone)
    phone.context.set_offline(False)
    expect(phone.locator("[data-unsent]")).to_have_class(re.compile("done"))
    sent = on_server(site, address)
    assert (sent["points"], sent["kinds"]) == ([[3, 0], [0, 3]], ["start", *["record"] * 3, "undo", "correct"])
    phone.locator(".masthead .icon-key").first.click()
    expect(phone).to_have_url(re.compile("/s/[^/]+$"))


def test_a_match_ends_without_a_network_is_shared_and_its_rematches_take_the_page(phone: Page, site: Site) -> None:
    address = open_match(phone, site, *(won(0, 3) for _ in range(3)))
    phone.context.set_offline(True)
    record(phone, 0, 3)
    flood = phone.locator(".over .flood")
    assert flood.evaluate("each => getComputedStyle(each).backgroundColor") != "rgba(0, 0, 0, 0)"
    with phone.expect_download() as saved:
        phone.locator("form[data-picture] button").click()
    assert saved.value.suggested_filename.endswith(".png")
    play_again(phone)
    for total in (3, 6, 9, 12):
        record(phone, 1, 3)
        expect_totals(phone, 0, total)
    play_again(phone)
    record(phone, 1, 1)
    expect_totals(phone, 0, 1)
    phone.context.set_offline(False)
    second, third = (address.replace("/m/1", f"/m/{number}") for number in (2, 3))
    expect(phone).to_have_url(re.compile(re.escape(urlsplit(third).path) + "$"))
    assert [on_server(site, each)["status"] for each in (address, second)] == ["finished", "finished"]
    expect_on_server(phone, site, third, [[0, 1]])


def test_a_link_is_copied_without_https(phone: Page, site: Site) -> None:
    open_match(phone, site)
    phone.goto(re.sub("/m/1$", "/share", phone.url))
    link = phone.locator("button[data-hand-on]").first
    with says(phone, "Copied"):
        link.click()
    expect(link).to_be_focused()
    wanted = link.locator("xpath=..").locator("input").input_value()
    phone.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }))")
    phone.locator("#pasted").press("Control+V")
    expect(phone.locator("#pasted")).to_have_value(wanted)
