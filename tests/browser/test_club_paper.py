"""A club's paper in a real browser: a job's progress, checked sheets, player search; axe finds nothing."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import ledger
from scorekeeper.clubs import accounts, club_settings, nights
from scorekeeper.clubs.results import name_key
from scorekeeper.paper import proof_codes
from scorekeeper.paper.stored_match_sheet import fingerprint_of
from scorekeeper.store.club_models import Player
from scorekeeper.store.models import Match, db
from scorekeeper.web.table_links import make_links
from tests.browser.conftest import OpenPage, Picture, Site, an_account, log_in
from tests.browser.test_pages_are_accessible import SCHEMES, scheme_in_turn, violations
from tests.browser.thumb import at_work
from tests.clubs.evenings import keys
from tests.clubs.test_logo import picture
from tests.support.job_worker import work_off
from tests.support.matches import TRESETTE, points, write

TABLES = 5  # more than are printed within a request
CLUB = "Circolo della Carta"


@pytest.fixture(scope="session")
def night(site: Site) -> str:
    """Returns the address of a night with five tables, of a club with a logo and 2,000 players."""
    with site.app.test_request_context():
        club = accounts.create_club(CLUB)
        accounts.join(club, an_account("paola", "Paola"), "owner")
        club_settings.set_logo(club, picture())
        names = [f"Player {number} of many" for number in range(1998)] + ["Zita Zanetti", "Zoe Zanetti"]
        db.session.add_all(
            Player(club_id=club.id, name=name, name_key=name_key(name), number="", active=True) for name in names
        )
        made = nights.plan_night(club, "Third round", "Bar Centrale", "2026-01-16")
        for sitting in nights.add_tables(club, made, TABLES):
            make_links(sitting)
        db.session.commit()
        return f"{site.address}/c/{club.slug}/nights/{made.id}"


@pytest.fixture(scope="session")
def checked(site: Site) -> dict[str, str]:
    """Returns the addresses in the codes of three sheets, by their current status."""
    found = {}
    with site.app.test_request_context():
        for standing in ("agrees", "went_on", "changed"):
            match = ledger.start_match(ledger.open_sitting(), TRESETTE, actor="", key=next(keys))
            write(ledger.record, match, points(7, 4))
            found[standing] = f"{site.address}/p/{proof_codes.code_of(match, fingerprint_of(match))}"
            if standing != "agrees":
                write(ledger.record, match, points(3, 8))
            if standing == "changed":
                write(ledger.correct, match, 1, points(6, 5))
                write(ledger.strike, match, 2)
            assert db.session.get(Match, match.id)
        db.session.commit()
    return found


def signed_in(site: Site, open_page: OpenPage, **options: object) -> Page:
    """Returns a phone on which the club's owner is logged in."""
    page = open_page(f"{site.address}/healthz", **options)
    log_in(page, "paola")
    return page


def look_at(page: Page, picture: Picture, name: str, turn: int = 0) -> None:
    """Checks the page with axe, light or dark (at night both), and saves screenshots."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        picture(page, f"{name}-{scheme}", full_page=True)
    assert violations(page, schemes=scheme_in_turn(turn)) == [], name
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth"), name


def test_axe_finds_nothing_where_paper_is_asked_for(
    site: Site, open_page: OpenPage, night: str, picture: Picture
) -> None:
    page = signed_in(site, open_page)
    page.goto(night.partition("/nights/")[0])
    page.locator("details").last.evaluate("fold => fold.open = true")
    look_at(page, picture, "club-with-logo", turn=1)
    for name, address in (("night", night), ("blank", f"{night}/blank")):
        page.goto(address)
        look_at(page, picture, f"paper-{name}")
    page.get_by_role("button", name="Without honours, to 21", exact=True).click()
    expect(page.locator("progress")).to_be_visible()
    look_at(page, picture, "paper-waits")
    work_off(site.app)
    expect(page.get_by_role("link", name="Open file")).to_be_visible()  # without a tap
    look_at(page, picture, "paper-is-there", turn=1)


@pytest.mark.parametrize("standing", ["agrees", "went_on", "changed"])
def test_axe_finds_nothing_where_a_sheet_is_checked(
    open_page: OpenPage, checked: dict[str, str], picture: Picture, standing: str
) -> None:
    page = open_page(checked[standing])
    look_at(page, picture, f"check-{standing}", turn=len(standing))
    page.set_viewport_size({"width": 320, "height": 568})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_axe_finds_nothing_where_a_password_was_forgotten(
    site: Site, open_page: OpenPage, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(site.app.config, "SMTP_HOST", "127.0.0.1")
    page = open_page(f"{site.address}/login")
    page.get_by_role("link", name="Forgot your password?").click()
    expect(page.get_by_label("Log-in name or e-mail address")).to_be_visible()
    look_at(page, picture, "forgotten")
    page.get_by_label("Log-in name or e-mail address").fill("nobody")
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_text("we have sent a link")).to_be_visible()
    look_at(page, picture, "forgotten-sent", turn=1)


def test_one_of_two_thousand_players_is_found_by_what_is_typed(site: Site, open_page: OpenPage, night: str) -> None:
    page = signed_in(site, open_page)
    page.goto(night)
    page.get_by_role("link", name="Table 1", exact=True).click()
    page.get_by_role("link", name="New match").click()
    seat = page.get_by_label("Seat 1", exact=True)
    expect(page.locator("#roster option").first).to_be_attached()
    at_work(page)
    assert page.locator("#roster option[value='Zita Zanetti']").count() == 0
    seat.press_sequentially("zan")
    expect(page.locator("#roster option[value='Zita Zanetti']")).to_have_count(1)
    expect(page.locator("#roster option[value='Zoe Zanetti']")).to_have_count(1)
