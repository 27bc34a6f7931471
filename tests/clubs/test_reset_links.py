"""Reset links: which events revoke them, and who cannot use them."""

from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, signing_in
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db
from tests.clubs.conftest import PASSWORD, the_account, the_club

NEW = {"password": "five aces of cups"}


def found(login: str = "mia") -> Account:
    return the_account(login)


@pytest.fixture
def links(app: Flask, club: str) -> dict[str, str]:
    """An owner's link for mia, and one by mail."""
    with app.app_context():
        made = {"reset": accounts.reset_link(the_club(club), found())[1]}
        db.session.commit()
        return made


def status(app: Flask, secret: str) -> int:
    return app.test_client().get(f"/reset/{secret}").status_code


def test_a_new_link_ends_the_one_before(app: Flask, club: str, links: dict[str, str]) -> None:
    with app.app_context():
        _link, by_mail = accounts.mail_link(the_club(club), found())
        db.session.commit()
    assert (status(app, links["reset"]), status(app, by_mail)) == (410, 200)
    with app.app_context():
        _link, second = accounts.reset_link(the_club(club), found())
        db.session.commit()
    assert (status(app, by_mail), status(app, second)) == (410, 200)


def test_a_revoked_link_stays_revoked_when_the_clock_is_set_back(
    app: Flask, club: str, links: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        accounts.end_resets(found())
        db.session.commit()
    true_now = accounts.now
    monkeypatch.setattr(accounts, "now", lambda: true_now() - timedelta(minutes=30))
    assert status(app, links["reset"]) == 410


def test_links_of_others_go_on(app: Flask, club: str, links: dict[str, str]) -> None:
    with app.app_context():
        accounts.reset_link(the_club(club), found("sam"))
        db.session.commit()
    assert status(app, links["reset"]) == 200


def test_changing_the_password_ends_every_link(
    app: Flask, club: str, member: FlaskClient, links: dict[str, str]
) -> None:
    assert status(app, links["reset"]) == 200
    assert member.post(f"/c/{club}/password", data={"old": PASSWORD, **NEW}).status_code == 303
    assert status(app, links["reset"]) == 410


def test_another_address_for_mails_ends_the_link_that_lies_at_the_old_one(app: Flask, links: dict[str, str]) -> None:
    with app.app_context():
        signing_in.set_address(found(), "mia@example.org")
        db.session.commit()
    assert status(app, links["reset"]) == 410


def test_the_owner_of_one_club_does_not_get_into_a_later_one(app: Flask, club: str, links: dict[str, str]) -> None:
    with app.app_context():
        accounts.join(accounts.create_club("Elsewhere"), found(), "owner")
        db.session.commit()
    assert app.test_client().post(f"/reset/{links['reset']}", data=NEW).status_code == 410
    with app.app_context():
        assert accounts.authenticate("mia", PASSWORD) is not None


def test_a_link_is_checked_again_when_it_is_used(app: Flask, club: str, links: dict[str, str]) -> None:
    """The member joins another club after the form was loaded, in a way that revokes no links."""
    from scorekeeper.store.club_models import Membership

    with app.app_context():
        link = accounts.find_link(links["reset"], "reset")
        assert link is not None
        db.session.add(Membership(club=accounts.create_club("Elsewhere"), account=found(), role="member"))
        db.session.flush()
        assert not accounts.use_link(link)
        assert accounts.find_link(links["reset"], "reset") is None


def test_who_has_left_the_club_is_not_reset_by_it(app: Flask, club: str, links: dict[str, str]) -> None:
    with app.app_context():
        member = accounts.membership(the_club(club), found())
        assert member is not None
        accounts.leave(member)
        db.session.commit()
    assert status(app, links["reset"]) == 410


def test_a_password_that_was_refused_does_not_use_the_link_up(app: Flask, links: dict[str, str]) -> None:
    client = app.test_client()
    assert client.post(f"/reset/{links['reset']}", data={"password": "short"}).status_code == 422
    assert client.post(f"/reset/{links['reset']}", data=NEW).status_code == 303
