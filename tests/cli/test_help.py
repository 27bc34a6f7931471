"""The help of `scorekeeper` and of its groups, suggestions for misspelt commands, and completion."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from scorekeeper.cli import Commands, main
from tools import manual

LONGEST = 45  # letters: a line of 60 with the name before it

GROUPS = [command for _context, command in manual.commands(main, manual.whole()) if isinstance(command, Commands)]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_every_command_is_listed_in_whole_words_under_a_heading(group: Commands) -> None:
    lines = CliRunner().invoke(group, ["--help"]).output.splitlines()
    for heading, commands in group.sections.items():
        assert f"{heading}:" in lines
        for name, listed in commands.items():
            assert len(listed.help) <= LONGEST
            assert any(line.split(maxsplit=1) == [name, listed.help] for line in lines), name


@pytest.mark.parametrize(
    "words, hint",
    [
        (["srve"], "Did you mean serve?"),
        (["club", "pasword"], "Did you mean password?"),
        (["tournament", "standing"], "Did you mean standings?"),
    ],
)
def test_a_misspelt_command_gets_the_one_that_was_meant(words: list[str], hint: str) -> None:
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, hint in result.stderr) == (2, True)


def test_a_word_like_no_command_gets_no_suggestion() -> None:
    assert "Did you mean" not in CliRunner().invoke(main, ["xyzzy"]).stderr


@pytest.mark.parametrize(
    "words, completed",
    [
        ("scorekeeper to", "plain,tournament"),
        ("scorekeeper club cr", "plain,create"),
        ("scorekeeper serve --wo", "plain,--workers"),
    ],
)
def test_bash_completes_commands_and_options(words: str, completed: str) -> None:
    asked = {"_SCOREKEEPER_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    command = [sys.executable, "-m", "scorekeeper"]
    done = subprocess.run(command, env={**os.environ, **asked}, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [completed]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_script_that_asks_the_program(shell: str) -> None:
    script = CliRunner().invoke(main, ["completion", shell]).output
    assert f"_SCOREKEEPER_COMPLETE={shell}_complete" in script
