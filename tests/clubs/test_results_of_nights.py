"""A program with a token enters what was played at a night's tables, and who sits there."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.clubs import accounts, nights, tokens
from scorekeeper.clubs.nights import Defaults
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import db
from scorekeeper.web.token_access import PAGE

FINAL = {"table": 1, "hands": [{"winner": 0, "stake": 3}, {"final": [12, 7]}]}


@pytest.fixture
def send(app: Flask, client: FlaskClient) -> Any:
    """Returns a function that sends a body, or asks, at an address of the API; there is a night with two tables."""
    with app.app_context():
        club = accounts.create_club("Circolo")
        night = nights.plan_night(club, "Friday", "Bar", "2026-11-27")
        nights.set_defaults(night, Defaults("truco", "paulista"))
        nights.add_tables(club, night, 2)
        secret = tokens.make(club, "Scanner", [*tokens.SCOPES]).secret
        db.session.commit()
    headers = {"Authorization": f"Bearer {secret}"}

    def request(path: str, body: Any = None) -> TestResponse:
        return client.open(f"/api/{path}", method="GET" if body is None else "POST", json=body, headers=headers)

    return request


def enter(send: Any, key: str, *tables: Any) -> TestResponse:
    return send("nights/1/results", {"key": key, "tables": [*tables]})


def error(answer: TestResponse) -> tuple[int, Any]:
    return answer.status_code, answer.json["error"]["field"]


def test_hands_and_a_final_result_become_a_match_of_the_planned_players(send: Any) -> None:
    send("nights/1/seats", {"tables": [{"table": 1, "players": ["Ada", "Ben", "Eva", "Dia"]}]})
    (entered,) = enter(send, "one", FINAL).json["entered"]
    assert entered["match"]["sides"][0]["players"] == ["Ada", "Eva"]
    night = send("nights/1").json
    assert [row["matches"] for row in night["tables"]] == [[entered["match"]], []]
    assert [line["name"] for line in night["ranking"] if line["place"] == 1] == ["Ada", "Eva"]
    assert [line["name"] for line in night["pairs"]] == ["Ada – Eva", "Ben – Dia"]


def test_a_repeated_key_enters_nothing_again(send: Any) -> None:
    first, again = enter(send, "one", FINAL), enter(send, "one", FINAL)
    assert first.json == again.json
    enter(send, "two", FINAL)
    assert [match["number"] for match in send("nights/1").json["tables"][0]["matches"]] == [2, 1]


def test_hands_go_on_with_the_match_in_play_that_the_sender_has_seen(send: Any) -> None:
    hand = {"table": 1, "hands": [{"winner": 0, "stake": 3}]}
    enter(send, "one", hand)
    assert error(enter(send, "two", hand)) == (422, "tables.0.seen")
    assert enter(send, "two", hand | {"seen": 2}).json["entered"][0]["match"]["version"] == 3
    stale = enter(send, "three", hand | {"seen": 2})
    assert (stale.status_code, stale.json["version"], len(stale.json["changes"])) == (409, 3, 1)
    assert "Scanner" in stale.json["changes"][0]
    assert enter(send, "two", hand | {"seen": 2}).status_code == 200  # a repetition is no conflict


def test_a_match_may_say_its_own_game_and_sides(send: Any) -> None:
    head = {"game": "tresette", "sides": [{"name": "Us"}, {"name": "Them"}]}
    (entered,) = enter(send, "one", {"table": 2, "match": head, "hands": [{"points": [7, 4]}]}).json["entered"]
    assert (entered["match"]["game"], entered["match"]["sides"][0]["name"]) == ("tresette", "Us")


@pytest.mark.parametrize(
    "tables, wrong",
    [
        ([FINAL, {"table": 3, "hands": [{"final": [1, 2]}]}], "tables.1.table"),
        ([FINAL, FINAL], "tables.1.table"),
        ([FINAL, {"table": 2, "hands": []}], "tables.1.hands"),
        ([FINAL, {"table": 2, "hands": [{"winner": 7, "stake": 3}]}], "tables.1.winner"),
        ([FINAL, {"table": 2, "hands": [{"final": [12, 7]}, {"winner": 0, "stake": 3}]}], "tables.1.hands"),
        ([FINAL, {"table": 2, "hands": [{"final": "x"}]}], "tables.1.final"),
        ([FINAL, {"table": 2, "hands": FINAL["hands"], "match": {"game": "poker"}}], "tables.1.game"),
        ([FINAL, {"table": 2, "hands": FINAL["hands"], "match": {"sides": 7}}], "tables.1.sides"),
    ],
)
def test_all_is_entered_or_none_and_what_is_wrong_is_named(send: Any, tables: list[Any], wrong: str) -> None:
    assert error(enter(send, "one", *tables)) == (422, wrong)
    assert [row["matches"] for row in send("nights/1").json["tables"]] == [[], []]


def test_at_a_closed_night_no_match_begins(app: Flask, send: Any) -> None:
    with app.app_context():
        nights.close(db.session.get_one(Night, 1), closed=True)
        db.session.commit()
    assert error(enter(send, "one", FINAL)) == (422, "tables.0.hands")


@pytest.mark.parametrize("players", [["Ada", "Ada"], ["x" * 60], ["Ada"] * 13])
def test_seats_that_cannot_be_are_refused(send: Any, players: list[str]) -> None:
    sent = send("nights/1/seats", {"tables": [{"table": 1, "players": players}]})
    assert error(sent) == (422, "tables.0.players")
    assert error(send("nights/1/seats", {"tables": [{"table": 9, "players": []}]})) == (422, "tables.0.table")


def test_a_long_list_has_pages(app: Flask, send: Any) -> None:
    with app.app_context():
        club = accounts.find_club("circolo")
        assert club is not None
        for day in range(PAGE):
            nights.plan_night(club, f"Night {day}", "", "2026-01-05")
        db.session.commit()
    first = send("nights").json
    assert (len(first["nights"]), first["next"]) == (PAGE, "/api/nights?page=2")
    assert send("nights?endpoint=x&_external=1").json["next"] == "/api/nights?endpoint=x&_external=1&page=2"
    last = send(first["next"].removeprefix("/api/")).json
    assert ([night["name"] for night in last["nights"]], last["next"]) == (["Night 0"], None)
    assert [error(send(f"nights?page={page}")) for page in ("0", "x", "99999999")] == [(422, "page")] * 3
