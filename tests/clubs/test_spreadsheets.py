"""The secret address from which a spreadsheet imports a club's standings."""

import csv

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import roster
from scorekeeper.store.models import db
from tests.clubs.conftest import the_club
from tests.clubs.evenings import play
from tests.support.page import Page

SHEET = {"Accept": "*/*", "User-Agent": "Mozilla/5.0 (compatible; GoogleDocs)"}


def shown_address(browser: FlaskClient, club: str, query: str = "") -> str:
    (field,) = Page(browser.get(f"/c/{club}/standings{query}").text).all("input", aria_label="Address of the link")
    return str(field["value"])


def test_a_spreadsheet_gets_the_numbers_of_the_page_until_the_address_is_replaced(
    app: Flask, club: str, owner: FlaskClient, member: FlaskClient
) -> None:
    with app.app_context():
        own = the_club(club)
        for name in ("Anna", "=cmd()"):
            roster.add_player(own, name)
        play(own, "Anna", "Bruno", "=cmd()", "Dino", game="truco", day="2026-02-01")
        play(own, "Anna", "Bruno", "=cmd()", "Dino", game="truco", day="2025-02-01", winner=1)
        db.session.commit()
    assert owner.post(f"/c/{club}/standings/address", data={"public": "1"}).status_code == 303
    assert not Page(member.get(f"/c/{club}/standings").text).all("input", aria_label="Address of the link")
    address, sheet = shown_address(owner, club, "?game=truco&from=2026-01-01"), app.test_client()
    answer = sheet.get(address, headers=SHEET)
    table = list(csv.reader(answer.text.splitlines()))
    shown = Page(member.get(f"/c/{club}/standings?game=truco&from=2026-01-01").text).text_in("tbody").replace(",", "")
    assert [row[:5] for row in table[1:]] == [["1", "Anna", "1", "0", "1"], ["2", "'=cmd()", "0", "1", "1"]]
    assert [row[8] for row in table[1:] if row[8] not in shown.split()] == []  # ratings
    assert len(sheet.get(shown_address(owner, club)).text.splitlines()) == 3
    known = {**SHEET, "If-None-Match": answer.headers["ETag"]}
    assert sheet.get(address, headers=known).status_code == 304
    with app.app_context():
        own = the_club(club)
        play(own, "Anna", "Bruno", "=cmd()", "Dino", day="2026-02-02")
        db.session.commit()
    assert sheet.get(address, headers=known).text.splitlines()[1].split(",")[2] == '"2"'
    owner.post(f"/c/{club}/standings/address", data={"public": "1", "renew": "1"})
    assert sheet.get(address, headers=SHEET).status_code == 404
    renewed = shown_address(owner, club)
    assert sheet.get(renewed.replace("/k/1-", "/k/2-")).status_code == 404
    owner.post(f"/c/{club}/standings/address", data={"public": "0"})
    assert sheet.get(renewed).status_code == 404
    owner.post(f"/c/{club}/standings/address", data={"public": "1"})
    address = shown_address(owner, club)
    assert [sheet.get(address).status_code for _import in range(21)] == [200] * 20 + [429]
    others = [sheet.get(address, environ_base={"REMOTE_ADDR": f"192.0.2.{part}"}).status_code for part in range(101)]
    assert others == [200] * 100 + [429]  # a careless client uses up a part of what all networks share
