"""A real Chromium with a phone's screen, and a real server on its own port."""

import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.clubs import accounts, nights
from scorekeeper.store import upgrade
from scorekeeper.store.club_models import Account, Club
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.browser.axe import WithAxe
from tests.browser.phones import PATIENCE_IN_MS, UsedPhone, UsedPhones, new_phone
from tests.browser.slow import SLOW, SlowNetwork
from tests.clubs.conftest import the_account
from tests.clubs.evenings import a_club, play, player
from tests.support.fuzzing import FUZZING
from tests.support.machine import needs
from tests.support.pseudo_language import speak_pseudo
from tools.install import debian

# A browser that sends requests only for the page, and runs as root in a container.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test here as a browser test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Site:
    """The running application."""

    def __init__(self, app: Any, address: str) -> None:
        self.app = app
        self.address = address

    def start(self, head: dict[str, Any], *entries: dict[str, Any], may: str = "score") -> str:
        """Starts a match at a new table with these hands; returns the address of its page."""
        with self.app.app_context():
            sitting = ledger.open_sitting("Friday at Anna's")
            match = ledger.start_match(sitting, {"format": "scorekeeper/1", **head}, actor="", key="start")
            for number, entry in enumerate(entries):
                ledger.record(match, entry, ledger.Write("", f"hand-{number}", match.version))
            token = links.token(links.make_link(sitting, may))
            db.session.commit()
        return f"{self.address}/s/{token}/m/1"


class KeepsConnections(WSGIRequestHandler):
    """Keep-alive connections, as with any real server; a page's fifty requests are not logged, which takes its time."""

    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Logs nothing."""


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, _engine_is_made_once: None, _addresses_are_mapped_once: None
) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("site")) as running:
        running.app.test_client().get("/engine.json")  # takes seconds once, and for each page that asks meanwhile
        yield running


@contextmanager
def served(folder: Path, prefix: str = "") -> Iterator[Site]:
    """Runs the application on its own port, with its data in a folder."""
    settings = {"SECRET_KEY": "a key for tests", "SQLITE_SYNCHRONOUS": "OFF", "PREFIX": prefix}
    app = create_app({"INSTANCE_PATH": str(folder), **settings})
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
    answering = WithAxe(SlowNetwork(app) if SLOW else app)
    server = make_server("127.0.0.1", 0, answering, threaded=True, request_handler=KeepsConnections)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Site(app, f"http://127.0.0.1:{server.server_port}{prefix}")
    server.shutdown()
    thread.join()
    server.server_close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_IN_MS)
    needs(debian.BROWSER)
    needs(debian.DRIVER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=debian.browser(), args=FLAGS)
        yield browser
        browser.close()


Picture = Callable[..., None]


@pytest.fixture(scope="session")
def picture() -> Picture:
    """Saves a screenshot under a name if `SCOREKEEPER_ARTEFACTS` is set; each takes as long as a tap."""
    chosen = os.environ.get("SCOREKEEPER_ARTEFACTS")

    def take(page: Page, name: str, **options: Any) -> None:
        if chosen and not page.is_closed():
            page.screenshot(path=Path(chosen) / f"{name}.png", **options)

    return take


@pytest.fixture(params=["long words", "English"] if FUZZING else ["long words"])
def screen(request: pytest.FixtureRequest, site: Site) -> Iterator[dict[str, int]]:
    """The size of a narrow screen, where texts are in the pseudo-language; at night also a usual one in English."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "English":
            yield {"width": 375, "height": 667}
        else:
            speak_pseudo(patch)
            yield {"width": 320, "height": 568}


PASSWORD = "four aces of coins"
WEAK = "pbkdf2:sha1:1"  # hashes of passwords take no time with it; that of real ones is tested with the command line
PLAYERS = ("Anna", "Bruno", "Carla", "Dino")


@pytest.fixture(scope="session")
def names(site: Site) -> dict[str, object]:
    """Creates a club with an owner (olga), a member (mia), players and two matches; returns values for addresses."""
    with site.app.app_context():
        club = a_club(*PLAYERS)
        for login, role in (("olga", "owner"), ("mia", "member")):
            accounts.join(club, an_account(login, login.title()), role)
        club.approving = True
        waiting = play(club, *PLAYERS)
        approved = play(club, *PLAYERS, game="tresette", winner=1)
        links.make_link(approved.sitting, "score")
        ledger.approve(approved, ledger.Write("Olga", "approve", approved.version))
        with ledger.ruled(approved, "The aces of the first hand were counted twice"):
            ledger.strike(approved, 1, ledger.Write("Olga", "strike", approved.version))
        night = _settled_night(club)
        mia = the_account("mia")
        values = {
            "club": club.slug,
            "one": player(club, "Anna"),
            "two": player(club, "Bruno"),
            "waiting": waiting.id,
            "approved": approved.id,
            "settled": night,
            "invitation": accounts.invite(club, "member")[1],
            "forgotten": accounts.reset_link(club, mia)[1],
        }
        db.session.commit()
        return values


def _settled_night(club: Club) -> int:
    """Creates a night with one played table and stakes; returns its number."""
    night = nights.plan_night(club, "Third round", "Bar Sport", "2026-11-20")
    (table,) = nights.add_tables(club, night, 1)
    ledger.play_for(table, "0.50", "€")
    sides = [{"name": name, "players": [name]} for name in PLAYERS]
    match = ledger.start_match(
        table, {"format": "scorekeeper/1", "game": "albastini", "sides": sides}, actor="", key="k"
    )
    for key in ("first", "second"):
        ledger.record(match, {"points": [60, 30, 20, 10]}, ledger.Write("", key, match.version))
    ledger.finish(match, ledger.Write("", "finish", match.version))
    return night.id


def an_account(login: str, name: str) -> Account:
    """Returns a new account with the password of all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "STRENGTH", WEAK)
        return accounts.create_account(login, name, PASSWORD)


TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')


def log_in(page: Page, login: str) -> None:
    """Logs in without showing the form, which `test_a_passkey_is_made_and_opens_the_club` fills in."""
    address = re.sub(r"(https?://[^/]+).*", r"\1/login", page.url)
    found = TOKEN.search(page.request.get(address).text())
    assert found is not None
    sent = {"csrf_token": found[1], "login": login, "password": PASSWORD}
    answer = page.request.post(address, form=sent, max_redirects=0, headers={"Referer": address})
    assert answer.status == 303


OpenPage = Callable[..., Page]

SCREEN = {"viewport", "reduced_motion", "color_scheme"}  # the options of a page; all others are those of a phone


@pytest.fixture(scope="session")
def used_phones(chromium: Browser, site: Site) -> Iterator[UsedPhones]:
    with ExitStack() as stack:
        yield UsedPhones(chromium, site.address, stack)


@pytest.fixture
def open_page(
    chromium: Browser,
    used_phones: UsedPhones,
    request: pytest.FixtureRequest,
    picture: Picture,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[OpenPage]:
    """Opens an address on a phone of its own; options as of a browser context.

    Only tests marked `installs` let it install the app for offline use and run the rules engine: that takes longer than
    most tests. Other phones use the server. It caches the app in all languages only for tests that ask for them
    (`languages`). Other tests have used the phone before, and only its cached files are left of them. A test that
    changes the phone for good, such as its clock or a script for all pages, or that needs an empty cache, asks for a
    `new` one. If a test answers requests itself (`routes`), the browser does not use its cache.

    A script error, or a request for something forbidden or missing, fails the test, except for the statuses in `ends`
    (for example, links that are revoked).
    """
    monkeypatch.setattr(accounts, "STRENGTH", WEAK)
    opened: list[Page] = []
    lent: list[UsedPhone] = []
    wrong: list[str] = []
    installs = request.node.get_closest_marker("installs") is not None

    def open_it(
        address: str,
        ends: bool = False,
        routes: bool = False,
        languages: bool = False,
        new: bool = False,
        **options: Any,
    ) -> Page:
        kind = {"installs": installs, "languages": languages, "routes": routes}
        if new:
            page = stack.enter_context(new_phone(chromium, **kind, **options)).new_page()
        else:
            screen = {name: options.pop(name) for name in SCREEN & options.keys()}
            lent.append(used_phones.lend(lent, **kind, **options))
            page = lent[-1].tab(**screen)
            stack.callback(lent[-1].clear, page)
        opened.append(page)
        stack.callback(note_failures(page, wrong, (400, 403, 500) if ends else (400, 403, 404, 500)))
        if page.url != address:  # used phones wait at /healthz, which tests open to log in
            page.goto(address)
        return page

    name = re.sub(r"\W+", "-", request.node.name).strip("-")
    with ExitStack() as stack:
        yield open_it
        for number, page in enumerate(opened):
            picture(page, f"{name}{number or ''}")
    assert not wrong


def note_failures(page: Page, wrong: list[str], statuses: tuple[int, ...]) -> Callable[[], None]:
    """Adds all failures on the page to `wrong`: script errors, and responses with one of these statuses.

    Such responses are read from the console: to be told of all responses, fifty for each page, takes a tenth of its
    time. Returns a function that stops it.
    """

    def note(message: Any) -> None:
        answered = ANSWERED.match(message.text)
        if answered and int(answered[1]) in statuses:
            wrong.append(f"{answered[1]} {message.location['url']}")
        elif is_failure(message):
            wrong.append(message.text)

    listeners: dict[Any, Callable[[Any], None]] = {
        "pageerror": lambda error: wrong.append(str(error)),
        "console": note,
    }
    for event, listener in listeners.items():
        page.on(event, listener)

    def stop() -> None:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)

    return stop


# A response that is an error, in the console.
ANSWERED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")


def is_failure(message: Any) -> bool:
    """True if a console message is an error of a script or a violation of the page's policy.

    Error responses are checked separately. A service worker that cannot be registered is no failure, nor are files that
    it caches all or none, and so not yet.
    """
    harmless = (
        "Failed to load resource",
        "An unknown error occurred when fetching the script",
        "Cache.addAll() failed",
    )
    return message.type == "error" and not message.text.startswith(harmless)
