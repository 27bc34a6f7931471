"""Games that players describe: seven questions write a card, which a link, a file and a club carry."""

import json

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.card import library
from scorekeeper.games.card.examples import differences
from scorekeeper.web.card_pages.packing import checked, packed, shared, unpacked
from scorekeeper.web.card_pages.sentences import sentence_of, when_of, worth_of
from tests.support.page import Page


class Maker:
    """The form of a new game, filled in and sent like by a browser without scripts."""

    def __init__(self, client: FlaskClient, address: str = "/cards/new") -> None:
        self.client = client
        self.page = Page(client.get(address).text)

    def press(self, button: str, value: str = "1", **typed: str) -> int:
        """Presses a button after typing into fields by name (`__` for a dot); returns the status."""
        fields = self.page.fields() | {name.replace("__", "."): text for name, text in typed.items()} | {button: value}
        self.answer = self.client.post("/cards/new", data={name: text for name, text in fields.items() if text is not None})
        self.page = Page(self.answer.text)
        return self.answer.status_code

    @property
    def card(self) -> dict[str, object]:
        return dict(json.loads(self.page.fields()["card"]))
