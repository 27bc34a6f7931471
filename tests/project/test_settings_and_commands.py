"""The documentation of settings, commands, games and match documents is correct, and so is the manual page."""

import json
import re
from pathlib import Path

from scorekeeper.cli import main
from scorekeeper.config import SETTINGS, Setting
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from tools import manual

TOP = Path(__file__).parents[2]
SETTINGS_PAGE = (TOP / "docs" / "settings.md").read_text(encoding="utf-8")
COMMANDS_PAGE = (TOP / "docs" / "command-line.md").read_text(encoding="utf-8")


def row(setting: Setting) -> str:
    """Returns the row of a setting in the table of settings."""
    default = f"`{setting.default}`" if setting.default else "–"
    return f"| `{setting.variable}` | {default} | {setting.meaning} |"


def test_every_setting_is_in_the_table_with_default_and_meaning() -> None:
    assert [row(setting) for setting in SETTINGS if row(setting) not in SETTINGS_PAGE] == []


def test_no_page_names_a_setting_that_does_not_exist() -> None:
    variables = {setting.variable for setting in SETTINGS} | {"SCOREKEEPER_PASSWORD"}  # which commands read
    assert set(re.findall(r"\bSCOREKEEPER_\w+", SETTINGS_PAGE + COMMANDS_PAGE)) <= variables


def test_every_command_is_shown() -> None:
    assert set(re.findall(r"^scorekeeper ([\w-]+)", COMMANDS_PAGE, re.MULTILINE)) == set(
        main.list_commands(manual.whole())
    )


def test_every_preset_is_named_in_its_order() -> None:
    presets = {game.slug: ", ".join(f"`{preset['slug']}`" for preset in game.presets) for game in GAMES}
    assert [slug for slug, slugs in presets.items() if f"| `{slug}` | {slugs} |" not in COMMANDS_PAGE] == []


def test_the_match_shown_can_be_scored() -> None:
    shown, *_of_commands = re.findall(r"```json\n(.*?)```", COMMANDS_PAGE, re.DOTALL)
    assert play.score(json.loads(shown))["status"] == "in_progress"


def test_the_manual_page_is_what_the_commands_say() -> None:
    assert manual.PAGE.read_text(encoding="utf-8") == manual.manual(), "make manual writes it"
