"""“Delete all data in this browser” leaves nothing: with the page's script, or without it by the response's header."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, Site
from tests.browser.phones import without_rules
from tests.support.matches import TRUCO
from tests.support.polling import until

pytestmark = pytest.mark.installs

LEFT = """async () => {
  const databases = (await indexedDB.databases()).map((each) => each.name);
  let rows = 0;
  for (const name of databases) {
    const opened = await new Promise((done) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => done(asked.result);
    });
    for (const store of opened.objectStoreNames) {
      rows += await new Promise((done) => {
        const asked = opened.transaction(store).objectStore(store).count();
        asked.onsuccess = () => done(asked.result);
      });
    }
    opened.close();
  }
  return {
    rows, drafts: localStorage.length + sessionStorage.length, caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  };
}"""
NOTHING = {"rows": 0, "drafts": 0, "caches": 0, "workers": 0}


def phone_with_a_match(site: Site, open_page: OpenPage) -> Page:
    """Returns a phone with a stored match and the app’s files, but for the rules, at the confirmation page."""
    page = open_page(f"{site.address}/healthz", new=True, routes=True)
    without_rules(page)
    page.goto(site.start(TRUCO))
    page.evaluate("() => { localStorage.setItem('draft', 'x'); sessionStorage.setItem('draft', 'x'); }")
    until(lambda: all(page.evaluate(LEFT).values()), "something of each kind is stored")
    page.goto(f"{page.url.split('/s/')[0]}/settings/forget")
    return page


def without_the_servers_word(route: Route) -> None:
    """Removes the Clear-Site-Data header, which browsers ignore over plain http."""
    answer = route.fetch()
    headers = {name: text for name, text in answer.headers.items() if name != "clear-site-data"}
    route.fulfill(response=answer, headers=headers)


def test_the_script_empties_everything_by_itself(site: Site, open_page: OpenPage) -> None:
    page = phone_with_a_match(site, open_page)
    page.context.route("**/settings/forget", without_the_servers_word)
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", name="All data deleted")).to_be_visible()
    assert page.evaluate(LEFT) == NOTHING
    assert page.context.cookies() == []


def test_without_a_script_the_browser_does(site: Site, open_page: OpenPage) -> None:
    page = phone_with_a_match(site, open_page)
    page.context.route("**/forget.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.reload()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", name="All data deleted")).to_be_visible()
    assert page.evaluate(LEFT) == NOTHING
    assert page.context.cookies() == []
