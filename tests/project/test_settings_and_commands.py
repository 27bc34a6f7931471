"""The documentation of settings, commands, games and match documents is correct, and so is the manual page."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.config import SETTINGS, Setting
from scorekeeper.games import GAMES
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


@pytest.mark.parametrize("name, page", [("match", "command-line.md"), ("tournament", "tournaments.md")])
def test_the_document_shown_is_the_example(name: str, page: str) -> None:
    shown, *_others = re.findall(r"```json\n(.*?)```", (TOP / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    assert shown == (TOP / "examples" / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words, said",
    [
        (["score", "match.json"], '"totals": [12, 10]'),
        (["claim", "claim.json"], '"upheld": true'),
        (["tournament", "standings", "tournament.json"], '"finished": false'),
        (["card", "check", "card.json"], "Grandma's tricks: good. Examples: 1."),
    ],
)
def test_every_example_has_a_result(words: list[str], said: str) -> None:
    result = CliRunner().invoke(main, [*words[:-1], str(TOP / "examples" / words[-1])])
    assert (result.exit_code, said in result.output) == (0, True), result.output


def test_an_unknown_example_is_refused_with_the_known_ones() -> None:
    result = CliRunner().invoke(main, ["example", "poker.json"])
    assert (result.exit_code, "match.json" in result.stderr) == (2, True)


def test_the_manual_page_is_what_the_commands_say() -> None:
    assert manual.PAGE.read_text(encoding="utf-8") == manual.manual(), "make manual writes it"
