"""Test data of a game: from its `documents` module in `tests/games`, and derived from its fields."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pkgutil import iter_modules
from random import Random
from typing import Any

from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.game import folder_of
from tests.games import table
from tests.support.vectors import vectors_of

from .good import good_claim, good_match, house_rules
from .pieces import Document, Entry


@dataclass(frozen=True)
class Documents:
    """A game's documents: a part that its module has, by the same name in capitals or as a function, is its own.

    Instead of `good` a module may have what `good_match` takes: `entry`, which makes entries, and `options`.
    """

    game: Game
    good: Callable[[Random], Document]  # a random good match
    claim: Callable[[Random, Document], Entry]  # a random claim that can be judged in a match
    bad_options: list[dict[str, Any]]  # that do not go together
    going_on: tuple[Document, list[int]]  # a match that is not over, and its totals
    finished: tuple[Document, list[int], int | None]  # one that is, and its winner
    claims: list[Entry]  # one of each type at least
    examples: list[Any]  # what the worked examples of its rules page come to (see `tests.games.rulebook`)
    never_cited: set[str]  # rules that are settled without a line
    names: set[str]  # words of its pages that are the same in every language
    pages: list[str]  # of a match, with their questions

    @cached_property
    def refused(self) -> list[tuple[Document, Entry]]:
        """Matches with a hand each that the game refuses: the tables REFUSED of its tests, which read this module."""
        name = f"tests.games.{folder_of(self.game.slug)}"
        modules = iter_modules(import_module(name).__path__) if find_spec(name) else []
        tables = [getattr(import_module(f"{name}.{module.name}"), "REFUSED", []) for module in modules]
        rows = [(head, hands if isinstance(hands, list) else [hands]) for head, hands, _problems in chain(*tables)]
        return [(table.document(self.game.slug, *hands[:-1], **head), hands[-1]) for head, hands in rows]


def documents_of(game: Game) -> Documents:
    """The documents of a game."""
    name = f"tests.games.{folder_of(game.slug)}"
    module = import_module(f"{name}.documents") if find_spec(name) and find_spec(f"{name}.documents") else None

    def own(part: str, otherwise: Any) -> Any:
        return getattr(module, part, otherwise)

    good = own("good", partial(good_match, game=game, make=own("entry", None), options=own("options", house_rules)))
    claim = own("claim", partial(_claim, game))
    going_on, finished = (_agreed(game, status) for status in ("in_progress", "finished"))
    return Documents(
        game=game,
        good=good,
        claim=claim,
        bad_options=own("BAD_OPTIONS", []),
        going_on=own("GOING_ON", (going_on["document"], going_on["result"]["totals"])),
        finished=(finished["document"], finished["result"]["totals"], finished["result"]["winner"]),
        claims=own("CLAIMS", None) or _one_of_each(game, good, claim),
        examples=own("EXAMPLES", []),
        never_cited=set(own("NEVER_CITED", ())),
        names=set(own("NAMES", ())),
        pages=own("PAGES", []),
    )


def _claim(game: Game, rng: Random, document: Document) -> Entry:
    return good_claim(rng, game, document)


def _agreed(game: Game, status: str) -> dict[str, Any]:
    """The first vector of the game whose match has this status: its document and result."""
    return next(case for case in vectors_of(game.slug) if case.get("result", {}).get("status") == status)


def _one_of_each(game: Game, good: Callable[[Random], Document], claim: Callable[..., Entry]) -> list[Entry]:
    """Returns the first random claim of each type."""
    claims: dict[str, Entry] = {}
    for seed in range(400 if game.claims else 0):
        made = claim(Random(seed), good(Random(seed)))
        if made["type"] != "won":
            claims.setdefault(made["type"], made)
    return list(claims.values())
