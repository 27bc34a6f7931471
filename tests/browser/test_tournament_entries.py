"""Entries and championships in a real browser: axe finds nothing, everything fits, and ticks need no page load."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts, roster
from scorekeeper.clubs import series as club_series
from scorekeeper.clubs.series import Scheme
from scorekeeper.clubs.tournaments import entries, presence
from scorekeeper.clubs.tournaments.cash import set_cash
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.browser.conftest import OpenPage, Picture, Site, an_account, log_in
from tests.browser.test_offline import POLLING, UNSENT, ready
from tests.browser.test_pages_are_accessible import SMALL, violations_in_turn
from tests.browser.thumb import Thumb
from tests.support.fuzzing import in_turn
from tests.tournaments.made import play_on, tournament

ENTERED = "\n".join(f"Annamaria {at}, Bartolomeo {at}; Circolo di Lecce; {at}, {at + 100}" for at in range(1, 15))
ENTERED += "\nMassimiliano Alessandro Castelfranchi, Konstantin-Alexander Papadopoulos"
SIZES = ((667, 375), (320, 568), (375, 667))
ONE_ROUND = {"kind": "danese", "rounds": 1, "first": "entry"}

PAGES = {
    "entries": "/tournaments/{open}/entries",
    "one": "/tournaments/{open}/entries/3",
    "door": "/tournaments/{open}/door",
    "cash": "/tournaments/{open}/cash",
    "standings": "/tournaments/{over}/standings",
    "papers": "/tournaments/{open}/papers",
    "late": "/tournaments/{over}/entries",
    "one-late": "/tournaments/{over}/entries/2",
    "delete": "/tournaments/{over}/delete",
    "championships": "/series",
    "championship": "/series/{series}",
    "its-parts": "/series/{series}/edit",
}


@pytest.fixture(scope="session")
def places(site: Site) -> dict[str, str]:
    """Creates a club with an open and a closed tournament and a championship; returns values for PAGES."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo degli Iscritti")
        accounts.join(club, an_account("iris", "Iris"), "owner")
        for name in ("Zoe", "Yann"):
            roster.add_player(club, name, "77")
        document = tournament([], name="Coppa d’autunno", system=ONE_ROUND)
        opened = make(club, document, day="2026-11-27", desk={"fee": "10 €"}, actor="Iris")
        entries.enter_lines(opened, ENTERED, "Iris")
        presence.tick(opened, 1, "present", on=True, actor="Iris")
        set_cash(opened, {"member": 8, "guest": 10, "currency": "€", "shares": [60, 40]})
        over = make(club, play_on(tournament(4, system=ONE_ROUND)), day="2026-11-20", desk={}, actor="Iris")
        series = club_series.make(club, "Campionato sociale", Scheme(drop=1))
        club_series.set_parts(series, [opened.id, over.id], [])
        db.session.commit()
        ids = {"open": opened.id, "over": over.id, "series": series.id}
        return {"club": f"/c/{club.slug}", **{name: str(number) for name, number in ids.items()}}


def signed_in(site: Site, open_page: OpenPage, **options: Any) -> Page:
    """Returns a phone on which Iris, the club's owner, is logged in."""
    page = open_page(f"{site.address}/healthz", **options)
    log_in(page, "iris")
    return page


def test_axe_finds_nothing_on_entries_and_championships(
    site: Site, open_page: OpenPage, picture: Picture, places: dict[str, str]
) -> None:
    page = signed_in(site, open_page)
    for turn, (name, path) in enumerate(PAGES.items()):
        page.goto(site.address + places["club"] + path.format(**places))
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        picture(page, f"tournament-{name}", full_page=True)
        assert violations_in_turn(page, turn) == [], name
        for width, height in in_turn(SIZES, turn):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"
        in_sentences = "tournament.jsonl"
        assert [each for each in page.evaluate(SMALL) if in_sentences not in each] == [], name


def test_what_decides_the_ranking_is_seen_on_a_phone_without_scrolling_sideways(
    site: Site, open_page: OpenPage, places: dict[str, str]
) -> None:
    page = signed_in(site, open_page, viewport={"width": 375, "height": 667})
    page.goto(f"{site.address}{places['club']}/tournaments/{places['over']}/standings")
    frame, below = page.locator(".table-frame"), page.locator(".ranking-more").first
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")
    expect(below).to_have_text("Opp.\u00a09 · Played\u00a01 · R1\u00a011")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(below).to_be_hidden()
    expect(page.get_by_role("columnheader", name="Opp.")).to_be_visible()


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
    assert page.evaluate("window.stayed")


def at_a_stored_door(site: Site, open_page: OpenPage, places: dict[str, str]) -> tuple[Page, str]:
    """Opens the list at the door; returns the page and its address once the phone has stored it."""
    page = signed_in(site, open_page)
    door = f"{site.address}{places['club']}/tournaments/{places['open']}/door"
    page.goto(door)
    ready(page)
    page.wait_for_function("address => caches.match(address).then(Boolean)", arg=door, polling=POLLING)
    return page, door


@pytest.mark.installs
def test_ticks_work_without_a_network_and_arrive_later(
    site: Site, open_page: OpenPage, picture: Picture, places: dict[str, str]
) -> None:
    page, door = at_a_stored_door(site, open_page, places)
    page.context.set_offline(True)
    tick(page, 12, "present")
    tick(page, 12, "paid")
    tick(page, 12, "paid", on=False)
    tick(page, 13, "paid")
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone · waiting to send")
    page.goto(door)  # from the cache
    expect(page.locator("#e12 [data-what=present]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#e12 [data-what=present]")).to_have_accessible_description("waiting to send")
    page.locator("#e12").scroll_into_view_if_needed()
    picture(page, "tournament-door-without-network")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    with site.app.app_context():
        opened = db.session.get_one(Tournament, int(places["open"]))
        presence.tick(opened, 12, "paid", on=True, actor="Sam", ago=600)
        entries.remove(opened, [13], "Sam")
        db.session.commit()
    page.context.set_offline(False)
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    expect(page.locator("#e12 [data-waits]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_contain_text("The tick for no. 13 was not accepted: There is no entrant")
    with site.app.app_context():
        desk = desk_of(db.session.get_one(Tournament, int(places["open"])))
        assert (12 in desk["present"], 12 in desk["paid"]) == (True, False)


@pytest.mark.installs
def test_all_are_present_in_one_tap_without_a_network(site: Site, open_page: OpenPage, places: dict[str, str]) -> None:
    page, _door = at_a_stored_door(site, open_page, places)
    page.context.set_offline(True)
    Thumb(page).tap(page.get_by_role("button", name="All present"))
    count = page.locator("[data-door] > li").count()
    expect(page.locator("[data-what=present][aria-pressed=true]")).to_have_count(count)
    expect(page.locator(UNSENT)).to_have_text("Saved on this phone · waiting to send")  # else it may never be said
    page.context.set_offline(False)
    expect(page.locator(UNSENT)).to_have_text("All changes sent.")
    with site.app.app_context():
        assert len(desk_of(db.session.get_one(Tournament, int(places["open"])))["present"]) == count


def tick(page: Page, entrant: int, what: str, *, on: bool = True) -> None:
    """Taps a checkbox, which changes at once."""
    button = page.locator(f"#e{entrant} [data-what={what}]")
    Thumb(page).tap(button)
    expect(button).to_have_attribute("aria-pressed", "true" if on else "false")


@pytest.mark.installs
def test_logging_out_leaves_no_page_of_the_club_on_the_phone(
    site: Site, open_page: OpenPage, places: dict[str, str]
) -> None:
    page, door = at_a_stored_door(site, open_page, places)
    page.goto(f"{site.address}/account")
    page.get_by_role("button", name="Log out").first.click()
    expect(page.get_by_text("That device is logged out.")).to_be_visible()
    assert page.evaluate("address => caches.match(address).then(Boolean)", door) is False
    page.context.set_offline(True)
    page.goto(door)
    expect(page.locator("[data-door]")).to_have_count(0)
