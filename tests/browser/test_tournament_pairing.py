"""The proposed round changed by hand: by drag and drop, taps, keyboard or numbers, then published."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs import accounts
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.browser.conftest import OpenPage, Site, an_account, log_in
from tests.browser.desk import DESK
from tests.clubs.tournaments.evening import a_tournament, play_round


@pytest.fixture
def number(site: Site) -> int:
    """Creates a tournament of eight pairs with one played round: 1 met 2, 3 met 4, and so on."""
    with site.app.app_context():
        club = accounts.create_club("Circolo di Lecce")
        accounts.join(club, an_account("zita", "Zita"), "scorer")
        cup = a_tournament(club, 8)
        play_round(cup)
        db.session.commit()
        return cup.id


def proposal(open_page: OpenPage, site: Site, number: int, **device: Any) -> Page:
    page = open_page(f"{site.address}/healthz", **device)
    log_in(page, "zita")
    page.goto(f"{site.address}/c/circolo-di-lecce/tournaments/{number}/pair")
    return page


def seated(page: Page) -> dict[int, list[int]]:
    """Returns the pairs at each table, once the page has loaded."""
    page.wait_for_load_state()
    rows = page.locator("table.pairing tbody tr").all()
    return {
        int(row.locator("th").inner_text()): [
            int(str(each.get_attribute("data-entrant"))) for each in row.locator("button.pair-seat").all()
        ]
        for row in rows
    }


def seat(page: Page, entrant: int) -> Locator:
    return page.locator(f"button[data-entrant='{entrant}']")


def objections(page: Page) -> list[str]:
    """Returns the tables that the page marks as rematches."""
    page.wait_for_load_state()
    met = page.locator("table.pairing tr", has_text="They have met before")
    return met.locator("th").all_inner_texts()


def test_a_proposed_round_is_changed_by_hand_and_published(site: Site, open_page: OpenPage, number: int) -> None:
    desk = proposal(open_page, site, number, **DESK)
    by_the_rule = {1: [7, 5], 2: [3, 1], 3: [2, 4], 4: [6, 8]}
    assert seated(desk) == by_the_rule

    seat(desk, 5).drag_to(seat(desk, 8))
    expect(desk.get_by_text("Changed by hand. Rules broken: 2")).to_be_visible()
    assert seated(desk) == {**by_the_rule, 1: [7, 8], 4: [6, 5]}
    assert objections(desk) == ["1", "4"]

    seat(desk, 8).focus()
    desk.keyboard.press("Enter")
    expect(seat(desk, 8)).to_have_attribute("aria-pressed", "true")
    seat(desk, 5).focus()
    desk.keyboard.press("Space")
    expect(desk.get_by_text("No rule is broken")).to_be_visible()
    assert seated(desk) == by_the_rule

    phone = proposal(open_page, site, number)
    seat(phone, 1).tap()
    seat(phone, 4).tap()
    expect(phone.get_by_text("Rules broken: 2")).to_be_visible()
    phone.get_by_text("Swap by number").tap()
    phone.get_by_label("Swap number").fill("4")
    phone.get_by_label("with number").fill("8")
    phone.get_by_role("button", name="Swap these two").tap()
    expect(phone.get_by_text("Rules broken: 1")).to_be_visible()
    assert objections(phone) == ["3"]
    phone.get_by_text("Swap by number").tap()
    phone.get_by_label("Swap number").fill("1")
    phone.get_by_label("with number").fill("9")
    phone.get_by_role("button", name="Swap tables").tap()
    expect(phone.get_by_role("rowheader", name="9")).to_be_visible()

    phone.get_by_role("button", name="Publish round 2").first.tap()
    expect(phone.get_by_role("heading", name="4 results are missing")).to_be_visible()
    with site.app.app_context():
        published = db.session.get_one(Tournament, number).document["rounds"][1]
    tables = {each["table"]: each["sides"] for each in published["tables"]}
    assert tables == {2: [3, 8], 3: [2, 1], 4: [6, 4], 9: [7, 5]}
