"""The sentences about changes: the same on a server and on an offline phone."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web import links
from scorekeeper.web.page_parts import change_sentence
from tests.offline.test_phone import engine, started
from tests.support.matches import TRUCO, start, won, write
from tests.support.offline_phone import LonePhone

pytestmark = pytest.mark.shares

__all__ = ["engine", "started"]  # fixtures: a phone that runs the engine

HAND = {"way": "quick", "winner,stake": "0,1"}
# Changes with hand, form and expected sentence, made one after the other in a match of two hands.
STEPS: list[tuple[str, int | None, dict[str, str], str]] = [
    ("record", None, HAND, "Hand 3 recorded"),
    ("undo", None, {}, "Undone: hand 3"),
    ("redo", None, {}, "Redone: hand 3"),
    ("strike", 2, {}, "Hand 2 struck out. Bruno deals now"),
    ("undo", None, {}, "Undone: hand 2 struck out. Dino deals now"),
    ("redo", None, {}, "Redone: hand 2 struck out. Bruno deals now"),
    ("correct", 2, HAND, "Hand 2 corrected. Dino deals now"),
    ("undo", None, {}, "Undone: hand 2 corrected. Bruno deals now"),
    ("note", 1, {"note": "misdeal"}, "Note on hand 1 changed"),
    ("undo", None, {}, "Undone: note on hand 1"),
    ("finish", None, {"stands": "0"}, "Match ended"),
    ("undo", None, {}, "Undone: end of match"),
    ("redo", None, {}, "Redone: end of match"),
]
PATHS = {"record": "/hands", "correct": "/hands/{}", "strike": "/hands/{}/strike", "note": "/hands/{}/note"}


@pytest.fixture
def base(app: Flask) -> str:
    with app.test_request_context():
        match = start(TRUCO, won(0), won(1))
        address = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
        db.session.commit()
    return address


def test_a_server_says_what_was_done_and_who_deals_now(client: FlaskClient, base: str) -> None:
    texts = []
    for act, hand, fields, _said in STEPS:
        seen = client.get(f"{base}/state.json").get_json()["version"]
        path = PATHS.get(act, f"/{act}").format(hand)
        answer = client.post(f"{base}{path}", data={**fields, "seen": seen}, headers={"Accept": "application/json"})
        texts.append(answer.json["said"].split(". This changes")[0])
    assert texts == [text for *_step, text in STEPS]


def test_a_phone_without_a_network_says_the_same(client: FlaskClient, base: str) -> None:
    phone = LonePhone(client, base)
    texts = [phone.do(act, hand, **fields)["said"].split(". This changes")[0] for act, hand, fields, _said in STEPS]
    assert texts == [text for *_step, text in STEPS]


@pytest.mark.parametrize(
    "act, about, text",
    [
        (ledger.set_confirming, "hands", "Both sides now confirm every hand"),
        (ledger.set_confirming, "result", "Both sides now confirm the result"),
        (ledger.set_confirming, "", "Sides no longer confirm"),
        (ledger.set_clock, 40, "Clock set to 40 minutes"),
        (ledger.set_clock, 0, "Clock removed"),
        (ledger.sit, 1, "A phone now plays for Them"),
    ],
)
def test_agreements_are_told_as_they_are_now(app: Flask, act: Callable[..., Change], about: object, text: str) -> None:
    with app.test_request_context():
        match: Match = start(TRUCO)
        assert change_sentence(match.setup, write(act, match, about)) == text
