"""The rules for reading: what every numbered rule is called, and which page tells it.

The numbers are those that the games cite in lines, refusals and verdicts. A game's `rulebook` module gives `TITLES`
(number and title), `SECTIONS` and `EXAMPLES` of its page and what the page shows in tables (`tables()`); the texts
stand in the game's `rules.html`. Where there is none a page is made from the game's fields and options.
"""

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.engine.base import Game, _
from scorekeeper.games.engine.game import GAMES, game_of_rule
from scorekeeper.games.optional import part
from scorekeeper.games.rulebook.pieces import GAME, LAST, Example, Section

RULES: Section = ("rules", _("Rules"))


def titles_of(game: Game) -> dict[str, str]:
    """What each rule of a game is called, in the order of the numbers: message ids."""
    told = dict(part(game, "rulebook", "TITLES", ()))
    return {rule: told.get(rule) or next(iter(labels_of(game, rule)), game.title) for rule in game.rules}


def sections_of(game: Game) -> dict[str, str]:
    """The sections of a game's page in order: what its address ends in, and its heading."""
    usual = (GAME, RULES, LAST[0], *(LAST[1:2] if examples_of(game) else ()))
    return dict(part(game, "rulebook", "SECTIONS", usual))


def examples_of(game: Game) -> list[Example]:
    """The worked examples of a game's page."""
    examples: list[Example] = part(game, "rulebook", "EXAMPLES", [])
    return examples


def tables_of(game: Game) -> dict[str, Any]:
    """What the page of a game shows in tables."""
    tables: dict[str, Any] = part(game, "rulebook", "tables", dict)()
    return tables


def labels_of(game: Game, rule: str) -> list[str]:
    """What a game's options and fields that rest on a rule are called: message ids, each once."""
    asked = [*game.options, *(field for way in game.ways for field in _fields(way["fields"]))]
    return list(dict.fromkeys(each["label"] for each in asked if each["rule"] == rule))


def _fields(fields: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for field in fields:
        yield field
        yield from _fields(field.get("fields", []))


def all_titles() -> dict[str, str]:
    """The titles of the rules of all games."""
    return {rule: title for game in GAMES for rule, title in titles_of(game).items()}


def title_of(rule: str) -> str:
    """A rule's title, a message id. Raises KeyError for a number that no game has."""
    return all_titles()[rule]


def game_of(rule: str) -> str:
    """The slug of the game that a rule belongs to. Raises KeyError for a number that no game has."""
    game = game_of_rule(rule)
    if game is None:
        raise KeyError(rule)
    return game.slug


def anchor(rule: str) -> str:
    """Where on its game's page a rule is told."""
    return rule.lower()
