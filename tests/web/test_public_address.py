"""Addresses for other people start with SCOREKEEPER_PUBLIC_URL, regardless of the browser's or proxy's headers.

Forms redirect only to paths of this server.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import segno
from flask import Flask, redirect
from flask.testing import FlaskClient

from scorekeeper import local_authority, mail
from scorekeeper.cli import serve
from scorekeeper.clubs import accounts
from scorekeeper.config import BadSetting, settings
from scorekeeper.mail import Mail
from scorekeeper.store.models import db
from scorekeeper.web.public_address import SERVED_AT, own_path
from tests.conftest import MakeApp

PUBLIC = "https://cards.example.org/club"
TABLE = {"game": "tresette", "shown_shape": "2x2", "start": "1"}
LINK = re.compile(r'value="([^"]*/s/[^"]+)"')
WARNING = "works only on this computer"


def share_page(client: FlaskClient, base_url: str = "http://localhost", **headers: str) -> str:
    """Returns the page with the QR codes of a new table's links."""
    started = client.post("/new", data=TABLE, base_url=base_url, headers=headers)
    sitting = re.findall(r"/s/[^/]+", started.headers["Location"])[0]
    return client.get(f"{sitting}/share", base_url=base_url, headers=headers).text


@pytest.mark.parametrize(
    "config, base_url, begins",
    [
        ({"PUBLIC_URL": PUBLIC}, "http://localhost", PUBLIC),
        ({"PUBLIC_URL": PUBLIC, "PREFIX": "/inside"}, "http://cards.example.org/inside", PUBLIC),
        ({"PUBLIC_URL": PUBLIC, "SERVED_AT": "http://192.0.2.7:8000"}, "http://localhost", PUBLIC),
        ({"SERVED_AT": "http://192.0.2.7:8000"}, "http://localhost:8000", "http://192.0.2.7:8000"),
        ({"SERVED_AT": "http://192.0.2.7:8000"}, "http://127.0.0.1:8000", "http://192.0.2.7:8000"),
        ({"SERVED_AT": "http://192.0.2.7:8000"}, "http://table.local:8000", "http://table.local:8000"),
        ({}, "http://192.0.2.9:8000", "http://192.0.2.9:8000"),
        ({"PREFIX": "/cards"}, "http://192.0.2.9/cards", "http://192.0.2.9/cards"),
    ],
)
def test_a_link_to_hand_on_begins_with_what_others_can_open(
    make_app: MakeApp, config: dict[str, object], base_url: str, begins: str
) -> None:
    page = share_page(make_app(**config).test_client(), base_url)
    addresses = LINK.findall(page)
    assert addresses
    assert all(address.startswith(f"{begins}/s/") for address in addresses)
    assert WARNING not in page


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_a_code_that_only_this_computer_could_open_is_said_to_be_one(client: FlaskClient, host: str) -> None:
    assert WARNING in share_page(client, f"http://{host}")


def test_a_qr_code_holds_the_public_address(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    make = segno.make

    def noted(text: str, **how: Any) -> Any:
        drawn.append(text)
        return make(text, **how)

    monkeypatch.setattr(segno, "make", noted)
    client = make_app(PUBLIC_URL=PUBLIC).test_client()
    code = re.findall(r'src="([^"]*qr\.svg)"', share_page(client))[0]
    assert client.get(code).status_code == 200
    assert [address.startswith(f"{PUBLIC}/s/") for address in drawn] == [True]


def test_a_name_that_is_not_ours_is_refused_with_a_sentence(make_app: MakeApp) -> None:
    client = make_app(PUBLIC_URL="https://cards.example.org", NAMES=["cards.lan", ".club.example"]).test_client()
    refused = client.get("/", base_url="http://evil.example")
    assert refused.status_code == 400
    assert "Wrong address for this server" in refused.text
    for host in ("cards.example.org", "cards.lan:8000", "rosso.club.example", "localhost", "127.0.0.1:8000"):
        assert client.get("/", base_url=f"http://{host}").status_code == 200, host
    assert client.get("/healthz", base_url="http://10.0.0.3").status_code == 200


@pytest.mark.parametrize("config", [{}, {"PUBLIC_URL": PUBLIC}])
def test_where_no_names_are_set_every_name_is_answered(make_app: MakeApp, config: dict[str, str]) -> None:
    assert make_app(**config).test_client().get("/", base_url="http://table.local:8000").status_code == 200


def test_a_name_that_is_asked_by_gets_into_no_link(make_app: MakeApp) -> None:
    page = share_page(make_app(PUBLIC_URL=PUBLIC).test_client(), "http://evil.example")
    assert LINK.findall(page)
    assert "evil" not in page


@pytest.mark.parametrize("path", ["/cards/rules/", "/rules/"])
def test_under_a_prefix_every_link_and_the_cookie_carry_it(make_app: MakeApp, path: str) -> None:
    client = make_app(PREFIX="/cards").test_client()
    page = client.get(path)
    assert page.status_code == 200
    own = re.findall(r'(?:href|src|action)="(/[^"]*)"', page.text)
    assert own
    assert all(address.startswith("/cards/") for address in own)
    started = client.post("/cards/new", data=TABLE)
    assert started.headers["Location"].startswith("/cards/s/")
    assert "Path=/cards" in started.headers["Set-Cookie"]


def test_under_a_prefix_all_that_a_phone_keeps_is_below_it(make_app: MakeApp) -> None:
    client = make_app(PREFIX="/cards").test_client()
    worker = client.get("/cards/sw.js").text.partition("\n")[0]
    about, manifest = client.get("/cards/engine.json").text, client.get("/cards/manifest.webmanifest").text
    own = re.findall(r'"(/[^"]*)"', worker + about + manifest)
    assert len(own) > 100
    assert [address for address in own if address != "/cards" and not address.startswith("/cards/")] == []


def test_the_prefix_alone_leads_to_the_first_page_where_a_phone_can_go_on_without_a_network(make_app: MakeApp) -> None:
    assert make_app(PREFIX="/cards").test_client().get("/cards").headers["Location"] == "/cards/"


def test_what_a_browser_chose_is_forgotten_under_a_prefix_too(make_app: MakeApp) -> None:
    client = make_app(PREFIX="/cards").test_client()
    client.post("/cards/settings", data={"theme": "dark"})
    assert client.get_cookie("comfort", path="/cards")
    client.post("/cards/settings/forget")
    assert not client.get_cookie("comfort", path="/cards")


@pytest.mark.parametrize("prefix", ["cards", "//cards", "/a b", "/@evil"])
def test_a_prefix_is_a_plain_path(tmp_path: Path, prefix: str) -> None:
    with pytest.raises(BadSetting, match="SCOREKEEPER_PREFIX"):
        settings({"INSTANCE_PATH": str(tmp_path)}, environ={"SCOREKEEPER_PREFIX": prefix})


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_nobody_is_trusted_with_a_prefix(make_app: MakeApp, proxies: int) -> None:
    client = make_app(TRUSTED_PROXIES=proxies).test_client()
    started = client.post("/new", data=TABLE, headers={"X-Forwarded-Prefix": "@evil.example/x"})
    assert started.headers["Location"].startswith("/s/")


def sent_mails(app: Flask, monkeypatch: pytest.MonkeyPatch, **headers: str) -> list[Mail]:
    """Returns the mails after a request to reset an account's password."""
    sent: list[Mail] = []
    monkeypatch.setattr(mail, "submit", lambda task: sent.extend(task()))
    with app.app_context():
        club = accounts.create_club("Rosso")
        accounts.join(club, accounts.create_account("anna@cards.example.org", "Anna", "four aces of coins"), "owner")
        db.session.commit()
    answer = app.test_client().post("/forgotten", data={"who": "anna@cards.example.org"}, headers=headers)
    assert answer.status_code == 200
    return sent


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Forwarded-Prefix": "@evil.example/x"},
        {"X-Forwarded-Host": "cards.example.org@evil.example", "X-Forwarded-Proto": "javascript"},
        {"X-Forwarded-Host": "localhost", "Forwarded": "host=evil.example"},
    ],
)
def test_nothing_that_a_browser_sends_gets_into_a_mail(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    app = make_app(
        PUBLIC_URL="https://cards.example.org", SMTP_HOST="mail.example.org", MAIL_FROM="a@b.example", TRUSTED_PROXIES=0
    )
    (letter,) = sent_mails(app, monkeypatch, **headers)
    assert re.findall(r"\S*//\S+", letter.text)[0].startswith("https://cards.example.org/reset/")
    assert "evil" not in letter.text


def test_behind_a_proxy_that_passes_on_what_visitors_say_a_mail_is_still_ours(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(
        PUBLIC_URL="https://cards.example.org", SMTP_HOST="mail.example.org", MAIL_FROM="a@b.example", TRUSTED_PROXIES=1
    )
    (letter,) = sent_mails(app, monkeypatch, **{"X-Forwarded-Prefix": "@evil.example/x"})
    assert re.findall(r"\S*//\S+", letter.text)[0].startswith("https://cards.example.org/reset/")


def test_what_serve_finds_in_the_network_is_what_its_workers_build_codes_with(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVED_AT, "")  # so that it is restored afterwards
    monkeypatch.setattr(local_authority, "address_in_network", lambda: "192.0.2.7")
    serve._announce("0.0.0.0", 8123, qr=False)
    page = share_page(make_app().test_client(), "http://localhost:8123")
    assert all(address.startswith("http://192.0.2.7:8123/s/") for address in LINK.findall(page))
    assert WARNING not in page


def test_a_server_of_this_machine_only_has_no_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVED_AT, "")
    serve._announce("127.0.0.1", 8123, qr=False)
    assert os.environ[SERVED_AT] == ""


@pytest.mark.parametrize("path", ["/", "/c/rosso/standings?game=truco", "/s/1-AAAA/m/2#hand-3", "/c/café"])
def test_a_path_of_this_server_is_followed(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "address",
    ["", "home", "https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "\\\\elsewhere.example",
     "/\t/elsewhere.example", "/\n/elsewhere.example", "javascript:alert(1)", " /settings"],
)  # fmt: skip
def test_whatever_could_lead_elsewhere_is_not(address: str) -> None:
    assert own_path(address) == ""


@pytest.mark.parametrize(
    "leads_to, location",
    [
        (f"{PUBLIC}/y/1-abc?a=1#b", "/inside/y/1-abc?a=1#b"),
        ("/inside/settings", "/inside/settings"),
        ("https://cards.example.org/clubs/1", "https://cards.example.org/clubs/1"),
        ("https://elsewhere.example/club/", "https://elsewhere.example/club/"),
    ],
)
def test_a_form_leads_on_at_the_name_by_which_it_was_opened(make_app: MakeApp, leads_to: str, location: str) -> None:
    """`form-action 'self'` lets no form lead to another name, though it is the same server's."""
    app = make_app(PUBLIC_URL=PUBLIC, PREFIX="/inside")
    app.add_url_rule("/leave", view_func=lambda: redirect(leads_to, code=303))
    assert app.test_client().get("/leave", base_url="http://table.local:8000/inside").headers["Location"] == location
