"""Random match documents and claims, good and bad.

Everything depends on the `random.Random` that is passed in, so a seed always gives the same document. The special cases
of a game are in `documents.py` in its folder in `tests/games`: how a hand is made up, if its fields do not say enough.
Hands whose fields contradict each other are those of its tests. The rest is derived from the fields and options that
the game declares.
"""

from copy import deepcopy
from random import Random
from typing import Any

from scorekeeper.games import GAMES as EVERY_GAME

from .bad import UNKNOWN, go_wrong, some_bad_option
from .junk import spoil
from .of_game import Documents, documents_of
from .pieces import Document, maybe

__all__ = ["GAMES", "Documents", "random_claim", "random_document"]

GAMES = {game.slug: documents_of(game) for game in EVERY_GAME}


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
    return deepcopy(GAMES[game].good(rng))


def _go_wrong(rng: Random, game: str, document: Document) -> None:
    """Break `document`: a hand that is wrong in a field or between fields, a wrong option, or junk anywhere."""
    hands, own = document.get("hands"), GAMES[game]
    way = rng.random()
    if way < 0.25 and go_wrong(rng, document):
        return
    if way < 0.4 and isinstance(hands, list):
        hands.insert(
            rng.randint(0, len(hands)), deepcopy(rng.choice([hand for _match, hand in own.refused] or [{UNKNOWN: 1}]))
        )
    elif way < 0.5:
        document["options"] = some_bad_option(rng, own.game, own.bad_options)
    elif way < 0.55 and isinstance(hands, list) and hands:
        hands.append(deepcopy(hands[-1]))
    else:
        spoil(rng, document)
