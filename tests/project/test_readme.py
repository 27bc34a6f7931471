"""What README says of settings, commands, games and match documents is so."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.cli import COMMANDS
from scorekeeper.config import SETTINGS, Setting
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.variable)
def test_every_setting_is_in_the_table_with_default_and_meaning(setting: Setting) -> None:
    default = f"`{setting.default}`" if setting.default else "–"
    assert f"| `{setting.variable}` | {default} | {setting.meaning} |" in README


def test_no_setting_is_told_of_that_does_not_exist() -> None:
    known = {setting.variable for setting in SETTINGS}
    assert set(re.findall(r"\bSCOREKEEPER_\w+", README)) <= known


def test_every_command_is_shown() -> None:
    assert set(re.findall(r"^scorekeeper (\w+)", README, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_preset_is_named_in_its_order(game: Game) -> None:
    presets = ", ".join(f"`{preset['slug']}`" for preset in game.presets)
    assert f"| `{game.slug}` | {presets} |" in README


def test_the_match_shown_can_be_scored() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    assert play.score(json.loads(shown))["status"] == "in_progress"
