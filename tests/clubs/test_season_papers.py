"""A season on paper: filtered standings, and certificates that fit on one page."""

import io
import re
import time
from collections.abc import Iterator
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.clubs import club_settings, roster
from scorekeeper.clubs.tournaments.json_lines import read_line
from scorekeeper.paper.club_sheets import Certificate, Figure, Heading, StandingsSheet
from scorekeeper.paper.model import letterhead
from scorekeeper.paper.page import html_of_certificate, html_of_standings
from scorekeeper.paper.pdf import write_pdf
from scorekeeper.store.models import db, now
from scorekeeper.web.views.clubs import season_papers
from tests.clubs.conftest import the_club
from tests.clubs.evenings import play, player
from tests.clubs.test_logo import picture
from tests.clubs.test_night_papers import opened
from tests.paper.papers import boxes_of_html
from tests.support.page import Page
from tests.tournaments.made import tournament

FOUR = ("Anna", "Bruno", "Carla", "Dino")
LONG = "Maximiliane-Theodora von Hohenzollern-Si"
CLUB = "Associazione Culturale e Sportiva Dilettantistica dei Giocatori di Carte 1923"
FIGURES = (
    Figure("1,031", "Matches won", "of 2,040"),
    Figure("78 %", "Share of matches won"),
    Figure("1,052", "Games won"),
    Figure("19", "Longest streak"),
    Figure("12,105 : 3,345", "Biggest win", "Brazilian Truco, November 21, 2026"),
    Figure("123", f"Matches with {LONG}"),
)


@pytest.fixture
def anna(app: Flask, club: str) -> int:
    """Anna's id, after a season in which Anna and Bruno win twice and lose once."""
    with app.app_context():
        club_row = the_club(club)
        for name in (*FOUR, "Elsa"):
            roster.add_player(club_row, name)
        play(club_row, *FOUR, day="2026-01-10")
        play(club_row, *FOUR, day="2026-02-10")
        play(club_row, *FOUR, day="2026-03-10", winner=1)
        play(club_row, *FOUR, day="2025-12-31", game="tresette", winner=1)
        db.session.commit()
        return player(club_row, "Anna")


def told(client: FlaskClient, address: str) -> str:
    """The text of the one-page PDF at this URL."""
    answer = client.get(address)
    assert answer.mimetype == "application/pdf", answer.status_code
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    return " ".join(page.extract_text().split())


@pytest.mark.usefixtures("anna", "in_the_usual_size")
def test_standings_are_printed_as_they_are_filtered_on_the_page(member: FlaskClient, club: str) -> None:
    year = told(member, f"/c/{club}/standings.pdf?from=2026-01-01&to=2026-12-31")
    assert "Bocce e Carte" in year
    assert "Season 2026" in year
    assert re.search(r"1 Anna 2 3 67 2 1 Bruno 2 3 67 2 3 Carla 1 3 33 1 3 Dino 1 3 33 1", year)
    truco = told(member, f"/c/{club}/standings.pdf?game=truco&order=rating")
    assert "All time · Brazilian Truco" in truco
    assert "Rating" in truco
    assert "Everyone starts at 1,000" in truco
    assert "since February 1, 2026" in told(member, f"/c/{club}/standings.pdf?from=2026-02-01")
    assert "January 1, 2026 to March 31, 2026" in told(member, f"/c/{club}/standings.pdf?from=2026-01-01&to=2026-03-31")


@pytest.fixture
def day_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[date]:
    """The day in the server's time zone, which is another one than in UTC."""
    hours = 13 if now().hour >= 12 else -13
    monkeypatch.setenv("TZ", f"<here>{-hours}")
    time.tzset()
    yield (now() + timedelta(hours=hours)).date()
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_the_usual_size")
def test_papers_forms_and_imports_have_the_day_in_the_server_s_time_zone(
    scorer: FlaskClient, club: str, anna: int, day_here: date
) -> None:
    day = f"{day_here:%B} {day_here.day}, {day_here.year}"
    assert day in told(scorer, f"/c/{club}/standings.pdf")
    assert day in told(scorer, f"/c/{club}/players/{anna}/certificate.pdf")
    assert Page(scorer.get(f"/c/{club}/tournaments/new").text).value("day") == day_here.isoformat()
    assert read_line(1, tournament(4)).occasion.day == day_here.isoformat()


def test_every_page_with_standings_or_a_player_leads_to_its_paper(member: FlaskClient, club: str, anna: int) -> None:
    query = "from=2026-01-01&to=2026-12-31&game=truco"
    for page, paper in (
        (f"standings?{query}&order=games", "standings.pdf"),
        (f"players/{anna}?{query}", f"players/{anna}/certificate.pdf"),
    ):
        text = member.get(f"/c/{club}/{page}").text
        form = re.search(rf'action="(/c/{club}/{re.escape(paper)})">(.*?)</form>', text, re.DOTALL)
        assert form is not None
        kept = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[2]))
        assert kept["game"] == "truco"
        assert ("order" in kept) == (paper == "standings.pdf")
        assert "<option selected>A4</option><option>A5</option>" in form[2]
        assert told(member, f"{form[1]}?{urlencode(kept | {'paper': 'A5', 'lang': 'it'})}")


@pytest.mark.usefixtures("anna", "in_the_usual_size")
def test_long_standings_are_made_in_the_background(
    member: FlaskClient, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_papers, "FEW", 3)
    assert "Carla" in opened(member, f"/c/{club}/standings.pdf").pages[0].extract_text()


def test_a_certificate_says_what_somebody_achieved(member: FlaskClient, club: str, anna: int) -> None:
    text = told(member, f"/c/{club}/players/{anna}/certificate.pdf?from=2026-01-01&to=2026-12-31")
    for each in ("Bocce e Carte", "Certificate", "Season 2026", "Anna", "Place 1 of 4", "of 3", "67 %", "12 : 3"):
        assert each in text
    assert "Matches with Bruno" in text


def test_who_won_and_lost_as_much_shares_a_place(app: Flask, member: FlaskClient, club: str, anna: int) -> None:
    with app.app_context():
        club_row = the_club(club)
        bruno, dino = player(club_row, "Bruno"), player(club_row, "Dino")
    year = "from=2026-01-01&to=2026-12-31"
    assert "Place 1 of 4" in told(member, f"/c/{club}/players/{bruno}/certificate.pdf?{year}")
    assert "Place 3 of 4" in told(member, f"/c/{club}/players/{dino}/certificate.pdf?{year}")


def test_a_certificate_is_printed_as_usual_in_the_club_and_other_papers_are_folded(
    app: Flask, member: FlaskClient, club: str, anna: int
) -> None:
    with app.app_context():
        own = the_club(club)
        own.usual_paper, own.sheet_language = "A5", "it"
        db.session.commit()
    page = Page(member.get(f"/c/{club}/players/{anna}").text)
    assert "A5 · Italiano" in page.text_in("summary")
    assert page.value("lang") == "it"
    choices = [around for tag, about, around in page.elements if tag == "select" and about.get("name") == "lang"]
    assert all("details" in around for around in choices)


def test_nobody_gets_a_certificate_for_nothing(app: Flask, member: FlaskClient, club: str, anna: int) -> None:
    with app.app_context():
        club_row = the_club(club)
        elsa = player(club_row, "Elsa")
    assert member.get(f"/c/{club}/players/{elsa}/certificate.pdf").status_code == 404
    assert member.get(f"/c/{club}/players/{anna}/certificate.pdf?from=2030-01-01").status_code == 404
    assert member.get(f"/c/{club}/players/9999/certificate.pdf").status_code == 404


@pytest.mark.parametrize("paper, language", [("A5", "sw"), ("A4", "ja"), ("Letter", "en")])
def test_a_certificate_stands_on_one_page(paper: str, language: str) -> None:
    """Uses the longest names, all figures and a logo."""
    certificate = Certificate(
        paper=paper,
        language=language,
        letterhead=letterhead(CLUB, club_settings.re_encoded(picture(size=(200, 200)))),
        season="1 de janeiro de 2026 a 30 de novembro de 2026 · Brazilian Truco",
        player=LONG,
        place="Place 1,234 of 2,000",
        figures=FIGURES,
        day="27 de novembro de 2026",
    )
    (boxes,) = boxes_of_html(html_of_certificate(certificate))
    assert [box.text for box in boxes if "who" in box.kind] == [LONG]


@pytest.mark.parametrize("name", ["Bo", LONG, "W" * 40, "髙橋 美咲", ""])
def test_a_name_is_set_on_one_line_and_never_larger_than_it_looks_well(name: str) -> None:
    certificate = Certificate("A5", "en", letterhead("Club"), "", name, "", (), "")
    html = html_of_certificate(certificate)
    (size,) = re.findall(r'class="who" style="font-size: ([\d.]+)pt"', html)
    (who,) = (box for page in boxes_of_html(html) for box in page if "who" in box.kind)
    assert 5 <= float(size) <= 34
    assert len(who.lines) <= 1
    assert max(who.lines, default=0) <= 126 * 0.75


@pytest.mark.usefixtures("in_the_usual_size")
def test_standings_of_a_large_club_go_over_several_pages_with_their_headings() -> None:
    names = ("", "Player", "Won", "Played", "%", "Games", "Rating", "Points")
    kinds = ("place", "who", "number", "number", "number", "number", "number", "points")
    sheet = StandingsSheet(
        paper="A5",
        language="en",
        letterhead=letterhead(CLUB),
        title="Standings",
        season="All time",
        headings=tuple(Heading(name, kind) for name, kind in zip(names, kinds, strict=True)),
        rows=tuple(
            (str(at), f"Player {at}", "1,200", "2,000", "60", "1,500", "1,034", "123,456 : 110,000")
            for at in range(1, 36)
        ),
        note="",
        footer="Club",
    )
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(write_pdf(html_of_standings(sheet)))).pages]
    assert len(pages) > 1
    assert all("Player\nWon" in page or "Player Won" in page for page in pages)
    assert "Player 35" in pages[-1]
