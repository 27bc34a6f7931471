"""Stakes at a club night: settled over all its tables, on a page and on paper."""

import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import nights
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Stake, db
from tests.clubs.evenings import keys
from tests.support.matches import TRUCO, won, write

pytestmark = pytest.mark.each_engine

PLAN = {"day": "2026-11-27", "name": "Third round", "place": "Bar Centrale", "tables": "2"}


@pytest.fixture
def night(app: Flask, scorer: FlaskClient, club: str) -> str:
    """The URL of a night with two tables: Anna and Bruno won at the first one and lost at the second."""
    address = str(scorer.post(f"/c/{club}/nights", data=PLAN).location)
    with app.app_context():
        for winner, (_number, sitting) in enumerate(nights.tables_of(db.session.scalars(select(Night)).one())):
            match = ledger.start_match(sitting, TRUCO, actor="", key=next(keys))
            for _hand in range(2):
                write(ledger.record, match, won(winner, 6))
        db.session.commit()
    return address


def settle(browser: FlaskClient, night: str, amount: str) -> int:
    return browser.post(f"{night}/settlement", data={"amount": amount, "unit": "€"}).status_code


def test_a_night_plays_for_nothing_unless_a_scorer_says_so(
    member: FlaskClient, scorer: FlaskClient, night: str
) -> None:
    assert "No stakes tonight" in member.get(f"{night}/settlement").text
    assert member.get(f"{night}/settlement.pdf").status_code == 404
    assert settle(member, night, "2") == 403
    assert "Stake per game" not in member.get(f"{night}/settlement").text
    assert settle(scorer, night, "2") == 303
    assert "No stakes tonight" not in member.get(f"{night}/settlement").text


def test_what_is_won_at_one_table_and_lost_at_another_evens_out(
    member: FlaskClient, scorer: FlaskClient, night: str
) -> None:
    settle(scorer, night, "2.00")
    page = member.get(f"{night}/settlement").text
    assert "Nobody owes anything" in page
    assert "Table 2 · Match 1 · Brazilian Truco" in page


def test_the_paper_tells_who_pays_whom(app: Flask, member: FlaskClient, scorer: FlaskClient, night: str) -> None:
    settle(scorer, night, "2.00")
    with app.app_context():
        first = nights.tables_of(db.session.scalars(select(Night)).one())[0][1]
        again = ledger.rematch(first.matches[0], actor="", key="again")
        for _hand in range(2):
            write(ledger.record, again, won(0, 6))
        db.session.commit()
    words = " ".join(PdfReader(BytesIO(member.get(f"{night}/settlement.pdf").data)).pages[0].extract_text().split())
    for told in (
        "Bocce e Carte · Third round",
        "Bar Centrale",
        "Carla → Anna",
        "Dino → Bruno",
        "1.00 €",
        "Table 1 · Match 2",
    ):
        assert told in words


@pytest.mark.parametrize(
    "names, told",
    [
        (("Table 1", "Table 2"), ("Table 1", "Table 2")),
        (("Window", "Window"), ("Table 1", "Table 2")),
        (("Window", ""), ("Window", "Table 2")),
    ],
)
def test_unnamed_seats_of_two_tables_are_not_the_same_people(
    app: Flask, member: FlaskClient, scorer: FlaskClient, club: str, names: tuple[str, str], told: tuple[str, str]
) -> None:
    address = str(scorer.post(f"/c/{club}/nights", data=PLAN).location)
    sides = [{"name": "●●", "players": ["●● 1", "●● 2"]}, {"name": "▲▲", "players": ["▲▲ 1", "Dino"]}]
    with app.app_context():
        for winner, (_number, sitting) in enumerate(nights.tables_of(db.session.scalars(select(Night)).one())):
            match = ledger.start_match(sitting, {**TRUCO, "sides": sides}, actor="", key=next(keys))
            for _hand in range(2):
                write(ledger.record, match, won(winner, 6))
            ledger.describe_sitting(sitting, names[winner], "", 0)
        db.session.commit()
    settle(scorer, address, "2.00")
    page = member.get(f"{address}/settlement").text
    rows = re.findall(r'class="name">([^<]+)</bdi></td><td class="number">([^<]+\.00)<', page)
    up = [f"Us 1 · {told[0]}", f"Us 2 · {told[0]}", f"Them 1 · {told[1]}"]
    down = [f"Them 1 · {told[0]}", f"Us 1 · {told[1]}", f"Us 2 · {told[1]}"]
    assert dict(rows) == dict.fromkeys(up, "+1.00") | dict.fromkeys(down, "−1.00") | {"Dino": "0.00"}


def test_a_wrong_amount_changes_no_table(app: Flask, scorer: FlaskClient, night: str) -> None:
    settle(scorer, night, "2")
    refused = scorer.post(f"{night}/settlement", data={"amount": "two", "unit": "€"})
    assert refused.status_code == 422
    assert 'value="two"' in refused.text
    with app.app_context():
        assert list(db.session.scalars(select(Stake.amount))) == [2, 2]


def test_a_table_that_is_put_up_later_plays_for_the_same(app: Flask, scorer: FlaskClient, night: str) -> None:
    settle(scorer, night, "0.50")
    scorer.post(f"{night}/tables")
    with app.app_context():
        assert list(db.session.scalars(select(Stake.amount))) == [50, 50, 50]
    scorer.post(f"{night}/settlement", data={"none": "1"})
    with app.app_context():
        assert list(db.session.scalars(select(Stake.amount))) == []


def test_the_clubs_log_tells_what_a_single_table_plays_for(scorer: FlaskClient, club: str) -> None:
    table = str(scorer.post(f"/c/{club}/tables", data={"name": "Window"}).location).removesuffix("/new")
    for sent in ({"amount": "2", "unit": "€"}, {"amount": "2", "unit": "€"}, {"none": "1"}):
        assert scorer.post(f"{table}/stakes", data=sent).status_code == 303
    log = scorer.get(f"/c/{club}/log").text
    assert log.count("Window: stake set to 2 € a game") == 1  # setting the same stake again is not logged
    assert log.count("Window: stake removed") == 1
