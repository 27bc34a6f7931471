"""When a member loses permissions, the owner decides whether to revoke the links that the member has seen."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import accounts
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import Link, db

pytestmark = pytest.mark.each_engine


@pytest.fixture
def table(club: str, scorer: FlaskClient) -> str:
    """The scorer's link of a table of the club."""
    return str(scorer.post(f"/c/{club}/tables", data={"name": "One"}).location).removesuffix("/new")


def address_of(app: Flask, club: str, login: str) -> str:
    """The URL at which an owner changes this member."""
    with app.app_context():
        account = accounts.find_account(login)
        assert isinstance(account, Account)
        return f"/c/{club}/people/{account.id}"


def role_of(app: Flask, club: str, login: str) -> str | None:
    with app.app_context():
        account, found = accounts.find_account(login), accounts.find_club(club)
        assert account is not None
        assert found is not None
        member = accounts.membership(found, account)
        return member.role if member else None


@pytest.mark.parametrize("role, left", [("out", None), ("member", "member")])
def test_the_owner_is_asked_before_a_scorer_goes_and_nothing_is_done_yet(
    app: Flask, club: str, owner: FlaskClient, table: str, role: str, left: str | None
) -> None:
    address = address_of(app, club, "sam")
    response = owner.post(address, data={"role": role})
    assert response.status_code == 200
    assert "Sam may still have the link to one of the club’s tables" in response.text
    assert role_of(app, club, "sam") == "scorer"
    fields = dict(re.findall(r'name="(role|links)" value="(\w+)"', response.text))
    assert fields["role"] == role
    assert owner.post(address, data={"role": role, "links": "end"}).status_code == 303
    assert role_of(app, club, "sam") == left


@pytest.mark.parametrize("role", ["out", "member"])
def test_the_links_of_who_goes_end_and_those_who_stay_have_new_ones(
    app: Flask, club: str, owner: FlaskClient, scorer: FlaskClient, table: str, role: str
) -> None:
    assert scorer.get(f"{table}/new").status_code == 200
    owner.post(address_of(app, club, "sam"), data={"role": role, "links": "end"})
    assert scorer.get(f"{table}/new").status_code == 404
    (anew,) = set(re.findall(r"/s/[^/\"]+", owner.get(f"/c/{club}").text))
    assert anew != table
    assert owner.get(f"{anew}/new").status_code == 200
    with app.app_context():
        open_links = db.session.scalars(select(Link.may).where(Link.revoked_at.is_(None))).all()
        assert sorted(open_links) == ["score", "watch"]
    assert "Links to all tables replaced" in owner.get(f"/c/{club}/log").text


def test_who_becomes_a_member_may_go_on_watching(
    app: Flask, club: str, owner: FlaskClient, scorer: FlaskClient, table: str
) -> None:
    with app.app_context():
        watching = db.session.scalars(select(Link).where(Link.may == "watch")).one().id
    owner.post(address_of(app, club, "sam"), data={"role": "member", "links": "end"})
    with app.app_context():
        assert db.session.get_one(Link, watching).revoked_at is None
    assert re.findall(r"/s/[^/\"]+", scorer.get(f"/c/{club}").text)


def test_the_links_stay_where_the_owner_says_so(
    app: Flask, club: str, owner: FlaskClient, scorer: FlaskClient, table: str
) -> None:
    owner.post(address_of(app, club, "sam"), data={"role": "out", "links": "keep"})
    assert role_of(app, club, "sam") is None
    assert scorer.get(f"{table}/new").status_code == 200


@pytest.mark.parametrize("login, role", [("mia", "scorer"), ("sam", "owner")])
def test_nothing_is_asked_where_somebody_may_open_more(
    app: Flask, club: str, owner: FlaskClient, table: str, login: str, role: str
) -> None:
    assert owner.post(address_of(app, club, login), data={"role": role}).status_code == 303
    assert role_of(app, club, login) == role


def test_nothing_is_asked_in_a_club_without_a_table(app: Flask, club: str, owner: FlaskClient) -> None:
    assert owner.post(address_of(app, club, "sam"), data={"role": "out"}).status_code == 303
    assert role_of(app, club, "sam") is None


def test_another_clubs_links_stay(app: Flask, club: str, owner: FlaskClient, table: str, client: FlaskClient) -> None:
    elsewhere = str(client.post("/new", data={"game": "truco", "shown_shape": "2x2", "start": "1"}).location)
    owner.post(address_of(app, club, "sam"), data={"role": "out", "links": "end"})
    assert client.get(elsewhere).status_code == 200
