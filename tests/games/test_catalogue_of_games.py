"""Every registered game is complete, and its messages cite only rules that it has."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from string import Formatter
from typing import Any

import pytest

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Refusal
from tests.documents import GAMES as DOCUMENTS
from tests.documents import random_claim, random_document
from tests.documents.bad import bad_options
from tests.games.hands import wrong_hands
from tests.games.table import document

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
KINDS = {
    "shares", "count", "points", "side", "flag", "player", "choice", "rows", "sides", "ranks", "tricks", "group",
    "some_sides", "count_or_side", "lists", "best", "best_or_side", "columns",
    "shares_or_group", "calls",
}  # fmt: skip
OPTION_KINDS = {"whole", "flag", "choice", "number", "increasing", "thresholds", "text", "factors"}

HandInput = tuple[str, dict[str, Any], str | None]
"""A message, its parameters, and the rule it cites."""


def fields_of(fields: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Returns the fields, including those inside other fields."""
    for field in fields:
        yield field
        yield from fields_of(field.get("fields", []))


@cache
def said_by(game: Game) -> list[HandInput]:
    """Returns all messages of the engine for random matches and claims of a game, and for wrong hands and options."""
    messages: list[HandInput] = []

    def noting(message: str, params: dict[str, Any]) -> str:
        messages.append((message, params, None))
        return message.format(**params)

    for seed, (make, answer) in product(range(400), ((random_document, play.score), (random_claim, play.claim))):
        documents = make(Random(seed), game.slug)
        arguments = (documents,) if make is random_document else (documents.get("match"), documents.get("claim"))
        try:
            result: Any = answer(*arguments, say=noting)  # type: ignore[operator]
        except Refusal as refusal:
            messages += [(refused["message"], refused["params"], refused["rule"]) for refused in refusal.problems]
        else:
            lines = [line for hand in result.get("hands", []) for line in hand["lines"]] + result.get("reasons", [])
            messages += [("", {}, line["rule"]) for line in lines]
    for options in bad_options(game):
        with pytest.raises(Refusal) as refusal:
            play.begin(document(game.slug, options=options))
        messages += [(each["message"], each["params"], each["rule"]) for each in refusal.value.problems]
    problems = [each for hand in wrong_hands(game) for each in play.problems(*hand)]
    return messages + [(each["message"], each["params"], each["rule"]) for each in problems]


@EVERY_GAME
def test_a_game_is_found_by_its_slug(game: Game) -> None:
    assert find_game(game.slug) is game
    assert game.title


@pytest.mark.parametrize("slug", ["", "Truco", "poker", None, 0, [], {}], ids=repr)
def test_nothing_else_is_a_game(slug: Any) -> None:
    assert find_game(slug) is None


@EVERY_GAME
def test_the_rules_are_numbered_without_a_gap(game: Game) -> None:
    prefix = game.rules[0].partition("-")[0]
    assert re.fullmatch("[A-Z]{3}", prefix)
    assert list(game.rules) == [f"{prefix}-{number}" for number in range(1, len(game.rules) + 1)]
    assert [other.slug for other in GAMES if other.rules[0].startswith(prefix)] == [game.slug]


@EVERY_GAME
def test_every_preset_sets_every_option_to_a_value_it_can_have(game: Game) -> None:
    assert len({preset["slug"] for preset in game.presets}) == len(game.presets) > 0
    for preset in game.presets:
        assert preset["title"]
        assert set(preset["options"]) == {option["name"] for option in game.options}
        sides, players = game.shapes(preset["slug"])[0]
        seated = [
            {"name": f"S{side}", "players": [f"{side}.{seat}" for seat in range(players)]} for side in range(sides)
        ]
        head = {"format": "scorekeeper/1", "game": game.slug, "variant": preset["slug"], "sides": seated}
        agreed = {option["name"]: preset["options"][option["name"]] for option in game.options_of(preset["slug"])}
        setup = play.begin({**head, "options": agreed})
        assert setup == play.begin(head)
        assert len(setup["seats"]) == sides * players


@EVERY_GAME
def test_every_option_can_be_shown_and_cites_a_known_rule(game: Game) -> None:
    for option in game.options:
        assert option["kind"] in OPTION_KINDS
        assert option["label"]
        assert option["rule"] is None or option["rule"] in game.rules
        assert ("choices" in option) is (option["kind"] in ("choice", "number"))


@EVERY_GAME
def test_every_way_of_entry_has_fields_that_cite_known_rules(game: Game) -> None:
    assert len({way["slug"] for way in game.ways}) == len(game.ways) > 0
    for way in game.ways:
        assert way["title"]
        assert way["fields"]
        for field in fields_of(way["fields"]):
            assert field["kind"] in KINDS
            assert field["label"]
            assert field["rule"] is None or field["rule"] in game.rules
            assert field.get("option", game.options[0]["name"]) in {option["name"] for option in game.options}


@EVERY_GAME
def test_a_game_has_claims(game: Game) -> None:
    assert bool(game.claims) is bool(game.claim_fields)
    assert all(callable(judge) for judge in game.claims.values())


@EVERY_GAME
def test_only_rules_of_the_game_are_cited(game: Game) -> None:
    assert {rule for _message, _params, rule in said_by(game) if rule is not None} <= set(game.rules)


@EVERY_GAME
def test_every_rule_that_scores_is_cited(game: Game) -> None:
    assert set(game.rules) - {rule for _message, _params, rule in said_by(game)} <= DOCUMENTS[game.slug].never_cited


@EVERY_GAME
def test_every_message_is_filled_by_its_parameters(game: Game) -> None:
    for message, params, _rule in said_by(game):
        wanted = {name for _text, name, _spec, _conversion in Formatter().parse(message) if name is not None}
        assert wanted <= set(params), message
        text = message.format(**params)
        assert "{" not in message or text != message


@EVERY_GAME
def test_random_documents_of_a_game_are_good_and_bad(game: Game) -> None:
    results = []
    for seed in range(100):
        try:
            play.score(random_document(Random(seed), game.slug))
            results.append(True)
        except Refusal:
            results.append(False)
    assert 10 < results.count(False) < 60
