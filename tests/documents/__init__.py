"""Random match documents and claims, good and bad.

Everything hangs on the `random.Random` that is passed in, so a seed names a document for good. Nothing here asks the
engine: good documents are good because these generators keep the totals themselves, simply.
"""

from copy import deepcopy
from importlib import import_module
from random import Random
from typing import Any

from scorekeeper.games import GAMES as EVERY_GAME

from .junk import spoil
from .pieces import Document, maybe

GAMES = {game.slug: import_module(f"tests.games.{game.slug.replace('-', '_')}.documents") for game in EVERY_GAME}


def random_document(rng: Random, game: str) -> Document:
    """A match document of `game`: about two in three good, the others bad in one or several ways."""
    document = _good(rng, game)
    if maybe(rng, 1 / 3):
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            _go_wrong(rng, game, document)
    return document


def random_claim(rng: Random, game: str) -> dict[str, Any]:
    """`{"match": …, "claim": …}` for any row of the claims table: about three in four on a match still going on."""
    match = _good(rng, game)
    if maybe(rng, 0.9):
        match["hands"] = match["hands"][: rng.randint(0, max(len(match["hands"]) - 1, 0))]
    claim: dict[str, Any] = {"type": "won", "side": rng.randrange(len(match["sides"]))}
    if maybe(rng, 0.9):
        claim = GAMES[game].claim(rng, match)
    if maybe(rng, 0.15):
        spoil(rng, claim)
    if maybe(rng, 0.03):
        spoil(rng, match)
    return {"match": match, "claim": claim}


def _good(rng: Random, game: str) -> Document:
    """A good document that shares nothing with the tables of house rules, so that it can be spoilt."""
    document: Document = GAMES[game].good(rng)
    return deepcopy(document)


def _go_wrong(rng: Random, game: str, document: Document) -> None:
    """Break `document`: a refusal of the game's own, a wrong option, or junk anywhere."""
    hands = document.get("hands")
    way = rng.random()
    if way < 0.4 and isinstance(hands, list):
        bad = rng.choice(GAMES[game].BAD_HANDS)
        hands.insert(rng.randint(0, len(hands)), deepcopy(bad))
    elif way < 0.5:
        document["options"] = deepcopy(rng.choice(GAMES[game].BAD_OPTIONS))
    elif way < 0.55 and isinstance(hands, list) and hands:
        hands.append(deepcopy(hands[-1]))
    else:
        spoil(rng, document)
