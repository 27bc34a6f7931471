"""The guide on a phone: kept once it was opened, and read without a network."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.web import guide
from tests.browser.conftest import OpenPage, Site
from tests.browser.test_offline import go_offline, ready, record
from tests.browser.test_pictures import CALM, MAKING, PHONE_SIZE, head, keep, sizes
from tests.browser.thumb import at_work, drawn
from tests.support.matches import won
from tests.support.polling import until
from tests.web.test_guide import ENGLISH

pytestmark = pytest.mark.installs

KEPT = """async () => (await (await caches.open("help")).keys()).length"""


def test_the_guide_is_kept_once_it_was_opened_and_read_without_a_network(site: Site, open_page: OpenPage) -> None:
    address = site.start(head("truco"), won(0, 3), won(1))
    page = ready(open_page(address, **(CALM if MAKING else {"reduced_motion": "reduce"})))
    assert page.evaluate("async () => caches.has('help')") is False
    page.goto(f"{site.address}/help/first-match")
    pictures = {name for file in ENGLISH for name in re.findall(r"[\w-]+\.webp", file.read_text("utf-8"))}
    wanted = len(guide.names()) + len(pictures)
    until(lambda: page.evaluate(KEPT) == wanted, "the whole guide is kept")
    ready(page).goto(address)
    go_offline(ready(page))
    record(page, 0, 3)
    expect(page.get_by_text("Saved on this phone").first).to_be_visible()
    expect(page.locator("[data-said-line]")).to_be_hidden()
    at_work(page)
    drawn(page)
    if MAKING:
        keep("phone-offline", taken := page.screenshot())
        assert sizes("phone-offline", taken) == [PHONE_SIZE, PHONE_SIZE]
    page.locator(".menu > summary").first.tap()
    page.get_by_role("link", name="Help").tap()
    expect(page.get_by_role("heading", name="Enter a hand")).to_be_in_viewport()
    assert page.evaluate("[...document.images].every((image) => image.loading === 'lazy' || image.complete)")
    page.goto(f"{site.address}/help/photographs")
    expect(page.locator("h1")).to_have_text("Photograph slips")
    page.wait_for_function("() => document.images[0].naturalWidth > 0")
