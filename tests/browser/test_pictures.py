"""The pictures of README and the guide, taken of the running app; `make pictures` writes them into static/guide.

Each is taken in every run, to check that it can be taken and shows what the guide says. The files must have the same
size; the bytes may differ between versions of the browser.
"""

import os
import re
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper.clubs import accounts, roster
from scorekeeper.store.models import db
from tests.browser.conftest import PASSWORD, OpenPage, Site, log_in
from tests.browser.thumb import Thumb, at_work, drawn, expect_totals
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.machine import needs
from tests.support.matches import points, won
from tests.tournaments.made import entrant
from tools.install.debian import PICTURES

TOP = Path(__file__).parents[2]
FOLDER = TOP / "static" / "guide"
MOST_BYTES = 400_000  # of all pictures
SHADES = 128
DOTS_PER_INCH = 100  # of a printed page
A4 = (827, 1170)
PHONE_SIZE = (563, 1001)  # 375 × 667 at one and a half dots per pixel

TABLE = [
    {"name": "Anna & Bruno", "players": ["Anna", "Bruno"]},
    {"name": "Carla & Dino", "players": ["Carla", "Dino"]},
]
PAIRS = ("Anna – Bruno", "Carla – Dino", "Elsa – Fabio", "Gina – Hugo", "Ines – Luca", "Marta – Otto", "Paola – Quim",
         "Rosa – Tiago")  # fmt: skip
COUNTED = (
    {"aces": [3, 1], "figures": [12, 8], "last_trick": 0},
    {"aces": [1, 3], "figures": [9, 11], "last_trick": 1},
    {"aces": [2, 2], "figures": [9, 11], "last_trick": 1},
    {"aces": [2, 2], "figures": [12, 8], "last_trick": 0},
)
CALM: dict[str, Any] = {"reduced_motion": "reduce", "device_scale_factor": 1.5}
DARK = {**CALM, "color_scheme": "dark"}
SCREEN = {**CALM, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}


def head(game: str, **more: Any) -> dict[str, Any]:
    return {"game": game, "sides": TABLE, **more}


def phone_match(site: Site, open_page: OpenPage) -> Page:
    """Tresette: two hands played, the third typed except for the last trick."""
    page = open_page(site.start(head("tresette"), *COUNTED[:2]), **CALM)
    Thumb(page).keys("3", "12")
    expect_totals(page, 12, 10)
    expect(page.locator("[data-pad-title]")).to_have_text("Last trick – this tap records the hand")
    expect(page.locator("[data-pad-values] small")).to_have_text(["8 – 3", "7 – 4"])
    return page


def phone_truco(site: Site, open_page: OpenPage) -> Page:
    """Truco at seven to four, as tally marks, in the dark theme."""
    hands = (won(0), won(1, 3), won(0, 3), won(1), won(0, 3))
    page = open_page(site.start(head("truco"), *hands), **DARK)
    expect_totals(page, 7, 4)
    expect(page.locator(".half .tally").locator("visible=true")).to_have_count(2)
    return page


def phone_end(site: Site, open_page: OpenPage) -> Page:
    """The end of a match of Truco that turned late, and the dealer of the rematch."""
    hands = (won(0), won(1, 3), won(0, 3), won(1, 6), won(0, 3), won(0, 3), won(0, 3))
    page = open_page(site.start(head("truco"), *hands), **CALM)
    expect(page.locator("[data-winner]")).to_contain_text("Anna & Bruno")
    expect(page.get_by_text("4 – 9")).to_be_visible()
    expect(page.locator(".over .primary")).to_have_text(re.compile("Rematch – .+ deals"))
    return page


def phone_correct(site: Site, open_page: OpenPage) -> Page:
    """A hand of Tresette that is being corrected."""
    page = open_page(site.start(head("tresette"), *COUNTED[:3]), **CALM)
    page.goto(f"{page.url}/hands/2")
    expect(page.locator("[data-record]")).to_contain_text("Save")
    return page


def phone_home(site: Site, open_page: OpenPage) -> Page:
    """The home page of a phone with a running and a finished match."""
    page = open_page(site.start(head("tresette"), points(11, 0), points(10, 1)), **CALM)
    page.goto(site.start(head("truco"), won(0), won(1, 3), won(0, 3), won(1), won(0, 3)))
    page.goto(site.address)
    expect(page.locator("a.live b.num").locator("visible=true")).to_have_text(["7", "4"])
    expect(page.locator("a.again")).to_contain_text("Anna")
    expect(page.get_by_role("heading", name="What do you play tonight?")).to_be_visible()
    return page


def board(site: Site, open_page: OpenPage) -> Page:
    """Truco on the board of a large screen."""
    hands = (won(0), won(1, 3), won(0, 3), won(1), won(0, 3))
    screen = {**SCREEN, "viewport": {"width": 1920, "height": 1080}}
    page = open_page(f"{site.start(head('truco'), *hands)}/board", **screen)
    expect_totals(page, 7, 4)
    return page


def tournament_desk(site: Site, open_page: OpenPage) -> Page:
    """The second round of eight pairs at the arbiter's desk: two of four results are entered."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo del Borgo")
        accounts.join(club, accounts.create_account("tea", "Tea", PASSWORD), "owner")
        for name in " – ".join(PAIRS).split(" – "):
            roster.add_player(club, name)
        entrants = [entrant(at, name=pair, players=pair.split(" – ")) for at, pair in enumerate(PAIRS, 1)]
        made = a_tournament(club, entrants)
        play_round(made)
        publish_next(made)
        for table in (1, 3):
            enter(made, 2, table, 1400 + 100 * table, 900)
        db.session.commit()
        address = f"{site.address}/c/{club.slug}/tournaments/{made.id}"
    page = open_page(f"{site.address}/login", **SCREEN, viewport={"width": 1280, "height": 800})
    log_in(page, "tea")
    page.wait_for_url(re.compile("/c/"))
    page.goto(address)
    expect(page.get_by_role("heading", level=2, name="2 results")).to_be_visible()
    return page


PAGES: dict[str, tuple[tuple[int, int], Callable[[Site, OpenPage], Page]]] = {
    "phone-match": (PHONE_SIZE, phone_match),
    "phone-truco": (PHONE_SIZE, phone_truco),
    "phone-correct": (PHONE_SIZE, phone_correct),
    "phone-end": (PHONE_SIZE, phone_end),
    "phone-home": (PHONE_SIZE, phone_home),
    "board": ((1920, 1080), board),
    "tournament-desk": ((1280, 800), tournament_desk),
}
SHEET = "printed-sheet"


def keep(name: str, taken: bytes) -> None:
    """Overwrites the file with the screenshot if `make pictures` is running."""
    if os.environ.get("SCOREKEEPER_PICTURES"):
        with Image.open(BytesIO(taken)) as picture:
            few = picture.convert("RGB").quantize(SHADES, Image.Quantize.FASTOCTREE).convert("RGB")
            few.save(FOLDER / f"{name}.webp", lossless=True, method=6)


def sizes(name: str, taken: bytes) -> list[tuple[int, int]]:
    """Returns the sizes of the screenshot and of its file."""
    with Image.open(BytesIO(taken)) as now, Image.open(FOLDER / f"{name}.webp") as kept:
        return [now.size, kept.size]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_shown_as_its_file_shows_it(site: Site, open_page: OpenPage, name: str) -> None:
    size, opened = PAGES[name]
    page = opened(site, open_page)
    at_work(page)
    drawn(page)
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("scrollY") == 0
    taken = page.screenshot()
    keep(name, taken)
    assert sizes(name, taken) == [size, size]


def test_a_sheet_is_shown_as_its_file_shows_it(
    site: Site, open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(PICTURES)
    monkeypatch.setitem(site.app.config, "PUBLIC_URL", "https://scores.example")
    page = open_page(site.start(head("tresette"), *COUNTED))
    (tmp_path / "sheet.pdf").write_bytes(page.request.get(f"{page.url}/sheet.pdf?paper=A4").body())
    command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-png", "-singlefile", "sheet.pdf", "sheet"]
    subprocess.run(command, cwd=tmp_path, check=True)
    said = subprocess.run(["pdftotext", "sheet.pdf", "-"], cwd=tmp_path, check=True, stdout=subprocess.PIPE).stdout
    assert "Anna & Bruno win" in said.decode()
    assert "Scan to check this sheet" in " ".join(said.decode().split())
    taken = (tmp_path / "sheet.png").read_bytes()
    keep(SHEET, taken)
    assert sizes(SHEET, taken) == [A4, A4]


def test_the_files_are_small_and_each_is_shown_in_words_too() -> None:
    files = {file.name: file.stat().st_size for file in FOLDER.iterdir()}
    assert set(files) == {f"{name}.webp" for name in (*PAGES, SHEET)}
    assert sum(files.values()) <= MOST_BYTES
    pages = [TOP / "README.md", *(TOP / "docs" / "guide").glob("*/*.md")]
    shown = [each for page in pages for each in re.findall(r"!\[([^\]]*)\]\((?:\.\./)*static/guide/([^)]+)\)",
             page.read_text(encoding="utf-8"))]  # fmt: skip
    assert {name for _words, name in shown} == set(files)
    assert [name for words, name in shown if len(words.split()) < 4] == []
