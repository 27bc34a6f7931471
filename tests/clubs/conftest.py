"""Fixtures: a club with an owner, a scorer and a member, and their browsers."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.clubs import accounts, signing_in
from scorekeeper.store.club_models import Account, Club
from scorekeeper.store.models import db
from tests.conftest import USUAL

PASSWORD = "four aces of coins"
CLUB = "bocce-e-carte"
SignIn = Callable[[str], FlaskClient]


def set_up_code_of(app: Flask) -> str:
    """The set-up code that the server prints while there are no accounts."""
    with app.app_context():
        return signing_in.set_up_code(db.session, app.config)


@pytest.fixture(scope="session")
def database_with_a_club(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with the club of `club`; a copy takes a tenth of the time that it takes to found it again."""
    folder = tmp_path_factory.mktemp("club")
    file = shutil.copyfile(empty_database, folder / "scorekeeper.sqlite3")
    app = create_app(USUAL | {"INSTANCE_PATH": str(folder), "DATABASE_URL": f"sqlite:///{file}"})
    with pytest.MonkeyPatch.context() as patch, app.app_context():
        patch.setattr(accounts, "STRENGTH", "pbkdf2:sha1:1")
        _found_a_club()
    with app.app_context():
        db.engine.dispose()  # closing the last connection moves everything into the file
    return file


@pytest.fixture
def database_url(database_url: str, engine_name: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database; in SQLite it already has the club of a test with the fixture for one."""
    if engine_name == "sqlite" and "club" in request.fixturenames:
        shutil.copyfile(request.getfixturevalue("database_with_a_club"), tmp_path / "scorekeeper.sqlite3")
    return database_url


@pytest.fixture
def club(app: Flask) -> str:
    """The slug of a club with an owner (olga), a scorer (sam) and a member (mia)."""
    with app.app_context():
        if accounts.find_club(CLUB) is None:
            _found_a_club()
    return CLUB


def the_club(slug: str) -> Club:
    """Returns the club of this slug."""
    club = accounts.find_club(slug)
    assert club is not None
    return club


def the_account(name: str) -> Account:
    """Returns the account of this name."""
    account = accounts.find_account(name)
    assert account is not None
    return account


def _found_a_club() -> None:
    made = accounts.create_club("Bocce e Carte")
    for login, role in (("olga", "owner"), ("sam", "scorer"), ("mia", "member")):
        accounts.join(made, accounts.create_account(login, login.title(), PASSWORD), role)
    db.session.commit()
    assert made.slug == CLUB


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
    """A confirmed password expires at once, so every action that needs one has to confirm it again."""
    monkeypatch.setattr(accounts, "CONFIRMED", timedelta(0))
