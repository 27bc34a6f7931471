"""The rules page of a game on a card: where a line's number leads, and how a player reads an expression."""

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games.card.spelling import spelled, text_of
from scorekeeper.games.engine.base import english
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.night_texts import default_choices

OWN: dict[str, Any] = {
    "format": "scorekeeper-card/1",
    "name": "<i>Seven</i>",
    "settings": [{"name": "target", "label": "Play to", "kind": "number", "default": 100}],
    "fields": [{"name": "left", "label": "Cards left", "kind": "number"}],
    "points": [{"label": "Left in the hand", "worth": "left"}],
    "checks": [{"label": "Somebody went out", "unless": "any(left == 0)"}],
    "end": {"target": "target"},
}
SIDES = [{"players": ["Anna"]}, {"players": ["Bruno"]}]


def _numbers(page: str) -> set[str]:
    return set(re.findall(r'<article class="entry" id="(card-\d+)"', page))


def test_lines_of_a_match_lead_to_the_numbered_lines_of_its_card(app: Flask, client: FlaskClient) -> None:
    options = {"card": OWN, "target": 50}
    head = {"format": "scorekeeper/1", "game": "card", "variant": "own", "options": options, "sides": SIDES}
    with app.app_context():
        match = ledger.start_match(ledger.open_sitting(""), head, actor="", key="start")
        ledger.record(match, {"left": [0, 7]}, ledger.Write("", "hand", match.version))
        base = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
        db.session.commit()
    address = re.search(r'href="([^"]*)#card-1"', client.get(base).text)
    assert address is not None
    assert address[1] == f"{base}/rules/"
    page = client.get(address[1]).text
    assert _numbers(page) == {"card-1", "card-2"}
    assert "Played to 50." in page
    assert "&lt;i&gt;Seven" in page


def test_a_card_of_the_library_has_a_page_with_its_examples(client: FlaskClient) -> None:
    page = client.get("/rules/card/wizard").text
    assert _numbers(page) == {"card-1", "card-2", "card-3"}
    assert "Refused: Bid: 0 to 2." in page
    assert client.get("/rules/card/nobody").status_code == 404


def test_expressions_are_read_with_labels() -> None:
    names = {"left": [("Cards left", True)], "bid.solo": [("Bid: Solo", True)]}
    text = text_of(spelled("-10 * abs(left - my.left) if not bid.solo else 0", names, english))
    assert text == "−10 × size of (Cards left − own Cards left) if not Bid: Solo otherwise 0"


def test_nights_and_tournaments_offer_the_games_of_the_library(app: Flask) -> None:
    with app.test_request_context():
        presets: Any = default_choices()["presets"]
    assert ("card/spades", "Spades") in dict(presets)["A game on a card"]
