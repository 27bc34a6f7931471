"""`scorekeeper schema`: prints the JSON Schema of a kind of document."""

import json

import click

from scorekeeper.clubs.schemas import SCHEMAS


@click.command
@click.argument("name", type=click.Choice([*SCHEMAS]))
def schema(name: str) -> None:
    """Print the JSON Schema of match, card, tournament or club documents.

    That of a club is of one line of its export, and refers to the other two.
    """
    print(json.dumps(SCHEMAS[name](), ensure_ascii=False, indent=1))
