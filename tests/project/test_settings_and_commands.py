"""The documentation of settings, commands, games and match documents is correct, and so is the manual page."""

import json
import re
from pathlib import Path

import click

from scorekeeper.cli import COMMANDS, main
from scorekeeper.config import SETTINGS, Setting
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from tools import manual

TOP = Path(__file__).parents[2]
SETTINGS_PAGE = (TOP / "docs" / "settings.md").read_text(encoding="utf-8")
COMMANDS_PAGE = (TOP / "docs" / "command-line.md").read_text(encoding="utf-8")


PART = r'^\.SS "scorekeeper ([\w -]+?) \[.*\n((?:.*\n(?!\.S[SH]))*)'  # of the manual page: a command and its options


def row(setting: Setting) -> str:
    """Returns the row of a setting in the table of settings."""
    default = f"`{setting.default}`" if setting.default else "–"
    return f"| `{setting.variable}` | {default} | {setting.meaning} |"


def test_every_setting_is_in_the_table_with_default_and_meaning() -> None:
    assert [row(setting) for setting in SETTINGS if row(setting) not in SETTINGS_PAGE] == []


def test_no_page_names_a_setting_that_does_not_exist() -> None:
    variables = {setting.variable for setting in SETTINGS}
    assert set(re.findall(r"\bSCOREKEEPER_\w+", SETTINGS_PAGE + COMMANDS_PAGE)) <= variables


def test_every_command_is_shown() -> None:
    assert set(re.findall(r"^scorekeeper ([\w-]+)", COMMANDS_PAGE, re.MULTILINE)) == set(COMMANDS)


def test_every_preset_is_named_in_its_order() -> None:
    presets = {game.slug: ", ".join(f"`{preset['slug']}`" for preset in game.presets) for game in GAMES}
    assert [slug for slug, slugs in presets.items() if f"| `{slug}` | {slugs} |" not in COMMANDS_PAGE] == []


def test_the_match_shown_can_be_scored() -> None:
    shown, *_of_commands = re.findall(r"```json\n(.*?)```", COMMANDS_PAGE, re.DOTALL)
    assert play.score(json.loads(shown))["status"] == "in_progress"


def options_by_command() -> dict[str, list[str]]:
    """Returns the visible options of each command, e.g. `db status`."""
    found: dict[str, list[str]] = {}
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        of_group = command.commands if isinstance(command, click.Group) else {}
        for words, each in {name: command, **{f"{name} {below}": each for below, each in of_group.items()}}.items():
            options = [option for option in each.params if isinstance(option, click.Option) and not option.hidden]
            found[words] = [text for option in options for text in (*option.opts, *option.secondary_opts)]
    return found


def test_the_manual_page_has_every_command_option_and_setting() -> None:
    page = manual.PAGE.read_text(encoding="utf-8")
    assert page == manual.manual(), "make manual writes it"
    parts = dict(re.findall(PART, page.replace(r"\-", "-"), re.MULTILINE))
    lacking = {
        words: [text for text in options if not re.search(rf"^\.B .*{text}\b", parts[words], re.MULTILINE)]
        for words, options in options_by_command().items()
    }
    assert {words: options for words, options in lacking.items() if options} == {}
    assert [setting.variable for setting in SETTINGS if f".B {setting.variable}\n" not in page] == []
