"""Limits of the bytes that a network stores a day, and of the lists on a table's page."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web import links
from scorekeeper.web.rate_limits import counted_bytes
from scorekeeper.web.views import sittings
from tests.conftest import MakeApp
from tests.web.test_starting import a_clubs_table, a_member, start, take_in

AS_JSON = {"Accept": "application/json"}
NOTE = "x" * 200
SENTENCE = "limit for entries without an account"
MUCH = {"MEGABYTES_A_DAY": 0.005}  # 5 KB: a match and some hands


def hand(client: FlaskClient, match: str, seen: int, **more: Any) -> Any:
    entry = {"winner": str(seen % 2), "stake": "1", "note": NOTE, "key": f"k{seen}", "seen": seen}
    return client.post(f"{match}/hands", data=entry, **more)


def until_full(client: FlaskClient, match: str, seen: int = 1) -> int:
    """Records hands until one is refused; returns the version that the match then has."""
    while hand(client, match, seen, headers=AS_JSON).status_code == 200:
        seen += 1
        assert seen < 12
    return seen


@pytest.fixture
def small(make_app: MakeApp) -> Flask:
    return make_app(**MUCH)


def test_a_network_stores_so_much_a_day_and_what_was_typed_stays(small: Flask) -> None:
    client = small.test_client()
    match = start(client, "one").location
    seen = until_full(client, match)
    assert seen > 2
    refused = hand(client, match, seen, headers=AS_JSON)
    assert (refused.status_code, SENTENCE in refused.json["problems"][0]["text"]) == (429, True)
    assert int(refused.headers["Retry-After"]) > 80_000
    page = hand(client, match, seen)
    assert (page.status_code, SENTENCE in page.text, NOTE in page.text) == (429, True, True)
    assert client.post(f"{match}/names", data={"seats.0": "Zoe", "seen": seen}).status_code == 429
    assert SENTENCE in client.post(f"{match}/undo", data={"seen": seen}, follow_redirects=True).text
    assert start(client, "two").status_code == 429
    assert "problems" not in take_in(client, "three").json  # a phone keeps the match and sends it later
    assert client.post(match.replace("/m/1", "/links"), data={"may": "watch"}).status_code == 429
    assert client.get(f"{match}/state.json").json["version"] == seen
    elsewhere = {"REMOTE_ADDR": "203.0.113.9"}
    assert hand(client, match, seen, headers=AS_JSON, environ_base=elsewhere).status_code == 200


def test_the_limit_is_reached_with_the_last_byte(small: Flask) -> None:
    with small.app_context():
        counted = counted_bytes()
        assert counted is not None
        counted.add("bytes", "192.0.2.1", 9_999, 10_000)
        assert counted.wait("bytes", "192.0.2.1") == 0
        counted.add("bytes", "192.0.2.1", 1, 10_000)
        assert counted.wait("bytes", "192.0.2.1") == 0  # a piece of less than a hundredth is not counted yet
        counted.add("bytes", "192.0.2.1", 99, 10_000)
        assert counted.wait("bytes", "192.0.2.1") > 80_000
        assert counted.wait("bytes", "192.0.2.2") == 0


def test_members_go_on_and_a_club_s_tables_are_counted_by_themselves(small: Flask) -> None:
    stranger, guest, member = small.test_client(), small.test_client(), a_member(small)
    match = start(stranger, "one").location
    seen = until_full(stranger, match)
    assert hand(member, match, seen, headers=AS_JSON).status_code == 200
    table = a_clubs_table(small)
    of_club = start(guest, "two", f"{table}/new").location
    last = until_full(guest, of_club)
    assert last > 2
    assert hand(member, of_club, last, headers=AS_JSON).status_code == 200


def test_without_a_limit_all_is_stored(make_app: MakeApp) -> None:
    client = make_app(MEGABYTES_A_DAY=0).test_client()
    match = start(client, "one").location
    assert [hand(client, match, seen, headers=AS_JSON).status_code for seen in range(1, 8)] == [200] * 7


def test_a_table_has_so_many_open_links(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOST_OPEN", 4)
    table = start(client, "one").location.removesuffix("/m/1")  # has two links

    def more(label: str) -> Any:
        return client.post(f"{table}/links", data={"may": "watch", "label": label})

    assert [more(label).status_code for label in ("three", "four")] == [303, 303]
    refused = more("Dino’s phone")
    assert (refused.status_code, "At most 4 links" in refused.text) == (422, True)
    assert 'value="Dino’s phone"' in refused.text  # what was typed stays
    ends = re.findall(r"/links/\d+/end", client.get(table).text)
    client.post(f"{table}{ends[-1]}")
    assert more("Dino’s phone").status_code == 303


def test_a_table_lists_its_matches_in_pages(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "MATCHES_SHOWN", 2)
    match = start(client, "one").location
    for number in range(4):
        client.post(f"{match}/rematch", data={"key": f"r{number}"})
    address, seen = match.removesuffix("/m/1"), []
    while address:
        page = client.get(address).text
        seen.append([int(number) for number in re.findall(r'class="sitting" href="[^"]*/m/(\d+)"', page)])
        older = re.search(r'href="([^"]*before=[^"]*)"', page)
        address = older[1].replace("&amp;", "&") if older else ""
    assert seen == [[5, 4], [3, 2], [1]]
