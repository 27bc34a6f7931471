"""The JSON Schemas accept every document that the rules accept, and refuse what no document can have."""

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import exporting
from scorekeeper.clubs.schemas import SCHEMAS
from scorekeeper.clubs.standings import Period
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.entries import READERS
from scorekeeper.games.engine.play import score
from scorekeeper.games.schemas import _OF_KIND
from tests.clubs.conftest import the_club
from tests.documents import GAMES as DOCUMENTS
from tests.documents import random_document
from tests.support.fuzzing import tries
from tests.support.vectors import VECTORS
from tests.support.visitors import CLUB, a_world
from tools import schemas

TESTS = Path(__file__).parents[1]
CARDS = TESTS.parent / "scorekeeper" / "games" / "card" / "cards"
KEPT = sorted(folder for folder in schemas.FOLDER.iterdir() if folder.is_dir())  # of released versions
RELEASED = sorted(folder.name for folder in (TESTS / "golden").iterdir())
WITHOUT = ["0.1.0", "0.2.0", "0.3.0"]  # versions before schemas were kept


def lines_of(files: Iterable[Path]) -> list[dict[str, Any]]:
    """The JSON values in files of lines."""
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def validator(name: str, folder: Path = schemas.FOLDER) -> Any:
    """The validator of a kind of document, by the schemas in a folder."""
    read = {file.stem: json.loads(file.read_text("utf-8")) for file in folder.glob("*.json")}
    known = jsonschema_rs.Registry([(schema["$id"], schema) for schema in read.values()])
    return jsonschema_rs.validator_for(read[name], registry=known)


def refused(name: str, documents: Iterable[Any], folder: Path = schemas.FOLDER) -> list[str]:
    """Why the schema refuses the first of these documents; empty if it accepts all."""
    valid = validator(name, folder)
    wrong = next((document for document in documents if not valid.is_valid(document)), None)
    return (
        [] if wrong is None else [f"{error.instance_path} {error.message}"[:500] for error in valid.iter_errors(wrong)]
    )


def test_the_files_are_what_the_code_declares() -> None:
    """Run `make schema` after a game or a document has changed."""
    assert {file.name: file.read_text("utf-8") for file in schemas.FOLDER.glob("*.json")} == schemas.texts()


def test_every_agreed_match_is_valid() -> None:
    cases = [case for case in lines_of(VECTORS.glob("*.jsonl")) if "result" in case]
    assert refused("match", [case["document"] for case in cases]) == []


def test_every_example_of_a_tournament_is_valid() -> None:
    cases = lines_of([TESTS / "tournaments" / "examples.jsonl"])
    assert refused("tournament", [case["document"] for case in cases]) == []


def test_every_released_version_has_its_schemas() -> None:
    assert WITHOUT + [folder.name for folder in KEPT] == RELEASED


@pytest.mark.parametrize("version", RELEASED)
def test_every_export_of_a_released_version_is_valid_by_its_schemas_and_all_later_ones(version: str) -> None:
    exports = lines_of([TESTS / "golden" / version / "matches.jsonl"])
    later = [*(folder for folder in KEPT if RELEASED.index(folder.name) >= RELEASED.index(version)), schemas.FOLDER]
    assert [refused("club", exports, folder) for folder in later] == [[]] * len(later)


def test_every_line_of_a_club_is_valid(app: Flask) -> None:
    """With people, a logo, tournaments with desk and log, entries from home, and championships."""
    with a_world(app).app.app_context():
        row = the_club(CLUB)
        lines = [json.loads(line) for line in exporting.lines(row, Period(), with_people=True)]
    assert len({line["format"] for line in lines}) == 5
    assert refused("club", lines) == []


@pytest.mark.parametrize("game", DOCUMENTS)
def test_every_match_that_the_rules_accept_is_valid(game: str) -> None:
    rng = Random(game)
    documents = [random_document(rng, game) for _each in range(tries(40))]
    assert refused("match", filter(is_scored, documents)) == []


def is_scored(document: Any) -> bool:
    """True if the rules accept a document."""
    try:
        score(document)
    except Refusal:
        return False
    return True


def test_every_card_of_the_library_is_valid_and_a_match_by_it() -> None:
    cards = [json.loads(file.read_text("utf-8")) for file in sorted(CARDS.glob("*.json"))]
    assert len(cards) > 20
    assert refused("card", cards) == []
    assert refused("match", [{**MATCH, "game": "card", "options": {"card": card}} for card in cards]) == []
    assert refused("card", [cards[0] | {"points": []}]) != []
    assert refused("card", [cards[0] | {"cards": 52}]) != []


MATCH = {"format": "scorekeeper/1", "game": "truco", "sides": [{"name": "Us"}, {"name": "Them"}]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "whist"}, {"variant": "parlett"}, {"sides": []}, {"score": [12, 3]}, {"options": {"targets": 12}},
        {"options": {"target": "12"}}, {"hands": [{"winner": 2, "stake": 3}]}, {"hands": [{"stake": 3}]},
        {"hands": [{"winner": 0, "stake": 3, "points": [3, 0]}]}, {"hands": [{"tricks": [0, 1, 1, 0]}]},
        {"first_dealer": 0}, {"about": {"place": 7}},
    ],
)  # fmt: skip
def test_what_no_match_can_have_is_refused(wrong: dict[str, Any]) -> None:
    assert refused("match", [MATCH]) == []
    assert refused("match", [MATCH | wrong]) != []


def test_every_kind_of_field_has_a_schema_that_says_something() -> None:
    assert set(_OF_KIND) == set(READERS)
    own = {id(field["own"]): field for game in GAMES for way in game.ways for field in way["fields"] if "own" in field}
    assert [field["kind"] for field in own.values() if not field["own"].schema(field, 2)] == []


def test_the_schemas_are_served_and_printed(client: FlaskClient) -> None:
    assert [client.get(f"/schema/{name}.json").get_json()["$id"] for name in SCHEMAS] == [
        f"urn:scorekeeper:{name}" for name in SCHEMAS
    ]
    assert client.get("/schema/hall.json").status_code == 404
