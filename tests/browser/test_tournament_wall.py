"""A tournament on the wall and on a player's phone, followed while results arrive; axe finds nothing."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts
from scorekeeper.clubs.tournaments import desk as desks
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.presence import set_plan
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.public_address import public_address
from tests.browser.conftest import OpenPage, Site, an_account, log_in
from tests.browser.measures import BACKWARDS, at_every_size
from tests.browser.test_pages_are_accessible import VIOLATIONS, scheme_in_turn, violations
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.fuzzing import in_turn
from tests.tournaments.made import CUP, entrant

PROJECTOR: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False}


def a_round(site: Site) -> tuple[int, str, str]:
    """Creates a tournament of 32 pairs in its second round; returns its number and the addresses of wall and phones."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo del Burraco")
        accounts.join(club, an_account("wanda", "Wanda"), "scorer")
        cup = a_tournament(club, 32)
        play_round(cup)
        publish_next(cup)
        cup.public = "followed"
        set_plan(cup, "1-10\n\n20-11")
        keeping.change_desk(cup, lambda desk: desks.start_clock(desk, 2, 4, now()))
        db.session.commit()
        phones = "/t/" + public_address(cup).rpartition("/")[2]
        return cup.id, f"{site.address}/c/{club.slug}/tournaments/{cup.id}/wall", site.address + phones


def fits(page: Page) -> bool:
    """True if nothing is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_wall_and_a_players_phone_follow_the_round(site: Site, open_page: OpenPage) -> None:
    number, wall_address, phone_address = a_round(site)
    wall = open_page(f"{site.address}/healthz", **PROJECTOR)
    log_in(wall, "wanda")
    wall.goto(wall_address)
    phone = open_page(f"{phone_address}/me/3", viewport={"width": 320, "height": 568})
    expect(phone.get_by_text("Last 5 minutes")).to_be_visible()
    expect(wall.locator("[data-clock-time]")).to_have_text(re.compile(r"^3:\d\d$"))

    wall.get_by_role("link", name="Stay on this page").click()
    wall.get_by_role("link", name="Next page").click()
    second = wall.locator("section:not([hidden])", has=wall.get_by_role("heading", name="Results"))
    expect(second).to_contain_text("Page 2 of 2")
    wall.get_by_role("button", name="Sound on").click()
    expect(wall.get_by_role("button", name="Sound off")).to_be_visible()

    with site.app.app_context():
        cup = db.session.get_one(Tournament, number)
        for table in (1, 9):
            enter(cup, 2, table, 1250, 400)
        db.session.commit()
    seen = wall.locator("section:not([hidden]) li")
    expect(seen.first).to_contain_text("14 : 6")  # table 9's result, on the visible page
    expect(seen.last).to_contain_text("playing")
    expect(second).to_contain_text("Page 2 of 2")

    assert violations(wall, schemes=scheme_in_turn(0)) == []
    number_of_nine = wall.get_by_text(re.compile("^9$"))
    desk = wall_address.removesuffix("/wall")
    for turn, path in enumerate((f"{wall_address}?only=hall&still=1", desk)):
        wall.goto(path)
        expect(number_of_nine.first).to_be_visible()
        assert violations(wall, schemes=scheme_in_turn(turn)) == [], path
        assert fits(wall), path
    with site.app.app_context():
        enter(db.session.get_one(Tournament, number), 2, 10, 1250, 400)
        db.session.commit()
    expect(wall.get_by_role("link", name="Table 10: done")).to_be_visible()  # on the desk, without a reload
    assert at_every_size(wall, BACKWARDS, sizes=[(375, 667)]) == {}
    wall.get_by_role("link", name="Table 9: done").click()
    expect(wall.locator("#table-9")).to_be_in_viewport()
    wall.goto(f"{desk}/hall")
    assert violations(wall, schemes=scheme_in_turn(0)) == []
    for turn, path in enumerate(("?q=anna", "/tables", "/ranking")):
        phone.goto(phone_address + path)
        assert violations(phone, schemes=scheme_in_turn(turn)) == [], path
        assert phone.evaluate("document.documentElement.scrollWidth") == 320, path
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.evaluate("document.documentElement.scrollWidth") == 320, path


OVERLAPPING = """() => Array.from(document.querySelectorAll(".bracket-column ul"), (column) => {
  const boxes = Array.from(column.querySelectorAll(".bracket-box"), (box) => box.getBoundingClientRect());
  return boxes.slice(1).filter((box, at) => box.top < boxes[at].bottom - 0.5).length;
}).reduce((one, other) => one + other)"""


def test_the_bracket_fills_a_projectors_screen_and_no_more(site: Site, open_page: OpenPage) -> None:
    with site.app.test_request_context():
        club = accounts.create_club("Circolo degli assi")
        accounts.join(club, an_account("ulla", "Ulla"), "member")
        people = [entrant(at, name=f"Massimiliano Alessandro {at} – Bartolomeo {at}") for at in range(1, 17)]
        cup = a_tournament(club, people, system={**CUP, "first": "entry"})
        play_round(cup)
        publish_next(cup)
        db.session.commit()
        address = f"{site.address}/c/{club.slug}/tournaments/{cup.id}/wall?only=bracket&still=1&theme="
    wall = open_page(f"{site.address}/healthz", **PROJECTOR)
    log_in(wall, "ulla")
    for theme in ("dark", "light"):
        wall.goto(address + theme)
        assert violations(wall, schemes={"light": VIOLATIONS}) == [], theme  # whatever the browser prefers
    for width, height in ((1280, 720), (1920, 1080)):
        wall.set_viewport_size({"width": width, "height": height})
        expect(wall.locator(".bracket-box").last).to_be_in_viewport(ratio=1)
        assert wall.evaluate("document.documentElement.scrollHeight") == height
        assert wall.evaluate(OVERLAPPING) == 0
    wall.set_viewport_size({"width": 375, "height": 667})
    assert fits(wall)


CUT_OFF = """() => Array.from(document.querySelectorAll("section:not([hidden]) [data-fit]"))
  .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
  .map((name) => name.textContent)"""
OVER_THE_EDGE = """() => Array.from(document.querySelectorAll(".wall *")).filter((each) => {
  const { right, bottom, width } = each.getBoundingClientRect();
  return width && (right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
}).map((each) => each.className)"""
SHAPES = """() => Array.from(document.querySelectorAll("section:not([hidden]) [data-fit]"), (name) => {
  const { fontSize, fontStretch } = getComputedStyle(name);
  const lines = getComputedStyle(name).whiteSpace === "normal" ? 2 : 1;
  return [lines, parseFloat(fontSize) / innerWidth, parseFloat(fontStretch)];
})"""
NAMES = ("Lilli Filippi – Tilli Ricci", "Massimo Rossi – Wanda Rossi", "Massimiliano " * 6)
DESIGNED = 52 / 1920  # font size of a name, in parts of the screen's width


def a_wall(site: Site, open_page: OpenPage, login: str, names: list[str], **options: str) -> tuple[Page, str]:
    """Opens the wall of a first round of these entrants on a projector where somebody is logged in."""
    with site.app.test_request_context():
        club = accounts.create_club(f"Circolo di {login}")
        accounts.join(club, an_account(login, login.title()), "member")
        people = [entrant(at, name=name) for at, name in enumerate(names, start=1)]
        cup = a_tournament(club, people, system={"kind": "danese", "rounds": 3, "first": "entry"})
        publish_next(cup)
        db.session.commit()
        address = f"{site.address}/c/{club.slug}/tournaments/{cup.id}/wall?still=1"
    wall = open_page(f"{site.address}/healthz", **PROJECTOR, **options)
    log_in(wall, login)
    return wall, address


def test_twelve_long_names_fill_the_wall_and_none_is_cut_off(site: Site, open_page: OpenPage) -> None:
    wall, address = a_wall(site, open_page, "nina", [f"{NAMES[at % 3]} {at}" for at in range(1, 25)])
    for turn, only in enumerate(("seating", "results")):
        for width, height in in_turn(((1280, 720), (1920, 1080)), turn):
            wall.set_viewport_size({"width": width, "height": height})
            wall.goto(f"{address}&only={only}")
            wall.evaluate("document.fonts.ready")
            middle, long, short = wall.evaluate(SHAPES)[:3]
            assert short == [1, pytest.approx(DESIGNED, rel=0.01), 78], (only, width)  # as narrow as its neighbours
            assert middle[:2] == [1, pytest.approx(DESIGNED, rel=0.01)], (only, width)
            assert middle[2] < 100, (only, width)
            assert long[0] == 2, (only, width)
            assert wall.locator("section:not([hidden]) li").count() == 12
            assert wall.evaluate(CUT_OFF) == []
            assert wall.evaluate(OVER_THE_EDGE) == []


def test_the_wall_is_dark_unless_light_is_chosen(site: Site, open_page: OpenPage) -> None:
    wall, address = a_wall(site, open_page, "dora", ["Anna – Bruno", "Carla – Dino"], color_scheme="light")
    wall.goto(address)
    assert brightness(wall) < 50
    wall.mouse.move(300, 300)
    wall.get_by_role("link", name="Light").click()
    wall.wait_for_url(re.compile("theme=light"))
    assert brightness(wall) > 200
    assert violations(wall, schemes={"light": VIOLATIONS}) == []
    wall.get_by_role("link", name="Dark").click()
    wall.wait_for_url(re.compile("wall.still=1$"))
    assert brightness(wall) < 50


def brightness(page: Page) -> int:
    """Returns the red value (0 to 255) of the page's background."""
    return int(page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/)[0]"))
