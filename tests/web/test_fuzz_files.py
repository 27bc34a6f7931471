"""Malicious files: too large, too deep, not text, one endless line. Refused with a sentence, in bounded memory."""

import gzip
import io
import json
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs import import_lines
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.conftest import MakeApp
from tests.support.fuzzing import chance, in_turn, tries
from tests.support.hostile_texts import HANG, NASTY
from tests.support.job_worker import work_off
from tests.support.visitors import CLUB, World, a_world
from tests.web.test_access import ROUTES

pytestmark = pytest.mark.shares

MOST_MEMORY = 100_000_000  # peak bytes of one request
IMPORT = f"/c/{CLUB}/import"

HEAD = {"format": "scorekeeper/1", "game": "albastini", "sides": [
    {"name": "Us", "players": ["Anna"]}, {"name": "Them", "players": ["Bruno"]},
]}  # fmt: skip


def document(hands: int, **more: object) -> bytes:
    return json.dumps({**HEAD, "hands": [{"points": [70, 50]}] * hands, **more}).encode()


def a_zip() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("match.json", b" " * 50_000_000)
    return made.getvalue()


FILES = {
    "nothing": b"",
    "a NUL": b"\0",
    "NULs in a document": document(1).replace(b"Anna", b"An\\u0000na"),
    "raw NULs": document(1).replace(b"Anna", b"An\0na"),
    "a lone surrogate": document(1).replace(b"Anna", b"\\ud800"),
    "UTF-16": document(1).decode().encode("utf-16"),
    "Latin-1": document(1).replace(b"Anna", "Añña".encode("latin-1")),
    "a mark before the text": b"\xef\xbb\xbf" + document(1),
    "CSV": b'"a","b"\r\n"=1+1",\0\r\n' * 1000,
    "a bomb": gzip.compress(b"[" * 50_000_000, 1),
    "a zip": a_zip(),
    "lists in lists": b"[" * 300_000 + b"]" * 300_000,
    "groups in groups": b'{"hands":' * 90_000 + b"1" + b"}" * 90_000,
    "many empty groups": b'{"hands":[' + b"{}," * 300_000 + b"{}]}",
    "a long number": b'{"format":' + b"9" * 900_000 + b"}",
    "a large exponent": document(0).replace(b'"hands": []', b'"hands": [{"points": [1e999999, -1e999999]}]'),
    "no number": document(0).replace(b'"hands": []', b'"hands": [{"points": [NaN, Infinity]}]'),
    "many names": document(0, **{f"name {number}": 1 for number in range(40_000)}),
    "a long line": b" " * 900_000,
    "binary": bytes(range(256)) * 3000,
    "many hands": document(30_000),
    "names twice": b'{"format":1,' * 1 + b'"game":"a",' * 60_000 + b'"game":"b"}',
}


@pytest.fixture
def owner(make_app: MakeApp) -> FlaskClient:
    """Returns a browser of the club's owner, which has already opened the pages once."""
    client = a_world(make_app(RATELIMIT_ENABLED=False)).browser("owner")
    send(client, "/over/", document(1))
    send(client, IMPORT, document(1))
    return client


def send(client: FlaskClient, address: str, file: bytes, token: str = "") -> TestResponse:
    """Posts a file as a browser does. The body is built here, as Werkzeug's client leaves temporary files open."""
    about = b'--x\r\nContent-Disposition: form-data; name="file"; filename="match.json"\r\n\r\n'
    headers = {"X-CSRFToken": token}
    body = about + file + b"\r\n--x--\r\n"
    return client.post(address, data=body, content_type="multipart/form-data; boundary=x", headers=headers)


def looked_at(client: FlaskClient, answer: TestResponse) -> str:
    """Returns the page about a file that a worker previews."""
    assert answer.status_code == 303
    assert peak_of(lambda: work_off(client.application)) < MOST_MEMORY
    return client.get(answer.location, follow_redirects=True).text


@pytest.mark.parametrize("name", FILES)
def test_any_file_is_answered_in_words_and_in_time(owner: FlaskClient, name: str) -> None:
    for address in ("/over/", IMPORT):
        began = time.thread_time()
        answer = send(owner, address, FILES[name])
        assert answer.status_code in {200, 303, 422}, address
        assert time.thread_time() - began < HANG, address


LARGE = ("lists in lists", "many empty groups", "a bomb", "many names", "many hands")


@pytest.mark.parametrize("turn, name", list(enumerate(LARGE)))
def test_memory_stays_within_its_bound(owner: FlaskClient, turn: int, name: str) -> None:
    for address in in_turn(("/over/", IMPORT), turn):
        assert peak(owner, address, FILES[name]) < MOST_MEMORY, address


def test_a_file_of_one_endless_line_is_told_of_and_fits_into_memory(owner: FlaskClient) -> None:
    endless = b"[" * 19_000_000
    assert peak(owner, IMPORT, endless) < MOST_MEMORY
    assert "not a match document" in looked_at(owner, send(owner, IMPORT, endless))


def test_a_larger_file_is_refused(owner: FlaskClient) -> None:
    answer = send(owner, IMPORT, b" " * 20_100_000)
    assert (answer.status_code, "Send less at once" in answer.text) == (413, True)
    assert send(owner, "/over/", b" " * 1_100_000).status_code == 413


def test_an_owner_sends_more_than_a_megabyte_with_the_forms_token(make_app: MakeApp) -> None:
    client = a_world(make_app(WTF_CSRF_ENABLED=True)).browser("owner")
    token = client.get("/sync/token").get_json()["csrf_token"]
    about = {f"note {number}": "x" * 150 for number in range(6)}
    many = b"\n".join(document(1, about={**about, "number": str(number)}) for number in range(1_000))
    assert len(many) > 1_000_000
    answer = send(client, IMPORT, many, token)
    seen = looked_at(client, answer)
    assert "1,000" in seen or "1000" in seen


def test_a_file_of_more_hands_than_can_be_taken_at_once_says_how_many_can(
    owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_lines, "MOST_IN_ALL", 100)
    answer = send(owner, IMPORT, b"\n".join(document(30, about={"number": str(number)}) for number in range(5)))
    assert "at most 100 hands" in answer.text
    assert "at most 2000 can be imported" in send(owner, IMPORT, document(2_001)).text


@pytest.mark.parametrize("content_type, status", [("application/x-www-form-urlencoded", 400), ("text/plain", 415)])
def test_what_is_sent_packed_is_not_unpacked(owner: FlaskClient, content_type: str, status: int) -> None:
    packed = gzip.compress(b"note=" + b"x" * 5_000_000)
    answer = owner.post("/over/", data=packed, headers={"Content-Encoding": "gzip"}, content_type=content_type)
    assert answer.status_code == status


MOMENTS = ("2026-02-30", "0001-01-01", "9999-12-31T23:59:59+00:00", "1969-01-01T00:00:00Z")
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    7,
    2**63,
    10**30,
    1.5,
    "",
    [],
    {},
    [[]],
    [1],
    {"x": 1},
    *MOMENTS,
    *NASTY,
)
Place = tuple[str | int, ...]


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Yields where there is something in a document, in long lists at the beginning only."""
    inside = value.items() if isinstance(value, dict) else enumerate(value[:6]) if isinstance(value, list) else ()
    for name, member in inside:
        yield (*at, name)
        yield from places(member, (*at, name))


def changed(document: Any, rng: Random) -> Any:
    """Returns the document with something left out, put elsewhere too, or replaced."""
    made = deepcopy(document)
    everywhere = list(places(made))
    place, other = rng.choice(everywhere), rng.choice(everywhere)
    inside = reduce(getitem, place[:-1], made)
    act = rng.randrange(5)
    if act == 0:
        del inside[place[-1]]
    elif act == 1:
        inside[place[-1]] = deepcopy(reduce(getitem, other, made))
    else:
        inside[place[-1]] = rng.choice(VALUES)
    return made


@pytest.mark.fuzz
def test_a_document_with_anything_in_it_is_refused_or_can_be_shown(owner: FlaskClient) -> None:
    """Imports an export with a random change into another club, and opens all its pages."""
    rng, world = chance("changed documents"), a_world(owner.application)
    lines = world.browser("owner").get(f"/c/{CLUB}/matches.jsonl").text.splitlines()
    documents = [json.loads(line) for line in lines]
    there, imported = world.browser("other owner"), 0
    for _turn in range(tries(40)):
        sent = changed(rng.choice(documents), rng)
        page = send(there, "/c/elsewhere/import", json.dumps(sent).encode()).text
        _before, found, after = page.partition('action="/c/elsewhere/import/')
        if found:
            answer = there.post(f"/c/elsewhere/import/{after[:32]}", data={"roster": "1", "nights": "1"})
            assert answer.status_code == 303, sent
            imported += 1
    assert imported > 9
    for path in shown_of(world, "elsewhere"):
        with there.get(path, buffered=True) as shown:
            assert shown.status_code < 400, path


def shown_of(world: World, club: str) -> Iterator[str]:
    """Yields the paths of a club's pages and exports, and those of its tournaments."""
    with world.app.app_context():
        query = select(Tournament.id).join(Club, Club.id == Tournament.club_id).where(Club.slug == club)
        numbers = list(db.session.scalars(query))
    for name, rule in ROUTES.items():
        path = rule.rule.replace("<club>", club)
        if not name.startswith("GET") or "club" not in rule.arguments or path.endswith((".pdf", ".svg")):
            continue
        if rule.arguments == {"club"} and rule.endpoint != "club.logo_image":  # it has none
            yield path
        elif rule.arguments == {"club", "number"} and rule.endpoint.startswith("tournament"):
            yield from (path.replace("<int:number>", str(number)) for number in numbers)


def peak(client: FlaskClient, address: str, file: bytes) -> int:
    """Returns the peak memory of Python during the request, minus the memory before."""
    return peak_of(lambda: send(client, address, file).close())


def peak_of(act: Callable[[], object]) -> int:
    """Returns the peak memory of Python during the call, minus the memory before."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        act()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
