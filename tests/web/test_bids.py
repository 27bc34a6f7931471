"""Bids before the cards are played: every phone shows them, and they are part of the hand that is recorded."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.games.table import singly
from tests.support.matches import start
from tests.support.page import Page

pytestmark = pytest.mark.shares

JSON = {"Accept": "application/json"}
WIZARD = {"format": "scorekeeper/1", "game": "card", "variant": "wizard", "sides": singly(3)}


def addresses(app: Flask, head: dict[str, Any]) -> tuple[str, str]:
    """Returns the addresses of a match, to score and to watch."""
    with app.app_context():
        match = start(head)
        tokens = [links.token(links.make_link(match.sitting, may)) for may in ("score", "watch")]
        db.session.commit()
        return f"/s/{tokens[0]}/m/1", f"/s/{tokens[1]}/m/1"


def bid(client: FlaskClient, base: str, **typed: str) -> Any:
    sent = {"way": "hand", **{name.replace("_", "."): text for name, text in typed.items()}}
    return client.post(f"{base}/bids", data=sent, headers=JSON)


def test_bids_reach_watchers_at_once_and_the_form_of_every_page(app: Flask, client: FlaskClient) -> None:
    base, watched = addresses(app, WIZARD)
    before = client.get(f"{watched}/state.json").headers["ETag"]
    assert bid(client, base, bid_1="1").json["bids"]["cards"] == ["", "1", ""]
    assert bid(client, base, bid_2="0").json["bids"]["cards"] == ["", "1", "0"]  # of another phone
    seen = client.get(f"{watched}/state.json?lang=en", headers={"If-None-Match": before}).json
    assert (seen["version"], seen["bids"]["cards"], seen["bids"]["words"]) == (1, ["", "1", "0"], ["1 bid of 1"])
    board = client.get(f"{watched}/board").text
    assert "1 bid of 1" in board
    assert "/games/card/board.css" in board
    assert Page(client.get(base).text).fields["bid.1"] == "1"
    assert client.get(f"{base}/kept.json").json["kept"]["bids"]["typed"] == {"bid.1": "1", "bid.2": "0"}


def test_bids_stay_until_the_hand_is_recorded_and_come_back_when_it_is_undone(app: Flask, client: FlaskClient) -> None:
    base, _watched = addresses(app, WIZARD)
    bid(client, base, bid_0="0", bid_1="1", bid_2="0")
    fields = {**Page(client.get(base).text).fields, "tricks.0": "0", "tricks.1": "1", "tricks.2": "0"}
    recorded = client.post(f"{base}/hands", data=fields, headers=JSON).json["state"]
    assert [side["total"] for side in recorded["sides"]] == [20, 30, 20]
    assert (recorded["bids"]["hand"], recorded["bids"]["typed"]) == (2, {})
    late = client.post(f"{base}/bids", data={"way": "hand", "bid.0": "1", "hand": "1"}, headers=JSON).json["bids"]
    assert late["typed"] == {}  # it was for the hand before
    undone = client.post(f"{base}/undo", data={"seen": "2", "key": "u"}, headers=JSON).json["state"]
    assert undone["bids"]["cards"] == ["0", "1", "0"]


def test_a_wrong_bid_is_refused_at_its_field_and_without_scripts_with_the_page(app: Flask, client: FlaskClient) -> None:
    base, watched = addresses(app, WIZARD)
    assert [each["field"] for each in bid(client, base, bid_0="7").json["problems"]] == ["bid.0"]
    page = client.post(f"{base}/bids", data={"way": "hand", "bid.0": "7"})
    assert page.status_code == 422
    assert "Bid: 0 to 1." in page.text
    assert client.post(f"{base}/bids", data={"way": "hand", "bid.0": "1"}).status_code == 303
    assert bid(client, watched, bid_0="1").status_code == 403


def test_programs_send_bids_in_the_shape_of_a_hand(app: Flask, client: FlaskClient) -> None:
    base, _watched = addresses(app, WIZARD)
    sent = client.post(f"{base}/bids", json={"hand": {"bid": [None, 1, 0]}})
    assert sent.json["bids"]["cards"] == ["", "1", "0"]
    assert [each["field"] for each in client.post(f"{base}/bids", json={"hand": {"bid": [7]}}).json["problems"]] == [
        "bid.0"
    ]


def test_a_game_without_bids_takes_none_and_keeps_its_calls(app: Flask, client: FlaskClient) -> None:
    base, _watched = addresses(app, {"format": "scorekeeper/1", "game": "truco", "sides": singly(2)})
    client.post(f"{base}/call", data={"act": "propose", "side": "0", "number": "0"}, headers=JSON)
    assert bid(client, base, bid_0="1").status_code == 422
    assert client.get(f"{base}/state.json").json["call"]["asked"] == 3


def test_what_players_write_on_a_card_is_text_and_no_html(app: Flask, client: FlaskClient) -> None:
    bad = "100 % <b>bold</b>"
    card = {
        "format": "scorekeeper-card/1",
        "name": bad,
        "fields": [
            {"name": "bid", "label": {"en": bad}, "kind": "number", "before": True},
            {"name": "who", "label": bad, "kind": "side"},
            {"name": "how", "label": bad, "kind": "choice", "choices": [{"name": n, "label": bad} for n in ("a", "b")]},
        ],
        "counters": [{"name": "seen", "label": bad, "next": "seen + 1"}],
        "points": [{"label": bad, "worth": "bid"}],
    }
    base, watched = addresses(app, {**WIZARD, "variant": "own", "options": {"card": card}})
    hand = {"way": "hand", "bid.0": "5", "seen": "1", "key": "k"}
    assert client.post(f"{base}/hands", data=hand, headers=JSON).status_code == 200
    for address in (base, f"{base}/hands/1", f"{base}/claims/possible", f"{watched}/board", f"{base}/result", "/"):
        text = client.get(address).text
        assert "<b>bold" not in text, address
        assert "&lt;b&gt;bold" in text, address
