"""The pictures of README and the guide, taken of the running app; `make pictures` writes them into static/guide.

Those of README are taken every night, to check that they can be taken and show what it says, the others by
`make pictures` only. The files must have the same size; the bytes may differ between versions of the browser.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper import ledger
from scorekeeper.clubs import accounts, nights, roster, series
from scorekeeper.clubs.tournaments import keeping, presence, registrations
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import links
from scorekeeper.web.public_address import public_address
from scorekeeper.web.tournament_pages.entries import form_address
from tests.browser.conftest import OpenPage, Site, an_account, log_in
from tests.browser.thumb import Thumb, at_work, drawn, expect_totals
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.machine import needs
from tests.support.matches import points, won
from tests.tournaments.made import entrant
from tools.install.debian import PICTURES

TOP = Path(__file__).parents[2]
FOLDER = TOP / "static" / "guide"
MOST_BYTES = 400_000  # of all pictures
SHADES = 64
DOTS_PER_INCH = 100  # of a printed page
A4 = (827, 1170)
HALF_A4 = (827, 585)
PHONE_SIZE = (469, 834)  # 375 × 667 at five dots to four pixels

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
CALM: dict[str, Any] = {"reduced_motion": "reduce", "device_scale_factor": 1.25}
DARK = {**CALM, "color_scheme": "dark"}
SCREEN = {**CALM, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}


def head(game: str, **more: Any) -> dict[str, Any]:
    return {"game": game, "sides": TABLE, **more}


def phone_match(site: Site, open_page: OpenPage) -> Page:
    """Tresette: two hands played, the third typed except for the last trick."""
    page = open_page(site.start(head("tresette"), *COUNTED[:2]), **CALM)
    at_work(page)  # taps before that may scroll it
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


@dataclass
class Cup:
    """A tournament and its club, with the addresses of their pages."""

    made: Tournament
    club: Club
    home: str
    desk: str


@contextmanager
def a_cup(site: Site, login: str, pairs: int = 8) -> Iterator[Cup]:
    """Makes a club with a tournament of this many pairs; what is done with it in the block is committed."""
    with site.app.test_request_context():
        club = accounts.create_club("Circolo del Borgo")
        accounts.join(club, an_account(login, login.title()), "owner")
        for name in " – ".join(PAIRS[:pairs]).split(" – "):
            roster.add_player(club, name)
        entrants = [entrant(at, name=pair, players=pair.split(" – ")) for at, pair in enumerate(PAIRS[:pairs], 1)]
        made = a_tournament(club, entrants)
        address = f"{site.address}/c/{club.slug}"
        yield Cup(made, club, address, f"{address}/tournaments/{made.id}")
        db.session.commit()


def logged_in(site: Site, open_page: OpenPage, login: str, address: str, **options: Any) -> Page:
    """Opens a page of a club as its owner."""
    page = open_page(f"{site.address}/healthz", **{**CALM, **options})
    log_in(page, login)
    page.goto(address)
    return page


def tournament_desk(site: Site, open_page: OpenPage) -> Page:
    """The second round of eight pairs at the arbiter's desk: two of four results are entered."""
    with a_cup(site, "tea") as cup:
        play_round(cup.made)
        publish_next(cup.made)
        for table in (1, 3):
            enter(cup.made, 2, table, 1400 + 100 * table, 900)
    page = logged_in(site, open_page, "tea", cup.desk, **SCREEN, viewport={"width": 1280, "height": 800})
    expect(page.get_by_role("heading", level=2, name="2 results")).to_be_visible()
    return page


def tournament_door(site: Site, open_page: OpenPage) -> Page:
    """The page at the door: two pairs are here, one has paid."""
    with a_cup(site, "dora", 4) as cup:
        presence.tick_together(cup.made, [1, 2], on=True)
        presence.tick(cup.made, 1, "paid", on=True, actor="Dora")
    page = logged_in(site, open_page, "dora", f"{cup.desk}/door")
    expect(page.locator("[aria-pressed=true]")).to_have_count(3)
    return page


def tournament_pair(site: Site, open_page: OpenPage) -> Page:
    """The proposed first round."""
    with a_cup(site, "pina") as cup:
        pass
    page = logged_in(site, open_page, "pina", f"{cup.desk}/pair")
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
    return page


def tournament_papers(site: Site, open_page: OpenPage) -> Page:
    """The page with all papers."""
    with a_cup(site, "carta", 4) as cup:
        publish_next(cup.made)
    page = logged_in(site, open_page, "carta", f"{cup.desk}/papers")
    expect(page.get_by_role("button", name="Badges")).to_be_attached()
    return page


def tournament_table(site: Site, open_page: OpenPage) -> Page:
    """A table's own page, from its code."""
    with a_cup(site, "tilde", 4) as cup:
        first, _second = publish_next(cup.made)
        token = links.token(links.make_link(first, "score"))
    page = open_page(f"{site.address}/s/{token}/play", **CALM)
    call = page.get_by_role("button", name="Call the arbiter to table 1")
    call.evaluate("(element) => element.scrollIntoView({ block: 'end' })")
    return page


def tournament_player(site: Site, open_page: OpenPage) -> Page:
    """A player's page in the second round."""
    with a_cup(site, "piera") as cup:
        play_round(cup.made)
        publish_next(cup.made)
        cup.made.public = "followed"
        address = public_address(cup.made).rpartition("/")[2]
    page = open_page(f"{site.address}/t/{address}/me/3", **CALM)
    expect(page.get_by_text("Elsa – Fabio").first).to_be_visible()
    return page


def championship(site: Site, open_page: OpenPage) -> Page:
    """A championship of two tournaments."""
    with a_cup(site, "cesira") as cup:
        for _round in range(2):
            play_round(cup.made)
        keeping.close(cup.made, closed=True, actor="Cesira")
        scheme = series.Scheme(who="pairs", points=(12, 10, 8, 7, 6, 5, 4, 3))
        made = series.make(cup.club, "Campionato d’autunno", scheme)
        series.set_parts(made, [cup.made.id], [])
        address = f"{cup.home}/series/{made.id}"
    page = logged_in(site, open_page, "cesira", address)
    expect(page.get_by_text("Rosa – Tiago").first).to_be_visible()
    return page


def entry_form(site: Site, open_page: OpenPage) -> Page:
    """The form for entering from home."""
    with a_cup(site, "ida", 4) as cup:
        registrations.set_form(cup.made, "nonce", registrations.Settings(12, None, False, True), "Ida")
        address = form_address(registrations.form_of(cup.made))
    page = open_page(site.address + "/e/" + address.rpartition("/")[2], **CALM)
    expect(page.get_by_text("I’m coming alone")).to_be_visible()
    return page


def club_new(site: Site, open_page: OpenPage) -> Page:
    """The page of a new club."""
    with site.app.app_context():
        club = accounts.create_club("Circolo Nuovo")
        accounts.join(club, an_account("nora", "Nora"), "owner")
        db.session.commit()
        address = f"{site.address}/c/{club.slug}"
    page = logged_in(site, open_page, "nora", address)
    expect(page.get_by_role("heading", name="First steps")).to_be_visible()
    return page


LIST = """Surname;First name;Card;Phone
Rossi;Maria;1001;333 123 4567
Bianchi;Luca;1002;
Anna;;;
"""


def players_list(site: Site, open_page: OpenPage) -> Page:
    """A list of players that was read: what becomes of each line."""
    with a_cup(site, "lina", 4) as cup:
        roster.add_player(cup.club, "Maria Rossi")
    page = logged_in(site, open_page, "lina", f"{cup.home}/players/several")
    page.locator("#f-players").fill(LIST)
    page.get_by_role("button", name="Show the list").click()
    expect(page.get_by_role("button", name="Take these")).to_be_visible()
    return page


HANDS = (won(0, 3), won(1, 3), won(0, 6), won(0, 3))


def club_night(site: Site, open_page: OpenPage) -> Page:
    """A night with two tables: one match is over, one is running."""
    with site.app.app_context():
        club = accounts.create_club("Circolo del Giovedì")
        accounts.join(club, an_account("nilde", "Nilde"), "owner")
        night = nights.plan_night(club, "Third round", "Bar Sport", "2026-11-20")
        for table, hands in zip(nights.add_tables(club, night, 2), (HANDS, HANDS[:2]), strict=True):
            document = {"format": "scorekeeper/1", **head("truco")}
            match = ledger.start_match(table, document, actor="", key=f"night-{table.id}")
            for number, hand in enumerate(hands):
                ledger.record(match, hand, ledger.Write("", f"night-{table.id}-{number}", match.version))
        db.session.commit()
        address = f"{site.address}/c/{club.slug}/nights/{night.id}"
    page = logged_in(site, open_page, "nilde", address)
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    return page


def phone_verdict(site: Site, open_page: OpenPage) -> Page:
    """A claim that is true, with its reasons."""
    match = site.start(head("tresette"), points(11, 0), points(6, 5))
    page = open_page(f"{match}/claims/target?side=0&aces=3&figures=10&check=1", **CALM)
    expect(page.locator("[data-verdict]")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    return page


def phone_confirm(site: Site, open_page: OpenPage) -> Page:
    """A hand that waits for this phone's side."""
    page = open_page(site.start(head("tresette", about={"confirm": "hands"}), points(8, 3)), **CALM)
    page.locator("[data-asks-side] button[name=side]").last.tap()
    expect(page.locator("[data-agree]:visible").first).to_contain_text("8 – 3 is right")
    return page


def phone_result(site: Site, open_page: OpenPage) -> Page:
    """The page of a result."""
    hands = (won(0), won(1, 3), won(0, 3), won(1, 6), won(0, 3), won(0, 3), won(0, 3))
    page = open_page(f"{site.start(head('truco'), *hands)}/result", **CALM)
    expect(page.get_by_role("button", name="Share the picture")).to_be_visible()
    return page


Opened = tuple[tuple[int, int], Callable[[Site, OpenPage], Page]]
MAKING = bool(os.environ.get("SCOREKEEPER_PICTURES"))
IN_README: dict[str, Opened] = {
    "phone-match": (PHONE_SIZE, phone_match),
    "phone-truco": (PHONE_SIZE, phone_truco),
    "phone-end": (PHONE_SIZE, phone_end),
    "phone-home": (PHONE_SIZE, phone_home),
    "board": ((1920, 1080), board),
    "tournament-desk": ((1280, 800), tournament_desk),
}
PAGES: dict[str, Opened] = IN_README | {
    "phone-correct": (PHONE_SIZE, phone_correct),
    "phone-verdict": (PHONE_SIZE, phone_verdict),
    "phone-confirm": (PHONE_SIZE, phone_confirm),
    "phone-result": (PHONE_SIZE, phone_result),
    "club-new": (PHONE_SIZE, club_new),
    "club-night": (PHONE_SIZE, club_night),
    "players-list": (PHONE_SIZE, players_list),
    "tournament-door": (PHONE_SIZE, tournament_door),
    "tournament-pair": (PHONE_SIZE, tournament_pair),
    "tournament-papers": (PHONE_SIZE, tournament_papers),
    "tournament-table": (PHONE_SIZE, tournament_table),
    "tournament-player": (PHONE_SIZE, tournament_player),
    "championship": (PHONE_SIZE, championship),
    "entry-form": (PHONE_SIZE, entry_form),
}
NIGHTLY = pytest.mark.night  # by day other tests assert what is on these pages, and tests/paper what is on a sheet
ELSEWHERE = ("phone-offline", "photographs")  # taken in test_help.py and test_photographs.py


def keep(name: str, taken: bytes) -> None:
    """Overwrites the file with the screenshot if `make pictures` is running."""
    if MAKING:
        with Image.open(BytesIO(taken)) as picture:
            few = picture.convert("RGB").quantize(SHADES, Image.Quantize.FASTOCTREE).convert("RGB")
            few.save(FOLDER / f"{name}.webp", lossless=True, method=6)


def sizes(name: str, taken: bytes) -> list[tuple[int, int]]:
    """Returns the sizes of the screenshot and of its file."""
    with Image.open(BytesIO(taken)) as now, Image.open(FOLDER / f"{name}.webp") as kept:
        return [now.size, kept.size]


@pytest.mark.parametrize("name", PAGES if MAKING else [pytest.param(name, marks=NIGHTLY) for name in IN_README])
def test_a_page_is_shown_as_its_file_shows_it(site: Site, open_page: OpenPage, name: str) -> None:
    size, opened = PAGES[name]
    page = opened(site, open_page)
    at_work(page)
    drawn(page)
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("scrollY") == 0 or name == "tournament-table"
    taken = page.screenshot()
    keep(name, taken)
    assert sizes(name, taken) == [size, size]


def printed(page: Page, address: str, folder: Path) -> tuple[Image.Image, str]:
    """Returns the first page of a PDF as a picture, and its text."""
    needs(PICTURES)
    (folder / "sheet.pdf").write_bytes(page.request.get(address).body())
    command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-png", "-singlefile", "sheet.pdf", "sheet"]
    subprocess.run(command, cwd=folder, check=True)
    said = subprocess.run(["pdftotext", "sheet.pdf", "-"], cwd=folder, check=True, stdout=subprocess.PIPE).stdout
    with Image.open(folder / "sheet.png") as picture:
        return picture.copy(), " ".join(said.decode().split())


def printed_sheet(site: Site, open_page: OpenPage, folder: Path) -> Image.Image:
    """The sheet of a match of Tresette."""
    page = open_page(site.start(head("tresette"), *COUNTED))
    picture, said = printed(page, f"{page.url}/sheet.pdf?paper=A4", folder)
    assert "Anna & Bruno win" in said
    assert "Scan to check this sheet" in said
    return picture


def slip(site: Site, open_page: OpenPage, folder: Path) -> Image.Image:
    """A slip of a tournament, the upper half of a page."""
    with a_cup(site, "silvia", 4) as cup:
        publish_next(cup.made)
    page = logged_in(site, open_page, "silvia", cup.desk)
    picture, said = printed(page, f"{cup.desk}/papers/slips.pdf?paper=A4&per_page=2&marks=1", folder)
    assert "did not play" in said
    return picture.crop((0, 0, *HALF_A4))


PRINTS = {"printed-sheet": (A4, printed_sheet), "slip": (HALF_A4, slip)}


@pytest.mark.parametrize("name", PRINTS if MAKING else [pytest.param("printed-sheet", marks=NIGHTLY)])
def test_paper_is_shown_as_its_file_shows_it(
    site: Site, open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(site.app.config, "PUBLIC_URL", "https://scores.example")
    size, printing = PRINTS[name]
    taken = BytesIO()
    printing(site, open_page, tmp_path).save(taken, "PNG")
    keep(name, taken.getvalue())
    assert sizes(name, taken.getvalue()) == [size, size]


def test_the_files_are_small_and_each_is_shown_in_words_too() -> None:
    files = {file.name: file.stat().st_size for file in FOLDER.iterdir()}
    assert set(files) == {f"{name}.webp" for name in (*PAGES, *PRINTS, *ELSEWHERE)}
    assert sum(files.values()) <= MOST_BYTES
    pages = [TOP / "README.md", *(TOP / "docs" / "guide").glob("*/*.md")]
    shown = [each for page in pages for each in re.findall(r"!\[([^\]]*)\]\((?:\.\./)*static/guide/([^)]+)\)",
             page.read_text(encoding="utf-8"))]  # fmt: skip
    assert {name for _words, name in shown} == set(files)
    assert [name for words, name in shown if len(words.split()) < 4] == []
