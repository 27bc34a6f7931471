"""`scorekeeper tournament`: standings, the next round, where a pairing differs from the rule, and sheets of it all."""

from functools import partial
from typing import BinaryIO

import click

from scorekeeper.cli import Commands
from scorekeeper.cli.documents import answer_all, files_argument
from scorekeeper.tournaments import answers


@click.group(cls=Commands, by_name={"sheet": "scorekeeper.cli.tournament_sheet:sheet"})
def tournament() -> None:
    """Standings and pairings of tournament documents: JSON objects or JSON Lines, from FILES or standard input (-).

    Each prints one JSON answer a line, in order, but for `sheet`, which makes a PDF of one document. Exit status 2
    when any document was refused.
    """


@tournament.command()
@click.option("--live", is_flag=True, help="Count what there is of a round that is under way.")
@files_argument
def standings(files: tuple[BinaryIO, ...], live: bool) -> None:
    """Who stands where after the rounds that are complete."""
    answer_all(files, partial(answers.standings_of, live=live))


@tournament.command()
@files_argument
def pair(files: tuple[BinaryIO, ...]) -> None:
    """The tables of the next round."""
    answer_all(files, answers.pair)


@tournament.command()
@files_argument
def check(files: tuple[BinaryIO, ...]) -> None:
    """Where a pairing by hand differs from the rule."""
    answer_all(files, answers.check)
