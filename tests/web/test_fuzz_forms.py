"""Every form of every page, with fields broken one by one: a readable response within a second, never status 500.

The routes come from the URL map and the fields from the pages, so that a new form is tested without changes here.
"""

import time
from contextlib import suppress
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BuildError

from tests.support.fuzzing import in_turn, tries
from tests.support.hostile_texts import FIELDS, HANG, NASTY, QUICK, TEXT, forms_on
from tests.support.visitors import CLUB, SENT, World
from tests.web.test_access import ROUTES

pytestmark = [pytest.mark.fuzz, pytest.mark.shares]

NO_PAGES = (".pdf", ".json", ".jsonl", ".csv", ".svg", ".js", "<path:filename>")
LARGER = {"import_export.preview", "club_settings.save_logo", "tournament_photographs.send", "night_photographs.send"}
ONLY_JSON = {f"api_entering.{act}" for act in ("enter", "add_entries", "enter_at_night", "seat")} | {"claims.judge"}
POSTS = [name for name in ROUTES if name.startswith("POST")]
Usual = dict[str, dict[str, str]]
KNOWN: Usual = {}  # cached


class Question(NamedTuple):
    """The fields to send: the usual ones, some missing or broken, and unexpected others."""

    left_out: list[int]
    broken: dict[int, str]
    more: dict[str, str]
    accept: str

    def fields(self, usual: dict[str, str]) -> dict[str, str]:
        """Returns the fields, starting from the usual ones."""
        names = sorted(usual)
        sent = {name: usual[name] for at, name in enumerate(names) if at % 7 not in self.left_out}
        broken = {names[at % len(names)]: text for at, text in self.broken.items()} if names else {}
        return sent | broken | self.more


QUESTIONS = st.builds(
    Question,
    left_out=st.just([]) | st.lists(st.integers(0, 6), max_size=2),
    broken=st.dictionaries(st.integers(0, 60), TEXT, max_size=3),
    more=st.just({}) | FIELDS,
    accept=st.sampled_from(["text/html", "application/json"]),
)


def visitor_of(name: str) -> str:
    """Returns the visitor with the most permissions for the route."""
    return "owner" if "club" in ROUTES[name].arguments else "scorer"


def usual_fields(world: World) -> Usual:
    """Returns the fields of each form by endpoint: as on the pages, with values that are known to be accepted."""
    if KNOWN:
        return KNOWN
    adapter = world.app.url_map.bind("localhost")
    by_endpoint: Usual = {endpoint: dict(fields) for endpoint, fields in SENT.items()}
    for name in (name for name in ROUTES if name.startswith("GET") and not ROUTES[name].rule.endswith(NO_PAGES)):
        visitor = visitor_of(name)
        try:
            forms = forms_on(world.browser(visitor), world.address(ROUTES[name], visitor))
        except BuildError:  # a route without values in `tests.support.visitors`; `test_access` fails for it
            continue
        for path, fields in forms:
            with suppress(HTTPException):  # a form of another server
                endpoint, _values = adapter.match(path, method="POST")
                by_endpoint[endpoint] = fields | by_endpoint.get(endpoint, {})
    KNOWN.update(by_endpoint)
    return by_endpoint


def ask(client: FlaskClient, address: str, fields: dict[str, str], accept: str) -> None:
    """Sends a form; fails if the response is late or a server error (which raises an exception here)."""
    began = time.thread_time()
    with client.post(address, data=fields, headers={"Accept": accept}) as answer:
        answer.get_data()
        assert answer.status_code < 500, (address, answer.status_code, fields)
    spent = time.thread_time() - began
    assert spent < HANG, (address, spent, fields)


def test_the_pages_tell_the_fields_of_their_forms(world: World) -> None:
    found = usual_fields(world)
    assert {"game", "variant", "player.0.0", "start"} <= set(found["start.open_table"]) or found["start.open_table"]
    assert {"points.0", "points.1", "note", "key", "seen"} <= set(found["hands.record"])
    assert {"login", "password"} <= set(found["sign_in.check_password"])


def test_every_form_takes_anything(world: World) -> None:
    usual = usual_fields(world)
    for name in POSTS:
        rule, client = ROUTES[name], world.browser(visitor_of(name))
        address, fields = world.address(rule, visitor_of(name)), usual.get(rule.endpoint, {})
        client.post(address, data=fields).close()  # the first request of a process also builds its caches

        _ask_anything(client, address, fields)


def _ask_anything(client: FlaskClient, address: str, usual: dict[str, str]) -> None:
    @settings(QUICK, max_examples=tries(2))
    @given(question=QUESTIONS)
    def check(question: Question) -> None:
        ask(client, address, question.fields(usual), question.accept)

    check()


@pytest.mark.parametrize("name", ["POST hands.record", "POST start.open_table", "POST players.add", "POST hands.note"])
def test_every_field_takes_everything_nasty(world: World, name: str) -> None:
    """Each hostile text in one field of the busiest forms or in all of them."""
    rule, client = ROUTES[name], world.browser(visitor_of(name))
    usual, address = usual_fields(world)[rule.endpoint], world.address(rule, visitor_of(name))
    for at, text in enumerate(NASTY):
        field, accept = sorted(usual)[at % len(usual)], ("text/html", "application/json")[at % 2]
        for broken in in_turn(([field], usual), at // 2):
            ask(client, address, {**usual, **dict.fromkeys(broken, text)}, accept)


BODIES = [
    b"\xff\xfe\x00", b"a=%ff%fe&seen=%C0%80", b"=&&&=;", b"%", b"key=%00&seen=2&way=quick&points.0=%00", b"\x00" * 1000,
    b"points.0=" + b"1%2B" * 200_000, b"=".join(b"a" * 3 for _ in range(1000)),
]  # fmt: skip
KINDS = [
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16", "application/json",
    "multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "",
    "application/x-www-form-urlencoded;" * 50,
]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["POST hands.record", "POST past_match.judge", "POST sync.take_in", "POST import_export.preview"]
)
def test_a_body_of_any_bytes_and_kind_is_answered(world: World, name: str) -> None:
    client, address = world.browser(visitor_of(name)), world.address(ROUTES[name], visitor_of(name))
    for at, body in enumerate(BODIES):
        for kind in KINDS[at % 2 :: 2]:
            with client.post(address, data=body, content_type=kind) as answer:
                assert answer.status_code < 500, (body[:40], kind)


def test_a_form_of_very_many_fields_is_refused_before_it_is_read(world: World) -> None:
    client, address = world.browser("scorer"), world.address(ROUTES["POST hands.record"], "scorer")
    began = time.thread_time()
    body = "&".join(f"points.{number}=1" for number in range(60_000))
    answer = client.post(address, data=body, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "Send less at once" in answer.text) == (413, True)
    assert client.get(f"{address.removesuffix('/hands')}?{body[:9000]}").status_code == 414
    assert time.thread_time() - began < HANG


def test_no_text_with_a_nul_comes_as_far_as_a_database(world: World) -> None:
    """PostgreSQL cannot store NUL and would fail: in a path, a query string, any form."""
    client, owner = world.browser("scorer"), world.browser("owner")
    for address in ("/c/a%00b", f"/c/{CLUB}/players?q=%00", "/s/1-%00/m/1", "/login?next=%00"):
        assert owner.get(address).status_code == 400, address
    for name in POSTS:
        address = world.address(ROUTES[name], visitor_of(name))
        if ROUTES[name].endpoint not in LARGER | {"past_match.judge"} | ONLY_JSON:
            assert client.post(address, data={"key": "a\0b", "name": "\0"}).status_code == 400, name


def test_an_overlong_cookie_and_headers_are_nothing_to_us(app: Flask) -> None:
    client = app.test_client()
    for name in ("Accept", "Accept-Language", "If-None-Match", "User-Agent", "Accept-Encoding", "Range", "Referer"):
        for text in ("x" * 8000, "é" * 100, ",;q=" * 500, "*/*;q=nan", "en;q=9" * 50):
            assert client.get("/", headers={name: text}).status_code < 500, name
    client.set_cookie("scorekeeper", "x" * 4000)
    assert client.get("/").status_code == 200
