"""Programs send JSON without cookies and CSRF tokens; browsers can do nothing of it by a cookie's authority."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.web.programs import body_of
from tests.conftest import MakeApp
from tests.support.matches import TRUCO
from tests.support.visitors import World, a_world
from tests.web.test_access import ROUTES, contents_of

KEY = "0123456789abcdef0123456789abcdef"
MATCH: dict[str, Any] = {"match": {**TRUCO, "format": "scorekeeper/1"}, "key": KEY}
HAND = {"seen": 1, "key": "one", "hand": {"winner": 0, "stake": 3}}


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application that protects its forms."""
    return make_app(WTF_CSRF_ENABLED=True, RATELIMIT_ENABLED=False)


@pytest.fixture
def match(client: FlaskClient) -> str:
    """The address of a match that a program has started."""
    return client.post("/sync/matches", json=MATCH).location


def error(answer: TestResponse) -> tuple[int, Any]:
    """Returns the status and the field of an error."""
    return answer.status_code, answer.get_json()["error"]["field"]


def test_a_program_starts_a_match_with_its_hands_once(app: Flask) -> None:
    document = {**MATCH["match"], "hands": [HAND["hand"], {"tricks": [0, 1, 1]}]}
    first, again = (app.test_client().post("/sync/matches", json=MATCH | {"match": document}) for _ in range(2))
    assert first.location == again.location
    assert not first.headers.getlist("Set-Cookie")
    state = app.test_client().get(f"{first.location}/state.json").get_json()
    assert [side["total"] for side in state["sides"]] == [3, 1]


def test_the_key_of_a_program_that_starts_a_match_is_a_secret(client: FlaskClient) -> None:
    assert error(client.post("/sync/matches", json=MATCH | {"key": "match-1"})) == (422, "key")


@pytest.mark.parametrize(
    "act, body, wrong",
    [
        ("hands", {"hand": HAND["hand"]}, (422, "seen")),
        ("hands", {**HAND, "seen": 7}, (422, "seen")),
        ("hands", {"seen": 1}, (422, "hand")),
        ("hands", {"seen": 1, "hand": [1]}, (422, "hand")),
        ("clock", {"seen": 1, "minutes": 30.5}, (422, "minutes")),
        ("clock", {"seen": 1, "minuts": 30}, (422, "minuts")),
        ("clock", {"seen": 1}, (422, "minutes")),
        ("clock", {"seen": 10**30, "minutes": 30}, (422, "seen")),
        ("finish", {"seen": 1, "stands": "no"}, (422, "stands")),
        ("names", {"seen": 1, "seats": ["Eva", 7]}, (422, "seats.1")),
        ("confirming", {"seen": 1, "what": "everything"}, (422, "what")),
        ("hands", {"seen": 1, "hand": {"winner": 0, "stak": 3}}, (422, "stak")),
        ("hands", {"seen": 1, "hand": {"winner": "0", "stake": 3}}, (422, "winner")),
        ("hands", [1], (400, None)),
        ("names", {"seen": 1, "seats": ["Eva", "Eva", "Ugo", "Ida"]}, (422, "seats.1")),
    ],
)
def test_what_is_wrong_is_named(client: FlaskClient, match: str, act: str, body: Any, wrong: tuple[int, Any]) -> None:
    assert error(client.post(f"{match}/{act}", json=body)) == wrong


def test_a_wrong_content_type_is_named(client: FlaskClient, match: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded"):  # the second is what curl sends if none is given
        answer = client.post(f"{match}/hands", data='{"seen": 1}', headers={"Accept": "*/*"}, content_type=kind)
        assert answer.status_code == 415, kind
    answer = client.post(f"{match}/declined", json={})
    assert answer.status_code == 415
    assert "application/x-www-form-urlencoded" in answer.get_json()["error"]["message"]
    broken = client.post(f"{match}/hands", data='{"seen": ', content_type="application/json")
    assert "JSON" in broken.get_json()["error"]["message"]


UNREADABLE = [
    b"[" * 99_000, b'{"a":' * 30_000, b'{"a": ' + b"[" * 30 + b"]" * 30 + b"}", b'{"seen": ' + b"9" * 9_000 + b"}",
    b'{"seen": NaN}', b'{"seen": 1e999}', b'{"key": "\\u0000"}', b'{"key": "\\ud800"}', b"\xff{}",
    '{"seen": 1}'.encode("utf-16"),
]  # fmt: skip


@pytest.mark.parametrize("body", UNREADABLE)
def test_a_body_that_is_not_readable_or_too_deep_is_refused(client: FlaskClient, match: str, body: bytes) -> None:
    answer = client.post(f"{match}/undo", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert "JSON" in answer.get_json()["error"]["message"]


def test_others_changes_are_a_conflict(client: FlaskClient, match: str) -> None:
    client.post(f"{match}/hands", json=HAND)
    answer = client.post(f"{match}/hands", json=HAND | {"key": "two"})
    assert answer.status_code == 409
    assert answer.get_json()["changes"]


def test_the_programs_of_a_link_play_for_one_side(client: FlaskClient, match: str) -> None:
    client.post(f"{match}/confirming", json={"seen": 1, "what": "hands"})
    client.post(f"{match}/side", json={"seen": 2, "side": 0})
    client.post(f"{match}/hands", json=HAND | {"seen": 3})
    assert error(client.post(f"{match}/side", json={"seen": 4, "side": 1})) == (422, "side")


def test_a_watching_program_sees_the_table_and_no_other_link(client: FlaskClient, match: str) -> None:
    table = match.partition("/m/")[0]
    score, watch = client.get(f"{table}/sitting.json").json["links"]
    seen = client.get(f"/s/{watch['token']}/sitting.json").json
    assert (seen["may_score"], seen["links"], len(seen["matches"])) == (False, [watch], 1)
    for path, body in (("", {"name": "x"}), ("/stakes", {"amount": "1"}), ("/links", {"may": "score"})):
        assert client.post(f"/s/{watch['token']}{path}", json=body).status_code == 403
    assert error(client.post(f"{table}/links/{score['number']}/end", json={})) == (422, "")
    assert error(client.post(f"{table}/stakes", json={"amount": "x"})) == (422, "amount")
    assert client.post(table, json={"place": "Bar"}).json["name"] == ""


def test_a_form_needs_no_token_if_it_has_no_cookie(client: FlaskClient, match: str) -> None:
    answer = client.post(f"{match}/undo", data={"seen": "1"}, headers={"Accept": "application/json"})
    assert answer.status_code == 422  # there is nothing to undo


CROSS_SITE = [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]


@pytest.mark.parametrize("headers", CROSS_SITE)
@pytest.mark.parametrize("body", [{"json": HAND}, {"data": HAND | {"hand": ""}}], ids=["json", "form"])
def test_a_browser_needs_its_token_however_another_site_makes_it_send(
    client: FlaskClient, match: str, headers: dict[str, str], body: dict[str, Any]
) -> None:
    answer = client.post(f"{match}/hands", **body, headers={"Accept": "application/json", **headers})
    assert answer.status_code == 400
    assert client.get(f"{match}/state.json").get_json()["version"] == 1


SIMPLE = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")  # what any site's page can send


@pytest.mark.parametrize("headers", [*CROSS_SITE, {}], ids=["site", "null", "fetch", "old browser"])
def test_no_body_that_another_site_can_send_is_taken_for_json(app: Flask, headers: dict[str, str]) -> None:
    """By none of the views that take JSON, from a browser that has opened the table, with all its cookies."""
    world = a_world(app)
    browser = world.browser("owner")
    browser.get(world.address(ROUTES["GET matches.show"], "scorer"))
    with contents_of(app) as unchanged:
        for name, rule in ROUTES.items():
            with app.app_context():
                takes_json = name.startswith("POST") and body_of(rule.endpoint)
            for kind in SIMPLE if takes_json else ():
                sent = browser.post(
                    world.address(rule, "scorer"), data='{"seen": 2, "minutes": 5}', content_type=kind, headers=headers
                )
                assert sent.status_code in (400, 415), (name, kind)
        assert unchanged()


def test_a_cookie_gives_a_program_no_authority(app: Flask) -> None:
    """Not even in a browser that does not say from where it sends: the session is empty."""
    world: World = a_world(app)
    owner = world.browser("owner")
    for body in ({"json": {"name": "Zoe"}}, {"data": {"name": "Zoe"}}):
        answer = owner.post(
            world.address(ROUTES["POST players.add"], "owner"), **body, headers={"Accept": "application/json"}
        )
        assert answer.status_code in (400, 415)
    sent = owner.post("/sync/matches", json=MATCH)
    assert "Set-Cookie" not in sent.headers
    assert sent.get_json()["token"] not in owner.get("/").text


def test_no_answer_allows_other_sites_to_read_it_or_to_ask(client: FlaskClient, match: str) -> None:
    preflight = client.options(f"{match}/hands", headers={**CROSS_SITE[0], "Access-Control-Request-Method": "POST"})
    read = client.get(f"{match}/state.json", headers=CROSS_SITE[0])
    assert not [name for answer in (preflight, read) for name in answer.headers if "Allow-Origin" in name]


def test_the_games_say_what_to_send_in_each_language(client: FlaskClient) -> None:
    english, italian = (
        {game["slug"]: game for game in client.get(f"/games.json?lang={lang}").get_json()["games"]}
        for lang in ("en", "it")
    )
    fields = {field["name"]: field for way in english["tresette"]["ways"] for field in way["fields"]}
    assert (fields["aces"]["kind"], fields["aces"]["total"], fields["aces"]["rule"]) == ("shares", 4, "TRE-1")
    assert fields["aces"]["label"] != next(
        field["label"] for way in italian["tresette"]["ways"] for field in way["fields"] if field["name"] == "aces"
    )
    assert {"slug": "paulista", "shapes": [{"sides": 2, "players": 2}]}.items() <= {
        **english["truco"]["presets"][1],
        "shapes": english["truco"]["presets"][1]["shapes"][:1],
    }.items()
