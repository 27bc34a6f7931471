"""Sessions are stored on the server: when one ends there, its cookie is useless."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select, update

from scorekeeper import mail
from scorekeeper.clubs import accounts
from scorekeeper.jobs.working import on_the_hour
from scorekeeper.store.club_models import OneTimeLink
from scorekeeper.store.club_models import SignIn as Session
from scorekeeper.store.models import db, now
from tests.clubs.conftest import PASSWORD, the_account
from tests.conftest import MakeApp

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"
LAPTOP = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0"


def log_in(app: Flask, agent: str = "", address: str = "192.0.2.7", login: str = "mia") -> FlaskClient:
    client = app.test_client()
    client.environ_base |= {"HTTP_USER_AGENT": agent, "REMOTE_ADDR": address}
    assert client.post("/login", data={"login": login, "password": PASSWORD}).status_code == 303
    return client


def set_times(app: Flask, **times: timedelta) -> None:
    """Moves times of all sessions into the past."""
    with app.app_context():
        db.session.execute(update(Session).values({name: now() - ago for name, ago in times.items()}))
        db.session.commit()


def copied(app: Flask, client: FlaskClient) -> FlaskClient:
    """Another browser with the same cookie."""
    cookie = client.get_cookie("scorekeeper")
    assert cookie is not None
    thief = app.test_client()
    thief.set_cookie("scorekeeper", cookie.value)
    return thief


def test_a_cookie_that_was_copied_is_worthless_after_log_out(app: Flask, member: FlaskClient, club: str) -> None:
    thief = copied(app, member)
    assert thief.get(f"/c/{club}").status_code == 200
    member.post("/logout")
    assert thief.get(f"/c/{club}").status_code == 303


@pytest.mark.parametrize("path", ["/logout", "/account/sessions/1/end"])
def test_a_browser_that_logs_out_is_told_to_drop_the_pages_it_keeps(member: FlaskClient, path: str) -> None:
    assert member.post(path).headers["Clear-Site-Data"] == '"cache"'  # for its Back button; phones' matches stay


def test_logging_in_again_ends_the_session_before(app: Flask, member: FlaskClient, club: str) -> None:
    thief = copied(app, member)
    member.post("/login", data={"login": "mia", "password": PASSWORD})
    assert thief.get(f"/c/{club}").status_code == 303
    assert member.get(f"/c/{club}").status_code == 200


@pytest.mark.parametrize("moment, ago", [("seen_at", accounts.IDLE), ("began_at", accounts.LONGEST_SESSION)])
def test_a_session_ends_when_nobody_uses_it_and_after_half_a_year_anyway(
    app: Flask, member: FlaskClient, club: str, moment: str, ago: timedelta
) -> None:
    set_times(app, **{moment: ago - timedelta(minutes=1)})
    assert member.get(f"/c/{club}").status_code == 200
    set_times(app, **{moment: ago})
    assert member.get(f"/c/{club}").status_code == 303


def test_use_keeps_a_session_going_and_is_noted_once_an_hour(app: Flask, member: FlaskClient, club: str) -> None:
    def seen() -> timedelta:
        with app.app_context():
            return now() - db.session.scalars(select(Session.seen_at)).one()

    set_times(app, seen_at=timedelta(minutes=59))
    member.get(f"/c/{club}")
    assert seen() > timedelta(minutes=58)
    set_times(app, seen_at=timedelta(days=20))
    member.get(f"/c/{club}")
    assert seen() < timedelta(minutes=1)


def test_the_account_page_lists_where_one_is_logged_in(app: Flask, club: str) -> None:
    here = log_in(app, PHONE, "192.0.2.7")
    log_in(app, LAPTOP, "2001:db8:1:2:3::4")
    page = here.get("/account").text
    for text in ("Firefox, Android</strong> · this browser", "192.0.2.x", "Edge, Windows", "2001:db8:1::x"):
        assert text in page
    assert "192.0.2.7" not in page


def test_one_session_or_all_others_can_be_ended_from_anywhere(app: Flask, club: str) -> None:
    here, lost, old = (log_in(app) for _ in range(3))
    assert here.post("/account/sessions/2/end").status_code == 303
    assert [each.get(f"/c/{club}").status_code for each in (here, lost, old)] == [200, 303, 200]
    here.post("/account/sessions/end")
    assert [each.get(f"/c/{club}").status_code for each in (here, lost, old)] == [200, 303, 303]
    assert here.post("/account/sessions/1/end").status_code == 303  # its own session
    assert here.get(f"/c/{club}").status_code == 303


def test_nobody_ends_sessions_of_others(app: Flask, club: str) -> None:
    mia, sam = log_in(app), log_in(app, login="sam")
    assert sam.post("/account/sessions/1/end").status_code == 404
    sam.post("/account/sessions/end")
    assert mia.get(f"/c/{club}").status_code == 200


def test_an_account_has_a_number_of_sessions_only(app: Flask, club: str) -> None:
    with app.app_context():
        mia = the_account("mia")
        secrets = [accounts.start_session(mia, "?", "?") for _ in range(accounts.MOST_SESSIONS + 1)]
        assert accounts.find_session(secrets[0]) is None
        assert len(accounts.sessions_of(mia)) == accounts.MOST_SESSIONS


@pytest.mark.parametrize("times", [{"seen_at": accounts.IDLE}, {"began_at": accounts.LONGEST_SESSION}])
def test_expired_sessions_and_links_are_deleted_when_somebody_logs_in_and_once_an_hour(
    app: Flask, member: FlaskClient, club: str, times: dict[str, timedelta]
) -> None:
    def make_expired() -> None:
        set_times(app, **times)
        with app.app_context():
            accounts.invite(accounts.find_club(club), "member", "Rita")
            db.session.execute(update(OneTimeLink).values(expires_at=now()))
            db.session.commit()

    make_expired()
    log_in(app, login="sam")
    with app.app_context():
        assert [len(db.session.scalars(select(each)).all()) for each in (Session, OneTimeLink)] == [1, 0]
    make_expired()
    with app.app_context():
        on_the_hour(app)
        assert [len(db.session.scalars(select(each)).all()) for each in (Session, OneTimeLink)] == [0, 0]


def test_the_database_alone_opens_no_session(app: Flask, member: FlaskClient) -> None:
    with app.app_context():
        stored = db.session.scalars(select(Session.digest)).one()
    with member.session_transaction() as visit:
        assert stored != visit["_user_id"]
        visit["_user_id"] = stored
    assert member.get("/account").status_code == 303


def test_a_session_is_good_in_every_process(make_app: MakeApp, member: FlaskClient, app: Flask, club: str) -> None:
    assert copied(make_app(), member).get(f"/c/{club}").status_code == 200


def test_a_database_that_only_reads_still_shows_the_club(app: Flask, member: FlaskClient, club: str) -> None:
    set_times(app, seen_at=timedelta(days=2))
    with app.app_context():
        db.engine.dispose()

        event.listen(db.engine, "connect", lambda connection, _record: connection.execute("PRAGMA query_only = ON"))
    assert member.get(f"/c/{club}").status_code == 200


# --- the hash ---


def test_a_weaker_hash_is_made_anew_when_somebody_logs_in(
    app: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored() -> str:
        with app.app_context():
            mia = the_account("mia")
            return mia.password

    assert stored().startswith("pbkdf2:sha1:1$")
    monkeypatch.setattr(accounts, "STRENGTH", "scrypt:1024:8:1")
    client = app.test_client()
    client.post("/login", data={"login": "mia", "password": "wrong password"})
    assert stored().startswith("pbkdf2:sha1:1$")
    for _ in range(2):
        assert client.post("/login", data={"login": "mia", "password": PASSWORD}).status_code == 303
        assert stored().startswith("scrypt:1024:8:1$")


LONG = "four aces of coins " * 20


def test_an_unknown_name_takes_the_very_work_of_a_known_one(
    app: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[object] = []
    scrypt = hashlib.scrypt

    def counted(password: bytes, **how: Any) -> bytes:
        work.append((len(password), how["n"]))
        return scrypt(password, **how)

    monkeypatch.setattr(accounts, "STRENGTH", "scrypt:1024:8:1")
    monkeypatch.setattr(hashlib, "scrypt", counted)
    monkeypatch.setattr(mail, "submit", lambda _task: None)  # the log's line is written after the response
    with app.app_context():
        accounts.join(accounts.create_club("Other"), accounts.create_account("uma", "Uma", PASSWORD), "owner")
        db.session.commit()
        event.listen(db.engine, "before_cursor_execute", lambda *about: work.append(about[2]))
    done = []
    for login in ("nobody-else", "uma", "nobody-else", "uma"):  # the first one pays nothing extra either
        for password in ("wrong", LONG):
            work.clear()
            assert app.test_client().post("/login", data={"login": login, "password": password}).status_code == 422
            done.append(list(work))
    assert done[0::2] == [done[0]] * 4
    assert done[1::2] == [done[1]] * 4
    assert [each for each in done[0] + done[1] if isinstance(each, tuple)] == [(5, 1024), (accounts.LONGEST + 1, 1024)]


def test_new_hashes_are_as_strong_as_owasp_wants_them() -> None:
    method, cost, block, parallel = accounts.STRENGTH.split(":")
    assert method == "scrypt"
    assert (int(cost), int(block), int(parallel)) in {(2**17, 8, 1), (2**16, 8, 2), (2**15, 8, 3)}
    assert accounts.password_matches(accounts.hash_of(PASSWORD), PASSWORD)


@pytest.mark.parametrize(
    "password",
    [
        "1234567890", "password123", "qwertyuiop", "aaaaaaaaaaaa", "Passw0rd!!", "iloveyou12", "scorekeeper1",
        "tresette2024", "olga olga olga", "1q2w3e4r5t",
    ],
)  # fmt: skip
def test_what_a_guesser_tries_first_is_no_password(owner: FlaskClient, club: str, password: str) -> None:
    refused = owner.post(f"/c/{club}/password", data={"old": PASSWORD, "password": password})
    assert refused.status_code == 422
    assert "easy to guess" in refused.text


@pytest.mark.parametrize(
    "password", ["five aces of coins", "carta-vince-carta-perde", "x7#Lq9!vTz", "ぼくらの夜の三枚札です"]
)
def test_other_passwords_are_taken(owner: FlaskClient, club: str, password: str) -> None:
    assert owner.post(f"/c/{club}/password", data={"old": PASSWORD, "password": password}).status_code == 303
