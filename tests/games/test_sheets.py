"""A sheet prints the rules that hold in its match; the tables are in `sheets.py` of each game's folder."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import paper
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game
from tests.games.table import game_in

FOLDERS = sorted(path.parent.name for path in Path(__file__).parent.glob("*/sheets.py"))


def sheet_of(game: Game, variant: str, shape: tuple[int, int], options: dict[str, Any]) -> str:
    """Returns the numbers of the rules printed on the sheet of a match, and what is printed beside them."""
    sides = [{"name": f"{side}", "players": [f"{side}.{each}" for each in range(shape[1])]} for side in range(shape[0])]
    head = {"format": "scorekeeper/1", "game": game.slug, "variant": variant, "sides": sides, "options": options}
    lines = paper.rules_in_short(play.begin(head))
    return ", ".join(line.rule.partition("-")[2] + (f": {line.worth}" if line.worth else "") for line in lines)


@pytest.mark.parametrize("folder", FOLDERS)  # also of a game that cannot be imported, which is no game
def test_a_sheet_prints_the_rules_that_hold_in_its_match(folder: str) -> None:
    """Of each preset with its smallest table and others that differ, and of house rules."""
    game, written = game_in(folder), import_module(f"tests.games.{folder}.sheets")
    first = getattr(written, "ALWAYS", None)
    sheets = [(*head, f"{first}, {rules}" if first else rules) for *head, rules in written.SHEETS]
    assert [(*head, sheet_of(game, *head)) for *head, _rules in sheets] == sheets
