"""The engine that phones fetch: the rules as they are, and pages that come out as the server makes them."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger, links
from scorekeeper.bundle import messages_of
from scorekeeper.bundle.plain import plain
from scorekeeper.i18n import LOCALES
from scorekeeper.models import Match, db
from tests.evenings import ALBASTINI, BURACO, TRESETTE, TRUCO, write
from tests.machine import needs
from tools.install.debian import NODE

GAMES = Path(__file__).parent.parent / "scorekeeper" / "games"
ASK = Path(__file__).parent / "micropython" / "pages.mjs"

HANDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tresette": (TRESETTE, {"aces": [3, 1], "figures": [12, 8], "last_trick": 0}),
    "truco": (TRUCO, {"winner": 0, "stake": 3}),
    "albastini": (ALBASTINI, {"points": [70, 50]}),
    "buraco": (
        BURACO,
        {
            "sides": [
                {"melds": 300, "hand": 0, "pot": "played", "clean": 1, "dirty": 0},
                {"melds": 120, "hand": 35, "pot": "played", "clean": 0, "dirty": 1},
            ],
            "went_out": 0,
        },
    ),
}


def test_its_rules_are_the_very_files_of_the_server(client: FlaskClient) -> None:
    files = json.loads(client.get(client.get("/engine.json").json["engine"]).text)["files"]
    for path in GAMES.glob("*.py"):
        assert files[f"scorekeeper/games/{path.name}"] == path.read_text("utf-8")


def test_it_may_be_kept_for_ever_under_its_name(client: FlaskClient) -> None:
    address = client.get("/engine.json").json["engine"]
    assert "immutable" in client.get(address).headers["Cache-Control"]
    assert client.get("/engine/0123456789ab.json").status_code == 404


def test_a_language_brings_its_texts_and_english_none(client: FlaskClient) -> None:
    assert client.get("/engine.json").json["messages"] == ""
    known = client.get("/engine.json?lang=it").json
    assert json.loads(client.get(known["messages"]).text)["messages"]["Undo"]


def test_every_language_can_be_fetched_without_choosing_it(client: FlaskClient) -> None:
    known = client.get("/engine.json?lang=it").json
    assert {code: each["name"] for code, each in known["languages"].items()} == LOCALES
    for locale, each in known["languages"].items():
        answer = client.get(each["about"])
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.json["locale"] == locale
        assert (answer.json["messages"] == "") == (locale == "en")
    assert client.get(known["languages"]["it"]["about"]).json["words"] == known["words"]
    assert client.get("/engine.json").json["locale"] == "it"
    assert client.get("/engine/language-tlh-0123456789ab.json").status_code == 404


def test_the_app_can_be_installed(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest").json
    assert manifest["display"] == "standalone"
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512", "512x512"]
    assert manifest["icons"][2]["purpose"] == "maskable"
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).status_code == 200
    assert '<link rel="manifest"' in client.get("/").text


def test_everything_that_the_service_worker_keeps_is_there(client: FlaskClient) -> None:
    script = client.get("/sw.js")
    assert script.mimetype == "text/javascript"
    kept = json.loads(re.match(r"const KEPT = (.*);\n", script.text)[1])
    assert len(kept["files"]) > 20
    for address in [*kept["files"], "/offline", "/engine.json"]:
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("locale", ["en", "it"])
@pytest.mark.parametrize("game", HANDS)
def test_the_phone_makes_the_pages_that_the_server_makes(app: Flask, tmp_path: Path, game: str, locale: str) -> None:
    head, entry = HANDS[game]
    with app.test_request_context():
        sitting = ledger.open_sitting()
        match = ledger.start_match(sitting, head, actor="", key="start")
        write(ledger.record, match, entry)
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
        kept = ledger.kept(match)
    client = app.test_client()
    client.get(f"/?lang={locale}")
    base = f"/s/{token}/m/1"
    paths = ["", "/hands/1", "/claims/", "/claims/won?side=0&check=1"]
    shelf = [
        {
            "token": token,
            "number": 1,
            "kept": kept,
            "may_score": True,
            "sitting": dict.fromkeys(("name", "place", "opened_at"), ""),
        }
    ]
    questions = [asked(base + path, shelf) for path in paths] + [asked(f"/new?game={game}", shelf)]
    for question, told in zip(questions, answers(client, tmp_path, questions, locale), strict=True):
        address = question["path"] + "?" + "&".join("=".join(pair) for pair in question["query"])
        assert "html" in told, told
        assert seen(told["html"]) == seen(client.get(address, follow_redirects=True).text), address


def asked(address: str, shelf: list[dict[str, Any]]) -> dict[str, Any]:
    path, _, query = address.partition("?")
    pairs = [pair.split("=") for pair in query.split("&") if pair]
    return {"ask": "page", "path": path, "query": pairs, "key": "a-key", "shelf": shelf}


def answers(client: FlaskClient, folder: Path, questions: list[Any], locale: str = "en") -> list[Any]:
    """What the phone answers to these questions."""
    (folder / "engine.json").write_text(client.get(client.get("/engine.json").json["engine"]).text, "utf-8")
    arguments: list[str | Path] = [folder / "engine.json"]
    if locale != "en":
        (folder / "messages.json").write_text(messages_of(locale), "utf-8")
        arguments += [locale, folder / "messages.json"]
    asked = "\n".join(json.dumps(question) for question in questions)
    needs(NODE)
    run = subprocess.run(
        ["node", ASK, *arguments], input=asked, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


def seen(html: str) -> list[str]:
    """What somebody sees of a page, line by line: keys, tokens, choice of language and the order of JSON left out."""
    html = html.partition("<main")[2].partition("</main>")[0]
    html = re.sub(r'<script type="application/json".*?</script>', "", html, flags=re.DOTALL)
    html = re.sub(r'(name="(?:key|csrf_token)" value=)"[^"]*"', r"\1", html)
    return [line.strip() for line in html.splitlines() if line.strip()]


def test_a_save_is_scored_and_told_as_the_server_does(app: Flask, tmp_path: Path) -> None:
    with app.test_request_context():
        match: Match = ledger.start_match(ledger.open_sitting(), TRUCO, actor="", key="start")
        kept = ledger.kept(match)
        write(ledger.record, match, {"winner": 0, "stake": 3})
        state = ledger.state(match)
    fields = [["way", "quick"], ["winner,stake", "0,3"]]
    question = {"ask": "write", "act": "record", "kept": kept, "hand": None, "fields": fields, "key": "k", "at": ""}
    wrong = {**question, "fields": [["way", "quick"], ["winner,stake", "0,2"]]}
    done, refused = answers(app.test_client(), tmp_path, [question, wrong])
    for hand in state["hands"] + done["state"]["hands"]:
        del hand["at"]
    assert {**done["state"], "since": None} == json.loads(json.dumps(state))
    assert done["said"] == "Hand 1 was recorded"
    assert refused["problems"][0]["field"] == "stake"


PLAIN = [
    ("x: dict[str, int] = {}", "x = OrderedDict()"),
    ("y = {**a, 'b': 1}", "y = OrderedDict(list(a.items()) + [('b', 1)])"),
    ("z = [*a, b]", "z = list(a) + [b]"),
    ("z = {k: v for k, v in a}", "z = OrderedDict([(k, v) for k, v in a])"),
    ("zip(a, b, strict=True)", "zip(a, b)"),
    ("name.removeprefix('add.')", "removeprefix(name, 'add.')"),
    ("def f(a: int) -> str:\n    return a", "def f(a):\n    return a"),
]


@pytest.mark.parametrize("source, made", PLAIN)
def test_our_python_is_made_plain_for_micropython(source: str, made: str) -> None:
    assert made in plain(source)


def test_a_dataclass_is_written_out() -> None:
    source = "@dataclass\nclass Seat:\n    number: int\n    names: list[str] = field(default_factory=list)\n"
    scope: dict[str, Any] = {}
    exec(compile(plain(source), "seat", "exec"), scope)
    assert scope["Seat"](3).number == 3
    assert scope["Seat"](3).names is not scope["Seat"](3).names
