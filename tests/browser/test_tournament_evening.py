"""A tournament of eight pairs: the arbiter's desk, phones at the tables, the wall, a player's own phone.

By day test_tournament_table.py and test_two_phones_confirm_what_was_recorded assert what phones at a table show,
test_tournament_wall.py what wall, desk and a player's phone do; entries, rounds and the ranking are asserted in
tests/clubs: test_tournament_entries.py, tournaments/test_new.py, test_arbiter.py and test_following.py.
"""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.store.models import db
from tests.browser.conftest import OpenPage, Picture, Site, an_account, log_in
from tests.browser.desk import DESK
from tests.browser.test_comforts import catch_up, sit
from tests.browser.thumb import Thumb
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.at_tables import confirm, match_at, play

PAIRS = [("Anna", "Bruno"), ("Carla", "Dino"), ("Elsa", "Franco"), ("Gina", "Hugo"), ("Ida", "Ivo"), ("Lea", "Luca"),
         ("Mara", "Nino"), ("Olga", "Piero")]  # fmt: skip
HANDS, ROUNDS, TABLES = 2, 2, 4
PHONES_SAY = {"sides.0.melds": "300", "sides.0.hand": "0", "sides.1.melds": "60", "sides.1.hand": "20"}


@pytest.fixture
def desk(site: Site, open_page: OpenPage) -> Page:
    """Returns the arbiter's browser, logged in, at the club's page."""
    with site.app.app_context():
        club = accounts.create_club("Circolo della serata")
        accounts.join(club, an_account("tilda", "Tilda"), "owner")
        db.session.commit()
        address = f"{site.address}/c/{club.slug}"
    page = open_page(f"{site.address}/healthz", **DESK)
    log_in(page, "tilda")
    page.goto(address)
    return page


@pytest.mark.night
def test_an_evening_of_eight_pairs(site: Site, open_page: OpenPage, desk: Page, picture: Picture) -> None:
    tournament = new_tournament(desk)
    entered(desk)
    desk.locator("#public").get_by_role("button", name="Turn on").click()
    public = urlsplit(desk.get_by_label("Address of the link").input_value()).path
    player = open_page(site.address + public)
    find_myself(player, "Carla")
    for number in range(1, ROUNDS + 1):
        pair_and_publish(desk, number)
        played_by_thumb(open_page, desk, number)
        played_elsewhere(site, number)
        done = "All rounds are played" if number == ROUNDS else f"Round {number} is complete"
        expect(desk.get_by_role("heading", name=done)).to_be_visible()
        picture(desk, f"tournament-desk-{number}")
    desk.get_by_role("link", name="Final ranking").click()
    expect(desk.locator("tbody tr")).to_have_count(len(PAIRS))
    expect(desk.locator("tbody tr").first.locator("td.leads")).to_have_text(str(20 * ROUNDS))
    player.reload()
    expect(player.locator(".my-rounds li")).to_have_count(ROUNDS)
    picture(player, "tournament-player")
    assert player.evaluate("document.documentElement.scrollWidth") <= 375
    desk.goto(f"{tournament}/wall")
    expect(desk.locator("body")).to_contain_text("Carla")
    picture(desk, "tournament-wall")


def new_tournament(desk: Page) -> str:
    """Creates a tournament of two rounds with two hands each; opens its page."""
    desk.get_by_role("link", name="Tournaments").click()
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_label("Name", exact=True).fill("Autumn cup")
    desk.locator("[name=scoring]").select_option("vp-2")
    desk.locator("[name=rounds]").fill(str(ROUNDS))
    desk.get_by_role("button", name="Create tournament").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Autumn cup")
    return desk.url


def entered(desk: Page) -> None:
    desk.get_by_role("link", name="Entries").first.click()
    desk.locator("#several summary").click()
    desk.get_by_label("One pair or team per line").fill("\n".join(", ".join(pair) for pair in PAIRS))
    desk.locator("#several button").click()
    expect(desk.locator("body")).to_contain_text("8 entries added")
    desk.get_by_role("link", name="Autumn cup").first.click()


def find_myself(player: Page, name: str) -> None:
    """A player searches for her name and selects herself."""
    player.get_by_role("searchbox").fill(name)
    player.get_by_role("button", name="Find").click()
    player.locator(".found").get_by_role("link", name=name).click()
    expect(player.locator("#me")).to_contain_text(name)


def pair_and_publish(desk: Page, number: int) -> None:
    """Pairs and publishes a round with two taps."""
    desk.get_by_role("link", name=f"Pair round {number}").click()
    desk.get_by_role("button", name=f"Publish round {number}").first.click()
    expect(desk.get_by_role("heading", name=f"Round {number} of {ROUNDS}")).to_be_visible()
    expect(desk.get_by_role("heading", name=f"{TABLES} results are missing")).to_be_visible()


def played_by_thumb(open_page: OpenPage, desk: Page, number: int) -> None:
    """Plays the hands of table 1 on one phone, and confirms the result on a phone of each side."""
    table = desk.get_by_role("link", name="Table 1: its match").get_attribute("href")
    address = desk.url.partition("/c/")[0] + str(table)
    ours, theirs = open_page(address), open_page(address)
    expect(ours.locator("body")).to_contain_text(f"Round {number} · Table 1")
    thumb = Thumb(ours)
    for end in [""] * (HANDS - 1) + [": the match is over"]:
        for field, text in PHONES_SAY.items():
            ours.locator(f"[name='{field}']").fill(text)
        thumb.count("sides.0.clean")
        thumb.tap("[data-field=went_out] [data-out-cell='0']")
        thumb.tap("[data-pad-panel] button.big")
        thumb.record(f"Record 600 – 40{end}")
    for side, phone in enumerate((ours, theirs)):
        catch_up(phone, ours)
        sit(phone, side)
        phone.locator(f"[data-agreed-side='{side}'] [data-agree]").click()
        expect(phone.locator("[data-agreed-yes]").locator("visible=true")).to_have_count(side + 1)


def played_elsewhere(site: Site, number: int) -> None:
    """Plays the other tables over HTTP."""
    with site.app.test_request_context():
        club = the_club("circolo-della-serata")
        (tournament,) = keeping.tournaments(club)
        for table in range(2, TABLES + 1):
            match = match_at(tournament, table, number)
            play(match, HANDS)
            confirm(match, 0, 1)
        db.session.commit()
