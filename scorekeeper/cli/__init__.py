"""The command line. The module of a command is imported only when that command is run.

So `scorekeeper score` imports the rules, but neither the web application nor the database; `scorekeeper --help` imports
none of them.
"""

import gc
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from scorekeeper import __version__


class Listed(NamedTuple):
    """A command in the list of its group."""

    place: str  # module:object below this package; the object is a click command
    help: str  # at most 45 letters, so that a line of a terminal has room for it


Sections = Mapping[str, Mapping[str, Listed]]  # heading → name → command

COMMANDS: Sections = {
    "Rules and paper": {
        "score": Listed("documents:score", "Score match documents"),
        "claim": Listed("documents:claim", "Judge claims about matches"),
        "sheet": Listed("sheet:sheet", "Write the scoresheet of a match as PDF"),
        "read": Listed("photographs:sheet_read", "Read results from photographs of sheets"),
        "tournament": Listed("groups:tournament", "Standings, pairings, papers of tournaments"),
    },
    "Web application": {
        "serve": Listed("serve:serve", "Run the web application"),
        "worker": Listed("job_worker:worker", "Run its background jobs on another machine"),
        "club": Listed("groups:club", "Create clubs, set passwords, erase persons"),
        "demo": Listed("club:demo", "Create an invented club to look around in"),
    },
    "Operation": {
        "doctor": Listed("doctor:doctor", "Check this installation"),
        "db": Listed("groups:db", "Migrate the database, show its status"),
        "backup": Listed("backup:backup", "Copy the database to a file"),
        "restore": Listed("backup:restore", "Replace the database by a backup"),
        "verify": Listed("backup:verify", "Compute all scores and sums again, compare"),
    },
    "Tools": {
        "example": Listed("example:example", "Print an example document or configuration"),
        "card": Listed("card:card", "Check a game on a card, say it in words"),
        "schema": Listed("schema:schema", "Print the JSON Schema of documents"),
        "check-game": Listed("check_game:check_game", "Check the package of a game"),
        "completion": Listed("completion:completion", "Print the completion script of a shell"),
    },
}
EXAMPLES = """\b
Examples:
  scorekeeper serve --demo                A club to try, on this machine
  scorekeeper score match.json            The score of a match document
  scorekeeper tournament pair cup.json    The tables of the next round
"""


class Commands(click.Group):
    """A click group whose commands in `sections` are imported on first use, and not for its help."""

    def __init__(self, *args: Any, sections: Sections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections
        self.listed = {name: command for commands in sections.values() for name, command in commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.listed:
            return None
        module, _, name = self.listed[cmd_name].place.partition(":")
        command = getattr(import_module(f"scorekeeper.cli.{module}"), name)
        if not gc.isenabled():  # see `run`
            gc.freeze()
            gc.enable()
        assert isinstance(command, click.Command)  # noqa: S101 (would be a typo in the table above)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.listed and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"No such command “{name}”.{self._similar(name)}")
        return super().resolve_command(ctx, args)

    def _similar(self, name: str) -> str:
        from difflib import get_close_matches

        similar = get_close_matches(name, self.listed, n=1)
        return f" Did you mean {similar[0]}?" if similar else ""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, self.listed))
        for heading, commands in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(longest), command.help) for name, command in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        names: Iterable[str] = (name for name in self.listed if name.startswith(incomplete))
        found = [CompletionItem(name, help=self.listed[name].help) for name in names]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


@click.group(cls=Commands, sections=COMMANDS, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keeps score of card games at the table."""


def run() -> None:
    """Runs a command without the garbage collector: imports make no garbage, and collecting takes half of the start."""
    gc.disable()
    main(prog_name="scorekeeper")
