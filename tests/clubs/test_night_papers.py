"""A night's papers: all sheets, blank ones for every table, and the progress of print jobs."""

import io
import subprocess
from pathlib import Path

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from pypdf import PdfReader
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, club_cards, club_settings, nights
from scorekeeper.games import GAMES
from scorekeeper.games.card.library import card_named
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.jobs import orders
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Link, db
from scorekeeper.web import downloads as pages
from scorekeeper.web import links
from tests.clubs.conftest import the_club
from tests.clubs.evenings import keys
from tests.clubs.test_logo import picture
from tests.support.job_worker import work_off
from tests.support.machine import needs
from tests.support.matches import TRUCO, won, write
from tools.install.debian import PICTURES

PLAN = {"day": "2026-11-27", "name": "Third round", "place": "Bar Centrale"}


def night_of(scorer: FlaskClient, club: str, tables: int) -> str:
    """The URL of a night with this many tables."""
    return str(scorer.post(f"/c/{club}/nights", data=PLAN | {"tables": str(tables)}).location)


def play(app: Flask, tables: int) -> None:
    """A match with one hand at each table of the only night."""
    with app.app_context():
        night = db.session.scalars(select(Night)).one()
        for _number, sitting in nights.tables_of(night)[:tables]:
            match = ledger.start_match(sitting, TRUCO, actor="", key=next(keys))
            write(ledger.record, match, won(0, 3))
        db.session.commit()


def opened(client: FlaskClient, address: str) -> PdfReader:
    """The file of the job at this URL, after waiting for the job."""
    answer = client.get(address)
    if answer.status_code == 303:
        page = str(answer.location)
        waiting = client.get(page).text
        assert 'data-press="waiting"' in waiting
        assert '<meta http-equiv="refresh"' in waiting
        work_off(client.application)
        answer = client.get(page)
        assert 'data-press="made"' in answer.text
        assert '<meta http-equiv="refresh"' not in answer.text
        answer = client.get(answer.text.partition('class="button primary wide" href="')[2].partition('"')[0])
    with answer:
        assert answer.mimetype == "application/pdf"
        return PdfReader(io.BytesIO(answer.data))


def codes_of(client: FlaskClient, address: str, folder: Path, dots: int = 110) -> list[str]:
    """The contents of the QR codes in the PDF at a URL, page by page."""
    return codes_in(client.get(address).data, folder, dots)


def codes_in(file: bytes, folder: Path, dots: int = 110) -> list[str]:
    """The same of any PDF."""
    (folder / "sheets.pdf").write_bytes(file)
    needs(PICTURES)
    subprocess.run(["pdftoppm", "-r", str(dots), "-png", "sheets.pdf", "page"], cwd=folder, check=True)
    pictures = [Image.open(file) for file in sorted(folder.glob("page*.png"))]
    return [code.text for each in pictures for code in zxingcpp.read_barcodes(each)]


@pytest.mark.usefixtures("no_pango")
@pytest.mark.parametrize("tables", [2, 9], ids=["made at once", "made behind the pages"])
def test_without_pango_it_is_said_at_once_what_is_missing(scorer: FlaskClient, club: str, tables: int) -> None:
    answer = scorer.get(f"{night_of(scorer, club, tables)}/blank/tresette.pdf")
    assert answer.status_code == 503
    assert "libpangoft2-1.0-0" in answer.text


@pytest.mark.parametrize("paper", ["A5", "Letter"])
def test_empty_sheets_have_the_club_s_head_the_table_and_a_code_that_opens_it(
    app: Flask, scorer: FlaskClient, club: str, paper: str, public: str, tmp_path: Path
) -> None:
    night = night_of(scorer, club, 2)
    with app.app_context():
        club_row = the_club(club)
        club_settings.set_logo(club_row, picture())
        db.session.commit()
    file = scorer.get(f"{night}/blank/tresette.pdf?paper={paper}").data
    printed = PdfReader(io.BytesIO(file))
    assert len(printed.pages) == 2
    for number, page in enumerate(printed.pages, 1):
        told = page.extract_text()
        for text in ("Bocce e Carte", f"Table {number}", "Bar Centrale", "November 27, 2026", "Scan to keep score"):
            assert text in told
        assert len(page.images) == 1
    read = codes_in(file, tmp_path)
    assert len(read) == 2
    for number, code in enumerate(read, 1):
        opened_page = app.test_client().get(code.removeprefix(public)).text
        assert f"Table {number}" in opened_page
        assert "New match" in opened_page  # its link lets the visitor score


@pytest.mark.parametrize("file, paper", [("cards.pdf", "A5"), ("blank/truco.pdf", "A4"), ("sheets.pdf", "A5")])
def test_a_code_that_only_this_computer_could_open_is_not_printed_but_what_to_set(
    app: Flask, scorer: FlaskClient, club: str, file: str, paper: str
) -> None:
    night = night_of(scorer, club, 1)
    play(app, 1)
    (page,) = opened(scorer, f"{night}/{file}?paper={paper}").pages
    text = "".join(page.extract_text().split())
    assert "localhost" not in text
    assert "Scan" not in text
    assert "canset" + "SCOREKEEPER_PUBLIC_URL" in text


def test_where_codes_would_lead_to_localhost_the_pages_say_so_before_anything_is_printed(
    scorer: FlaskClient, club: str
) -> None:
    night = night_of(scorer, club, 1)
    for page in (night, f"{night}/blank"):
        assert "no codes are shown or printed" in scorer.get(page).text
        assert "no codes are shown or printed" not in scorer.get(page, base_url="http://192.0.2.7:8000").text


def test_copies_are_of_the_same_table(scorer: FlaskClient, club: str) -> None:
    printed = opened(scorer, f"{night_of(scorer, club, 2)}/blank/truco.pdf?copies=2")
    for page, number in zip(printed.pages, [1, 1, 2, 2], strict=True):
        assert f"Table {number}" in page.extract_text()


def test_a_long_file_is_followed_until_it_is_there(
    scorer: FlaskClient, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FEW", 1)
    night = night_of(scorer, club, 2)
    first, again = (scorer.get(f"{night}/blank/truco.pdf") for _tap in range(2))
    assert first.location == again.location  # a second click finds the same job
    printed = opened(scorer, f"{night}/blank/truco.pdf")
    assert len(printed.pages) == 2


@pytest.mark.usefixtures("public")
def test_all_sheets_of_the_night_come_in_one_file_each_with_its_own_code(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FEW", 2)
    night = night_of(scorer, club, 2)
    assert member.get(f"{night}/sheets.pdf").status_code == 404  # nothing was played yet
    play(app, 2)
    file = member.get(f"{night}/sheets.pdf").data
    assert len(PdfReader(io.BytesIO(file)).pages) == 2
    assert len(set(codes_in(file, tmp_path))) == 2
    play(app, 1)
    assert len(opened(member, f"{night}/sheets.pdf").pages) == 3


def test_a_hand_more_is_another_file(app: Flask, scorer: FlaskClient, club: str) -> None:
    night = night_of(scorer, club, 5)
    play(app, 5)
    before = scorer.get(f"{night}/sheets.pdf").location
    play(app, 1)
    assert scorer.get(f"{night}/sheets.pdf").location != before


def test_a_file_with_scoring_codes_is_for_scorers_of_that_club_only(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str
) -> None:
    night = night_of(scorer, club, 5)
    page = str(scorer.get(f"{night}/blank/truco.pdf").location)
    assert member.get(f"{night}/blank").status_code == 403
    assert member.get(f"{night}/blank/truco.pdf").status_code == 403
    assert member.get(page).status_code == 403
    assert member.get(f"{page}/sheets.pdf").status_code == 403
    assert app.test_client().get(page).status_code == 303
    with app.app_context():
        other = accounts.create_club("Elsewhere")
        accounts.join(other, accounts.create_account("otto", "Otto", "four aces of coins"), "owner")
        db.session.commit()
    stranger = app.test_client()
    stranger.post("/login", data={"login": "otto", "password": "four aces of coins"})
    assert stranger.get(page.replace(club, "elsewhere")).status_code == 404


def test_a_club_that_orders_too_much_is_told_to_wait(
    scorer: FlaskClient, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "OF_A_CLUB", 0)
    night = night_of(scorer, club, 5)
    answer = scorer.get(f"{night}/blank/truco.pdf", follow_redirects=True)
    assert "Another file is still being made" in answer.text


def test_a_table_whose_scoring_link_was_ended_has_no_sheet(app: Flask, scorer: FlaskClient, club: str) -> None:
    night = night_of(scorer, club, 2)
    with app.app_context():
        scoring = db.session.scalars(select(Link).where(Link.may == "score").order_by(Link.id)).first()
        assert scoring is not None
        links.revoke(scoring)
        db.session.commit()
    printed = opened(scorer, f"{night}/blank/truco.pdf")
    assert ["Table 2" in page.extract_text() for page in printed.pages] == [True]


@pytest.mark.parametrize(
    "wish", ["bridge.pdf", "truco.pdf?copies=0", "truco.pdf?copies=99", "truco.pdf?copies=x", "truco.pdf?shape=9x9"]
)
def test_what_cannot_be_is_not_found(scorer: FlaskClient, club: str, wish: str) -> None:
    assert scorer.get(f"{night_of(scorer, club, 2)}/blank/{wish}").status_code == 404


def test_every_button_leads_to_sheets(scorer: FlaskClient, club: str) -> None:
    page = scorer.get(f"{night_of(scorer, club, 1)}/blank").text
    shelved = sum(len(game.shelf) for game in GAMES)
    alone = [
        game for game in GAMES if len(game.presets) == 1 and not game.shelf
    ]  # of which there is one for each shape
    shapes = sum(len(game.shapes(game.presets[0]["slug"])) for game in alone)
    presets = sum(len(game.presets) for game in GAMES if len(game.presets) > 1)
    assert page.count("formaction=") == presets + shapes + shelved
    assert "For one table" in page


def test_the_clubs_own_card_is_printed_for_as_many_as_are_chosen(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        kept = club_cards.keep(the_club(club), {**card_named("wizard"), "name": "Oracle"}).id
        db.session.commit()
    night = night_of(scorer, club, 1)
    assert f'value="kept-{kept}">Oracle<' in scorer.get(f"{night}/blank").text
    printed = opened(scorer, f"{night}/blank/card.pdf?variant=kept-{kept}&players=5").pages[0].extract_text()
    assert "Oracle" in printed
    assert set(SIGNS[:5]) < set(printed)
    assert scorer.get(f"{night}/blank/card.pdf?variant=kept-99").status_code == 404


@pytest.mark.parametrize("job", ["0" * 32, "x", "..", "a" * 31 + "-"])
def test_an_order_that_there_is_not_is_not_found(scorer: FlaskClient, club: str, job: str) -> None:
    assert scorer.get(f"/c/{club}/print/{job}").status_code == 404
    assert scorer.get(f"/c/{club}/print/{job}/sheets.pdf").status_code == 404
