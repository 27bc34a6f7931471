"""Every field, option and claim of every game refuses what its declaration does not allow, with its place."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal, Setup, Table
from tests.documents import GAMES as DOCUMENTS
from tests.documents.bad import ANYWHERE, bad_values, wrong_claims, wrong_entries
from tests.games.hands import fields_of_hands, hands_with_every_field
from tests.games.table import head_refused

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def without_digits(path: str) -> str:
    return ".".join(part for part in path.split(".") if not part.isdigit())


@EVERY_GAME
def test_every_field_refuses_what_it_does_not_allow(game: Game) -> None:
    accepted, tried = [], set()
    for setup, table, entry in hands_with_every_field(game):
        assert play.problems(setup, table, entry) == []
        for path, wrong in wrong_entries(setup, entry):
            fields = [problem["field"] or "" for problem in play.problems(setup, table, wrong)]
            tried.add(without_digits(path))
            if not any(path in (ANYWHERE, field) or field.startswith(f"{path}.") for field in fields):
                accepted.append((path, wrong, fields))
    assert accepted == []
    assert {without_digits(name) for name in fields_of_hands(game)} - tried == set()


@EVERY_GAME
def test_every_claim_refuses_what_its_fields_do_not_allow(game: Game) -> None:
    accepted = []  # a claim that is unknown in this match is refused by its type
    document, _totals = DOCUMENTS[game.slug].going_on
    setup = play.begin(document)
    table = play.first_table(setup)
    for claim in DOCUMENTS[game.slug].claims:
        for path, wrong in wrong_claims(setup, claim):
            fields = refused(setup, table, wrong)
            if not any(field in (path, "type") or field.startswith(f"{path}.") for field in fields):
                accepted.append((path, wrong, fields))
    assert accepted == []


def refused(setup: Setup, table: Table, claim: dict[str, Any]) -> list[str]:
    """The fields for which a claim is refused."""
    try:
        play.judge(setup, table, claim)
    except Refusal as refusal:
        return [problem["field"] or "" for problem in refusal.problems]
    return []


OPTIONS = [(game, option) for game in GAMES for option in game.options]


@pytest.mark.parametrize("game, option", OPTIONS, ids=lambda each: getattr(each, "slug", None) or each["name"])
def test_every_option_refuses_what_it_does_not_allow(game: Game, option: dict[str, Any]) -> None:
    values = bad_values(option)
    assert len(values) >= 5
    for value in values:
        assert head_refused(game.slug, options={option["name"]: value}) == [f"options.{option['name']}"], value
