"""A tournament's papers: small files at once, large ones as jobs, slips with QR codes of their matches."""

import io
import re
from datetime import time
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.clubs import club_settings, roster
from scorekeeper.clubs.tournaments import registrations, rounds
from scorekeeper.clubs.tournaments.entries import document_with_numbers
from scorekeeper.clubs.tournaments.registrations import Settings
from scorekeeper.clubs.tournaments.substituting import add_substitute
from scorekeeper.paper.tournaments.pages import KINDS
from scorekeeper.slips.codes import is_of, parse
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import read_newcomer
from scorekeeper.tournaments.document import read
from scorekeeper.web import downloads
from scorekeeper.web.slip_readings import slip_keys
from scorekeeper.web.table_links import make_links
from scorekeeper.web.views.tournaments import papers
from tests.clubs.conftest import the_club
from tests.clubs.test_logo import picture
from tests.clubs.test_night_papers import codes_of, opened
from tests.clubs.tournaments.evening import ACTOR, a_tournament, play_round, publish_next
from tests.support.page import Page

GROUPS = {"kind": "groups", "size": 3, "qualify": 1, "then": {"kind": "knockout"}}
SHOWN = {
    "draw": "By name",
    "hall": "Floor plan: Round 2 of 9",
    "slips": "Signature No. 1",
    "blank-slips": "Victory points (VP)",
    "results": "1,100",
    "standings": "Ranking",
    "result-sheet": "Result sheet",
    "grid": "Crosstable",
    "bracket": "Bracket",
    "prize-list": "Received (signature)",
    "certificate": "Place 1",
    "entry-list": "Signature",
    "cash-sheet": "Left in cash",
    "stands": "Table 1",
    "badges": "Anna 1",
    "poster": "Autumn cup",
}


def address_of(app: Flask, club: str, entrants: int = 4, played: int = 1, **fields: object) -> str:
    """The papers page of a tournament after this many rounds, with the next one published with links."""
    with app.app_context():
        tournament = a_tournament(club, entrants, desk={"numbers": {"1": ["77", "88"], "2": ["99", ""]}}, **fields)
        for _round in range(played):
            play_round(tournament)
        for sitting in publish_next(tournament):
            make_links(sitting)
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}/papers"


def pages_of(client: FlaskClient, address: str) -> list[str]:
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return [page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages]


pytestmark = pytest.mark.usefixtures("in_the_usual_size")
SIGNED = ("standings", "result-sheet", "prize-list", "certificate", "cash-sheet", "entry-list")  # by the president


def test_every_kind_is_printed_at_once_for_a_few_and_the_president_signs(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    preside_over(app, club, "Pia Bo")
    address = address_of(app, club)
    for kind in (kind for kind in KINDS if kind != "bracket"):
        pages = [" ".join(page.split()) for page in pages_of(scorer, f"{address}/{kind}.pdf?places=2")]
        assert SHOWN[kind] in " ".join(pages), kind
        assert ("President: Pia Bo" in pages[-1]) == (kind in SIGNED), kind
    preside_over(app, club, "")
    assert "For the club" in pages_of(scorer, f"{address}/standings.pdf")[-1]


def preside_over(app: Flask, club: str, president: str) -> None:
    """Sets the name of the club's president."""
    with app.app_context():
        club_row = the_club(club)
        club_row.president = president
        db.session.commit()


@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_a_bracket_is_printed_on_a_large_sheet_too(app: Flask, scorer: FlaskClient, club: str, paper: str) -> None:
    address = address_of(app, club, played=0, system={"kind": "knockout"})
    (page,) = PdfReader(io.BytesIO(scorer.get(f"{address}/bracket.pdf?on={paper}&paper=A5").data)).pages
    assert round(float(page.mediabox.width) / 72 * 25.4) == {"A4": 297, "A3": 420}[paper]


def test_a_slip_s_code_opens_the_match_of_its_table(
    app: Flask, scorer: FlaskClient, club: str, public: str, tmp_path: Path
) -> None:
    address = f"{address_of(app, club)}/slips.pdf?per_page=4&lang=it"
    (page,) = pages_of(scorer, address)
    for text in ("Tavolo", "Turno 2 di 9", "77", "Bocce e Carte", "Numeri di tessera"):
        assert text in page
    addresses = [code for code in codes_of(scorer, address, tmp_path, dots=200) if code.startswith("http")]
    opened_at = [app.test_client().get(code.removeprefix(public), follow_redirects=True).text for code in addresses]
    assert sorted(next(n for n in (1, 2) if f"Round 2 · Table {n}" in each) for each in opened_at) == [1, 2]
    assert all("Record" in each for each in opened_at)  # its link lets the visitor score


def test_slips_are_sealed_for_their_club_s_tournament(
    app: Flask, scorer: FlaskClient, club: str, tmp_path: Path
) -> None:
    address = f"{address_of(app, club)}/slips.pdf"
    printed = list(map(parse, codes_of(scorer, address, tmp_path, dots=200)))
    codes = [code for code in printed if code]
    assert codes == printed  # there is none that would lead to localhost
    assert sorted((code.round, code.table, code.corner) for code in codes) == [
        (2, 1, 0),
        (2, 1, 1),
        (2, 2, 0),
        (2, 2, 1),
    ]
    with app.app_context():
        tournament = db.session.get_one(Tournament, 1)
        played = read(tournament.document)
        assert all(is_of(code, played, slip_keys(tournament)) for code in codes)
    assert not any(is_of(code, played) for code in codes)


def test_slips_have_circles_unless_these_are_switched_off(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = address_of(app, club)
    (box,) = Page(scorer.get(address).text).all("input", id="f-marks")
    assert "checked" in box
    assert "did not play" in pages_of(scorer, f"{address}/slips.pdf?marks=0&marks=1")[0]
    assert "did not play" not in pages_of(scorer, f"{address}/slips.pdf?marks=0")[0]


@pytest.mark.usefixtures("public")
def test_slips_of_an_earlier_round_open_its_matches_and_those_of_the_next_one_none(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    address = address_of(app, club, played=0)
    assert "Scan to keep score" in pages_of(scorer, f"{address}/slips.pdf")[0]
    with app.app_context():
        tournament = db.session.get_one(Tournament, 1)
        rounds.undo(tournament, tournament.version, actor=ACTOR)
        db.session.commit()
    assert "Scan to keep score" not in pages_of(scorer, f"{address}/slips.pdf")[0]


def test_the_club_s_head_stands_on_lists_and_its_logo_on_slips(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        club_row = the_club(club)
        club_settings.set_logo(club_row, picture())
        db.session.commit()
    address = address_of(app, club)
    for kind in ("standings", "slips"):
        file = PdfReader(io.BytesIO(scorer.get(f"{address}/{kind}.pdf").data))
        assert "Bocce e Carte" in file.pages[0].extract_text()
        assert file.pages[0].images


@pytest.mark.parametrize("circles", ["", "1"])
def test_slips_are_printed_with_circles_or_without_as_the_club_says(
    app: Flask, owner: FlaskClient, club: str, circles: str
) -> None:
    owner.post(f"/c/{club}/settings", data={"name": "Club", "month": "1", "circles": circles})
    page = owner.get(address_of(app, club)).text
    assert ('name="marks" value="1" checked' in page) is bool(circles)


def test_a_large_file_is_made_by_a_worker(
    app: Flask, scorer: FlaskClient, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "ENTRANTS_AT_ONCE", 3)
    address = f"{address_of(app, club)}/standings.pdf"
    first, again = (scorer.get(address) for _tap in range(2))
    assert first.status_code == 303
    assert first.location == again.location  # a second click finds the same job
    assert "Ranking" in opened(scorer, address).pages[0].extract_text()


def test_a_hall_s_slips_and_many_certificates_are_made_by_a_worker(
    app: Flask, scorer: FlaskClient, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "SLIPS_AT_ONCE", 2)
    monkeypatch.setattr(downloads, "FEW", 1)
    address = address_of(app, club)
    slips = f"{address}/blank-slips.pdf?per_page=2&slips="
    assert len(pages_of(scorer, f"{slips}2")) == 1
    assert len(opened(scorer, f"{slips}3").pages) == 2
    assert len(opened(scorer, f"{address}/certificate.pdf?places=2").pages) == 4  # of two pairs


def test_the_page_offers_what_can_be_printed(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = address_of(app, club)
    page = scorer.get(address).text
    assert "Bracket" not in page
    buttons = Page(page).all("button")
    offered = [str(button.get("formaction") or "").partition("papers/")[2] for button in buttons]
    assert {f"{kind}.pdf" for kind in KINDS if kind != "bracket"} <= set(offered)
    with_groups = address_of(app, club, 6, played=0, system=GROUPS)
    brackets = [
        each for each in Page(scorer.get(with_groups).text).all("button") if "bracket" in str(each["formaction"])
    ]
    assert [bracket.get("value") for bracket in brackets] == [None, "A3"]  # the selected paper size, or the large one


def test_what_cannot_be_printed_is_said(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = address_of(app, club)
    for path, said in {
        "bracket.pdf": "This tournament has no knock-out",
        "standings.pdf?round=2": "Round 2 is not complete yet",
        "slips.pdf?paper=A5&per_page=4": "Four slips do not fit on paper of this size",
        "draw.pdf?round=7": "There is no round 7",
    }.items():
        refused = scorer.get(f"{address}/{path}", follow_redirects=True)
        assert (refused.request.path, said in refused.text) == (address, True)


@pytest.mark.parametrize(
    "query",
    ["round=x", "round=99999", "paper=A9", "per_page=3", "slips=401", "slips=-1"],
)
def test_what_there_cannot_be_is_not_found(app: Flask, scorer: FlaskClient, club: str, query: str) -> None:
    assert scorer.get(f"{address_of(app, club)}/blank-slips.pdf?{query}").status_code == 404


def test_an_unknown_kind_is_not_found(app: Flask, scorer: FlaskClient, club: str) -> None:
    assert scorer.get(f"{address_of(app, club)}/cake.pdf").status_code == 404


def test_a_day_on_paper_is_written_as_in_the_readers_region(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = f"{address_of(app, club)}/standings.pdf?lang=en"
    for languages, day in (
        ("en-GB", "27 November 2026"),
        ("en-US", "November 27, 2026"),
        ("it-IT", "27 November 2026"),
    ):
        answer = scorer.get(address, headers={"Accept-Language": languages})
        assert day in " ".join(PdfReader(io.BytesIO(answer.data)).pages[0].extract_text().split())


def test_a_ranking_is_a_table_for_spreadsheets_with_member_numbers_for_scorers_only(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str
) -> None:
    address = f"{address_of(app, club)}/ranking.csv"
    page = Page(member.get(address.replace("/papers/ranking.csv", "/standings")).text)
    assert [link["href"] for link in page.all("a") if str(link["href"]).endswith(".csv")] == [address]
    own, others = (client.get(address, headers={"Accept-Language": "it"}) for client in (scorer, member))
    assert own.text.startswith("\ufeffPosizione;N.;Nome;")
    assert ("77" in own.text, "77" in others.text) == (True, False)
    assert len(own.text.splitlines()) == len(others.text.splitlines()) == 5


def test_a_poster_has_the_code_of_the_players_page(
    app: Flask, scorer: FlaskClient, club: str, public: str, tmp_path: Path
) -> None:
    address = f"{address_of(app, club)}/poster.pdf"
    assert "Scan" not in pages_of(scorer, address)[0]
    scorer.post(f"/c/{club}/tournaments/1/public", data={"public": "1"})
    (code,) = codes_of(scorer, address, tmp_path, dots=200)
    assert "Autumn cup" in app.test_client().get(code.removeprefix(public)).text


def test_a_poster_before_anybody_has_entered_has_the_code_of_the_form(
    app: Flask, scorer: FlaskClient, club: str, public: str, tmp_path: Path
) -> None:
    with app.app_context():
        made = a_tournament(club, 0)
        made.hour = time(20, 45)
        registrations.set_form(made, "nonce", Settings(8, None, False, False), ACTOR)
        db.session.commit()
    (code,) = codes_of(scorer, f"/c/{club}/tournaments/1/papers/poster.pdf", tmp_path, dots=200)
    form = app.test_client().get(code.removeprefix(public)).text
    assert "0 of 8 places taken" in form
    assert "8:45" in form


def test_where_its_code_would_lead_to_localhost_a_poster_has_none(
    app: Flask, scorer: FlaskClient, club: str, tmp_path: Path
) -> None:
    address = address_of(app, club)
    scorer.post(f"/c/{club}/tournaments/1/public", data={"public": "1"})
    assert codes_of(scorer, f"{address}/poster.pdf", tmp_path) == []


def test_the_cash_sheet_says_who_has_paid_and_how_much(app: Flask, scorer: FlaskClient, club: str) -> None:
    address = f"{address_of(app, club)}/cash-sheet.pdf"
    with app.app_context():
        tournament = db.session.get_one(Tournament, 1)
        tournament.desk = tournament.desk | {"fee": "10 €", "paid": [2, 3]}
        db.session.commit()
    (page,) = pages_of(scorer, address)
    assert (page.count("10 €"), page.count("✓")) == (4, 2)


def test_a_substitute_has_the_own_number_on_papers_and_leaves_the_other_with_his(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    """Elio's number is on the roster, Gino's was typed, Ugo has none; those on the desk are of who was entered."""
    numbers = {"1": ["77", "88"], "2": ["97", "98"], "3": ["67", "68"]}
    with app.app_context():
        tournament = a_tournament(club, 4, desk={"numbers": numbers})
        roster.add_player(db.session.get_one(Club, tournament.club_id), "Elio", "12")
        for _round in (1, 2):
            play_round(tournament)
        for pair, name, number in ((1, "Elio", ""), (2, "Gino", "4711"), (3, "Ugo", "")):
            substitute = read_newcomer([name], numbers=[number])
            add_substitute(tournament, pair, f"Pair {pair}", 1, substitute, ACTOR, since=2)
        db.session.commit()
        entrants = document_with_numbers(tournament)["entrants"]
        address = f"/c/{club}/tournaments/{tournament.id}/papers"
    assert [each.get("numbers") for each in entrants[:4]] == [*numbers.values(), None]
    assert [each["substitutes"][0].get("number") for each in entrants[:3]] == ["12", "4711", None]
    own, others = {"88", "98", "68"}, {"12", "4711"}
    for played, printed in ((1, own), (2, others)):
        slips = set(re.findall(r"\d+", " ".join(pages_of(scorer, f"{address}/slips.pdf?round={played}"))))
        assert slips & (own | others) == printed
    ranking = " ".join(" ".join(pages_of(scorer, f"{address}/standings.pdf")).split())
    assert "Anna 1 77, Bruno 1 88, Elio (from round 2) 12" in ranking
