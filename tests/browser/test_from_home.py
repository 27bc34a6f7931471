"""Entries from home in a real browser: axe finds nothing, everything fits, and entering needs no script."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts, roster
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.clubs.tournaments.registrations import Settings
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.web.tournament_pages.entries import form_address, own_address
from tests.browser.conftest import OpenPage, Picture, Site, an_account, log_in
from tests.browser.test_pages_are_accessible import SMALL, violations_in_turn
from tests.browser.thumb import says
from tests.support.fuzzing import in_turn
from tests.tournaments.made import tournament

SIZES = ((667, 375), (320, 568), (375, 667))
LONG = ["Massimiliano Alessandro Castelfranchi", "Konstantin-Alexander Papadopoulos"]


@pytest.fixture(scope="session")
def places(site: Site) -> dict[str, str]:
    """Creates a tournament with two places left, and entries of every kind; returns the addresses of its pages."""
    with site.app.test_request_context(base_url=site.address):
        club = accounts.create_club("Circolo di Casa")
        accounts.join(club, an_account("carla", "Carla"), "owner")
        roster.add_player(club, LONG[0], "1001")
        roster.add_player(club, LONG[1], "77")
        club.calendar = "nonce"
        document = tournament(4, name="Coppa d’autunno", system={"kind": "danese", "rounds": 3})
        made = make(club, document, day="2026-11-27", place="Bar Sport", desk={"fee": "10 €"}, actor="Carla")
        registrations.set_form(made, "nonce", Settings(6, None, False, True), "Carla")
        form, rows = registrations.form_of(made), []
        for names in (LONG, ["Anna 1", "Bruno 1"], ["Rita"], ["Ugo"], ["Vera", "Zoe"]):
            sent = registrations.read_sent(
                read_newcomer(names, "Lecce", ["77"]), 2, alone=len(names) == 1, contact="333", remark="We come late"
            )
            rows.append(registrations.send(made, form, sent, names[0], "en"))
        db.session.commit()
        desk = f"{site.address}/c/{club.slug}/tournaments/{made.id}"
        return {
            "desk": f"{desk}/registrations",
            "texts": f"{desk}/texts",
            "nights": f"{site.address}/c/{club.slug}/nights",
            "form": form_address(form),
            "entry": own_address(rows[0]),
            "waiting": own_address(rows[-1]),
        }


def test_axe_finds_nothing_and_everything_fits(
    site: Site, open_page: OpenPage, picture: Picture, places: dict[str, str]
) -> None:
    page = open_page(f"{site.address}/healthz")
    log_in(page, "carla")
    for turn, name in enumerate(("desk", "texts", "nights", "form", "entry", "waiting")):
        page.goto(places[name])
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        picture(page, f"from-home-{name}", full_page=True)
        assert violations_in_turn(page, turn) == [], name
        for width, height in in_turn(SIZES, turn):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert page.evaluate(SMALL) == [], name


def test_a_pair_enters_and_withdraws_without_scripts(open_page: OpenPage, places: dict[str, str]) -> None:
    page = open_page(places["form"], java_script_enabled=False)
    page.get_by_label("Your name").fill("Nina")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("Enter your partner’s name, or tick “I’m coming alone”")).to_be_visible()
    page.get_by_label("Partner", exact=True).fill("Otto")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("heading", name="Waiting list: no. 4")).to_be_visible()
    page.get_by_text("Withdraw entry").first.click()
    page.get_by_role("button", name="Withdraw entry").click()
    expect(page.get_by_role("heading", name="Withdrawn")).to_be_visible()


def test_namesakes_enter_and_are_told_apart_without_a_number(site: Site, open_page: OpenPage, picture: Picture) -> None:
    with site.app.test_request_context(base_url=site.address):
        club = accounts.create_club("Circolo delle Marie")
        accounts.join(club, an_account("nella", "Nella"), "owner")
        for person in (("Maria Rossi", "00987"), ("Maria Rossi", "0123"), ("Vito Marra", "0145")):
            roster.add_player(club, *person)
        made = make(club, tournament(2), day="2026-11-27", desk={}, actor="Nella")
        registrations.set_form(made, "nonce", Settings(None, None, False, True), "Nella")
        db.session.commit()
        public = form_address(registrations.form_of(made))
        entries = f"{site.address}/c/{club.slug}/tournaments/{made.id}/registrations"
    phone = open_page(public)
    phone.get_by_label("Your name").fill("ROSSI Maria")
    phone.get_by_label("Member number").first.fill("123")
    phone.get_by_label("Partner", exact=True).fill("V. Marra")
    phone.get_by_role("button", name="Enter").click()
    expect(phone.get_by_role("heading", name="Waiting for confirmation")).to_be_visible()
    desk = open_page(f"{site.address}/healthz")
    log_in(desk, "nella")
    desk.goto(entries)
    expect(desk.locator(".particulars").first).to_contain_text("Maria Rossi (II), member 0123")
    picture(desk, "from-home-who", full_page=True)
    desk.get_by_role("button", name="Is it Vito Marra? 0145").click()
    expect(desk.get_by_text("No pending entries.")).to_be_visible()
    phone.goto(public)
    expect(phone.get_by_text("Maria Rossi (II) – Vito Marra")).to_be_visible()
    expect(phone.locator("body")).not_to_contain_text("123")


def shared(page: Page) -> object:
    """Returns what the page has handed to the phone's share dialog."""
    return page.evaluate("window.handed")


HAND_OVER = "navigator.share = async (what) => { window.handed = what; }"


def test_a_text_is_copied_or_shared_with_one_tap(site: Site, open_page: OpenPage, places: dict[str, str]) -> None:
    page = open_page(f"{site.address}/healthz", new=True, permissions=["clipboard-read", "clipboard-write"])
    log_in(page, "carla")
    page.add_init_script(HAND_OVER)
    page.goto(places["texts"])
    text = page.get_by_role("textbox", name="Invitation").input_value()
    assert text.splitlines()[-1] == f"Enter here: {places['form']}"
    with says(page, "Copied"):
        page.get_by_role("button", name="Copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == text
    page.get_by_role("button", name="Share").click()
    assert shared(page) == {"text": text}
