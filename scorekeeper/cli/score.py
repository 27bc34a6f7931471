"""`scorekeeper score`: scores match documents."""

from typing import BinaryIO

import click

from scorekeeper import games
from scorekeeper.cli.documents import answer_all, files_argument


@click.command()
@files_argument
def score(files: tuple[BinaryIO, ...]) -> None:
    """Score match documents: JSON objects or JSON Lines, from FILES or standard input (-).

    Prints one JSON result a line, in order. Exit status 2 when any document was refused.
    """
    answer_all(files, games.score)
