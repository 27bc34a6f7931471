"""Entries and championships in a real browser: axe finds nothing, everything fits, and ticks need no page load."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts, roster
from scorekeeper.clubs.series import keeping
from scorekeeper.clubs.series.scheme import Scheme
from scorekeeper.clubs.tournaments import entries, presence
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Picture, Site, log_in
from tests.browser.test_pages_are_accessible import violations
from tests.clubs.conftest import PASSWORD
from tests.tournaments.made import play_on, tournament

ENTERED = "\n".join(f"Annamaria {at}, Bartolomeo {at}; Circolo di Lecce; {at}, {at + 100}" for at in range(1, 15))
ONE_ROUND = {"kind": "danese", "rounds": 1, "first": "entry"}

PAGES = {
    "entries": "/tournaments/{open}/entries",
    "one": "/tournaments/{open}/entries/3",
    "door": "/tournaments/{open}/door",
    "late": "/tournaments/{over}/entries",
    "one-late": "/tournaments/{over}/entries/2",
    "championships": "/series",
    "championship": "/series/{series}",
    "its-parts": "/series/{series}/edit",
}


@pytest.fixture(scope="module")
def places(site: Site) -> dict[str, str]:
    """A club with an open tournament, one that is over, and a championship: what stands for the braces in PAGES."""
    with site.app.test_request_context():
        club = accounts.found_club("Circolo degli Iscritti")
        accounts.join(club, accounts.make_account("iris", "Iris", PASSWORD), "owner")
        for name in ("Zoe", "Yann"):
            roster.add_player(club, name, "77")
        document = tournament([], name="Coppa d’autunno", system=ONE_ROUND)
        opened = make(club, document, day="2026-11-27", desk={"fee": "10 €"}, actor="Iris")
        entries.enter_lines(opened, ENTERED, "Iris")
        presence.tick(opened, 1, "present", on=True, actor="Iris")
        over = make(club, play_on(tournament(4, system=ONE_ROUND)), day="2026-11-20", desk={}, actor="Iris")
        series = keeping.make(club, "Campionato sociale", Scheme(drop=1))
        keeping.choose(series, [opened.id, over.id], [])
        db.session.commit()
        ids = {"open": opened.id, "over": over.id, "series": series.id}
        return {"club": f"/c/{club.slug}", **{name: str(number) for name, number in ids.items()}}


def signed_in(site: Site, open_page: OpenPage, **options: str) -> Page:
    """A phone on which Iris, who owns the club, is logged in."""
    page = open_page(f"{site.address}/login", **options)
    log_in(page, "iris")
    return page


def test_axe_finds_nothing_on_entries_and_championships(
    site: Site, open_page: OpenPage, picture: Picture, places: dict[str, str]
) -> None:
    page = signed_in(site, open_page)
    for name, path in PAGES.items():
        page.goto(site.address + places["club"] + path.format(**places))
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        picture(page, f"tournament-{name}", full_page=True)
        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, f"{name} is wider than the phone"


def test_ticks_are_saved_without_a_page_load_and_those_of_others_appear(
    site: Site, open_page: OpenPage, places: dict[str, str]
) -> None:
    page = signed_in(site, open_page)
    page.goto(f"{site.address}{places['club']}/tournaments/{places['open']}/door")
    page.evaluate("window.stayed = true")
    with site.app.app_context():
        presence.tick(db.session.get_one(Tournament, int(places["open"])), 5, "paid", on=True, actor="Sam")
        db.session.commit()
    page.locator("#e3 [data-what=present]").tap()
    expect(page.locator("#e3 [data-what=present]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#e5 [data-what=paid]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-count=present]")).to_have_text("2")
    page.locator("#f-q").fill("annamaria 12")
    expect(page.locator("[data-door] > li:visible")).to_have_count(1)
    page.context.set_offline(True)
    page.locator("#e12 [data-what=present]").tap()
    expect(page.locator("[data-failed]")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#e12 [data-what=present]").tap()
    expect(page.locator("[data-failed]")).to_be_hidden()
    expect(page.locator("#e12 [data-what=present]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.stayed")
