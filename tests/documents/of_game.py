"""What tests know of a game: what its `documents` module in `tests/games` says, and what follows from its fields."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.game import folder_of

from .good import good_claim, good_match
from .pieces import Document, Entry


@dataclass(frozen=True)
class Documents:
    """A game's documents: a part that its module has, by the same name in capitals or as a function, is its own."""

    game: Game
    good: Callable[[Random], Document]  # a random good match
    claim: Callable[[Random, Document], Entry]  # a random claim that can be judged in a match
    bad_hands: list[Entry]  # wrong between fields, or in what only the game checks
    bad_options: list[dict[str, Any]]  # that do not go together
    going_on: tuple[Document, list[int]]  # a match that is not over, and its totals
    finished: tuple[Document, list[int], int | None]  # one that is, and its winner
    claims: list[Entry]  # one of each type at least
    never_cited: set[str]  # rules that are settled without a line
    names: set[str]  # words of its pages that stand there in every language
    clockwise: set[str]  # the presets that are played so
    pages: list[str]  # of a match, with their questions


def documents_of(game: Game) -> Documents:
    """The documents of a game."""
    name = f"tests.games.{folder_of(game.slug)}"
    module = import_module(f"{name}.documents") if find_spec(name) and find_spec(f"{name}.documents") else None

    def own(part: str, otherwise: Any) -> Any:
        return getattr(module, part, otherwise)

    good = own("good", partial(good_match, game=game))
    claim = own("claim", partial(_claim, game))
    return Documents(
        game=game,
        good=good,
        claim=claim,
        bad_hands=own("BAD_HANDS", []),
        bad_options=own("BAD_OPTIONS", []),
        going_on=own("GOING_ON", None) or _first_hand(game, good),
        finished=own("FINISHED", None) or _to_the_end(game, good),
        claims=own("CLAIMS", None) or _one_of_each(game, good, claim),
        never_cited=set(own("NEVER_CITED", ())),
        names=set(own("NAMES", ())),
        clockwise=_every_preset(game) if own("CLOCKWISE", ()) == "all" else set(own("CLOCKWISE", ())),
        pages=own("PAGES", []),
    )


def _every_preset(game: Game) -> set[str]:
    return {preset["slug"] for preset in game.presets}


def _claim(game: Game, rng: Random, document: Document) -> Entry:
    return good_claim(rng, game, document)


def _matches(game: Game, good: Callable[[Random], Document]) -> "list[tuple[Document, dict[str, Any]]]":
    """Some good matches of the usual preset, between named players, with their results."""
    found = []
    for seed in range(400):
        document = good(Random(seed))
        usual = not document.get("options") and document.get("variant") in (None, game.presets[0]["slug"])
        if usual and document["hands"] and all("players" in side for side in document["sides"]):
            found.append((document, play.score(document)))
    return found


def _first_hand(game: Game, good: Callable[[Random], Document]) -> tuple[Document, list[int]]:
    """A match of a hand that somebody scored in."""
    for document, result in _matches(game, good):
        points = result["hands"][0]["points"]
        if any(points) and (len(result["hands"]) > 1 or result["status"] == "in_progress"):
            return {**document, "hands": document["hands"][:1]}, points
    raise LookupError(f"No random match of {game.slug} goes on after a hand")


def _to_the_end(game: Game, good: Callable[[Random], Document]) -> tuple[Document, list[int], int | None]:
    for document, result in _matches(game, good):
        if result["status"] == "finished":
            return document, result["totals"], result["winner"]
    raise LookupError(f"No random match of {game.slug} comes to its end")


def _one_of_each(game: Game, good: Callable[[Random], Document], claim: Callable[..., Entry]) -> list[Entry]:
    """A claim of each type, such as random ones are."""
    claims: dict[str, Entry] = {}
    for seed in range(400 if game.claims else 0):
        made = claim(Random(seed), good(Random(seed)))
        if made["type"] != "won":
            claims.setdefault(made["type"], made)
    return list(claims.values())
