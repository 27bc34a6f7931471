"""Fixtures: a club with an owner, a scorer and a member, and their browsers."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, signing_in
from scorekeeper.store.models import db

PASSWORD = "four aces of coins"
SignIn = Callable[[str], FlaskClient]


def set_up_code_of(app: Flask) -> str:
    """The set-up code that the server prints while there are no accounts."""
    with app.app_context():
        return signing_in.set_up_code(db.session, app.config["SECRET_KEY"])


@pytest.fixture
def club(app: Flask) -> str:
    """The slug of a club with an owner (olga), a scorer (sam) and a member (mia)."""
    with app.app_context():
        made = accounts.create_club("Bocce e Carte")
        for login, role in (("olga", "owner"), ("sam", "scorer"), ("mia", "member")):
            accounts.join(made, accounts.create_account(login, login.title(), PASSWORD), role)
        db.session.commit()
        return made.slug


@pytest.fixture
def sign_in(app: Flask) -> SignIn:
    """A browser that is logged in to this account."""

    def browser(login: str) -> FlaskClient:
        client = app.test_client()
        assert client.post("/login", data={"login": login, "password": PASSWORD}).status_code == 303
        return client

    return browser


@pytest.fixture
def owner(club: str, sign_in: SignIn) -> FlaskClient:
    """The owner's browser."""
    return sign_in("olga")


@pytest.fixture
def scorer(club: str, sign_in: SignIn) -> FlaskClient:
    """A scorer's browser."""
    return sign_in("sam")


@pytest.fixture
def member(club: str, sign_in: SignIn) -> FlaskClient:
    """A member's browser."""
    return sign_in("mia")


@pytest.fixture
def stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every action that needs a recent password asks for it again."""
    monkeypatch.setattr(accounts, "CONFIRMED", timedelta(0))
