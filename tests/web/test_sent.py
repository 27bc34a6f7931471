"""The central bounds: everything that is sent to any address is refused there or valid."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.ledger import offline_copy
from scorekeeper.store.models import Match, db
from scorekeeper.web import request_limits
from tests.store.test_faults import calls, everything
from tests.support.fuzzing import in_turn
from tests.support.matches import TRUCO
from tests.support.visitors import World
from tests.web.test_access import ROUTES

WEB = Path(request_limits.__file__).parent
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
AS_JSON = {"Accept": "application/json"}


def part(name: bytes, value: bytes) -> bytes:
    return b'--x\r\nContent-Disposition: form-data; name="' + name + b'"\r\n\r\n' + value + b"\r\n--x--\r\n"


NASTY = {
    "a NUL": (FORM, b"key=a%00b&name=x"),
    "a raw NUL": (FORM, b"name=\0"),
    "no text": (FORM, b"name=\xff\xfe"),
    "too many fields": (FORM, b"a=1&" * 2_001),
    "a field of an endless name": (FORM, b"n" * 501 + b"=1"),
    "too much": (FORM, b"name=" + b"x" * 1_000_001),
    "a NUL in a part": (PARTS, part(b"name", b"a\0b")),
    "a part of an endless name": (PARTS, part(b"n" * 501, b"1")),
    "too much in a part": (PARTS, part(b"name", b"x" * 1_000_001)),
    "too many parts": (PARTS, part(b"a", b"1").removesuffix(b"--x--\r\n") * 2_001 + b"--x--\r\n"),
}  # fmt: skip


def test_nothing_nasty_passes_the_door_to_any_route(world: World) -> None:
    before, browsers = everything(world.app), {name: world.browser(name) for name in ("scorer", "owner")}
    for turn, (name, visitor, address) in enumerate(calls(world, "POST")):
        if ROUTES[name].endpoint in request_limits.ASKED_FIRST:
            continue  # a file of up to 20 MB, read after the permission check: `test_fuzz_files`
        for what, (kind, body) in in_turn(NASTY.items(), turn):
            with browsers[visitor].post(address, data=body, content_type=kind) as answer:
                assert 400 <= answer.status_code < 500, (name, what, answer.status_code)
    assert everything(world.app) == before


WITH_FILES = sorted(request_limits.ASKED_FIRST - {"sharing.receive"})  # which reads nothing


@pytest.mark.parametrize("route", WITH_FILES)
def test_forms_with_files_are_held_to_the_same_once_it_is_known_who_sends_them(world: World, route: str) -> None:
    before, browser = everything(world.app), world.browser("owner")
    address = world.address(ROUTES[f"POST {route}"], "owner")
    for what in ("a NUL", "a NUL in a part", "a part of an endless name", "too many parts"):
        kind, body = NASTY[what]
        assert 400 <= browser.post(address, data=body, content_type=kind).status_code < 500, what
    assert everything(world.app) == before


def test_forms_with_files_may_be_large_and_need_a_token(world: World) -> None:
    world.app.config["WTF_CSRF_ENABLED"] = True
    for route in WITH_FILES:
        address = world.address(ROUTES[f"POST {route}"], "owner")
        sent = {"file": (io.BytesIO(b"x" * 300_000), "a.jpg")}
        assert world.browser("owner").post(address, data=sent).status_code == 400, route


def test_no_view_reads_what_is_sent_in_a_way_of_its_own() -> None:
    """`request.form` and `request.files` are bounded; JSON is parsed by `json_field`. Others read what views wrote."""
    own = re.compile(r"\bjson\.loads?\(|request\.(data|stream|json|input_stream|get_data|get_json|wsgi)\b")
    for file in WEB.rglob("*.py"):
        if file.name not in ("request_limits.py", "programs.py", "work.py", "assets.py", "phone_engine.py"):
            assert not own.search(file.read_text()), file


SURROGATE, NUL = "\\ud800", "\\u0000"
BAD_JSON = [
    "", "NaN", "[]", "1", "{", '{"a": NaN}', '{"a": 1e999}', f'{{"a": "{SURROGATE}"}}', f'{{"{SURROGATE}": "a"}}',
    f'{{"{NUL}": "a"}}', f'{{"a": "{NUL}"}}', '{"a":' * 950 + "1" + "}" * 950, '{"a":' * 21 + "1" + "}" * 21,
    json.dumps({f"field {number}": "1" for number in range(3_000)}), json.dumps({"x" * 600: "1"}),
    json.dumps({"a": "x" * 70_000}),
]  # fmt: skip


def begun(client: FlaskClient, **more: Any) -> Any:
    return client.post("/sync/matches", data={"key": "k", "head": json.dumps({**TRUCO, **more})})


@pytest.fixture
def base(client: FlaskClient) -> str:
    """Returns the address of a running match."""
    created = begun(client).json
    return f"/s/{created['token']}/m/{created['number']}"


@pytest.mark.parametrize("sent", BAD_JSON, ids=lambda sent: sent[:24])
def test_json_that_cannot_be_kept_is_kept_nowhere(app: Flask, client: FlaskClient, base: str, sent: str) -> None:
    before = everything(app)
    assert client.post(f"{base}/declined", data={"kind": "record", "entry": sent}).status_code == 400
    assert client.post("/sync/matches", data={"key": "other", "head": sent}).status_code == 400
    if sent != "[]":
        told = client.post("/sync/matches", data={"key": "other", "head": json.dumps(TRUCO), "hands": sent})
        assert told.status_code == 400
        assert client.post(f"{base}/arrived", data={"hands": sent}).status_code == 400
    assert everything(app) == before


ABOUTS: list[Any] = [
    {f"entry {number}": "x" for number in range(3_000)}, {f"entry {number}": "x" for number in range(41)},
    {"x" * 41: "long"}, {"line\nbreak": "x"}, {"place": "x" * 201}, {"place": ["Lido"]}, ["place"],
]  # fmt: skip


@pytest.mark.parametrize("about", ABOUTS, ids=lambda about: repr(about)[:24])
def test_what_is_good_to_know_of_a_match_is_short(app: Flask, client: FlaskClient, about: Any) -> None:
    before = everything(app)
    assert begun(client, about=about).status_code in (400, 422)
    assert everything(app) == before
    assert begun(client, about={f"entry {number}": "x" * 200 for number in range(40)}).status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        {"options": {"stakes": list(range(1, 14))}},
        {"options": {"stakes": list(range(1, 60_000))}},
        {"game": "buraco", "options": {"first_meld": [[total, 50] for total in range(13)]}},
        {"sides": [{"name": f"Side {number}"} for number in range(500)]},
        {"sides": [{"name": "Us", "players": [f"P {number}" for number in range(500)]}, {"name": "Them"}]},
    ],
    ids=["stakes", "very many stakes", "thresholds", "sides", "players"],
)
def test_every_list_of_a_head_has_a_most(app: Flask, client: FlaskClient, head: dict[str, Any]) -> None:
    assert begun(client, **head).status_code in (400, 422)
    with app.app_context():
        assert not db.session.scalars(select(Match)).all()


@pytest.mark.parametrize(
    "fields, status",
    [
        ({"kind": "record", "entry": '{"winner,stake": "1,6", "note": "late"}'}, 200),
        ({"kind": "undo", "entry": "{}"}, 200),
        ({"kind": "steal", "entry": "{}"}, 400),
        ({"kind": "record" * 9, "entry": "{}"}, 400),
        ({"kind": "record", "entry": '{"winner": 1}'}, 400),
        ({"kind": "record", "entry": '{"winner": {"a": "b"}}'}, 400),
        ({"kind": "record", "entry": json.dumps({"note": "x" * 401})}, 400),
    ],
)
def test_a_write_that_is_given_up_is_held_to_the_games_own_form(
    client: FlaskClient, base: str, fields: dict[str, str], status: int
) -> None:
    assert client.post(f"{base}/declined", data=fields).status_code == status


def test_of_what_is_given_up_only_fields_of_the_game_are_kept(app: Flask, client: FlaskClient, base: str) -> None:
    entry = {"winner,stake": "1,6", "tricks.0": "1", "note": "", "rubbish": "x" * 300, "sides.9.melds": "60"}
    client.post(f"{base}/declined", data={"kind": "record", "hand": "1", "entry": json.dumps(entry)})
    with app.app_context():
        (match,) = db.session.scalars(select(Match))
        kept = ledger.changes(match)[-1].after["declined"]["entry"]
    assert kept == {"winner,stake": "1,6", "tricks.0": "1"}


def test_very_many_given_up_writes_are_no_longer_told_and_cost_what_one_does(
    app: Flask, client: FlaskClient, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline_copy, "MOST_DECLINED", 3)
    for number in range(5):
        fields = {"kind": "record", "entry": '{"winner,stake": "1,6"}', "key": f"k{number}"}
        answer = client.post(f"{base}/declined", data=fields)
        assert answer.status_code == 200  # so that the phone discards it
    assert answer.json["kept"]["version"] == 4


def test_what_a_phone_takes_along_is_read_from_the_end_of_the_log(
    app: Flask, client: FlaskClient, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a log is, only as much of it is read as a phone can undo; older lines are looked up."""
    for number in range(1, 12):
        side = number % 2
        client.post(
            f"{base}/hands", data={"way": "quick", "winner,stake": f"{side},1", "seen": str(number)}, headers=AS_JSON
        )
    for seen in (12, 13, 14):
        client.post(f"{base}/undo", data={"seen": str(seen)}, headers=AS_JSON)
    whole = client.get(f"{base}/kept.json").json["kept"]
    assert (len(whole["done"]), len(whole["undone"])) == (8, 3)
    with app.app_context():
        (match,) = db.session.scalars(select(Match))
        monkeypatch.setattr(offline_copy, "MOST_STEPS", 2)
        assert len(offline_copy._newest(match, match.undo_top)) == 4
        monkeypatch.setattr(offline_copy, "_newest", lambda *_about: {})
        monkeypatch.setattr(offline_copy, "MOST_STEPS", 100)
        assert ledger.offline_copy_of(match)["done"] == whole["done"]


def test_whoever_was_away_for_long_is_told_the_newest_changes(
    client: FlaskClient, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger.read_models, "MOST_TOLD", 2)
    for seen in (1, 3, 5):
        fields = {"way": "quick", "winner,stake": "0,1", "seen": str(seen)}
        client.post(f"{base}/hands", data=fields, headers=AS_JSON)
        client.post(f"{base}/hands/1/note", data={"note": f"{seen}", "seen": str(seen + 1)}, headers=AS_JSON)
    told = client.get(f"{base}/state.json?since=1").json["changes"]
    assert told == ["Hand 3 recorded", "Note on hand 1 changed"]
