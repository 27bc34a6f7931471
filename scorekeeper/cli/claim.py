"""`scorekeeper claim`: verdicts on claims."""

from typing import Any, BinaryIO

import click

from scorekeeper import games
from scorekeeper.cli.documents import answer_all, files_argument
from scorekeeper.games.engine.base import refuse


@click.command()
@files_argument
def claim(files: tuple[BinaryIO, ...]) -> None:
    """Judge claims, each {"match": …, "claim": …}: JSON objects or JSON Lines, from FILES or standard input (-).

    Prints one JSON verdict a line, in order. Exit status 2 when any claim was refused.
    """
    answer_all(files, judge)


def judge(document: Any) -> dict[str, Any]:
    """The verdict on one claim, with the match it is made in."""
    if not isinstance(document, dict) or "match" not in document or "claim" not in document:
        raise refuse(None, None, 'This must be {{"match": …, "claim": …}}')
    return games.claim(document["match"], document["claim"])
