"""A phone at a tournament's table: the slip's address opens the match, the arbiter is called, the result goes in."""

from playwright.sync_api import expect

from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.browser.conftest import OpenPage, Picture, Site
from tests.clubs.evenings import a_club
from tests.clubs.tournaments.at_tables import PLAYED, confirm, entered, match_at, play
from tests.clubs.tournaments.evening import a_tournament, publish_next


def test_a_table_plays_its_round(site: Site, open_page: OpenPage, picture: Picture) -> None:
    with site.app.app_context():
        made = a_tournament(a_club(), 4)
        first, _second = publish_next(made)
        slip = f"{site.address}/s/{links.token(links.make_link(first, 'score'))}/play"
        db.session.commit()
        number = made.id
    page = open_page(slip)
    expect(page.locator("header")).to_contain_text("Round 1 · Table 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "tournament-table", full_page=True)
    page.get_by_role("button", name="Call the arbiter to table 1").tap()
    expect(page.locator(".at-tournament")).to_contain_text("The arbiter is called to table 1.")
    page.get_by_role("button", name="Take the call back").tap()
    expect(page.get_by_role("button", name="Call the arbiter to table 1")).to_be_visible()
    with site.app.app_context():
        play(match_at(db.session.get_one(Tournament, number), 1))
        confirm(match_at(db.session.get_one(Tournament, number), 1), 1)
        db.session.commit()
    expect(page.locator("[data-winner]")).to_contain_text("Pair 1")  # told without a new page
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()
    page.reload()
    page.locator("[data-asks-side] ~ form").first.get_by_role("button").tap()
    page.get_by_role("button", name="Confirm").first.tap()
    expect(page.locator("[data-agreed-yes]:visible")).to_have_count(2)
    with site.app.app_context():
        assert entered(db.session.get_one(Tournament, number), 1) == PLAYED
    page.reload()
    expect(page.locator(".at-tournament")).to_contain_text("The result of this table is entered.")
    picture(page, "tournament-table-over", full_page=True)
