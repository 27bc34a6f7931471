"""The live scanner with a real Chromium, whose camera plays a film: slips that are laid down one after the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from scorekeeper.clubs import accounts
from scorekeeper.store.models import JobPiece, db
from tests.browser.conftest import FLAGS, OpenPage, Picture, Site, an_account, log_in, note_failures
from tests.browser.phones import new_phone
from tests.browser.test_pages_are_accessible import SMALL, violations
from tests.browser.test_pictures import CALM
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.clubs.tournaments.photographed import HALF, RIGHT, photograph
from tools.install import debian

PORTRAIT = (720, 960)  # pixels of the film
TABLETOP = (80, 75, 70)
SECOND = 30  # pictures

CAMERA = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]


@contextmanager
def phone_with(film: Path, chromium: Browser) -> Iterator[Page]:
    """A page on a phone whose camera plays a film, again and again; script errors fail the test."""
    flags = [*FLAGS, *CAMERA, f"--use-file-for-fake-video-capture={film}"]
    wrong: list[str] = []
    launched = chromium.browser_type.launch(executable_path=debian.browser(), args=flags)
    with launched as browser, new_phone(browser, **CALM) as phone:
        page = phone.new_page()
        note_failures(page, wrong, (400, 403, 404, 500))
        yield page
    assert wrong == []


def picture_of(slip: Image.Image | None) -> bytes:
    """A picture of the film: a slip askew on a table, or the table alone."""
    picture = Image.new("RGB", PORTRAIT, TABLETOP)
    if slip is not None:
        block = slip.crop((round(slip.width * 0.35), round(slip.height * 0.35), slip.width, slip.height)).convert("RGB")
        block = block.resize((660, round(block.height * 660 / block.width)))
        block = block.rotate(4, Image.Resampling.BICUBIC, expand=True, fillcolor=TABLETOP)
        picture.paste(block, ((PORTRAIT[0] - block.width) // 2, (PORTRAIT[1] - block.height) // 2))
    written = BytesIO()
    picture.save(written, "JPEG", quality=90, subsampling="4:2:0")
    return written.getvalue()


def test_slips_are_read_one_after_the_other_and_then_entered(
    site: Site, chromium: Browser, picture: Picture, tmp_path: Path
) -> None:
    with site.app.test_request_context():
        club = accounts.create_club("Circolo dello Scanner")
        accounts.join(club, an_account("livia", "Livia"), "owner")
        tournament = a_tournament(club, 4)
        publish_next(tournament)
        db.session.commit()
        desk = f"{site.address}/c/{club.slug}/tournaments/{tournament.id}"
        others = set(db.session.scalars(select(JobPiece.job)))  # of other tests
        with Image.open(BytesIO(photograph(tournament, RIGHT, HALF))) as both:
            half = both.height // 2
            slips = [both.crop((0, half * at, both.width, half * (at + 1))) for at in (0, 1)]
    pause, one, other = picture_of(None), *map(picture_of, slips)
    film = tmp_path / "slips.mjpeg"
    film.write_bytes(pause * SECOND + one * 4 * SECOND + pause * SECOND + other * 4 * SECOND)
    with phone_with(film, chromium) as page:
        page.goto(f"{site.address}/healthz")
        log_in(page, "livia")
        page.goto(desk)
        page.get_by_role("link", name="Scan slips").click()
        page.get_by_role("button", name="Start camera").click()
        expect(page.locator(".scan-said")).to_contain_text("Table 1: Pair 1 – Pair 2 · 1,850 : 1,210 · 13 : 7 VP")
        expect(page.get_by_text("1 to type")).to_be_visible()
        expect(page.get_by_text("Table 1: had it")).to_be_visible()
        picture(page, "scanner")
        assert violations(page) == []
        assert page.evaluate(SMALL) == []
        with site.app.app_context():
            assert set(db.session.scalars(select(JobPiece.job))) <= others
        page.get_by_role("link", name="Type the 1 and finish").click()
        expect(page.locator("[name=points-1-0]")).to_have_value("1850")
        page.locator("[name=points-2-1]").fill("1300")
        page.get_by_role("button", name="Enter results").click()
        expect(page.get_by_text("of 2 tables are done")).to_be_visible()


def test_without_https_or_scripts_the_scanner_leads_to_photographs(site: Site, open_page: OpenPage) -> None:
    with site.app.test_request_context():
        club = accounts.create_club("Circolo senza https")
        accounts.join(club, an_account("nora", "Nora"), "owner")
        tournament = a_tournament(club, 4)
        publish_next(tournament)
        db.session.commit()
        scanner = f"{site.address}/c/{club.slug}/tournaments/{tournament.id}/rounds/1/scanner"
    page = open_page(f"{site.address}/healthz", **CALM)
    log_in(page, "nora")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(scanner)
    expect(page.get_by_text("only on pages whose address begins with https")).to_be_visible()
    expect(page.get_by_role("button", name="Start camera")).to_be_hidden()
    page.route("**/scanner.js*", lambda route: route.abort())
    page.goto(scanner)
    expect(page.get_by_text("The scanner needs JavaScript and a camera")).to_be_visible()
    page.locator(".cam").get_by_role("link", name="Photograph slips").click()
    expect(page.get_by_role("button", name="Read slips")).to_be_visible()
