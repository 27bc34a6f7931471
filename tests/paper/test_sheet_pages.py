"""Sheets over the web."""

import re
from datetime import datetime
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Game
from scorekeeper.paper import layout
from scorekeeper.store.models import Match, db
from scorekeeper.web import links, printing
from scorekeeper.web.blank_sheets import sheet_query
from tests.support.matches import TRESETTE, points, start, write


@pytest.fixture
def match(app: Flask) -> Match:
    """A match with two hands."""
    with app.app_context():
        made = start(TRESETTE, points(7, 4), points(3, 8))
        db.session.commit()
        return made


@pytest.fixture
def address(app: Flask, match: Match) -> str:
    """Where its sheet is, for who may only watch."""
    with app.app_context():
        sitting = db.session.merge(match).sitting
        token = links.token(links.make_link(sitting, "watch"))
        db.session.commit()
    return f"/s/{token}/m/1/sheet.pdf"


@pytest.fixture
def _not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are sent as pages that were never laid out instead of PDF, for tests of which sheet is sent."""
    monkeypatch.setattr(layout, "fitted", lambda sheet: sheet)
    monkeypatch.setattr(printing, "pdf_of_page", lambda html, two_up: html.encode())


def test_who_may_watch_may_print(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "application/pdf"
    named = answer.headers["Content-Disposition"]
    assert re.search(r'filename="\d{4}-\d\d-\d\d Tresette Anna, Bruno - Carla, Dino\.pdf"', named)
    assert "filename*=UTF-8''" in named
    assert answer.data.startswith(b"%PDF")


@pytest.mark.usefixtures("_not_set")
def test_a_sheet_that_has_not_changed_is_not_sent_again(
    app: Flask, client: FlaskClient, address: str, match: Match
) -> None:
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    with app.app_context():
        write(ledger.correct, db.session.merge(match), 1, points(6, 5))
        db.session.commit()
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.usefixtures("_not_set")
def test_paper_and_language_are_asked_for_in_the_address(client: FlaskClient, address: str) -> None:
    tags = {client.get(f"{address}?{query}").headers["ETag"] for query in ("", "paper=A5", "paper=letter", "lang=it")}
    assert len(tags) == 4


@pytest.mark.usefixtures("_not_set")
def test_the_language_of_a_sheet_is_not_that_of_the_next_page(client: FlaskClient, address: str) -> None:
    assert '<html lang="it"' in client.get(f"{address}?lang=it").text
    assert '<html lang="en"' in client.get("/blank").text


@pytest.mark.usefixtures("_not_set")
def test_dates_are_written_as_in_the_visitor_s_region(client: FlaskClient, address: str) -> None:
    british = client.get(f"{address}?lang=en", headers={"Accept-Language": "en-GB"})
    day = datetime.now().astimezone()
    assert f"{day.day} {day:%B} {day.year}" in british.text


@pytest.mark.parametrize(
    "path", ["/s/1-nonsense/m/1/sheet.pdf", "{token}/m/2/sheet.pdf", "{token}/m/1/sheet.pdf?paper=A9"]
)
def test_what_there_is_not_is_not_found(client: FlaskClient, address: str, path: str) -> None:
    token = address.removesuffix("/m/1/sheet.pdf")
    assert client.get(path.format(token=token)).status_code == 404


def buttons_of(game: Game) -> int:
    """One for each game on a shelf or for each preset, or for each shape where there is a single preset."""
    if game.shelf:
        return len(game.shelf)
    return len(game.presets) if len(game.presets) > 1 else len(game.shapes(game.presets[0]["slug"]))


def test_every_button_of_the_page_gives_an_empty_sheet(client: FlaskClient) -> None:
    page = client.get("/blank").text
    buttons = re.findall(r'formaction="([^"]+)" name="(\w+)" value="([^"]+)"', page)
    assert {button[0] for button in buttons} == {f"/blank/{game.slug}.pdf" for game in GAMES}
    assert len(buttons) == sum(map(buttons_of, GAMES))
    for path, name, value in (buttons[0], buttons[-1]):
        answer = client.get(path, query_string={name: value, "paper": "A5", "hands": "", "lang": "en"})
        assert answer.data.startswith(b"%PDF")


def test_a_sheet_is_for_as_many_players_as_the_game_allows(app: Flask) -> None:
    shapes = {}
    for slug in ("scala40", "scopa", "sueca"):
        with app.test_request_context(f"/blank/{slug}.pdf?players=4"):
            shapes[slug] = sheet_query(slug)["shape"]
        with app.test_request_context(f"/blank/{slug}.pdf?players=5"):
            shapes[slug + " for five"] = sheet_query(slug)["shape"]
    assert shapes == {
        "scala40": (4, 1), "scopa": (2, 2), "sueca": (2, 2),
        "scala40 for five": (5, 1), "scopa for five": None, "sueca for five": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    "query", ["hands=0", "hands=many", "hands=100000", "shape=3x1", "shape=x", "variant=us", "paper=poster"]
)
def test_an_empty_sheet_that_cannot_be_is_not_found(client: FlaskClient, query: str) -> None:
    assert client.get(f"/blank/truco.pdf?{query}").status_code == 404
    assert client.get("/blank/bridge.pdf").status_code == 404


@pytest.mark.parametrize("paper, across, pages", [("2xA5", True, 1), ("A5", False, 1), ("A4", False, 1)])
def test_the_page_before_the_sheet_offers_paper_and_language(
    client: FlaskClient, address: str, paper: str, across: bool, pages: int
) -> None:
    page = client.get(address.removesuffix(".pdf")).text
    assert f'value="{paper}"' in page
    printed = PdfReader(BytesIO(client.get(f"{address}?paper={paper}&lang=it").data))
    assert len(printed.pages) == pages
    box = printed.pages[0].mediabox
    assert (box.width > box.height) == across
    assert printed.pages[0].extract_text().count("Arbitro") == (2 if across else 1)
