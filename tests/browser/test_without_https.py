"""A match page at an address without https: it goes on without a network as long as it is open, and is not lost by mistake."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import FLAGS, Site
from tests.browser.phones import new_phone
from tests.browser.test_offline import expect_on_server, record
from tests.browser.thumb import Thumb, expect_totals
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


def test_a_page_that_stays_open_records_undoes_ends_and_plays_again_and_all_is_sent_once(
    phone: Page, site: Site
) -> None:
    address = open_match(phone, site, *(won(0, 3) for _ in range(3)))
    phone.context.set_offline(True)
    expect(phone.locator("[data-live]")).to_have_text("Keep this page open")
    record(phone, 1, 1)
    phone.locator("[data-said-undo]").click()
    expect_totals(phone, 9, 0)
    record(phone, 0, 3)
    expect(phone.locator(".over")).to_be_visible()
