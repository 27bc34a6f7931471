"""The pages of a club in a real browser: logging in works, axe finds nothing, light or dark, nothing is cut off."""

from playwright.sync_api import Page, expect

from scorekeeper.store.models import db
from tests.browser.conftest import PASSWORD, OpenPage, Site, log_in
from tests.browser.test_pages_are_accessible import scheme_in_turn, too_wide, violations, violations_in_turn
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import a_tournament

# `{one}` and `{two}` are players; `{invitation}` and `{forgotten}` are secrets of one-time links.
PAGES = {
    "club.show": "/c/{club}",
    "club_settings.show": "/c/{club}/settings",
    "webhooks.show": "/c/{club}/webhooks",
    "own_page.show": "/c/{club}/me",
    "people.show": "/c/{club}/people",
    "people.own_password": "/c/{club}/password",
    "log_search.security_log": "/c/{club}/security",
    "account.show": "/account",
    "confirming.ask": "/confirm",
    "approvals.index": "/c/{club}/approvals",
    "approvals.show": "/c/{club}/approvals/{waiting}",
    "approvals.show, approved": "/c/{club}/approvals/{approved}",
    "log_search.show": "/c/{club}/log?who=anna",
    "night_papers.settlement": "/c/{club}/nights/{settled}/settlement",
    "night_photographs.ask": "/c/{club}/nights/{settled}/photographs",
    "players.index": "/c/{club}/players",
    "roster_lists.show": "/c/{club}/players/several",
    "players.edit": "/c/{club}/players/{one}/edit",
    "players.ask_erasing": "/c/{club}/players/{one}/erase",
    "standings.show": "/c/{club}/standings",
    "records.show": "/c/{club}/records",
    "standings.matches": "/c/{club}/matches",
    "standings.player": "/c/{club}/players/{one}",
    "standings.pair": "/c/{club}/players/{one}/and/{two}",
}
DOORS = {"sign_in.invitation": "/join/{invitation}", "sign_in.reset_form": "/reset/{forgotten}"}


def sign_in(page: Page) -> None:
    page.locator("[name=login]").fill("olga")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button").first.click()
    expect(page.locator("[name=password]")).to_have_count(0)


def test_a_clubs_pages_are_whole_and_axe_finds_nothing(
    site: Site, open_page: OpenPage, names: dict[str, object], screen: dict[str, int]
) -> None:
    page = open_page(f"{site.address}/login", viewport=screen)
    sign_in(page)
    problems = {}
    for turn, (name, address) in enumerate(PAGES.items()):
        page.goto(site.address + address.format_map(names))
        problems[name] = too_wide(page) + violations_in_turn(page, turn)
    assert problems == {name: [] for name in PAGES}


def test_a_list_is_read_on_a_phone_before_it_is_taken(
    site: Site, open_page: OpenPage, names: dict[str, object]
) -> None:
    page = open_page(f"{site.address}/healthz")
    log_in(page, "olga")
    page.goto(site.address + "/c/{club}/players/several".format_map(names))
    page.locator("textarea").fill(
        "Cognome;Nome;Tessera;Circolo\nRossi;Zita;1001;Lecce\nRossi;Zita;1005;Lecce\nGallo;Ivo;x;"
    )
    page.locator("main .primary").click()
    page.get_by_role("link", name="“Circolo”").click()
    expect(page.locator("[name=column-3]")).to_be_in_viewport()
    page.locator("[name=column-3]").select_option("category")
    page.locator("[value=look]").click()
    expect(page.locator("tbody th .tag")).to_have_text(["new", "new", "left out"])
    assert violations(page, schemes=scheme_in_turn(2)) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    page.locator("[value=take]").click()
    page.get_by_role("button", name="Take this list back").click()
    expect(page.get_by_text("List taken back: 2 players deleted.")).to_be_visible()


def test_a_list_in_use_says_why_it_stays(site: Site, open_page: OpenPage, names: dict[str, object]) -> None:
    page = open_page(f"{site.address}/healthz")
    log_in(page, "olga")
    page.goto(site.address + "/c/{club}/players/several".format_map(names))
    page.locator("textarea").fill("Massimiliano Della Giovampaola")
    page.locator("main .primary").click()
    page.locator("[value=take]").click()
    with site.app.app_context():
        club = the_club(str(names["club"]))
        a_tournament(club, [{"id": 1, "name": "Pair", "players": ["Massimiliano Della Giovampaola"]}])
        db.session.commit()
    page.reload()
    expect(page.locator("#lists")).to_contain_text("has played or is entered in a tournament")
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_axe_finds_nothing_at_the_doors(site: Site, open_page: OpenPage, names: dict[str, object]) -> None:
    page = open_page(f"{site.address}/healthz")
    for turn, (name, address) in enumerate(DOORS.items()):
        page.goto(site.address + address.format_map(names))
        assert violations(page, schemes=scheme_in_turn(turn)) == [], name
