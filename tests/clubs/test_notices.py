"""Mails about changes of an account, if the server can send mail."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import mail
from scorekeeper.clubs import signing_in
from scorekeeper.mail import Mail
from scorekeeper.store.models import db
from scorekeeper.web.account_mails import MOST_NOTICES
from tests.clubs.conftest import PASSWORD, SignIn, the_account
from tests.conftest import MakeApp

MAILING = {"SMTP_HOST": "127.0.0.1", "MAIL_FROM": "cards@example.org", "PUBLIC_URL": "https://cards.example.org"}


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """The application with a mail server that is never contacted."""
    return make_app(**MAILING)


@pytest.fixture
def sent(app: Flask, club: str, monkeypatch: pytest.MonkeyPatch) -> list[Mail]:
    """The mails sent; mia and olga have addresses."""
    letters: list[Mail] = []
    monkeypatch.setattr(mail, "submit", lambda task: letters.extend(task()))
    with app.app_context():
        for login in ("mia", "olga"):
            account = the_account(login)
            signing_in.set_address(account, f"{login}@example.org")
        db.session.commit()
    return letters


def told(sent: list[Mail]) -> list[tuple[str, str]]:
    """Recipient and first line of each mail."""
    return [(each.to, each.text.splitlines()[0]) for each in sent]


def test_a_new_password_is_told_to_its_owner(club: str, sent: list[Mail], member: FlaskClient) -> None:
    member.post(f"/c/{club}/password", data={"old": PASSWORD, "password": "five aces of cups"})
    assert told(sent) == [("mia@example.org", "The password of mia at Scorekeeper was changed.")]
    assert "If you did not expect this" in sent[0].text
    assert "http" not in sent[0].text  # no links, so that users do not learn to click them


def test_another_address_is_told_to_the_old_and_the_new_one(club: str, sent: list[Mail], member: FlaskClient) -> None:
    member.post(f"/c/{club}/address", data={"email": "new@example.org", "known": PASSWORD})
    assert [each.to for each in sent] == ["mia@example.org", "new@example.org"]
    assert {each.text for each in sent} == {sent[0].text}


def test_another_role_is_told_to_who_has_it(club: str, sent: list[Mail], owner: FlaskClient) -> None:
    owner.post(f"/c/{club}/people/3", data={"role": "scorer"})
    owner.post(f"/c/{club}/people/3/arbiter", data={"arbiter": "1"})
    owner.post(f"/c/{club}/people/3", data={"role": "out"})
    assert told(sent) == [
        ("mia@example.org", "mia now has this role in Bocce e Carte at Scorekeeper: Scorer."),
        ("mia@example.org", "mia now has this role in Bocce e Carte at Scorekeeper: Arbiter."),
        ("mia@example.org", "mia is no longer in Bocce e Carte at Scorekeeper."),
    ]


def test_nobody_floods_a_mailbox_by_changing_an_account_again_and_again(
    club: str, sent: list[Mail], member: FlaskClient
) -> None:
    for _again in range(MOST_NOTICES + 2):
        member.post("/account/second", data={"second": "0"})
    assert len(sent) == MOST_NOTICES
    member.post(f"/c/{club}/password", data={"old": PASSWORD, "password": "five aces of cups"})
    assert "The password of mia" in sent[-1].text  # more serious notices are still sent


def test_a_mail_is_in_the_language_of_its_reader(app: Flask, club: str, sent: list[Mail], owner: FlaskClient) -> None:
    with app.app_context():
        olga = the_account("olga")
        olga.language = "it"
        db.session.commit()
    owner.post(f"/c/{club}/password", data={"old": PASSWORD, "password": "five aces of cups"})
    assert sent[0].to == "olga@example.org"
    assert "Scorekeeper" in sent[0].text
    assert "The password of" not in sent[0].text


def test_who_has_no_address_gets_none_and_nothing_breaks(club: str, sent: list[Mail], sign_in: SignIn) -> None:
    sam = sign_in("sam")
    assert sam.post(f"/c/{club}/password", data={"old": PASSWORD, "password": "five aces of cups"}).status_code == 303
    assert sent == []
