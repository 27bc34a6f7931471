"""`scorekeeper tournament read`: photographs and scans of slips in, one line of JSON per slip out."""

from typing import BinaryIO

import click

from scorekeeper.cli.documents import print_result, refused_as, tournament_document
from scorekeeper.games.engine.base import Refusal
from scorekeeper.slips.picture import LARGEST
from scorekeeper.slips.reading import readings_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament


@click.command("read")
@click.argument("file", type=click.File("rb"))
@click.argument("photos", nargs=-1, required=True, type=click.File("rb", lazy=True))
def tournament_read(file: BinaryIO, photos: tuple[BinaryIO, ...]) -> None:
    """Read the slips of the tournament document in FILE (or standard input, -) in PHOTOS.

    PHOTOS are JPEG, PNG or WebP, or a scanner's PDF. Prints one JSON line per slip: what is not sure is null, and named
    under `doubts`. Exit status 2 if the document was refused, or if a file shows no slip.
    """
    try:
        tournament = read(tournament_document(file))
    except Refusal as refusal:
        print_result(refused_as(refusal.problems))
        raise SystemExit(2) from None
    if not all([_has_slips(tournament, photo) for photo in photos]):  # noqa: C419 (each one is read)
        raise SystemExit(2)


def _has_slips(tournament: Tournament, photo: BinaryIO) -> bool:
    """Prints what the slips in a file say; returns False if it shows none."""
    has_slips = False
    for reading in readings_of(photo.read(LARGEST + 1), tournament):
        print_result({"file": photo.name, **reading.as_json()})
        has_slips = has_slips or reading.table is not None
    return has_slips
