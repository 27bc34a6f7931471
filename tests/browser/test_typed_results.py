"""Victory points in a real browser: beside results while they are typed, and beside the score at the table."""

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs import accounts
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Site, an_account, log_in
from tests.browser.test_pages_are_accessible import SMALL, scheme_in_turn, violations
from tests.clubs.tournaments.at_tables import match_at, play, sitting_at
from tests.clubs.tournaments.evening import a_tournament, publish_next


@pytest.fixture(scope="session")
def typed(site: Site) -> str:
    """The page for the results of four tables."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo dei Referti")
        accounts.join(club, an_account("rita", "Rita"), "owner")
        tournament = a_tournament(club)
        publish_next(tournament)
        db.session.commit()
        return f"{site.address}/c/{club.slug}/tournaments/{tournament.id}/rounds/1/typed"


def test_a_score_appears_with_the_second_figure_and_a_question_after_sending(
    site: Site, open_page: OpenPage, typed: str
) -> None:
    page = open_page(f"{site.address}/healthz")
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
    assert violations(page, schemes=scheme_in_turn(2)) == []
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="Enter results").click()
    expect(page.get_by_text("of 4 tables are done")).to_be_visible()


def test_victory_points_at_the_table_follow_the_score(site: Site, open_page: OpenPage, typed: str) -> None:
    with site.app.test_request_context():
        tournament = db.session.get_one(Tournament, int(typed.split("/tournaments/")[1].split("/")[0]))
        token = links.token(links.make_link(sitting_at(tournament, 2), "score"))
        db.session.commit()
    page = open_page(f"{site.address}/s/{token}/m/1")
    expect(page.locator("[data-now]")).to_contain_text("Hand 1 of 4")
    expect(page.locator("[data-vp-of='0']")).to_have_text("")
    with site.app.app_context():
        play(match_at(db.session.get_one(Tournament, tournament.id), 2), 1)
        db.session.commit()
    expect(page.locator("[data-now]")).to_contain_text("Hand 2 of 4")
    expect(page.locator("[data-vp-of='0']")).to_have_text("13 VP")
    expect(page.locator("[data-vp-of='1']")).to_have_text("7 VP")


def test_a_number_or_a_name_jumps_to_its_table_while_it_is_typed(site: Site, open_page: OpenPage) -> None:
    with site.app.test_request_context():
        club = accounts.create_club("Circolo dei Tavoli")
        accounts.join(club, an_account("tina", "Tina"), "owner")
        tournament = a_tournament(club, 40)
        publish_next(tournament)
        db.session.commit()
        desk = f"{site.address}/c/{club.slug}/tournaments/{tournament.id}"
    page = open_page(f"{site.address}/healthz")
    log_in(page, "tina")
    page.goto(f"{desk}/rounds/1/typed")
    search = page.get_by_role("searchbox", name="Table number or name")
    search.fill("17")
    expect(page.locator("#table-17")).to_have_class("found-table")
    expect(page.locator("#table-17")).to_be_in_viewport()
    search.press("Enter")
    expect(page.locator("#table-17 input").first).to_be_focused()
    page.keyboard.type("1750")
    expect(search).to_have_value("")
    search.fill("nobody")
    expect(page.get_by_text("No such table")).to_be_visible()
    page.goto(desk)
    search.fill("PAÍR 23")
    row = page.locator("tr.found-table")
    expect(row).to_contain_text("23")
    expect(row).to_be_in_viewport()
    assert violations(page, schemes=scheme_in_turn(3)) == []
    assert page.evaluate(SMALL) == []
