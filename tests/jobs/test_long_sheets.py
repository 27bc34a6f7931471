"""The sheet of a long match, by its address: a job with a page, for those who may see the match."""

import io

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper import ledger
from scorekeeper.jobs import orders
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from scorekeeper.web.views import sheets
from tests.support.job_worker import work_off
from tests.support.machine import needs
from tests.support.matches import TRUCO, start, won, write
from tools.install.debian import PRINTING

AT_ONCE = 32  # more than a page


@pytest.fixture
def address(app: Flask, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a match with a hand more than is set at once."""
    monkeypatch.setattr(sheets, "SHEETS_AT_ONCE", AT_ONCE)
    with app.app_context():
        match = start(TRUCO, *[won(None)] * (AT_ONCE + 1))
        token = links.token(links.make_link(match.sitting, "watch"))
        db.session.commit()
        return f"/s/{token}/m/1"


def test_a_sheet_of_few_hands_comes_at_once_and_one_of_more_is_followed(client: FlaskClient, address: str) -> None:
    needs(PRINTING)
    answer = client.get(f"{address}/sheet.pdf")
    assert answer.status_code == 303
    page = str(answer.location)
    waiting = client.get(page).text
    assert 'data-press="waiting"' in waiting
    assert '<meta http-equiv="refresh"' in waiting  # without a script
    assert client.get(f"{page}/a.pdf").status_code == 404
    assert client.get(f"{address}/sheet.pdf").location == page  # a second tap is the same wish
    assert work_off(client.application) == 1
    ready = client.get(page).text
    file_at = ready.partition(f'href="{page}/')[2].partition('"')[0]
    assert file_at.endswith(".pdf")
    assert '<meta http-equiv="refresh"' not in ready
    for place in (f"{page}/{file_at}", f"{address}/sheet.pdf"):
        file = client.get(place)
        assert file.mimetype == "application/pdf"
        assert len(PdfReader(io.BytesIO(file.data)).pages) > 1
        assert client.get(place, headers={"If-None-Match": file.headers["ETag"]}).status_code == 304
        assert client.get(place, headers={"Range": "bytes=0-3"}).data == b"%PDF"


def test_another_hand_language_or_paper_is_another_wish(app: Flask, client: FlaskClient, address: str) -> None:
    needs(PRINTING)
    pages = {client.get(f"{address}/sheet.pdf{query}").location for query in ("", "?paper=A5", "?lang=it")}
    with app.app_context():
        write(ledger.record, db.session.query(Match).one(), won(None))
        db.session.commit()
    pages.add(client.get(f"{address}/sheet.pdf").location)
    assert len(pages) == 4


def test_another_table_s_link_does_not_lead_to_it(app: Flask, client: FlaskClient, address: str) -> None:
    needs(PRINTING)
    page = str(client.get(f"{address}/sheet.pdf").location)
    with app.app_context():
        other = start(TRUCO)
        token = links.token(links.make_link(other.sitting, "score"))
        db.session.commit()
    job = page.rpartition("/")[2]
    assert client.get(f"/s/{token}/m/1/print/{job}").status_code == 404
    assert client.get(f"/s/{token}/m/1/print/{job}/a.pdf").status_code == 404
    assert client.get(f"{address}/print/{'0' * 32}").status_code == 404


def test_a_visitor_who_asks_for_too_much_is_told_to_wait(
    client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(PRINTING)
    monkeypatch.setattr(orders, "OF_A_VISITOR", 0)
    answer = client.get(f"{address}/sheet.pdf", follow_redirects=True)
    assert "Other files are still being made" in answer.text
