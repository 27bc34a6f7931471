"""`scorekeeper read` and `tournament read`: photographs of sheets or slips in, a line of JSON for each out."""

from typing import BinaryIO

import click

from scorekeeper.cli.documents import print_result, refused_as, tournament_document
from scorekeeper.games.engine.base import Refusal
from scorekeeper.slips.picture import LARGEST
from scorekeeper.slips.reading import readings_of
from scorekeeper.slips.sheets import sheet_readings_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament

PHOTOS = click.argument("photos", nargs=-1, required=True, type=click.File("rb", lazy=True))


@click.command("read")
@PHOTOS
def sheet_read(photos: tuple[BinaryIO, ...]) -> None:
    """Read the final results that are marked on blank sheets of `scorekeeper sheet` in PHOTOS.

    PHOTOS are JPEG, PNG or WebP, or a scanner's PDF; one sheet of a game each. Prints one JSON line per sheet:
    uncertain values are null, and listed under `doubts`. Exit status 2 if a file shows no sheet.
    """
    if not all([_has_sheets(photo) for photo in photos]):  # noqa: C419 (each one is read)
        raise SystemExit(2)


def _has_sheets(photo: BinaryIO) -> bool:
    """Prints the results on the sheets in a file; returns False if it shows none."""
    has_sheets = False
    for reading in sheet_readings_of(photo.read(LARGEST + 1)):
        print_result({"file": photo.name, **reading.as_json()})
        has_sheets = has_sheets or bool(reading.game)
    return has_sheets


@click.command("read")
@click.argument("file", type=click.File("rb"))
@PHOTOS
def tournament_read(file: BinaryIO, photos: tuple[BinaryIO, ...]) -> None:
    """Read the slips of the tournament document in FILE (or standard input, -) in PHOTOS.

    PHOTOS are JPEG, PNG or WebP, or a scanner's PDF. Prints one JSON line per slip: uncertain values are
    null, and listed under `doubts`. Exit status 2 if the document was refused, or if a file shows no slip.
    """
    try:
        tournament = read(tournament_document(file))
    except Refusal as refusal:
        print_result(refused_as(refusal.problems))
        raise SystemExit(2) from None
    if not all([_has_slips(tournament, photo) for photo in photos]):  # noqa: C419 (each one is read)
        raise SystemExit(2)


def _has_slips(tournament: Tournament, photo: BinaryIO) -> bool:
    """Prints the results read from the slips in a file; returns False if there are none."""
    has_slips = False
    for reading in readings_of(photo.read(LARGEST + 1), tournament):
        print_result({"file": photo.name, **reading.as_json()})
        has_slips = has_slips or reading.table is not None
    return has_slips
