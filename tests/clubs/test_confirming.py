"""Dangerous actions require confirming the password; the form's contents are kept."""

import re
from datetime import timedelta
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorekeeper.clubs import accounts
from scorekeeper.store.club_models import OneTimeLink, Player
from scorekeeper.store.club_models import SignIn as Session
from scorekeeper.store.models import db, now
from tests.clubs.conftest import PASSWORD, the_account, the_club

INVITATION = {"role": "scorer", "label": "Nino <“the Ace”> & sons"}


def hidden_in(page: str) -> dict[str, str]:
    """The hidden fields of the page's form."""
    texts = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in texts if name != "csrf_token"}


def test_who_logged_in_a_moment_ago_is_not_asked(owner: FlaskClient, club: str) -> None:
    assert owner.post(f"/c/{club}/people/invite", data=INVITATION).status_code == 201


def test_after_ten_minutes_the_password_is_asked_for_and_nothing_is_lost(
    app: Flask, owner: FlaskClient, club: str
) -> None:
    with app.app_context():
        db.session.execute(update(Session).values(confirmed_at=now() - timedelta(minutes=10)))
        db.session.commit()
    response = owner.post(f"/c/{club}/people/invite", data=INVITATION)
    assert response.status_code == 403
    assert hidden_in(response.text) == INVITATION
    assert f'action="/c/{club}/people/invite"' in response.text
    with app.app_context():
        assert db.session.scalars(select(OneTimeLink)).all() == []
    wrong = owner.post(
        f"/c/{club}/people/invite", data={**hidden_in(response.text), "confirm_password": "not this one"}
    )
    assert (wrong.status_code, hidden_in(wrong.text)) == (422, INVITATION)
    done = owner.post(f"/c/{club}/people/invite", data={**hidden_in(wrong.text), "confirm_password": PASSWORD})
    assert done.status_code == 201
    with app.app_context():
        (made,) = db.session.scalars(select(OneTimeLink))
        assert (made.role, made.label) == ("scorer", INVITATION["label"])
    assert owner.post(f"/c/{club}/people/invite", data=INVITATION).status_code == 201  # no confirmation needed


@pytest.mark.parametrize(
    "path, data",
    [
        ("tokens", {"name": "Website", "scopes": "read"}),
        ("people/invite", {"role": "member"}),
        ("people/3", {"role": "scorer"}),
        ("people/3", {"role": "out"}),
        ("people/2/arbiter", {"arbiter": "1"}),
        ("people/3/reset", {}),
        ("players/1/erase", {}),
        ("import/" + "0" * 32, {}),
    ],
)
def test_this_is_asked_for_before_anything_is_done(
    app: Flask, owner: FlaskClient, club: str, stale: None, path: str, data: dict[str, str]
) -> None:
    with app.app_context():
        club_row = the_club(club)
        db.session.add(Player(club_id=club_row.id, name="Anna", name_key="anna", active=True))
        db.session.commit()
    assert owner.post(f"/c/{club}/{path}", data=data).status_code == 403
    assert owner.post(f"/c/{club}/{path}", data={**data, "confirm_password": "not this one"}).status_code == 422
    with app.app_context():
        mia = the_account("mia")
        assert [each.role for each in accounts.clubs_of(mia)] == ["member"]
        assert db.session.get_one(Player, 1).name == "Anna"
        assert db.session.scalars(select(OneTimeLink)).all() == []
    assert owner.post(f"/c/{club}/{path}", data={**data, "confirm_password": PASSWORD}).status_code in {201, 303, 410}


@pytest.mark.parametrize("file", ["matches.jsonl", "results.csv", "standings.csv", "log.csv"])
def test_files_are_taken_out_after_the_password(
    app: Flask, owner: FlaskClient, club: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        db.session.execute(update(Session).values(confirmed_at=now() - accounts.CONFIRMED))
        db.session.commit()
    response = owner.get(f"/c/{club}/{file}?game=truco")
    assert (response.status_code, response.location) == (303, f"/confirm?next=/c/{club}/{file}?game%3Dtruco")
    assert owner.get(response.location).status_code == 200
    assert owner.post(response.location, data={"confirm_password": "not this one"}).status_code == 422
    done = owner.post(response.location, data={"confirm_password": PASSWORD})
    assert done.location == f"/c/{club}/{file}?game=truco"
    assert owner.get(done.location).headers["Content-Disposition"].startswith("attachment")
    assert f"Exported: {file}" in owner.get(f"/c/{club}/security").text


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", "/\\evil.example", ""])
def test_the_page_leads_to_this_site_only(owner: FlaskClient, wanted: str) -> None:
    answer = owner.post("/confirm", query_string={"next": wanted}, data={"confirm_password": PASSWORD})
    assert answer.location == "/account"


def test_an_open_phone_is_no_place_to_guess_passwords(owner: FlaskClient, club: str, stale: None) -> None:
    path = f"/c/{club}/people/invite"
    tries = [owner.post(path, data={**INVITATION, "confirm_password": f"guess {n}"}).status_code for n in range(11)]
    assert tries == [422] * 10 + [429]
    assert owner.post(path, data={**INVITATION, "confirm_password": PASSWORD}).status_code == 429


def test_who_may_not_is_told_so_and_not_asked(member: FlaskClient, club: str, stale: None) -> None:
    assert "confirm_password" not in member.post(f"/c/{club}/people/invite", data=INVITATION).text
