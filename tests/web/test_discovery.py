"""What programs find: robots.txt, the sitemap, the Android app. Nobody lists a page unless the operator wants it."""

from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.config import BadSetting, settings
from scorekeeper.games import GAMES
from scorekeeper.i18n import LOCALES
from scorekeeper.web import search_engines

pytestmark = pytest.mark.shares

PRINT = ":".join(["1F"] * 32)
PUBLIC = "https://cards.example.org"
PRIVATE = ("/s/abc", "/c/circolo", "/settings", "/evenings", "/log-in")


def may_read(client: FlaskClient, *paths: str) -> list[bool]:
    parser = RobotFileParser()
    parser.parse(client.get("/robots.txt").text.replace("Allow: /$", "Allow: /index").splitlines())  # it knows no $
    return [parser.can_fetch("Searchbot", path) for path in paths]


def test_search_engines_read_and_list_nothing_by_default(client: FlaskClient) -> None:
    assert not any(may_read(client, "/", "/rules/", "/help/", *PRIVATE))
    assert client.get("/sitemap.xml").status_code == 404
    assert client.get("/rules/").headers["X-Robots-Tag"] == "noindex"


def test_search_engines_may_list_rules_and_help_in_every_language(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "SEARCHABLE", True)
    monkeypatch.setitem(app.config, "PUBLIC_URL", PUBLIC)
    assert may_read(client, "/rules/truco", "/help/first-match", *PRIVATE) == [True, True] + [False] * len(PRIVATE)
    assert f"Sitemap: {PUBLIC}/sitemap.xml\n" in client.get("/robots.txt").text
    assert "X-Robots-Tag" not in client.get("/help/first-match").headers
    assert client.get("/settings").headers["X-Robots-Tag"] == "noindex"
    urls = list(ElementTree.fromstring(client.get("/sitemap.xml").data))
    addresses = [url[0].text or "" for url in urls]
    assert {f"{PUBLIC}/", f"{PUBLIC}/help/first-match", *(f"{PUBLIC}/rules/{game.slug}" for game in GAMES)} <= {
        *addresses
    }
    assert [len(url) for url in urls] == [1 + len(LOCALES)] * len(urls)
    assert urls[1][1 + list(LOCALES).index("pt_BR")].attrib["hreflang"] == "pt-BR"
    assert {client.get(address.removeprefix(PUBLIC)).status_code for address in addresses} == {200}
    with app.test_request_context():
        assert len(addresses) == len(list(search_engines.paths()))


def test_the_android_app_is_named(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/.well-known/assetlinks.json").status_code == 404
    chosen = settings({"INSTANCE_PATH": app.instance_path}, {"SCOREKEEPER_ANDROID_APP": f"org.example.cards {PRINT}"})
    monkeypatch.setitem(app.config, "ANDROID_APP", chosen["ANDROID_APP"])
    (statement,) = client.get("/.well-known/assetlinks.json").json
    assert statement["target"] == {
        "namespace": "android_app",
        "package_name": "org.example.cards",
        "sha256_cert_fingerprints": [PRINT],
    }


@pytest.mark.parametrize(
    "text", ["org.example.cards", f"cards {PRINT}", f"org.example.cards {PRINT[3:]}", f"a/b.c {PRINT}"]
)
def test_an_app_without_name_or_fingerprint_is_refused(text: str, app: Flask) -> None:
    with pytest.raises(BadSetting, match="SCOREKEEPER_ANDROID_APP"):
        settings({"INSTANCE_PATH": app.instance_path}, {"SCOREKEEPER_ANDROID_APP": text})
