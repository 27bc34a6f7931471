"""A club night in a real browser: live updates, player suggestions at its tables, and no findings of axe."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import ledger
from scorekeeper.clubs import accounts, nights, roster
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import db
from scorekeeper.web.table_links import make_links
from tests.browser.conftest import OpenPage, Site, an_account, log_in
from tests.browser.test_pages_are_accessible import violations_in_turn
from tests.clubs.evenings import keys
from tests.support.matches import TRUCO, won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")

PAGES = {
    "club": "",
    "nights": "/nights",
    "night": "/nights/{night}",
    "change": "/nights/{night}/edit",
    "delete": "/nights/{night}/delete",
    "board": "/nights/{night}/board",
    "players": "/players",
    "export": "/exchange",
}


@pytest.fixture(scope="session")
def places(site: Site) -> dict[str, str]:
    """Creates a club with a night; returns the values for the braces in PAGES."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo dei Quattro")
        accounts.join(club, an_account("axel", "Axel"), "owner")
        for name in FOUR:
            roster.add_player(club, name)
        night = _a_night(club)
        db.session.commit()
        return {"club": f"/c/{club.slug}", "night": str(night)}


def _a_night(club: Club) -> int:
    """Creates a night with two tables, one in play; returns its number."""
    night = nights.plan_night(club, "Third round", "Bar Centrale", "2026-01-16")
    for sitting in nights.add_tables(club, night, 2):
        make_links(sitting)
    write(ledger.record, ledger.start_match(nights.tables_of(night)[0][1], TRUCO, actor="", key=next(keys)), won(0, 3))
    return night.id


def signed_in(site: Site, open_page: OpenPage, **options: str) -> Page:
    """Returns a phone on which Axel, the club's owner, is logged in."""
    page = open_page(f"{site.address}/healthz", **options)
    log_in(page, "axel")
    return page


def test_axe_finds_nothing_on_a_clubs_nights(site: Site, open_page: OpenPage, places: dict[str, str]) -> None:
    page = signed_in(site, open_page)
    for turn, (name, path) in enumerate(PAGES.items()):
        page.goto(site.address + places["club"] + path.format(**places))
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        assert violations_in_turn(page, turn) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, f"{name} is wider than the phone"


def test_a_night_shows_a_new_hand_by_itself(site: Site, open_page: OpenPage, places: dict[str, str]) -> None:
    page = signed_in(site, open_page)
    page.goto(f"{site.address}{places['club']}/nights/{places['night']}")
    first = page.locator("[data-live] li").first
    expect(first).to_contain_text("hand 2")
    with site.app.app_context():
        night = db.session.get(Night, int(places["night"]))
        assert night is not None
        write(ledger.record, nights.matches_of(night)[0], won(0, 3))
        db.session.commit()
    expect(first).to_contain_text("hand 3")


def test_a_table_of_the_club_offers_its_players(site: Site, open_page: OpenPage, places: dict[str, str]) -> None:
    page = signed_in(site, open_page)
    page.goto(site.address + places["club"])
    page.get_by_label("Table name (optional)").fill("Table 9")
    page.get_by_role("button", name="Open a table").click()
    expect(page.locator("#roster option")).to_have_count(len(FOUR))
    expect(page.get_by_label("Seat 1", exact=True)).to_have_attribute("list", "roster")
