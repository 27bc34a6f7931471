"""Games are found by their slugs, and their messages cite only rules that they have."""

from collections.abc import Callable, Iterable
from functools import cache
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
from tests.support.fuzzing import FUZZING

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
HandInput = tuple[str, dict[str, Any], str | None]
"""A message, its parameters, and the rule it cites."""
MOST = 400  # seeds of random matches and claims
ENOUGH = MOST if FUZZING else 60  # seeds: by day no more are tried than these and what it takes to cite every rule


def said_in(problems: Iterable[Any]) -> list[HandInput]:
    """Returns the messages of problems."""
    return [(each["message"], each["params"], each["rule"]) for each in problems]


@cache
def said_by(game: Game) -> list[HandInput]:
    """Returns all messages of the engine for wrong hands and options of a game, and for random matches and claims."""
    messages = said_in([each for hand in wrong_hands(game) for each in play.problems(*hand)])
    for options in bad_options(game):
        with pytest.raises(Refusal) as refusal:
            play.begin(document(game.slug, options=options))
        messages += said_in(refusal.value.problems)
    uncited = set(game.rules) - DOCUMENTS[game.slug].never_cited - {rule for _message, _params, rule in messages}
    for seed in range(MOST):
        if seed >= ENOUGH and not uncited:
            break
        claim = random_claim(Random(seed), game.slug)
        said = said_of(play.score, random_document(Random(seed), game.slug))
        said += said_of(play.claim, claim.get("match"), claim.get("claim"))
        uncited -= {rule for _message, _params, rule in said}
        messages += said
    return messages


def said_of(answer: Callable[..., dict[str, Any]], *given: Any) -> list[HandInput]:
    """Returns all messages of the engine for a match, or for a claim with its match."""
    messages: list[HandInput] = []

    def noting(message: str, params: dict[str, Any]) -> str:
        messages.append((message, params, None))
        return message.format(**params)

    try:
        result = answer(*given, say=noting)
    except Refusal as refusal:
        return messages + said_in(refusal.problems)
    lines = [line for hand in result.get("hands", []) for line in hand["lines"]] + result.get("reasons", [])
    return messages + [("", {}, line["rule"]) for line in lines]


@EVERY_GAME
def test_a_game_is_found_by_its_slug(game: Game) -> None:
    assert find_game(game.slug) is game
    assert game.title


@pytest.mark.parametrize("slug", ["", "Truco", "poker", None, 0, [], {}], ids=repr)
def test_nothing_else_is_a_game(slug: Any) -> None:
    assert find_game(slug) is None


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
