"""Who may start matches: everybody within a daily quota, or only members of clubs."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, tables
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.conftest import MakeApp
from tests.support.matches import TRUCO

pytestmark = pytest.mark.shares

NEW = {"game": "truco", "shape": "2x2", "shown_shape": "2x2", "start": "1"}
SENTENCE = "Only club members can start matches here."


def start(client: FlaskClient, key: str, address: str = "/new") -> Any:
    return client.post(address, data={**NEW, "key": key})


def take_in(client: FlaskClient, key: str, **more: str) -> Any:
    return client.post("/sync/matches", data={"key": key, "head": json.dumps(TRUCO), **more})


def a_member(app: Flask) -> FlaskClient:
    """Returns a browser of a logged-in account."""
    with app.app_context():
        accounts.join(
            accounts.create_club("Bocce"), accounts.create_account("mia", "Mia", "four aces of coins"), "member"
        )
        db.session.commit()
    client = app.test_client()
    client.post("/login", data={"login": "mia", "password": "four aces of coins"})
    return client


def a_clubs_table(app: Flask) -> str:
    """Returns the address of a club's table, with a link that scores."""
    with app.app_context():
        sitting = tables.open_table(accounts.create_club("Carte"))
        token = links.token(links.make_link(sitting, "score"))
        db.session.commit()
    return f"/s/{token}"


def count(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Match).count()


def test_where_members_start_matches_everybody_else_is_told_so_on_the_page(make_app: MakeApp) -> None:
    app = make_app(STARTS="members")
    client = app.test_client()
    assert SENTENCE in client.get("/new").text
    refused = start(client, "one")
    assert (refused.status_code, SENTENCE in refused.text) == (422, True)
    assert count(app) == 0


def test_a_phone_keeps_what_it_started_and_is_told_why_it_was_not_taken(make_app: MakeApp) -> None:
    app = make_app(STARTS="members")
    refused = take_in(app.test_client(), "one")
    assert refused.status_code == 422  # the phone keeps the match and shows this text with it
    assert [each["text"].startswith(SENTENCE) for each in refused.json["problems"]] == [True]
    taken = take_in(a_member(app), "one")  # sent again by a visitor with permission
    assert (taken.status_code, count(app)) == (200, 1)


def test_members_start_matches_and_so_does_everybody_at_a_clubs_table(make_app: MakeApp) -> None:
    app = make_app(STARTS="members")
    member, guest, table = a_member(app), app.test_client(), a_clubs_table(app)
    assert SENTENCE not in member.get("/new").text
    own = start(member, "one").location
    assert "/m/1" in own
    assert SENTENCE not in guest.get(f"{table}/new").text
    assert "/m/1" in start(guest, "two", f"{table}/new").location
    assert "/m/2" in guest.post(f"{table}/m/1/rematch").location
    elsewhere = own.rpartition("/m/")[0]
    assert SENTENCE in guest.get(f"{elsewhere}/new").text
    assert start(guest, "three", f"{elsewhere}/new").status_code == 422
    assert SENTENCE in guest.post(f"{own}/rematch", follow_redirects=True).text
    assert take_in(guest, "four", token=elsewhere.rpartition("/")[2]).status_code == 422
    assert count(app) == 3


@pytest.mark.parametrize("quota", ["TABLES_A_DAY", "MATCHES_A_DAY"])
def test_a_network_starts_so_many_matches_a_day_and_then_waits(make_app: MakeApp, quota: str) -> None:
    app = make_app(**{quota: 2})
    one, another = app.test_client(), app.test_client()
    assert start(one, "one").status_code == 303
    again = "one" if quota == "TABLES_A_DAY" else "two"  # the same key opens no other table
    assert start(one, again).status_code == 303
    assert quota == "MATCHES_A_DAY" or start(another, "two").status_code == 303
    refused = start(another, "three")
    assert (refused.status_code, "Daily limit reached" in refused.text) == (429, True)
    assert int(refused.headers["Retry-After"]) > 80_000
    assert take_in(another, "four").status_code == 429  # phones retry
    elsewhere = {"REMOTE_ADDR": "203.0.113.9"}
    assert one.post("/new", data={**NEW, "key": "five"}, environ_base=elsewhere).status_code == 303


def test_members_and_clubs_tables_have_no_quota(make_app: MakeApp) -> None:
    app = make_app(TABLES_A_DAY=1, MATCHES_A_DAY=1)
    member, table = a_member(app), a_clubs_table(app)
    assert [start(member, f"k{number}").status_code for number in range(3)] == [303] * 3
    guest = app.test_client()
    assert [start(guest, f"g{number}", f"{table}/new").status_code for number in range(3)] == [303] * 3


def test_no_quota_is_none(make_app: MakeApp) -> None:
    client = make_app(TABLES_A_DAY=0, MATCHES_A_DAY=0).test_client()
    assert [start(client, f"k{number}").status_code for number in range(3)] == [303] * 3
