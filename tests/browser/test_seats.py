"""The table of a new match by touch: how many play, Enter from seat to seat, and names of any length."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.store.models import Match, db
from tests.browser.conftest import OpenPage, Site
from tests.browser.thumb import Thumb, at_work, drawn

NAMES = ["Anna", "Massimiliano", "Bernadetta", "Dino", "Eva", "Gil"]

# Names that are cut, and pairs of seats that overlap.
BAD_SEATS = """() => {
  const shown = document.querySelectorAll(".seat:not([hidden])");
  const seats = Array.from(shown, (each) => [each, each.getBoundingClientRect()]);
  const cut = seats.map(([each]) => each.querySelector("input")).filter((each) => each.scrollWidth > each.clientWidth);
  const over = seats.flatMap(([, one], at) => seats.slice(at + 1).filter(([, other]) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
  const out = seats.filter(([, box]) => box.left < 0 || box.right > innerWidth);
  return [cut.map((each) => each.value), over.length, out.length];
}"""


def new_match(open_page: OpenPage, site: Site, game: str, width: int = 375, height: int = 667) -> Page:
    page = open_page(f"{site.address}/new?game={game}", viewport={"width": width, "height": height})
    at_work(page)
    return page


def seated(page: Page, site: Site) -> list[str]:
    """Starts the match; returns the names of its seats."""
    page.locator("[name=start]").click()
    expect(page.locator("[data-entry]")).to_be_visible()
    with site.app.app_context():
        match = db.session.query(Match).order_by(Match.id.desc()).first()
        assert match is not None
        return match.setup["seats"]


@pytest.mark.parametrize(
    "game, taps, players", [("scala40", 0, 2), ("scopa", 1, 3), ("scopa", 2, 4), ("chinchon", 4, 6), ("truco", 1, 6)]
)
def test_a_tap_for_each_player_always_in_the_same_place(
    site: Site, open_page: OpenPage, game: str, taps: int, players: int
) -> None:
    page = new_match(open_page, site, game)
    thumb, key = Thumb(page), page.locator("[data-add-seat]")
    place = key.bounding_box()
    for _tap in range(taps):
        assert key.bounding_box() == place
        thumb.tap("[data-add-seat]")
    expect(page.locator(".add-player:visible")).to_have_count(1)
    assert page.locator(".add-player:visible").bounding_box() == place
    assert len(seated(page, site)) == players


def test_return_goes_from_seat_to_seat_and_one_more_and_swallows_nothing(site: Site, open_page: OpenPage) -> None:
    page = new_match(open_page, site, "scala40")
    thumb = Thumb(page)
    thumb.tap("[name='seats.0']")
    for name in ("Anna", "Bruno", "Cleo"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("[name='seats.3']")).to_be_focused()  # goes again if it stays empty
    thumb.tap("[name='seats.1']")
    thumb.tap("[data-seat-deals]")
    expect(page.locator("[name=start]")).to_have_text("Start – Bruno deals")
    thumb.tap("[data-remove-seat]")
    thumb.tap("[data-name=Bruno]")  # offered again
    assert seated(page, site) == ["Anna", "Cleo", "Bruno"]


def test_return_in_the_last_seat_of_two_pairs_goes_to_start(site: Site, open_page: OpenPage) -> None:
    page = new_match(open_page, site, "truco")
    page.locator("[name='seats.3']").fill("Dino")
    page.locator("[name='seats.3']").press("Enter")
    expect(page.locator("[name=start]")).to_be_focused()
    assert page.url.endswith("/new?game=truco")
    page.locator("[data-way-panel] > summary").click()  # contains the sides' names
    page.locator("[name='sides.0.name']").press("Enter")
    expect(page.locator("[name='sides.1.name']")).to_be_focused()


@pytest.mark.parametrize("width, height", [(320, 568), (667, 375), (768, 1024)])
def test_names_are_whole_and_no_seat_lies_on_another(site: Site, open_page: OpenPage, width: int, height: int) -> None:
    page = new_match(open_page, site, "scala40", width, height)
    for number, name in enumerate(NAMES):
        page.locator(f"[name='seats.{number}']").fill(name)
        assert page.evaluate(BAD_SEATS) == [[], 0, 0]
        if number in range(1, 5):
            page.locator("[data-add-seat]").click()
            drawn(page)


def test_going_back_and_pressing_start_again_is_the_same_match(site: Site, open_page: OpenPage) -> None:
    page = new_match(open_page, site, "sueca")
    seated(page, site)
    match = page.url
    page.goto(f"{site.address}/settings")  # the form is loaded again, and not restored from memory
    page.go_back()
    page.go_back()
    at_work(page)
    seated(page, site)
    assert page.url == match
