"""An account's language holds on every phone where its owner logs in, unless another was chosen on that phone."""

from flask import Flask
from flask.testing import FlaskClient

from tests.clubs.conftest import SignIn, the_account
from tests.support.page import Page

NORWEGIAN_BROWSER = {"Accept-Language": "nb, es;q=0.5"}


def spoken(client: FlaskClient, address: str = "/") -> str | None:
    """The language of a page for a browser that prefers an unsupported language, then Spanish."""
    return Page(client.get(address, headers=NORWEGIAN_BROWSER).text).all("html")[0]["lang"]


def kept(app: Flask, login: str) -> str | None:
    with app.app_context():
        account = the_account(login)
        return account.language


def test_an_account_speaks_its_language_on_every_phone(app: Flask, member: FlaskClient, sign_in: SignIn) -> None:
    assert spoken(member) == "es"
    member.post("/settings", data={"language": "ja"})
    assert kept(app, "mia") == "ja"
    assert spoken(member) == spoken(member, "/no-such-page") == "ja"
    other = sign_in("mia")
    assert spoken(other) == "ja"
    other.post("/logout")
    assert spoken(other) == "es"


def test_a_language_chosen_on_the_phone_goes_before_that_of_the_account(member: FlaskClient) -> None:
    member.post("/settings", data={"language": "ja"})
    assert spoken(member, "/?lang=it") == spoken(member) == "it"


def test_choosing_one_for_the_account_is_seen_at_once_and_keeping_it_changes_nothing(member: FlaskClient) -> None:
    spoken(member, "/?lang=it")
    member.post("/settings", data={"language": "sw"})
    assert spoken(member) == "sw"
    spoken(member, "/?lang=it")
    member.post("/settings", data={"language": "sw", "theme": "dark"})
    assert spoken(member) == "it"


def test_settings_show_what_was_chosen_and_take_it_back(app: Flask, member: FlaskClient) -> None:
    member.post("/settings", data={"language": "pt_BR"})
    options = Page(member.get("/settings").text).all("option")
    assert [option["value"] for option in options if "selected" in option] == ["pt_BR"]
    for none in ("", "tlh"):
        member.post("/settings", data={"language": none})
        assert kept(app, "mia") is None
    assert spoken(member) == "es"


def test_who_is_not_logged_in_has_no_account_to_speak_for(client: FlaskClient) -> None:
    assert Page(client.get("/settings").text).all("select") == []
    assert client.post("/settings", data={"language": "ja"}).status_code == 303
    assert spoken(client) == "es"
