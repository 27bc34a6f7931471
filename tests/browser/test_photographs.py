"""Photographs of slips on an arbiter's phone: sent, waited for, checked and entered."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect
from sqlalchemy import select

from scorekeeper import jobs
from scorekeeper.clubs import accounts
from scorekeeper.store.models import Job, db
from scorekeeper.web.slip_readings import SLIPS
from tests.browser.conftest import OpenPage, Picture, Site, an_account, log_in
from tests.browser.test_pages_are_accessible import SMALL, scheme_in_turn, violations
from tests.browser.test_pictures import CALM, keep
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.clubs.tournaments.photographed import HALF, RIGHT, photograph
from tests.support.job_worker import work_off


def test_an_arbiter_photographs_slips_and_enters_what_was_read(
    site: Site, open_page: OpenPage, picture: Picture, tmp_path: Path
) -> None:
    with site.app.test_request_context():
        club = accounts.create_club("Circolo delle Fotografie")
        accounts.join(club, an_account("fosca", "Fosca"), "owner")
        tournament = a_tournament(club, 4)
        publish_next(tournament)
        db.session.commit()
        with Image.open(BytesIO(photograph(tournament, RIGHT, HALF))) as small:
            large = small.resize((small.width * 2, small.height * 2))
        large.save(tmp_path / "slips.png", compress_level=0)
        desk = f"{site.address}/c/{club.slug}/tournaments/{tournament.id}"
    page = open_page(f"{site.address}/healthz", **CALM)
    log_in(page, "fosca")
    page.goto(desk)
    page.get_by_role("link", name="Photograph slips").click()
    page.locator("[name=pictures]").set_input_files(tmp_path / "slips.png")
    assert violations(page, schemes=scheme_in_turn(0)) == []
    assert page.evaluate(SMALL) == []
    picture(page, "photographs-ask")
    page.get_by_role("button", name="Read slips").click()
    expect(page.get_by_text("In the queue.")).to_be_visible()
    with site.app.app_context():
        (job,) = db.session.scalars(select(Job.number).where(Job.kind == SLIPS)).all()
        assert len(jobs.content(job, sent=True)) < 2_000_000 < (tmp_path / "slips.png").stat().st_size
    work_off(site.app)
    expect(page.get_by_text("1 slip was read without a doubt.")).to_be_visible()
    expect(page.locator(".slip-cut")).to_have_count(2)
    page.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth > 200)")
    assert violations(page, schemes=scheme_in_turn(1)) == []
    assert page.evaluate(SMALL) == []
    picture(page, "photographs-read", full_page=True)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    keep("photographs", page.screenshot())
    page.locator("[name=points-2-1]").fill("1300")
    page.get_by_role("button", name="Enter results").click()
    expect(page.get_by_text("of 2 tables are done")).to_be_visible()
