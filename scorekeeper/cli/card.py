"""`scorekeeper card check` and `card show`: whether a file is a card of a game, and what the card says."""

import json
import sys
from typing import Any, BinaryIO

import click

from scorekeeper.games.card.examples import differences
from scorekeeper.games.card.reading import Card
from scorekeeper.games.card.words import said
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.games.engine.side_names import in_language

file_argument = click.argument("file", type=click.File("rb"))


@click.group()
def card() -> None:
    """Cards, which say how a game without rules of its own is counted: a JSON object in FILE or standard input (-)."""


@card.command()
@file_argument
def check(file: BinaryIO) -> None:
    """Check the card in FILE, and play its examples. Exit status 2 if something is wrong."""
    source, read = _read(file)
    wrong = differences(source)
    for at, sentence in wrong:
        click.echo(f"examples.{at}: {sentence}")
    if wrong:
        sys.exit(2)
    click.echo(f"{in_language(read.name, 'en')}: good. Examples: {len(source.get('examples', []))}.")


@card.command()
@file_argument
def show(file: BinaryIO) -> None:
    """Print in words what the card in FILE says. Exit status 2 if it is no card."""
    _source, read = _read(file)
    click.echo(in_language(read.name, "en"))
    for sentence in said(read, english):
        click.echo(sentence)


def _read(file: BinaryIO) -> "tuple[dict[str, Any], Card]":
    """Returns the card in a file, as it is written and as it is read; prints what is wrong with it, and exits.

    A file that names its sender has the card among its options.
    """
    try:
        source = json.load(file)
        options = source.get("options") if isinstance(source, dict) else None
        source = options.get("card", source) if isinstance(options, dict) else source
        return source, Card(source)
    except Refusal as refusal:
        click.echo(str(refusal))
    except (ValueError, RecursionError) as error:
        click.echo(f"This is not JSON: {error}")
    sys.exit(2)
