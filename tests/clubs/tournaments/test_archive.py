"""The tournaments of a club by year, with the names of those who won them."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper.clubs import series as club_series
from scorekeeper.clubs import winners
from scorekeeper.clubs.series import Scheme
from scorekeeper.clubs.tournaments import snapshots
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, now
from tests.clubs.conftest import the_club
from tests.support.page import Page
from tests.tournaments.made import entrant, play_on, tournament

PAIRS = [entrant(1, name="Rossi – Verdi", players=["Rossi", "Verdi"]), entrant(2, players=["Neri", "Bruni"])]
SYSTEM = {"kind": "danese", "rounds": 1, "first": "entry"}


def held(club: Club, name: str, day: str, *, rounds: int = 1, close: bool = False) -> int:
    document = tournament(PAIRS, system=SYSTEM, name=name)
    row = make(club, play_on(document) if rounds else document, day=day, desk={}, actor="")
    row.closed_at = now() if close else None
    db.session.flush()
    return row.id


@pytest.fixture
def archive(app: Flask, club: str) -> str:
    with app.app_context():
        row = the_club(club)
        held(row, "Befana", "2024-01-06")
        old = held(row, "Ferragosto", "2024-08-15")
        new = held(row, "Natale", "2025-12-24")
        held(row, "Cancelled", "2025-12-26", rounds=0, close=True)
        held(row, "Planned", "2031-01-06", rounds=0)
        for name, parts in (("Coppa 2024", [old]), ("Coppa 2025", [old, new]), ("Empty", [])):
            club_series.set_parts(club_series.make(row, name, Scheme(who="pairs")), parts, [])
        db.session.commit()
    return f"/c/{club}/tournaments"


def test_each_year_has_its_tournaments_and_their_winners(member: FlaskClient, archive: str) -> None:
    page = Page(member.get(f"{archive}?year=2024").text).text
    assert "BefanaSaturday, January 6, 2024Won by Rossi – Verdi" in page
    assert "Ferragosto" in page
    assert "Natale" not in page
    assert "Coppa 2024ChampionshipLeading: Rossi – Verdi" in page
    assert "Coppa 2025" not in page
    later = Page(member.get(f"{archive}?year=2025").text).text
    assert "Coppa 2025" in later
    assert later.count("Won by") == 1


@pytest.mark.parametrize("query", ["", "?year=1999", "?year=x", "?year=20310", "?year=²"])
def test_another_year_is_that_of_the_newest_tournament(member: FlaskClient, archive: str, query: str) -> None:
    page = member.get(archive + query).text
    assert "Planned" in page
    assert "Won by" not in page
    assert [each["href"] for each in Page(page).all("a", aria_current="true")] == ["?year=2031"]


def test_a_year_is_read_in_a_few_queries_once_its_places_are_known(app: Flask, club: str, archive: str) -> None:
    with app.app_context():
        row = the_club(club)
        snapshots.tournaments_of_year(row, 2024)
        db.session.expire_all()
        asked: list[str] = []
        listen = (db.engine, "before_cursor_execute", lambda *about: asked.append(about[2]))
        event.listen(*listen)
        assert len(snapshots.tournaments_of_year(row, 2024)) == 2
        event.remove(*listen)
        assert len(asked) <= 2  # the club and its tournaments


def test_the_roll_has_the_winners_of_all_years_and_of_championships_that_are_over(
    app: Flask, member: FlaskClient, club: str, archive: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = member.get(f"{archive}/winners")
    assert [each["id"] for each in Page(page.text).all("h2") if "id" in each] == ["year-2025", "year-2024"]
    roll = Page(page.text).text
    assert "Rossi – VerdiCoppa 2024Championship" in roll
    assert "Rossi – VerdiNataleDecember 24, 2025" in roll
    assert "Cancelled" not in roll
    assert f"{archive}/winners" in member.get(f"/c/{club}").text
    monkeypatch.setattr(winners, "AT_ONCE", 2)
    assert "?from=2024" in member.get(f"{archive}/winners").text
    earlier = Page(member.get(f"{archive}/winners?from=2024").text).text
    assert ("Befana" in earlier, "Natale" in earlier) == (True, False)
    with app.app_context():
        row = the_club(club)
        assert winners.roll_of_winners(row, 2024).years[-1].championships == []  # the year is not over
