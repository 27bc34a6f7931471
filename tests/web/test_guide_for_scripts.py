"""Every row of the guide's tables for scripts works as it stands there, one after the other."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, nights, roster, series, tokens
from scorekeeper.store.models import db
from scorekeeper.web.programs import body_of
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.conftest import MakeApp

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "en" / "scripts.md"
ROW = re.compile(r"^\| `(?:(GET|POST) )?(/[^`]*)` \|(?: [a-z ]+ \|)? (?:`(\{.*\})`|.*) \|$", re.MULTILINE)
MATCH = {"format": "scorekeeper/1", "game": "truco", "variant": "paulista"} | {
    "sides": [{"name": side, "players": [f"{side}1", f"{side}2"]} for side in ("A", "B")]
}
IN_SENTENCES = {"sync.take_in", "tournament_tables.call_arbiter", "hands.bid"}


class Row(NamedTuple):
    """A row of a table in the guide."""

    method: str
    address: str
    body: dict[str, Any] | None


def rows() -> list[list[Row]]:
    """The tables of the guide: of a match, of its table, without a match, of a club."""
    tables = re.findall(r"(?:^\|.*\n)+", GUIDE.read_text("utf-8"), re.MULTILINE)
    return [
        [
            Row(method or "POST", address, json.loads(body) if body else None)
            for method, address, body in ROW.findall(table)
        ]
        for table in tables
    ]


def plain(address: str) -> str:
    """Returns an address, or the pattern of one, as the guide has it, with 0 for every number."""
    below = re.sub(r"^/s/[<{]token[>}](/m/(<[^>]*>|{number}))?", "", address.partition("?")[0])
    return re.sub(r"<[^>]*>|{[^}]*}|\d+", "0", below).rstrip("/")


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application that protects its forms."""
    return make_app(WTF_CSRF_ENABLED=True, RATELIMIT_ENABLED=False)


def test_what_a_form_of_a_match_does_json_does(client: FlaskClient) -> None:
    match = client.post("/sync/matches", json={"match": MATCH, "key": "k" * 32}).location
    of_match, of_table, judged, _of_club = rows()
    for row in of_match:
        answer = client.post(match + row.address, json=row.body)
        assert (row.address, answer.status_code, answer.text) == (row.address, 200, answer.text)
        if "state" in answer.json:
            assert answer.json["version"] == row.body["seen"] + 1
    assert answer.json["number"] == 2
    table = match.partition("/m/")[0]
    for row in of_table:
        answer = client.post(table + row.address.rstrip("/"), json=row.body)
        assert (row.address, answer.status_code) == (row.address, 200)
    assert answer.json == client.get(f"{table}/sitting.json").json
    assert (answer.json["name"], answer.json["best_of"], answer.json["stake"]["amount"]) == ("Table 3", 3, "0.50")
    assert [link["may"] for link in answer.json["links"]] == ["score", "watch"]
    assert [client.post(row.address, json=row.body).json["winner"] for row in judged] == [0, 0]


def test_a_program_of_a_club_does_what_the_guide_says(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        row = accounts.create_club("Circolo")
        nights.add_tables(row, nights.plan_night(row, "Friday", "Bar", "2026-11-27"), 1)
        nights.set_defaults(nights.nights(row)[0], nights.Defaults("truco", "paulista"))
        roster.add_player(row, "Ada")
        cup = a_tournament(row, 4)
        publish_next(cup)
        series.set_parts(series.make(row, "Season", series.Scheme()), [cup.id], [1])
        secret = tokens.make(row, "Website", [*tokens.SCOPES]).secret
        db.session.commit()
    for each in rows()[3]:
        headers = {"Authorization": f"Bearer {secret}"}
        answer = client.open(each.address, method=each.method, json=each.body, headers=headers)
        assert (each.address, answer.status_code, answer.text) == (each.address, 200, answer.text)
    night = client.get("/api/nights/1", headers=headers).json
    (match,) = night["tables"][0]["matches"]
    assert (match["status"], [side["total"] for side in match["sides"]]) == ("finished", [12, 7])
    assert night["tables"][0]["planned"] == ["Ada", "Ben", "Eva", "Dia"]


def test_every_view_that_takes_json_is_in_the_guide(app: Flask) -> None:
    with app.app_context():
        takers = [rule for rule in app.url_map.iter_rules() if body_of(rule.endpoint)]
    addresses = {plain(rule.rule) for rule in takers if rule.endpoint not in IN_SENTENCES}
    assert addresses - {plain(row.address) for table in rows() for row in table} == set()
