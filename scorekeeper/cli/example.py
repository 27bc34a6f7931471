"""`scorekeeper example`: prints example documents, and the files of `deploy/` for those who have no checkout."""

from pathlib import Path

import click

from scorekeeper.config import folder


def files() -> dict[str, Path]:
    """Returns all files by name: documents first, then what servers, containers and timers need."""
    paths = [path for name in ("examples", "deploy") for path in sorted(folder(name).glob("*"))]
    return {path.name: path for path in paths if path.is_file() and path.name != ".env"}  # which holds passwords


@click.command()
@click.argument("name", required=False)
def example(name: str | None) -> None:
    """Print the example NAME: a document, or a file for a proxy, systemd or Compose; without NAME, list all.

    To try one: scorekeeper example match.json | scorekeeper score
    """
    known = files()
    if name is None:
        click.echo("\n".join(known))
    elif name in known:
        click.echo(known[name].read_text(encoding="utf-8"), nl=False)
    else:
        raise click.UsageError(f"There is no example “{name}”; one of {', '.join(known)} is wanted.")
