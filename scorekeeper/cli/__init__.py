"""The command line. The module of a command is imported only when that command is run.

So `scorekeeper score` imports the rules, but neither the web application nor the database.
"""

import gc
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from scorekeeper import __version__

COMMANDS = {  # name → module:object; the object is a click command
    "score": "scorekeeper.cli.documents:score",
    "claim": "scorekeeper.cli.documents:claim",
    "sheet": "scorekeeper.cli.sheet:sheet",
    "read": "scorekeeper.cli.photographs:sheet_read",
    "tournament": "scorekeeper.cli.documents:tournament",
    "serve": "scorekeeper.cli.serve:serve",
    "worker": "scorekeeper.cli.job_worker:worker",
    "db": "scorekeeper.cli.db:db",
    "club": "scorekeeper.cli.club:club",
    "demo": "scorekeeper.cli.club:demo",
    "doctor": "scorekeeper.cli.doctor:doctor",
    "check-game": "scorekeeper.cli.check_game:check_game",
    "card": "scorekeeper.cli.card:card",
    "verify": "scorekeeper.cli.backup:verify",
    "backup": "scorekeeper.cli.backup:backup",
    "restore": "scorekeeper.cli.backup:restore",
}


class Commands(click.Group):
    """A click group whose commands in `by_name` (name to `module:object`) are imported on first use."""

    def __init__(self, *args: Any, by_name: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_name = by_name

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *self.by_name]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.by_name:
            return super().get_command(ctx, cmd_name)
        module, _, name = self.by_name[cmd_name].partition(":")
        command = getattr(import_module(module), name)
        if not gc.isenabled():  # see `run`
            gc.freeze()
            gc.enable()
        assert isinstance(command, click.Command)  # noqa: S101 (would be a typo in the table above)
        return command


@click.group(cls=Commands, by_name=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keeps score of card games at the table."""


def run() -> None:
    """Runs a command without the garbage collector: imports make no garbage, and collecting takes half of the start."""
    gc.disable()
    main(prog_name="scorekeeper")
