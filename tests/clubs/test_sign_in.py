"""Set-up, logging in and out, invitations, forgotten passwords."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper.clubs import accounts, signing_in
from scorekeeper.config import BadSetting, settings
from scorekeeper.store.models import db
from scorekeeper.web.public_address import qr_uri
from tests.clubs.conftest import PASSWORD, SignIn, set_up_code_of, the_account
from tests.conftest import MakeApp

FIRST = {"club": "Circolo San Marco", "name": "Olga", "login": "olga", "password": PASSWORD}


def link_in(page: str, path: str) -> str:
    """The secret link that a page shows once."""
    match_object = re.search(rf'value="http://localhost(/{path}/[^"]+)"', page)
    assert match_object is not None
    return match_object.group(1)


def test_who_comes_first_sets_up_the_club_and_owns_it(app: Flask, client: FlaskClient) -> None:
    assert client.get("/club").location == "/club/set-up"
    assert client.post("/club/set-up", data=FIRST | {"code": set_up_code_of(app)}).location == "/c/circolo-san-marco"
    assert "Circolo San Marco" in client.get("/c/circolo-san-marco").text
    assert client.get("/c/circolo-san-marco/people").status_code == 200


def test_set_up_is_over_once_somebody_has_an_account(app: Flask, client: FlaskClient) -> None:
    client.post("/club/set-up", data=FIRST | {"code": set_up_code_of(app)})
    late = app.test_client()
    assert late.get("/club/set-up").location == "/login"
    assert late.post("/club/set-up", data=FIRST | {"login": "eve"}).location == "/login"
    with app.app_context():
        assert accounts.find_account("eve") is None


@pytest.mark.parametrize(
    "field, typed",
    [
        ("club", " "),
        ("login", "a"),
        ("login", "o l g a"),
        ("password", "short"),
        ("password", "x" * 201),
        ("code", "AAAA-AAAA"),
    ],
)
def test_a_set_up_that_cannot_be_keeps_what_was_typed_and_makes_nothing(
    app: Flask, client: FlaskClient, field: str, typed: str
) -> None:
    refused = client.post("/club/set-up", data=FIRST | {"code": set_up_code_of(app), field: typed})
    assert refused.status_code == 422
    assert f'id="f-{field}-error"' in refused.text
    assert 'value="Olga"' in refused.text
    assert PASSWORD not in refused.text
    with app.app_context():
        assert accounts.has_no_accounts(db.session)


def test_the_code_is_of_one_server_and_ends_with_the_founding(app: Flask) -> None:
    with app.app_context():
        ours, others = ({"SET_UP_CODE": "", "SECRET_KEY": key} for key in ("a key", "another key"))
        first = signing_in.set_up_code(db.session, ours)
        assert re.fullmatch("[A-Z2-7]{4}-[A-Z2-7]{4}", first)
        assert signing_in.is_set_up_code(db.session, f" {first.lower().replace('-', ' ')} ", ours)
        assert not signing_in.is_set_up_code(db.session, first, others)
        assert not signing_in.is_set_up_code(db.session, "", ours)
        accounts.create_club("Circolo")
        assert not signing_in.is_set_up_code(db.session, first, ours)


def test_an_operator_without_a_terminal_chooses_the_code(make_app: MakeApp) -> None:
    client = make_app(SET_UP_CODE="q7ra-09zk-5mwe").test_client()
    assert client.post("/club/set-up", data=FIRST | {"code": "Q7RA09ZK5MWF"}).status_code == 422
    assert client.post("/club/set-up", data=FIRST | {"code": "Q7RA09ZK5MWE"}).location == "/c/circolo-san-marco"


@pytest.mark.parametrize("code", ["q7ra-09zk", "aaaa-aaaa-aaaa", "hello hello hello"])
def test_a_code_that_can_be_guessed_is_refused(code: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="SCOREKEEPER_SETUP_CODE"):
        settings({"INSTANCE_PATH": str(tmp_path)}, {"SCOREKEEPER_SETUP_CODE": code})


def test_names_of_clubs_in_addresses_are_plain_and_never_the_same(app: Flask) -> None:
    with app.app_context():
        named = ["Círculo dos Bons", "Circulo dos bons!", "花札", "花"]
        assert [accounts.create_club(name).slug for name in named] == [
            "circulo-dos-bons", "circulo-dos-bons-2", "club", "club-2",
        ]  # fmt: skip


def test_logging_in_leads_to_where_one_wanted_to_go(client: FlaskClient, club: str) -> None:
    wanted = client.get(f"/c/{club}?season=1").location
    assert wanted == f"/login?next=/c/{club}?season%3D1"
    sent = {"login": " OLGA ", "password": PASSWORD, "next": f"/c/{club}?season=1"}
    assert client.post("/login", data=sent).location == f"/c/{club}?season=1"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1"])
def test_logging_in_never_leads_to_another_site(client: FlaskClient, club: str, elsewhere: str) -> None:
    sent = {"login": "olga", "password": PASSWORD, "next": elsewhere}
    assert client.post("/login", data=sent).location == "/club"


@pytest.mark.parametrize("login, password", [("olga", "wrong password"), ("nobody", PASSWORD), ("", "")])
def test_a_wrong_log_in_does_not_tell_what_is_wrong(client: FlaskClient, club: str, login: str, password: str) -> None:
    refused = client.post("/login", data={"login": login, "password": password})
    assert refused.status_code == 422
    assert "Wrong log-in name or password" in refused.text
    assert client.get(f"/c/{club}").status_code == 303


def test_a_session_begins_anew_when_somebody_logs_in(client: FlaskClient, club: str) -> None:
    with client.session_transaction() as session:
        session["csrf_token"] = "planted"
        session["links"] = [7]
    client.post("/login", data={"login": "olga", "password": PASSWORD})
    with client.session_transaction() as session:
        assert session.get("csrf_token") != "planted"
        assert session["links"] == [7]  # the browser keeps its own sittings


def test_an_invitation_lets_one_person_in_with_its_role(app: Flask, owner: FlaskClient, club: str) -> None:
    response = owner.post(f"/c/{club}/people/invite", data={"role": "scorer", "label": "Nino"})
    assert response.status_code == 201
    address = link_in(response.text, "join")
    newcomer = app.test_client()
    assert 'value="Nino"' in newcomer.get(address).text
    joined = newcomer.post(address, data={"login": "nino", "name": "Nino", "password": PASSWORD})
    assert joined.location == f"/c/{club}"
    with app.app_context():
        nino, found = accounts.find_account("nino"), accounts.find_club(club)
        assert nino is not None
        assert found is not None
        assert [each.role for each in accounts.clubs_of(nino)] == ["scorer"]
    assert app.test_client().get(address).status_code == 410


def test_an_invitation_can_be_scanned(app: Flask, owner: FlaskClient, club: str) -> None:
    assert "QR code of the link" not in owner.post(f"/c/{club}/people/invite", data={"role": "member"}).text
    app.config["PUBLIC_URL"] = "https://club.example"
    page = owner.post(f"/c/{club}/people/invite", data={"role": "member"}).text
    (address,) = re.findall(r'value="(https://club.example/join/[^"]+)"', page)
    assert f'src="{escape(qr_uri(address))}"' in page


def test_an_invitation_is_not_used_up_by_a_form_that_was_refused(app: Flask, owner: FlaskClient, club: str) -> None:
    address = link_in(owner.post(f"/c/{club}/people/invite", data={"role": "member"}).text, "join")
    newcomer = app.test_client()
    assert newcomer.post(address, data={"login": "mia", "password": PASSWORD}).status_code == 422  # taken
    assert newcomer.post(address, data={"login": "mia2", "password": PASSWORD}).status_code == 303


def test_an_ended_invitation_lets_nobody_in(app: Flask, owner: FlaskClient, club: str) -> None:
    page = owner.post(f"/c/{club}/people/invite", data={"role": "member"}).text
    number = re.search(r"/people/links/(\d+)/end", page)
    assert number is not None
    owner.post(number.group(0).join([f"/c/{club}", ""]))
    assert app.test_client().get(link_in(page, "join")).status_code == 410


def test_a_reset_link_sets_a_new_password_once_and_ends_old_sessions(
    app: Flask, owner: FlaskClient, member: FlaskClient, club: str
) -> None:
    with app.app_context():
        mia = the_account("mia")
        number = mia.id
    address = link_in(owner.post(f"/c/{club}/people/{number}/reset").text, "reset")
    forgetful = app.test_client()
    assert forgetful.post(address, data={"password": "a new set of words"}).location == "/club"
    assert forgetful.get(f"/c/{club}").status_code == 200
    assert member.get(f"/c/{club}").status_code == 303  # was logged in with the old password
    assert app.test_client().post(address, data={"password": "another set of words"}).status_code == 410


def test_a_club_cannot_reset_an_account_that_another_club_relies_on(app: Flask, owner: FlaskClient, club: str) -> None:
    with app.app_context():
        other = accounts.create_club("Elsewhere")
        mia = the_account("mia")
        accounts.join(other, mia, "owner")
        db.session.commit()
        number = mia.id
    assert owner.post(f"/c/{club}/people/{number}/reset").status_code == 303
    assert "also in another club" in owner.get(f"/c/{club}/people").text


def test_a_club_never_loses_its_last_owner(app: Flask, owner: FlaskClient, club: str) -> None:
    with app.app_context():
        olga = the_account("olga")
        number = olga.id
    for role in ("member", "out"):
        owner.post(f"/c/{club}/people/{number}", data={"role": role})
        assert "needs an owner" in owner.get(f"/c/{club}/people").text


def test_changing_the_own_password_ends_the_other_sessions_only(club: str, sign_in: SignIn) -> None:
    here, elsewhere = sign_in("mia"), sign_in("mia")
    refused = here.post(f"/c/{club}/password", data={"old": "wrong", "password": "a new set of words"})
    assert refused.status_code == 422
    here.post(f"/c/{club}/password", data={"old": PASSWORD, "password": "a new set of words"})
    assert here.get(f"/c/{club}").status_code == 200
    assert elsewhere.get(f"/c/{club}").status_code == 303
