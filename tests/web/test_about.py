"""The pages about this server are true: durations, operator, licences, address for reports of vulnerabilities."""

import re
from datetime import datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from packaging.utils import canonicalize_name

from scorekeeper.clubs import accounts, webhook_deliveries
from scorekeeper.clubs.tournaments import registrations
from scorekeeper.jobs import orders
from scorekeeper.store.models import now
from scorekeeper.web import assets, notices, rate_limits
from tests.support.page import Page
from tests.support.visitors import a_world
from tests.web.test_access import ROUTES
from tools.pins import pins
from tools.vendor import STATIC

pytestmark = pytest.mark.shares

CONSTANTS = (  # how long something is kept, in seconds if it is a number
    (accounts, "IDLE"),
    (accounts, "LONGEST_SESSION"),
    (registrations, "CONTACTS_KEPT"),
    (orders, "KEPT"),
    (webhook_deliveries, "KEPT"),
    (rate_limits, "DAY"),
    (assets, "YEAR"),
)


def test_every_duration_on_the_privacy_page_is_that_of_the_code(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = iter(range(1001, 2000))
    for module, name in CONSTANTS:
        changed = timedelta(days=next(days))
        is_number = isinstance(getattr(module, name), int)
        monkeypatch.setattr(module, name, changed.total_seconds() if is_number else changed)
    for purpose in accounts.VALID_FOR:
        monkeypatch.setitem(accounts.VALID_FOR, purpose, timedelta(days=next(days)))
    monkeypatch.setitem(app.config, "BACKUP_DAYS", next(days))
    monkeypatch.setitem(app.config, "PERMANENT_SESSION_LIFETIME", timedelta(days=next(days)))
    text = re.sub(r"Art\. 6\(1\)", "", Page(client.get("/privacy").text).text_in("main"))
    assert {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)} == set(range(1001, next(days)))


def test_the_operator_is_named_if_there_is_a_name(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all("has not given a name" in client.get(path).text for path in ("/privacy", "/accessibility"))
    monkeypatch.setitem(app.config, "OPERATOR", "Circolo <Tresette>")
    monkeypatch.setitem(app.config, "OPERATOR_ADDRESS", "Via Roma 1, Lecce")
    monkeypatch.setitem(app.config, "OPERATOR_EMAIL", "cards@example.org")
    for path in ("/privacy", "/accessibility"):
        page = Page(client.get(path).text)
        assert page.texts_in("address") == "Circolo <Tresette> Via Roma 1, Lecce"
        assert page.all("a", href="mailto:cards@example.org")
        assert "has not given a name" not in page.text


def test_vulnerabilities_are_reported_to_the_configured_contact(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "/.well-known/security.txt"
    assert client.get(address).status_code == 404
    monkeypatch.setitem(app.config, "OPERATOR_EMAIL", "cards@example.org")
    answer = client.get(address)
    assert answer.content_type == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert now() < datetime.fromisoformat(fields.pop("Expires")) < now() + timedelta(days=365)
    assert fields == {"Contact": "mailto:cards@example.org", "Preferred-Languages": "en"}
    monkeypatch.setitem(app.config, "SECURITY_CONTACT", "https://example.org/report")
    monkeypatch.setitem(app.config, "SECURITY_POLICY", "https://example.org/rules")
    monkeypatch.setitem(app.config, "PUBLIC_URL", "https://cards.example.org")
    text = client.get(address).text
    assert "Contact: https://example.org/report\n" in text
    assert "Canonical: https://cards.example.org/.well-known/security.txt\n" in text
    assert "Policy: https://example.org/rules\n" in text


def test_every_part_is_there_with_version_and_licence(client: FlaskClient) -> None:
    page = Page(client.get("/licences").text)
    texts = [file.read_text("utf-8") for file in STATIC.rglob("LICENSE*")]
    assert len(texts) == len(notices.vendored()) > 4
    words = page.texts_in("main")
    assert [text for text in texts if " ".join(text.split()) not in words] == []
    locked = {(canonicalize_name(pin.name), pin.version) for pin in pins()}
    shown = {(canonicalize_name(each.name), each.version) for each in notices.packages()}
    assert {"flask", "pillow", "psycopg-binary"} <= {name for name, _version in shown}
    assert shown - locked == set()
    assert [
        each for each in notices.packages() if f"{each.name} {each.version} {each.licence or '–'}" not in words
    ] == []


def test_pages_where_people_enter_or_find_their_data_lead_there(app: Flask) -> None:
    world = a_world(app)
    public = ("nights.public", "series.public", "registering.show", "tournament_following.show")
    entrances = ("preferences.show", "sign_in.log_in", "sign_in.invitation", *public)
    client = world.browser("nobody")
    pages = {name: Page(client.get(world.address(ROUTES[f"GET {name}"], "nobody")).text) for name in entrances}
    wanted = ("/privacy", "/accessibility", "/licences")
    assert {name: [to for to in wanted if not page.all("a", href=to)] for name, page in pages.items()} == {
        name: [] for name in entrances
    }
