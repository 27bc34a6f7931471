"""The phones of the browser tests: one test after another uses them, as a new phone costs more than a page."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.support.polling import PATIENCE

PATIENCE_IN_MS = 1000 * PATIENCE  # for anything to appear; a busy machine is slow
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 667}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True,
}  # fmt: skip

# Such a browser caches no files and runs no rules engine, as both take longer than most pages.
ASKS_THE_SERVER = "Object.defineProperties(window, { caches: { value: undefined }, Worker: { value: undefined } });"

# Such a browser has the app on its home screen, and caches it in all languages.
ON_HOME_SCREEN = """{
  const real = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query.includes("standalone") ? { matches: true } : real(query));
}"""

# Deletes all that tests have stored on a phone with the app installed: matches, changes, settings, and pages of tables,
# clubs and tournaments. The app itself stays, and the settings that say which version of it is whole.
KEEP_THE_APP = """async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const facts = async (store) => {
    for (const name of await done(store.getAllKeys())) {
      if (name !== "about" && name !== "pages") await done(store.delete(name));
    }
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const opened = database.transaction(store, "readwrite").objectStore(store);
      await (store === "facts" ? facts(opened) : done(opened.clear()));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    if (name.startsWith("static ")) continue; // the app's files, a hundred
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (/^[/](s|c|t)[/]/.test(new URL(request.url).pathname)) await cache.delete(request);
    }
  }
}"""


@contextmanager
def new_phone(
    browser: Browser, installs: bool = False, languages: bool = False, routes: bool = False, **options: Any
) -> Iterator[BrowserContext]:
    """A phone that nobody has used. It runs rules and keeps the app, in all languages if so, only if it installs.

    A test's route sees requests from a service worker only if another existed before: so it is with `routes`.
    """
    worker = {"service_workers": "allow" if installs else "block"}
    with browser.new_context(**(PHONE | worker | options)) as context:
        context.set_default_timeout(PATIENCE_IN_MS)
        if not installs:
            context.add_init_script(ASKS_THE_SERVER)
        elif languages:
            context.add_init_script(ON_HOME_SCREEN)
        if routes:
            context.route("**/nowhere", lambda route: route.abort())
        yield context


def without_rules(page: Page, but: str = "") -> None:
    """Lets a phone that was opened with `routes` install the app with one game or none, which is quicker."""
    about = page.request.get(urljoin(page.url, "engine.json")).json()
    about["games"] = {slug: file for slug, file in about["games"].items() if slug == but}
    about["rule_pages"] = [address for address in about["rule_pages"] if but and address.endswith(f"/{but}")]
    about["languages"] = {}
    page.context.route("**/engine.json*", lambda route: route.fulfill(json=about))


class UsedPhone:
    """A phone that tests use in turn. Between tests it keeps its tabs, and the files that it has fetched."""

    def __init__(self, context: BrowserContext, address: str, installs: bool) -> None:
        self._context = context
        self._address = address
        self._installs = installs
        self._empty = context.new_page()  # stays, so that the browser does not close the phone's process
        self._session = context.new_cdp_session(self._empty)
        self._tabs: list[Page] = []

    def tab(self, viewport: Any = None, **media: Any) -> Page:
        """Returns a tab with such a screen; one that another test has used, if there is one."""
        page = self._tabs.pop() if self._tabs else self._context.new_page()
        viewport = viewport or PHONE["viewport"]
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        page.emulate_media(**({"color_scheme": "light", "reduced_motion": "no-preference"} | media))
        return page

    def clear(self, tab: Page) -> None:
        """Keeps this tab for the next test, closes all others, and deletes what the test has stored."""
        self._context.set_offline(False)
        with suppress(Error):  # it is closed, or the page goes elsewhere meanwhile: not kept
            tab.unroute_all()
            tab.goto(f"{self._address}/healthz")  # a page without scripts: they would write while everything is deleted
            self._tabs.append(tab)
        for page in self._context.pages:
            if page is not self._empty and page not in self._tabs:
                page.close()
        if not self._tabs:
            self._tabs.append(self._context.new_page())
            self._tabs[0].goto(f"{self._address}/healthz")
        self._delete(self._tabs[0])

    def _delete(self, tab: Page) -> None:
        tab.evaluate("sessionStorage.clear()")
        kinds = "cookies,local_storage" + ("" if self._installs else ",indexeddb")
        self._session.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": kinds})
        if self._installs:
            tab.evaluate(KEEP_THE_APP)


class UsedPhones:
    """All phones that tests use in turn: for each kind as many as one test has used at once."""

    def __init__(self, browser: Browser, address: str, stack: ExitStack) -> None:
        self._browser = browser
        self._address = address
        self._stack = stack  # closes the phones at the end
        self._phones: dict[str, list[UsedPhone]] = defaultdict(list)

    def lend(self, lent: Collection[UsedPhone], installs: bool, **device: Any) -> UsedPhone:
        """Returns a phone with such a device that is not among those already lent to the same test."""
        phones = self._phones[repr((installs, sorted(device.items())))]
        free = next((phone for phone in phones if phone not in lent), None)
        if free is None:
            context = self._stack.enter_context(new_phone(self._browser, installs, **device))
            free = UsedPhone(context, self._address, installs)
            phones.append(free)
        return free
