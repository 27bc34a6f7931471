"""A tournament on the wall and on a player's phone, followed while results come in, and axe finds nothing."""

import re
from typing import Any

from playwright.sync_api import expect

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments import clock, keeping
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db, now
from scorekeeper.web.tournament_address import public_address
from tests.browser.conftest import PASSWORD, OpenPage, Site, log_in
from tests.browser.test_pages_are_accessible import violations
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next

PROJECTOR: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False}


def a_round(site: Site) -> tuple[int, str, str]:
    """A tournament of 32 pairs in its second round: its number, and the addresses of wall and phones."""
    with site.app.test_request_context():
        club = accounts.found_club("Circolo del Burraco")
        accounts.join(club, accounts.make_account("wanda", "Wanda", PASSWORD), "scorer")
        made = a_tournament(club, 32)
        play_round(made)
        publish_next(made)
        made.public = "followed"
        keeping.change_desk(made, lambda desk: clock.started(desk, 2, 4, now()))
        db.session.commit()
        phones = "/t/" + public_address(made).rpartition("/")[2]
        return made.id, f"{site.address}/c/{club.slug}/tournaments/{made.id}/wall", site.address + phones


def test_the_wall_and_a_players_phone_follow_the_round(site: Site, open_page: OpenPage) -> None:
    number, wall_address, phone_address = a_round(site)
    wall = open_page(f"{site.address}/login", **PROJECTOR)
    log_in(wall, "wanda")
    wall.wait_for_url(re.compile("/c/"))
    wall.goto(wall_address)
    phone = open_page(f"{phone_address}/me/3", viewport={"width": 320, "height": 568})
    expect(phone.get_by_text("The last five minutes")).to_be_visible()
    expect(wall.locator("[data-clock-time]")).to_have_text(re.compile(r"^3:\d\d$"))

    wall.get_by_role("link", name="Stay on this page").click()
    wall.get_by_role("link", name="Next page").click()
    expect(wall.get_by_role("heading", name="Results 2/2")).to_be_visible()
    wall.get_by_role("button", name="Sound on").click()
    expect(wall.get_by_role("button", name="Sound is on")).to_be_visible()

    with site.app.app_context():
        made = db.session.get_one(Tournament, number)
        for table in (1, 9):
            enter(made, 2, table, 1250, 400)
        db.session.commit()
    seen = wall.locator("section:not([hidden]) li")
    expect(seen.first).to_contain_text("14 : 6")  # table 9's, on the page that was being looked at
    expect(seen.last).to_contain_text("playing")
    expect(wall.get_by_role("heading", name="Results 2/2")).to_be_visible()

    assert violations(wall) == []
    for path in ("?q=anna", "/tables", "/ranking"):
        phone.goto(phone_address + path)
        assert violations(phone) == [], path
        assert phone.evaluate("document.documentElement.scrollWidth") == 320, path
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.evaluate("document.documentElement.scrollWidth") == 320, path
