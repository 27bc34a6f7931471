"""Passkeys and recovery codes, with a software authenticator."""

import re
from copy import copy
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs import passkeys
from scorekeeper.store.club_models import Passkey, RecoveryCode
from scorekeeper.store.models import db
from tests.clubs.conftest import PASSWORD, SignIn
from tests.support.authenticator import Authenticator


def add(client: FlaskClient, phone: Authenticator, name: str = "my phone") -> TestResponse:
    """Adds a passkey made by this phone."""
    question = client.post("/account/passkeys/question").get_json()
    return client.post("/account/passkeys", data={"name": name, "answer": phone.create(question)})


def enter(client: FlaskClient, phone: Authenticator, **more: str) -> TestResponse:
    """Logs in with the passkey alone."""
    question = client.post("/passkeys/question").get_json()
    return client.post("/login/passkey", data={"answer": phone.get(question), **more})


def codes_in(page: str) -> list[str]:
    return re.findall(r"<code>([a-z0-9]{5}-[a-z0-9]{5})</code>", page)


@pytest.fixture
def phone() -> Authenticator:
    return Authenticator()


@pytest.fixture
def codes(owner: FlaskClient, phone: Authenticator) -> list[str]:
    """Olga's recovery codes, made with her first passkey."""
    made = add(owner, phone)
    assert made.status_code == 201
    return codes_in(made.text)


def test_a_passkey_lets_its_account_in_without_a_password(
    app: Flask, club: str, phone: Authenticator, codes: list[str]
) -> None:
    browser = app.test_client()
    assert enter(browser, phone, next=f"/c/{club}/people").location == f"/c/{club}/people"
    assert browser.get(f"/c/{club}/people").status_code == 200
    assert "last used on" in browser.get("/account").text


def test_the_first_passkey_brings_ten_codes_and_later_ones_none(owner: FlaskClient, codes: list[str]) -> None:
    assert len(set(codes)) == 10
    assert add(owner, Authenticator(), "the other phone").status_code == 303
    page = owner.get("/account").text
    assert "the other phone" in page
    assert codes_in(page) == []  # shown once


@pytest.mark.parametrize(
    "phone",
    [Authenticator("https://evil.example"), Authenticator(verifies=False)],
    ids=["another site", "nobody was asked for a finger"],
)
def test_a_passkey_of_elsewhere_or_without_its_lock_is_not_kept(
    app: Flask, owner: FlaskClient, phone: Authenticator
) -> None:
    assert add(owner, phone).status_code == 422
    with app.app_context():
        assert db.session.scalars(select(Passkey)).all() == []


def test_an_answer_counts_once_and_for_its_own_challenge(
    app: Flask, club: str, phone: Authenticator, codes: list[str]
) -> None:
    first, second = app.test_client(), app.test_client()
    question = first.post("/passkeys/question").get_json()
    answer = phone.get(question)
    with first.session_transaction() as session:
        challenge = session["challenge"]
    assert second.post("/login/passkey", data={"answer": answer}).status_code == 422  # from another browser
    assert first.post("/login/passkey", data={"answer": answer}).status_code == 303
    with second.session_transaction() as session:
        session["challenge"] = challenge  # a copied cookie
    assert second.post("/login/passkey", data={"answer": answer}).status_code == 422


def test_an_old_challenge_is_not_answered_any_more(
    app: Flask, phone: Authenticator, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = app.test_client()
    question = browser.post("/passkeys/question").get_json()
    monkeypatch.setattr(passkeys, "ANSWERED_WITHIN", passkeys.ANSWERED_WITHIN * 0)
    assert browser.post("/login/passkey", data={"answer": phone.get(question)}).status_code == 422


def test_a_passkey_works_after_a_wrong_clock_was_set_back_and_no_answer_counts_twice(
    app: Flask, club: str, phone: Authenticator, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, thief = app.test_client(), app.test_client()
    true_now = passkeys.now
    monkeypatch.setattr(passkeys, "now", lambda: true_now() + timedelta(days=400))
    answer = phone.get(browser.post("/passkeys/question").get_json())
    with browser.session_transaction() as session:
        challenge = session["challenge"]
    assert browser.post("/login/passkey", data={"answer": answer}).status_code == 303
    monkeypatch.setattr(passkeys, "now", true_now)
    with thief.session_transaction() as session:
        session["challenge"] = challenge  # a copied cookie
    assert thief.post("/login/passkey", data={"answer": answer}).status_code == 422
    assert enter(browser, phone).status_code == 303


FORGED: dict[str, dict[str, object]] = {
    "a copy of the phone that counts behind": {"count": 0},
    "another key under the same number": {"key": ec.generate_private_key(ec.SECP256R1())},
    "signed for another host": {"host": "evil.example"},
    "sent by another site": {"origin": "https://evil.example"},
    "nobody was asked for a finger": {"verifies": False},
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_answer_opens_nothing_and_the_phone_works_on(
    app: Flask, club: str, phone: Authenticator, codes: list[str], forged: str
) -> None:
    assert enter(app.test_client(), phone).status_code == 303
    other = copy(phone)
    vars(other).update(FORGED[forged])
    thief = app.test_client()
    assert enter(thief, other).status_code == 422
    assert thief.get(f"/c/{club}").status_code == 303  # to the log-in page
    assert enter(app.test_client(), phone).status_code == 303


def test_nobody_adds_a_key_under_the_number_of_another_account_s_passkey(
    app: Flask, phone: Authenticator, codes: list[str], sign_in: SignIn
) -> None:
    own = Authenticator()
    own.id = phone.id
    assert add(sign_in("mia"), own).status_code == 422
    browser = app.test_client()
    assert enter(browser, own).status_code == 422
    assert enter(browser, phone).status_code == 303


@pytest.mark.parametrize("answer", ["", "{}", "[]", "null", '{"id": 7, "rawId": [], "response": {}}', "x" * 30_000])
def test_what_is_no_answer_is_refused_in_words(app: Flask, club: str, owner: FlaskClient, answer: str) -> None:
    browser = app.test_client()
    browser.post("/passkeys/question")
    refused = browser.post("/login/passkey", data={"answer": answer})
    assert refused.status_code == 422
    assert "That passkey didn’t work" in refused.text
    owner.post("/account/passkeys/question")
    assert owner.post("/account/passkeys", data={"answer": answer}).status_code == 422


def test_a_removed_passkey_opens_nothing(
    app: Flask, owner: FlaskClient, phone: Authenticator, codes: list[str]
) -> None:
    assert owner.post("/account/passkeys/1", data={"name": "the old phone"}).status_code == 303
    assert "the old phone" in owner.get("/account").text
    assert owner.post("/account/passkeys/1", data={"remove": "1"}).status_code == 303
    assert enter(app.test_client(), phone).status_code == 422
    with app.app_context():
        assert db.session.scalars(select(RecoveryCode)).all() == []


def test_nobody_changes_the_passkeys_of_others(member: FlaskClient, codes: list[str]) -> None:
    assert member.post("/account/passkeys/1", data={"remove": "1"}).status_code == 404


@pytest.fixture
def both(owner: FlaskClient, codes: list[str]) -> list[str]:
    """Olga's recovery codes, with two-step login on."""
    assert owner.post("/account/second", data={"second": "1"}).status_code == 303
    return codes


def half_way(app: Flask, club: str) -> FlaskClient:
    """A browser in which Olga has entered her password, but not her passkey."""
    browser = app.test_client()
    answer = browser.post("/login", data={"login": "olga", "password": PASSWORD, "next": f"/c/{club}"})
    assert answer.location.startswith("/login/second")
    assert browser.get(f"/c/{club}").status_code == 303  # not logged in yet
    return browser


def test_the_password_alone_opens_nothing_where_both_are_asked_for(
    app: Flask, club: str, phone: Authenticator, both: list[str]
) -> None:
    browser = half_way(app, club)
    question = browser.post("/passkeys/question").get_json()
    assert len(question["allowCredentials"]) == 1
    answer = browser.post("/login/second", data={"answer": phone.get(question), "next": f"/c/{club}"})
    assert answer.location == f"/c/{club}"
    assert browser.get(f"/c/{club}").status_code == 200


def test_the_passkey_of_somebody_else_is_no_second_step(
    app: Flask, club: str, member: FlaskClient, both: list[str]
) -> None:
    other = Authenticator()
    assert add(member, other).status_code == 201
    browser = half_way(app, club)
    question = browser.post("/passkeys/question").get_json()
    assert browser.post("/login/second", data={"answer": other.get(question)}).status_code == 422


def test_a_recovery_code_stands_in_once(app: Flask, club: str, both: list[str]) -> None:
    typed = both[0].upper().replace("-", " ")
    assert half_way(app, club).post("/login/second", data={"code": typed}).location == "/club"
    refused = half_way(app, club).post("/login/second", data={"code": both[0]})
    assert (refused.status_code, 'id="f-code-error"' in refused.text) == (422, True)
    assert half_way(app, club).post("/login/second", data={"code": both[1]}).status_code == 303


def test_new_codes_end_the_earlier_ones(app: Flask, club: str, owner: FlaskClient, both: list[str]) -> None:
    new = codes_in(owner.post("/account/codes").text)
    assert len(new) == 10
    assert half_way(app, club).post("/login/second", data={"code": both[0]}).status_code == 422
    assert half_way(app, club).post("/login/second", data={"code": new[0]}).status_code == 303


def test_no_code_stands_in_the_database(app: Flask, codes: list[str]) -> None:
    with app.app_context():
        stored = db.session.scalars(select(RecoveryCode.digest)).all()
    assert not {code.replace("-", "") for code in codes} & set(stored)
    assert all(len(each) == 22 for each in stored)


def test_a_new_password_by_a_link_does_not_do_without_the_passkey(
    app: Flask, club: str, sign_in: SignIn, both: list[str]
) -> None:
    from scorekeeper.clubs import accounts

    with app.app_context():
        olga, here = accounts.find_account("olga"), accounts.find_club(club)
        assert olga is not None
        assert here is not None
        _link, secret = accounts.reset_link(here, olga)
        db.session.commit()
    browser = app.test_client()
    answer = browser.post(f"/reset/{secret}", data={"password": "five aces of cups"})
    assert answer.location.startswith("/login/second")
    assert browser.get(f"/c/{club}").status_code == 303


def test_a_passkey_serves_where_the_password_is_asked_for_again(
    app: Flask, club: str, owner: FlaskClient, phone: Authenticator, codes: list[str], stale: None
) -> None:
    response = owner.post(f"/c/{club}/people/invite", data={"role": "scorer", "label": "Nino"})
    assert response.status_code == 403
    assert "data-passkey" in response.text
    question = owner.post("/passkeys/question").get_json()
    sent = {"role": "scorer", "label": "Nino", "confirm_password": "", "confirm_passkey": phone.get(question)}
    assert owner.post(f"/c/{club}/people/invite", data=sent).status_code == 201


def test_a_new_passkey_waits_until_an_older_one_has_said_who_it_is(
    owner: FlaskClient, phone: Authenticator, codes: list[str], stale: None
) -> None:
    made = Authenticator().create(owner.post("/account/passkeys/question").get_json())
    assert owner.post("/account/passkeys", data={"name": "tablet", "answer": made}).status_code == 403
    answer = phone.get(owner.post("/passkeys/question").get_json())
    sent = {"name": "tablet", "answer": made, "confirm_passkey": answer}
    assert owner.post("/account/passkeys", data=sent).status_code == 303
    assert "tablet" in owner.get("/account").text
