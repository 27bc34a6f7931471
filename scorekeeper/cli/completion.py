"""`scorekeeper completion`: prints the script by which a shell completes commands, options and files."""

import click
from click.shell_completion import get_completion_class

from scorekeeper.cli import main

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "scorekeeper"
VARIABLE = "_SCOREKEEPER_COMPLETE"  # click's own name for it


def script_of(shell: str) -> str:
    """Returns the script for one of SHELLS."""
    of_shell = get_completion_class(shell)
    assert of_shell is not None  # noqa: S101 (click knows all three)
    complete = of_shell(main, {}, PROGRAM, VARIABLE)
    return complete.source_template % complete.source_vars()  # `source()` would also start bash, to ask for its version


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script by which SHELL completes commands, options and files.

    For bash, in ~/.bashrc: eval "$(scorekeeper completion bash)". For zsh the same with zsh, in ~/.zshrc. For fish:
    scorekeeper completion fish > ~/.config/fish/completions/scorekeeper.fish
    """
    click.echo(script_of(shell))
