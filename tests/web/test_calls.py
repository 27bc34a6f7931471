"""Calls at the table: every phone shows them, and no hand waits for them."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.support.matches import TRUCO, start

pytestmark = pytest.mark.shares

JSON = {"Accept": "application/json"}


def addresses(app: Flask, may: str = "score") -> tuple[str, int]:
    """Returns the address of a match, and its version."""
    with app.app_context():
        match = start(TRUCO)
        token = links.token(links.make_link(match.sitting, may))
        db.session.commit()
        return f"/s/{token}/m/1", match.version


def say(client: FlaskClient, base: str, act: str, side: int, number: int) -> Any:
    return client.post(f"{base}/call", data={"act": act, "side": side, "number": number}, headers=JSON)


def test_a_call_reaches_the_other_phones_though_the_match_has_not_changed(app: Flask, client: FlaskClient) -> None:
    base, version = addresses(app)
    before = client.get(f"{base}/state.json?since={version}&lang=en")
    unchanged = {"If-None-Match": before.headers["ETag"]}
    assert client.get(f"{base}/state.json?since={version}&lang=en", headers=unchanged).status_code == 304
    assert say(client, base, "propose", 0, 0).json["call"]["asked"] == 3
    heard = client.get(f"{base}/state.json?since={version}&lang=en", headers=unchanged)
    assert heard.json["version"] == version
    assert (heard.json["call"]["asked"], heard.json["call"]["turn"], heard.json["call"]["number"]) == (3, 1, 1)
    assert "Us call" in client.get(base).text


def test_of_two_phones_that_answer_at_once_the_first_one_counts(app: Flask, client: FlaskClient) -> None:
    base, _version = addresses(app)
    say(client, base, "propose", 0, 0)
    assert say(client, base, "accept", 1, 1).json["call"]["stake"] == 3
    late = say(client, base, "run", 1, 1)
    assert late.status_code == 200
    assert (late.json["call"]["answer"], late.json["call"]["winner"]) == ("accept", None)


def test_a_hand_is_recorded_whatever_was_called_and_the_next_one_begins_anew(app: Flask, client: FlaskClient) -> None:
    base, version = addresses(app)
    say(client, base, "propose", 0, 0)
    sent = {"way": "quick", "winner,stake": "1,1", "seen": version, "key": "one"}
    answer = client.post(f"{base}/hands", data=sent, headers=JSON)
    assert answer.status_code == 200
    assert answer.json["state"]["call"]["asked"] is None
    assert client.get(f"{base}/state.json").json["call"]["by"] is None


def test_what_cannot_be_called_is_refused(app: Flask, client: FlaskClient) -> None:
    base, _version = addresses(app)
    assert say(client, base, "accept", 0, 0).status_code == 422
    assert say(client, base, "propose", 99, 0).status_code == 422
    assert client.get(base).text.count("data-call-said") == 1
