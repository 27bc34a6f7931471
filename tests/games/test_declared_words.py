"""The ways, claims and fields of each game are those of its rules, and its sheets print the rules that hold in a match.

The tables are in `declared.py` of each game's folder. Bounds, options and presets have tests of their own.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import paper
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game
from tests.games.table import game_in
from tests.games.test_declared_bounds import NAMES

FOLDERS = sorted(path.parent.name for path in Path(__file__).parent.glob("*/declared.py"))
OF_EVERY_GAME = pytest.mark.parametrize("folder", FOLDERS)  # also of one that cannot be imported, which is no game
TEXTS = {"label", "title", "goes_to", "unplayed", "question", "apart", "nobody", "refused", "suits", "parties",
         "asks", "all_asks", "rare"}  # fmt: skip
BOUNDS = {*NAMES, "max_of"}
APART = {
    "name",
    "slug",
    "kind",
    "rule",
    "fields",
    "courses",
    "ranks",
    "worth",
}  # told otherwise, or in tests of the game


def in_short(value: Any, between: str = "|") -> str:
    """Returns a value as the tables have it; of a long list only the ends."""
    if isinstance(value, (list, tuple)):
        shown = [*value[:2], "…", *value[-3:]] if len(value) > 20 else value
        return between.join(in_short(each, ",") for each in shown)
    return str(value)


def words_of(declared: dict[str, Any]) -> list[str]:
    """Returns the details of a way, a claim or a field, without its bounds and texts."""
    details = {name: value for name, value in declared.items() if name not in TEXTS | BOUNDS | APART}
    if not details.get("required", True):
        del details["required"]
    for name in {"instead_of", "less"} & details.keys():
        details[name] = details[name][0]  # the name of another field
    for name in {"choices", "classes"} & details.keys():
        details[name] = [value for value, *_text in details[name]]
    return [name if value is True else f"{name}={in_short(value)}" for name, value in details.items()]


def heading_of(way: dict[str, Any]) -> str:
    """Returns what a table calls a way or a claim: its slug, the rule of a claim, details."""
    return " ".join([way["slug"], *([way["rule"]] if "rule" in way else []), *words_of(way)])


def lines_of(fields: list[dict[str, Any]]) -> list[Any]:
    """Returns a line for each field: name, kind, rule, details; after it the list of the fields inside it, if any."""
    lines: list[Any] = []
    for field in fields:
        lines.append(" ".join([field["name"], field["kind"], field["rule"] or "–", *words_of(field)]))
        lines += [lines_of(field["fields"])] if "fields" in field else []
    return lines


def sheet_of(game: Game, variant: str, shape: tuple[int, int], options: dict[str, Any]) -> str:
    """Returns the numbers of the rules printed on the sheet of a match, and what is printed beside them."""
    sides = [{"name": f"{side}", "players": [f"{side}.{each}" for each in range(shape[1])]} for side in range(shape[0])]
    head = {"format": "scorekeeper/1", "game": game.slug, "variant": variant, "sides": sides, "options": options}
    lines = paper.rules_in_short(play.begin(head))
    return ", ".join(line.rule.partition("-")[2] + (f": {line.worth}" if line.worth else "") for line in lines)


def game_and_table(folder: str) -> tuple[Game, Any]:
    """Returns a game and the module with its tables."""
    return game_in(folder), import_module(f"tests.games.{folder}.declared")


@OF_EVERY_GAME
def test_a_sheet_prints_the_rules_that_hold_in_its_match(folder: str) -> None:
    """Of each preset with its smallest table and others that differ, and of house rules."""
    game, table = game_and_table(folder)
    assert [(*head, sheet_of(game, *head)) for *head, _sheet in table.SHEETS] == table.SHEETS


@OF_EVERY_GAME
def test_ways_and_claims_ask_for_the_fields_of_the_rules_in_order(folder: str) -> None:
    game, table = game_and_table(folder)
    for declared, expected in ((game.ways, table.WAYS), (game.claim_fields, table.CLAIMS)):
        named = [(heading_of(each), lines_of(each["fields"])) for each in declared]
        assert named == list(expected.items())


@OF_EVERY_GAME
def test_a_choice_among_numbers_shows_the_number_or_says_it_in_words(folder: str) -> None:
    game, _table = game_and_table(folder)
    chosen = [choice for option in game.options for choice in option.get("choices", [])]
    chosen += [(preset["slug"], preset["title"]) for preset in game.presets]
    shown = [(str(value), text) for value, text in chosen if str(value).isdigit() and not any(map(str.isalpha, text))]
    assert [text.lstrip("−") for _value, text in shown] == [value for value, _text in shown]
