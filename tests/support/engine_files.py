"""The files of the engine as a phone loads them, and phones run by Node."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from tests.micropython.node import Phone, phone

FETCHED: dict[str, str] = {}  # texts by address: building them takes a second, and every test has the same


def write_engine(client: FlaskClient, folder: Path) -> Path:
    """Writes the files into a folder under their addresses; returns the address of the first one."""
    about = client.get("/engine.json").get_json()
    cards = client.get(about["engine"]).get_json()["cards"]
    of_cards = [cards.replace("*", slug) for slug in ("flip-7", "tarot")]
    for address in (about["engine"], *about["games"].values(), *of_cards):
        if address not in FETCHED:
            FETCHED[address] = client.get(address).text
        file = folder / address.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(FETCHED[address], "utf-8")
    return folder / str(about["engine"]).lstrip("/")


class Phones:
    """Phones that have loaded the engine, one per language: each is started once."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        self._folder, self._running = folder, running
        self._phones: dict[str, Phone] = {}

    def answers(self, client: FlaskClient, questions: list[Any], locale: str = "en") -> list[Any]:
        """Returns the responses of a phone with these files."""
        if locale not in self._phones:
            self._phones[locale] = self._start(client, locale)
        return asked_of(self._phones[locale], questions)

    def _start(self, client: FlaskClient, locale: str) -> Phone:
        language: list[str | Path] = []
        if locale != "en":
            texts = client.get(client.get(f"/engine.json?lang={locale}").get_json()["messages"]).text
            language = [locale, self._folder / f"{locale}.json"]
            Path(language[1]).write_text(texts, "utf-8")
        return self._running.enter_context(phone("pages.mjs", write_engine(client, self._folder), *language))


def asked_of(phone: Phone, questions: list[Any]) -> list[Any]:
    return [json.loads(phone.ask(json.dumps(question))) for question in questions]
