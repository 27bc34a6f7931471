"""Typing results from slips in a real browser: what they are worth stands beside the fields at once."""

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs import accounts
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Site, log_in
from tests.browser.test_pages_are_accessible import SMALL, violations
from tests.clubs.conftest import PASSWORD
from tests.clubs.tournaments.evening import a_tournament, publish_next


@pytest.fixture(scope="module")
def typed(site: Site) -> str:
    """The page for the results of four tables."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo dei Referti")
        accounts.join(club, accounts.create_account("rita", "Rita", PASSWORD), "owner")
        tournament = a_tournament(club)
        publish_next(tournament)
        db.session.commit()
        return f"{site.address}/c/{club.slug}/tournaments/{tournament.id}/rounds/1/typed"


def test_a_score_appears_with_the_second_figure_and_a_question_after_sending(
    site: Site, open_page: OpenPage, typed: str
) -> None:
    page = open_page(f"{site.address}/login")
    log_in(page, "rita")
    page.goto(typed)
    first = page.locator("[data-scale]").first
    first.locator("input").nth(0).fill("1.750")
    expect(first.locator("[data-score]")).to_have_text("")
    first.locator("input").nth(1).fill("17500")
    expect(first.locator("[data-score]")).to_have_text("0 : 20 VP, difference −15,750")
    page.get_by_role("button", name="Enter results").click()
    expect(page.get_by_text("17,500 points in 4 hands?")).to_be_visible()
    expect(first.locator("[data-score]")).to_have_text("0 : 20 VP, difference −15,750")
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="Enter results").click()
    expect(page.get_by_text("of 4 tables are done")).to_be_visible()
