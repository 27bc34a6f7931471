"""The security page for owners, and the lines in the server's log."""

import logging

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, log, tables
from scorekeeper.store.models import db
from scorekeeper.web import links, request_log
from scorekeeper.web.views.clubs import log_search
from tests.clubs.conftest import PASSWORD, SignIn, the_club
from tests.clubs.waiting import done
from tests.conftest import MakeApp

AGENT = {"User-Agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/18.1 Mobile/15E148 Safari/604.1"}


def test_owners_read_who_logged_in_and_with_what(app: Flask, club: str, owner: FlaskClient) -> None:
    app.test_client().post("/login", data={"login": "mia", "password": PASSWORD}, headers=AGENT)
    assert "Mia logged in: Safari, iPhone" in owner.get(f"/c/{club}/security").text
    assert "/security" in owner.get(f"/c/{club}/people").text
    assert "Mia logged in" not in owner.get(f"/c/{club}/log").text  # which has actions, not log-ins


def test_every_club_of_an_account_is_told(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        other, mia, sam = accounts.create_club("Elsewhere"), accounts.find_account("mia"), accounts.find_account("sam")
        assert mia is not None
        assert sam is not None
        accounts.join(other, mia, "member")
        accounts.join(other, sam, "owner")
        db.session.commit()
    app.test_client().post("/login", data={"login": "mia", "password": PASSWORD})
    elsewhere = app.test_client()
    elsewhere.post("/login", data={"login": "sam", "password": PASSWORD})
    assert "Mia logged in" in owner.get(f"/c/{club}/security").text
    page = elsewhere.get("/c/elsewhere/security").text
    assert "Mia logged in" in page
    assert "Olga" not in page


def test_roles_invitations_passwords_and_sessions_stand_there(club: str, owner: FlaskClient, sign_in: SignIn) -> None:
    owner.post(f"/c/{club}/people/invite", data={"role": "member", "label": "Nino"})
    owner.post(f"/c/{club}/people/3", data={"role": "scorer"})
    owner.post(f"/c/{club}/people/3/reset")
    owner.post(f"/c/{club}/people/links/2/end")
    mia = sign_in("mia")
    mia.post("/account/sessions/end")
    mia.post(f"/c/{club}/password", data={"old": PASSWORD, "password": "five aces of cups"})
    page = owner.get(f"/c/{club}/security").text
    for told in (
        "Invitation created for Nino as Member", "Mia is now Scorer", "Password reset link created for Mia",
        "Unused link revoked: Mia", "Mia logged out devices: 0", "Mia: password changed",
    ):  # fmt: skip
        assert told in page


def test_links_to_the_clubs_tables_stand_there(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        club_row = the_club(club)
        token = links.token(links.make_link(tables.open_table(club_row, "Table 7"), "score"))
        db.session.commit()
    stranger = app.test_client()
    stranger.post(f"/s/{token}/links", data={"may": "watch", "label": "the bar"})
    stranger.post(f"/s/{token}/links/2/end")
    page = owner.get(f"/c/{club}/security").text
    assert "Link to Table 7 created" in page
    assert "Link to Table 7 revoked" in page


def test_older_lines_are_on_further_pages(
    app: Flask, club: str, owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_search, "A_PAGE", 2)
    with app.app_context():
        club_row = the_club(club)
        for number in range(4):
            log.note(club_row, "Olga", "export", file=f"file {number}")
        db.session.commit()
    first = owner.get(f"/c/{club}/security").text
    assert ["file 3" in first, "file 2" in first, "file 1" in first] == [True, True, False]
    second = owner.get(f"/c/{club}/security?before=4").text
    assert ["file 2" in second, "file 1" in second, "file 0" in second] == [False, True, True]
    assert owner.get(f"/c/{club}/security?before=nonsense").status_code == 200


def test_the_servers_log_has_numbers_and_no_names(app: Flask, club: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "scorekeeper.security")
    client = app.test_client()
    for password in ("wrong password", PASSWORD):
        client.post("/login", data={"login": "mia", "password": password})
        done(app)
    client.post("/login", data={"login": "a.stranger@example.org", "password": PASSWORD})
    done(app)
    client.get(f"/c/{club}/results.csv")
    for written in (request_log.JsonLines(), request_log.TextLines("%(message)s")):
        lines = [written.format(record) for record in caplog.records]
        assert len(lines) == 4
        for line, kind in zip(lines, ("failed", "login", "failed", "export"), strict=True):
            assert kind in line
        assert not any(word in line for line in lines for word in ("Mia", "mia", "stranger", "127.0.0.1", PASSWORD))
    assert "kind=login account=3 clubs=[1]" in lines[1]


def test_a_server_without_requests_in_its_log_tells_of_security_all_the_same(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_log, "security", logging.Logger("security"))
    make_app(TESTING=False)
    make_app(TESTING=False)
    assert len(request_log.security.handlers) == 1
