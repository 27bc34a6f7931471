"""Photographs of a night's blank sheets: a background job reads the result on each sheet."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import current_app

from scorekeeper.games import find_game
from scorekeeper.i18n import _, say
from scorekeeper.jobs import Work, maker
from scorekeeper.signatures import keys_of, sign
from scorekeeper.slips.sheets import SheetReading, sheet_readings_of
from scorekeeper.store.club_models import Night
from scorekeeper.web.photographs import SECONDS, addresses_of, find_reading, jpeg_of, read_pictures, side_of

NIGHT_SHEETS = "night_sheets"  # the kind of the job


def sheet_keys(night: int) -> list[bytes]:
    """Returns the keys for the seals on a night's blank sheets: the present one, then earlier ones still valid."""
    return [sign("sheets", str(night), key).encode("ascii") for key in keys_of(current_app.config)]


@maker(NIGHT_SHEETS, SECONDS)
def read_sheets(work: Work) -> Iterator[bytes]:
    """Reads the uploaded pictures for the `night` and stores the result on each sheet, also on sheets of no night."""
    if work.told:
        return iter(())  # a worker stored it, and died before it finished the job
    keys = [*sheet_keys(work.asked["night"]), None]
    return read_pictures(
        work, "sheets", lambda picture: [_as_stored(reading) for reading in sheet_readings_of(picture, keys)]
    )


def _as_stored(reading: SheetReading) -> dict[str, Any]:
    return {
        "game": reading.game,
        "table": reading.table,
        "points": reading.points,
        "doubts": [[doubt.field, doubt.message, doubt.params] for doubt in reading.doubts],
        "cut": jpeg_of(reading.cutout),
    }


class SheetSeen(NamedTuple):
    """The reading of a sheet: its game and the game's title, the sides' points, doubts as texts, cut-outs.

    `game` is empty if the picture shows no sheet of the night; `table` is 0 if the sheet names none. Points in doubt
    are None.
    """

    picture: int
    game: str
    title: str
    table: int
    points: list[int | None]
    doubts: list[tuple[int | None, str]]
    cuts: list[str]


def find_sheets(number: str, night: Night) -> list[SheetSeen] | None:
    """Returns the readings of the job with this number, in order; None if it is unknown, unfinished or deleted."""
    job = find_reading(number, NIGHT_SHEETS, night=night.id)
    if job is None:
        return None
    return [_seen(line) for line in (job.told or {}).get("sheets", [])]


def _seen(line: dict[str, Any]) -> SheetSeen:
    game = find_game(line["game"])
    doubts = [(side_of(field), say(message, params)) for field, message, params in line["doubts"]]
    title = _(game.title) if game else ""
    return SheetSeen(
        line["picture"], line["game"], title, line["table"], line["points"], doubts, addresses_of(line["cut"])
    )
