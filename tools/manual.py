"""`python -m tools.manual`: writes the manual page `docs/scorekeeper.1` from the help of all commands.

It is kept in the repository, because a wheel is also built where the packages that the commands import are missing.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.cli import main as program
from scorekeeper.config import SETTINGS
from tools import addresses

PAGE = Path(__file__).parents[1] / "docs" / "scorekeeper.1"
NAME = "scorekeeper"
HEAD = r""".\" Written by `make manual` from the help of the commands: change that instead.
.TH SCOREKEEPER 1 "" Scorekeeper "Scorekeeper\(cqs manual"
.nh
.ad l
.SH NAME
scorekeeper \- keeps the score of card games at the table
.SH SYNOPSIS
.B scorekeeper
.I COMMAND
.RI [ OPTION "]... [" ARGUMENT ]...
.SH DESCRIPTION
Scorekeeper keeps the score of card games on a phone at the table, explains every point by a numbered rule, and prints
the scoresheet.
.B scorekeeper serve
runs it; the other commands look after its database, or use its rules without a server.
.SH COMMANDS"""
STATUS = r""".SH EXIT STATUS
.TP
0
It was done.
.TP
1
It could not be done, or something that was checked is wrong.
.TP
2
A document was refused, or a command was misspelt.
.TP
3
Of
.BR "scorekeeper tournament pair" :
a tournament has nothing left to play."""
Pages = Iterator[tuple[click.Context, click.Command]]


def main() -> None:
    """Writes the page."""
    PAGE.write_text(manual(), encoding="utf-8")
    print(PAGE.name)


def manual() -> str:
    """Returns the manual page in the language of man(7)."""
    return "\n".join([HEAD, *_commands(), STATUS, *_environment(), *_addresses(addresses.urls())]) + "\n"


def whole() -> click.Context:
    """Returns the context of the whole program."""
    return click.Context(program, info_name=NAME, **program.context_settings)


def commands(command: click.Command, context: click.Context) -> Pages:
    """Yields a command and all commands below it, each with its context."""
    yield context, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from commands(below, click.Context(below, context, info_name=name))


def _commands() -> Iterator[str]:
    for context, command in commands(program, whole()):
        usage = " ".join(command.collect_usage_pieces(context))
        yield f'.SS "{_plain(f"{context.command_path} {usage}")}"'
        for paragraph in (command.help or "").split("\n\n"):
            yield from (".PP", _plain(" ".join(paragraph.split())))
        yield from _options(command, context)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yields the options, and the arguments that have a help; --help only once, for the whole program."""
    for option in command.get_params(context):
        names, meaning = option.get_help_record(context) or ("", "")
        is_said = meaning if isinstance(option, click.Argument) else names
        if is_said and (context.parent is None or "--help" not in option.opts):
            yield from (".TP", f".B {_plain(names)}", _plain(" ".join(meaning.split())) or r"\&")


def _environment() -> Iterator[str]:
    yield ".SH ENVIRONMENT"
    for setting in SETTINGS:
        default = f" Default: `{setting.default}`." if setting.default else ""
        yield from (".TP", f".B {setting.variable}", _plain(setting.meaning + default))


def _addresses(urls: dict[str, str]) -> Iterator[str]:
    """Yields the project's addresses; no heading without any."""
    if urls:
        yield ".SH SEE ALSO"
    for name, url in urls.items():
        yield from (".TP", name, _plain(url))


def _plain(text: str) -> str:
    """Returns the text with the letters that man(7) reads as its own quoted; `code` becomes bold."""
    quoted = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq").replace("|", r"|\:")
    if quoted.startswith((".", "'")):
        quoted = rf"\&{quoted}"
    return re.sub(r"`([^`]+)`", r"\\fB\1\\fR", quoted)


if __name__ == "__main__":
    main()
