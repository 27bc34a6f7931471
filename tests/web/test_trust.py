"""How phones trust https in the local network: the page for each device, what it installs, who is redirected."""

import plistlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.local_authority import Host, keep
from scorekeeper.web.at_home import TRUSTS, AtHome
from tests.support.at_home import offered
from tests.support.page import Page
from tests.web.test_public_address import LINK, share_page

PLAIN, SECURE = "http://192.168.1.20:8000", "https://192.168.1.20:8443"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36"
PAGES = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def offer() -> AtHome:
    """https as the server offers it."""
    return offered("192.168.1.20", "table.local")


@pytest.fixture
def room(app: Flask, offer: AtHome) -> FlaskClient:
    """A browser in the room of a server that offers https."""
    app.config["AT_HOME"] = (offer,)
    return app.test_client()


@pytest.mark.parametrize(
    "agent, query, installs, says",
    [
        (IPHONE, "", "mobileconfig", "Certificate Trust Settings"),
        (ANDROID, "", "crt", "Install anyway"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "", "crt", "Always trust"),
        (ANDROID, "?device=iphone", "mobileconfig", "Certificate Trust Settings"),
    ],
)
def test_each_device_has_its_steps_and_a_visitor_can_choose_another(
    room: FlaskClient, agent: str, query: str, installs: str, says: str
) -> None:
    page = room.get(f"/trust{query}", base_url=PLAIN, headers={"User-Agent": agent}).text
    assert f'href="/trust/scorekeeper.{installs}"' in page
    assert says in page
    assert f'href="{SECURE}/trust' in page
    assert "It can vouch for table.local and 192.168.1.20" in Page(page).text_in("main")


def test_both_files_hold_the_authority_and_have_the_types_that_phones_install(room: FlaskClient, offer: AtHome) -> None:
    der = offer.authority.public_bytes(Encoding.DER)
    plain, profile = (room.get(f"/trust/scorekeeper.{kind}", base_url=PLAIN) for kind in ("crt", "mobileconfig"))
    assert (plain.mimetype, plain.data) == ("application/x-x509-ca-cert", der)
    assert profile.mimetype == "application/x-apple-aspen-config"
    (root,) = plistlib.loads(profile.data)["PayloadContent"]
    assert (root["PayloadType"], root["PayloadContent"]) == ("com.apple.security.root", der)
    assert {each.headers["Cache-Control"] for each in (plain, profile)} == {"public, max-age=300"}


def test_at_the_secure_address_it_works_and_links_for_others_stay_plain(room: FlaskClient) -> None:
    answer = room.get("/trust", base_url=SECURE)
    assert "This device trusts the table" in answer.text
    assert "Strict-Transport-Security" not in answer.headers  # by their name, phones without trust could no longer come
    links = LINK.findall(share_page(room, SECURE, Referer=SECURE))
    assert links
    assert all(link.startswith(f"{PLAIN}/s/") for link in links)


def test_a_browser_that_trusts_is_led_to_the_secure_address_until_it_asks_again(room: FlaskClient) -> None:
    assert room.get("/rules/?x=1", base_url=PLAIN, headers=PAGES).status_code == 200
    room.get("/trust", base_url=SECURE)
    assert room.get("/rules/?x=1", base_url=PLAIN, headers=PAGES).location == f"{SECURE}/rules/?x=1"
    assert room.get("/healthz", base_url=PLAIN).status_code == 200  # only pages
    assert room.get("/trust", base_url=PLAIN, headers=PAGES).status_code == 200
    assert room.get_cookie(TRUSTS, domain="192.168.1.20") is None


@pytest.mark.parametrize(
    "base_url, leads_to",
    [
        (PLAIN, "/trust?back=/"),
        ("http://table.local:8000", "/trust?back=/"),
        ("http://table.lan:8000", f"{PLAIN}/trust?back=/"),  # a name that the authority is not for
        (SECURE, None),
        ("http://localhost:8000", None),
    ],
)
def test_only_a_plain_page_of_a_phone_says_what_it_lacks(
    room: FlaskClient, base_url: str, leads_to: str | None
) -> None:
    page = room.get("/", base_url=base_url).text
    assert ("Not secure: keep this page open" in page) is (leads_to is not None)
    assert leads_to is None or f'class="menu-note side-2" href="{leads_to}"' in page


def test_after_a_change_of_address_the_page_says_that_devices_do_it_once_more(room: FlaskClient, app: Flask) -> None:
    for address, says in (("192.168.1.20", False), ("10.0.0.5", True)):
        keep(Path(app.instance_path), Host(address, "table.local"))
        assert ("had another address before" in room.get("/trust", base_url=PLAIN).text) is says


def test_without_https_there_is_nothing_to_trust(client: FlaskClient) -> None:
    assert client.get("/trust", base_url=PLAIN).status_code == 404
