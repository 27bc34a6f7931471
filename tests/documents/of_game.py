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

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.game import folder_of
from tests.games import table

from .good import good_claim, good_entry, good_match, house_rules
from .pieces import Document, Entry

MOST_HANDS = 200  # that a match takes to its end


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
    return Documents(
        game=game,
        good=good,
        claim=claim,
        bad_options=own("BAD_OPTIONS", []),
        going_on=own("GOING_ON", None) or _first_hand(game),
        finished=own("FINISHED", None) or _to_the_end(game),
        claims=own("CLAIMS", None) or _one_of_each(game, good, claim),
        examples=own("EXAMPLES", []),
        never_cited=set(own("NEVER_CITED", ())),
        names=set(own("NAMES", ())),
        pages=own("PAGES", []),
    )


def _claim(game: Game, rng: Random, document: Document) -> Entry:
    return good_claim(rng, game, document)


def _played(game: Game, most: int) -> tuple[Document, dict[str, Any]]:
    """A match between the usual players of so many hands at most, each of which changes a total, with its result."""
    document = table.document(game.slug)
    setup, rng = play.begin(document), Random(game.slug)
    before = play.first_table(setup)
    while len(document["hands"]) < most and before["status"] == "in_progress":
        entry = good_entry(rng, setup, before)
        if entry is None:
            break
        after = play.score_hand(setup, before, entry)["table"]
        if after["totals"] != before["totals"]:
            document["hands"].append(entry)
            before = after
    return document, play.score(document)


def _first_hand(game: Game) -> tuple[Document, list[int]]:
    """A match of one hand, and its totals."""
    document, result = _played(game, 1)
    return document, result["totals"]


def _to_the_end(game: Game) -> tuple[Document, list[int], int | None]:
    """A match that is over, its totals and its winner."""
    document, result = _played(game, MOST_HANDS)
    return document, result["totals"], result["winner"]


def _one_of_each(game: Game, good: Callable[[Random], Document], claim: Callable[..., Entry]) -> list[Entry]:
    """Returns the first random claim of each type."""
    claims: dict[str, Entry] = {}
    for seed in range(400 if game.claims else 0):
        made = claim(Random(seed), good(Random(seed)))
        if made["type"] != "won":
            claims.setdefault(made["type"], made)
    return list(claims.values())
