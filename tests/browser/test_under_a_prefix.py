"""Under a URL prefix a phone works offline as at the root of a host."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Site, served
from tests.browser.phones import without_rules
from tests.browser.test_offline import UNSENT, expect_on_server, go_offline, ready, record, reopened
from tests.support.matches import TRUCO

pytestmark = pytest.mark.installs

OWN_CACHES = """async () => (await caches.keys()).every((name) => name.startsWith("/cards"))
  && (await indexedDB.databases()).every(({ name }) => name === "scorekeeper/cards")"""


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Runs the application under `/cards`."""
    with served(tmp_path_factory.mktemp("inside"), "/cards") as running:
        yield running


def test_hands_and_whole_matches_are_recorded_without_a_network_and_arrive(inside: Site, open_page: OpenPage) -> None:
    address = inside.start(TRUCO)
    page = open_page(f"{inside.address}/healthz", new=True, routes=True)
    without_rules(page, but="truco")
    page.goto(address)
    ready(page)
    assert page.evaluate(OWN_CACHES)
    go_offline(page)
    record(page, 0, 3)
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone")
    page.goto(f"{inside.address}/rules/truco")
    expect(page.locator("h1")).to_have_text("Brazilian Truco")
    page.goto(f"{inside.address}/")
    page.locator("a.tile[href$='=truco']").click()
    page.locator("[name='seats.0']").fill("Anna <3")
    page.locator("button[name=start]").click()
    expect(page).to_have_url(re.compile("/cards/s/local-"))
    expect(page.locator(".score")).to_contain_text("Anna <3")
    page = reopened(page, f"{inside.address}/")
    page.locator("a.live", has_text="Anna <3").click()
    record(page, 1, 1)
    page.context.set_offline(False)
    expect(page).not_to_have_url(re.compile("local-"))
    assert page.url.startswith(f"{inside.address}/s/")
    expect(page.locator(".score")).to_contain_text("Anna <3")
    expect_on_server(page, inside, page.url, [[0, 1]])
    expect_on_server(page, inside, address, [[3, 0]])
