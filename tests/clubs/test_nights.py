"""Club nights: adding tables, following and printing them."""

import io
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdf
import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import nights
from scorekeeper.games.engine.base import refuse
from scorekeeper.store.club_models import ClubSitting, Night
from scorekeeper.store.models import db
from tests.clubs.evenings import keys
from tests.support.machine import needs
from tests.support.matches import TRUCO, won, write
from tools.install.debian import PICTURES

pytestmark = pytest.mark.each_engine

PLAN = {"day": "2026-11-27", "hour": "20:45", "name": "Third round", "place": "Bar Centrale", "tables": "3"}


@pytest.fixture
def night(scorer: FlaskClient, club: str) -> str:
    """The URL of a night with three tables."""
    return str(scorer.post(f"/c/{club}/nights", data=PLAN).location)


def play_at(app: Flask, table: int) -> int:
    """The id of a new match with one hand at a table of the only night."""
    with app.app_context():
        found = db.session.scalars(select(Night)).one()
        match = ledger.start_match(nights.tables_of(found)[table - 1][1], TRUCO, actor="", key=next(keys))
        write(ledger.record, match, won(0, 3))
        db.session.commit()
        return match.id


def test_a_form_is_refused_for_a_night_that_others_have_deleted_meanwhile(
    scorer: FlaskClient, owner: FlaskClient, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete_and_refuse(*_texts: object) -> None:
        with ThreadPoolExecutor(1) as others:  # a request of its own
            assert others.submit(owner.post, f"{night}/delete").result().status_code == 303
        raise refuse("name", None, "no")

    monkeypatch.setattr(nights, "describe_night", delete_and_refuse)
    assert scorer.post(f"{night}/edit", data=PLAN).status_code == 404


def test_a_night_is_planned_with_its_tables(app: Flask, member: FlaskClient, night: str) -> None:
    page = member.get(night).text
    assert [f"Table {number}" in page for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert "Bar Centrale" in page
    with app.app_context():
        assert len(db.session.scalars(select(ClubSitting)).all()) == 3  # their matches count for the standings


@pytest.mark.parametrize(
    "wrong", [{"day": ""}, {"day": "tomorrow"}, {"tables": "0"}, {"tables": "41"}, {"tables": "-1"}, {"tables": "²"}]
)
def test_a_night_that_cannot_be_makes_nothing(
    app: Flask, scorer: FlaskClient, club: str, wrong: dict[str, str]
) -> None:
    refused = scorer.post(f"/c/{club}/nights", data=PLAN | wrong)
    assert refused.status_code == 422
    assert f'id="f-{next(iter(wrong))}-error"' in refused.text
    with app.app_context():
        assert db.session.scalars(select(Night)).all() == []


def test_tables_are_numbered_on(scorer: FlaskClient, night: str) -> None:
    scorer.post(f"{night}/tables")
    assert "Table 4" in scorer.get(night).text


def test_a_night_is_followed_without_sending_what_is_known(app: Flask, member: FlaskClient, night: str) -> None:
    first = member.get(night)
    headers = {"If-None-Match": first.headers["ETag"]}
    assert member.get(night, headers=headers).status_code == 304
    play_at(app, 2)
    news = member.get(night, headers=headers)
    assert news.status_code == 200
    assert "Brazilian Truco" in news.text


def test_scorers_print_cards_whose_codes_open_the_tables(scorer: FlaskClient, member: FlaskClient, night: str) -> None:
    printed = scorer.get(f"{night}/cards.pdf")
    text = pypdf.PdfReader(io.BytesIO(printed.data)).pages[0].extract_text()
    assert "Bocce e Carte" in text
    assert "Third round" in text
    assert member.get(f"{night}/cards.pdf").status_code == 403


def test_a_cards_code_is_read_by_a_camera(scorer: FlaskClient, night: str, public: str, tmp_path: Path) -> None:
    (tmp_path / "cards.pdf").write_bytes(scorer.get(f"{night}/cards.pdf").data)
    needs(PICTURES)
    subprocess.run(["pdftoppm", "-r", "100", "-png", "cards.pdf", "card"], cwd=tmp_path, check=True)
    pictures = [Image.open(file) for file in sorted(tmp_path.glob("card*.png"))]
    read = [code.text for picture in pictures for code in zxingcpp.read_barcodes(picture)]
    assert len(read) == 3
    for address in read:
        assert "Table " in scorer.get(address.removeprefix(public)).text
