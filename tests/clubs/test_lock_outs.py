"""Wrong passwords are limited by network and browser, so that no visitor can lock another one out."""

import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from scorekeeper.clubs import accounts, signing_in
from scorekeeper.store.club_models import ClubLogLine
from scorekeeper.store.models import db
from tests.clubs.conftest import PASSWORD, SignIn
from tests.clubs.waiting import done


def attempt(client: FlaskClient, password: str, address: str = "192.0.2.1", login: str = "olga") -> int:
    sent = {"login": login, "password": password}
    return client.post("/login", data=sent, environ_base={"REMOTE_ADDR": address}).status_code


def test_who_guesses_is_held_back_where_the_guesses_come_from(app: Flask, club: str) -> None:
    tries = [attempt(app.test_client(), "wrong password", login=f"somebody{number}") for number in range(10)]
    assert tries == [422] * 10
    assert attempt(app.test_client(), PASSWORD) == 429


def test_guesses_at_the_same_time_are_counted_before_they_are_checked(
    app: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, go_on = threading.Semaphore(0), threading.Event()

    def authenticate(_login: str, _password: str) -> None:
        checked.release()
        go_on.wait()

    monkeypatch.setattr(accounts, "authenticate", authenticate)
    with ThreadPoolExecutor(12) as threads:
        guesses = [threads.submit(attempt, app.test_client(), "a guess", login=f"s{n}") for n in range(12)]
        for _number in range(10):
            checked.acquire()
        wait(guesses, return_when=FIRST_COMPLETED)
        go_on.set()
        assert sorted(guess.result() for guess in guesses) == [422] * 10 + [429] * 2


def test_right_passwords_are_not_counted(app: Flask, club: str) -> None:
    assert [attempt(app.test_client(), PASSWORD) for _number in range(12)] == [303] * 12


@pytest.mark.parametrize("path, field", [("password", "old"), ("address", "known")])
def test_guesses_at_the_own_password_count_for_the_account_from_wherever_they_come(
    app: Flask, club: str, sign_in: SignIn, path: str, field: str
) -> None:
    phone, other = sign_in("mia"), sign_in("olga")

    def guess(client: FlaskClient, address: str) -> int:
        there = {"REMOTE_ADDR": address}
        return client.post(f"/c/{club}/{path}", data={field: "a wrong guess"}, environ_base=there).status_code

    assert [guess(phone, f"192.0.2.{number}") for number in range(11)] == [422] * 10 + [429]
    assert guess(other, "192.0.2.1") == 422


def test_one_household_of_long_addresses_is_one_place(app: Flask, club: str) -> None:
    for number in range(10):
        attempt(app.test_client(), "wrong password", f"2001:db8:0:1a{number:x}::{number}")
    assert attempt(app.test_client(), PASSWORD, "2001:db8:0:1ff::1") == 429
    assert attempt(app.test_client(), PASSWORD, "2001:db8:0:200::1") == 303


def test_strangers_cannot_lock_an_owner_out(app: Flask, club: str, sign_in: SignIn) -> None:
    phone = sign_in("olga")
    phone.post("/logout")
    for number in range(100):  # from ten networks, one of them the one she uses
        attempt(app.test_client(), "wrong password", f"192.0.2.{number % 10}")
    assert attempt(app.test_client(), PASSWORD, "192.0.2.1") == 429
    assert attempt(phone, PASSWORD, "192.0.2.1") == 303  # her own phone
    assert attempt(app.test_client(), PASSWORD, "198.51.100.1") == 303  # and a new phone in another network


def test_a_known_phone_that_somebody_found_has_ten_tries(app: Flask, club: str, sign_in: SignIn) -> None:
    phone = sign_in("olga")
    phone.post("/logout")
    assert [attempt(phone, "wrong password", f"192.0.2.{number}") for number in range(10)] == [422] * 10
    assert attempt(phone, PASSWORD, "192.0.2.99") == 429
    assert attempt(app.test_client(), PASSWORD, "192.0.2.99") == 303


def test_a_known_phone_is_known_for_its_own_accounts(app: Flask, club: str, sign_in: SignIn) -> None:
    phone = sign_in("mia")
    for number in range(10):
        attempt(app.test_client(), "wrong password", login=f"somebody{number}")
    assert attempt(phone, PASSWORD, login="mia") == 303
    assert attempt(phone, PASSWORD, login="olga") == 429


def test_owners_read_of_wrong_passwords_and_nobody_fills_their_log(app: Flask, club: str, owner: FlaskClient) -> None:
    for number in range(30):
        attempt(app.test_client(), "wrong password", f"192.0.2.{number % 2}", login="mia")
    done(app)
    page = owner.get(f"/c/{club}/security").text
    assert "Wrong password for Mia" in page
    with app.app_context():
        lines = select(func.count()).select_from(ClubLogLine).where(ClubLogLine.kind.in_(signing_in.OF_STRANGERS))
        assert db.session.scalar(lines) == signing_in.MOST_LINES_AN_HOUR


def test_owners_read_of_a_lock_out(app: Flask, club: str, owner: FlaskClient) -> None:
    for _number in range(5):
        attempt(app.test_client(), "wrong password", login="mia")
    for number in range(6):
        attempt(app.test_client(), "wrong password", login=f"somebody{number}")
    for _number in range(3):
        attempt(app.test_client(), "wrong password", login="mia")
    done(app)
    assert owner.get(f"/c/{club}/security").text.count("Too many wrong passwords for Mia") == 1
