"""Photographs of slips: a background job reads them, and its result is what the slip of each table says.

Only cut-outs of the slips are kept with the result, drawn anew in grey, without anything else that was in a picture or
its file. The pictures are deleted when they have been read, the result after two hours like that of every job
(`orders.KEPT`), or when the next round is published.
"""

import io
import tempfile
from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from flask import current_app
from PIL import Image
from sqlalchemy import select

from scorekeeper import jobs
from scorekeeper.i18n import say
from scorekeeper.jobs import Work, maker, orders
from scorekeeper.signatures import keys_of, sign
from scorekeeper.slips.reading import Reading, readings_of
from scorekeeper.store.models import Job, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.document import read
from scorekeeper.web import work

SLIPS = "slips"  # the kind of the job
MOST_PICTURES = 20  # sent at once
MOST_SLIPS = 120  # read in them
CUT_WIDTH, QUALITY = 480, 55  # of a cut-out, in pixels; of its JPEG
LENGTH = 4  # bytes before each picture, with its size


def slip_keys(tournament: Tournament) -> list[bytes]:
    """Returns the keys that seal the codes on this tournament's slips: the present one, then those still valid."""
    return [sign("slips", str(tournament.id), key).encode("ascii") for key in keys_of(current_app.config)]


def upload_of_pictures(pictures: Iterable[Any]) -> Iterator[bytes]:
    """Yields the bytes of uploaded pictures, each after its size, to be sent with the job."""
    for picture in pictures:
        content = picture.read()
        yield len(content).to_bytes(LENGTH, "big")
        yield content


def _pictures(file: BinaryIO) -> Iterator[bytes]:
    """Yields the pictures of `upload_of_pictures`, one at a time."""
    while size := file.read(LENGTH):
        yield file.read(int.from_bytes(size, "big"))


@maker(SLIPS)
def read_slips(work: Work) -> Iterator[bytes]:
    """Reads the uploaded pictures for the `tournament`, stores what each slip says, and deletes the pictures."""
    if work.told:
        return iter(())  # another worker stored it, and ended before the job did
    row = db.session.get_one(Tournament, work.asked["tournament"])
    tournament, keys = read(row.document), slip_keys(row)
    db.session.rollback()  # nothing else waits for the reading
    slips: list[dict[str, Any]] = []
    with tempfile.TemporaryFile() as file:
        file.writelines(work.sent())
        file.seek(0)
        for number, picture in enumerate(_pictures(file), 1):
            slips += [_as_stored(number, reading) for reading in readings_of(picture, tournament, keys)]
            work.report(number)
    work.store_result({"slips": slips[:MOST_SLIPS]})
    with db.engine.begin() as connection:
        orders.clear(connection, work.number, sent=True)
    return iter(())


def _as_stored(picture: int, reading: Reading) -> dict[str, Any]:
    return {
        "picture": picture,
        "round": reading.round,
        "table": reading.table,
        "is_ours": reading.sides is not None,
        "points": reading.points,
        "legs": reading.legs,
        "absent": reading.absent,
        "doubts": [[each.field, each.message, each.params] for each in reading.doubts],
        "cut": _jpeg(reading.cutout) if reading.cutout else "",
    }


def _jpeg(cutout: Image.Image) -> str:
    """Returns a small JPEG of a cut-out in base64."""
    small, written = cutout.convert("L"), io.BytesIO()
    small.thumbnail((CUT_WIDTH, CUT_WIDTH))
    small.save(written, "JPEG", quality=QUALITY)
    return b64encode(written.getvalue()).decode("ascii")


class DoubtSeen(NamedTuple):
    """Why something on a slip is in doubt; `side` is the index of the side that it concerns, None for both."""

    side: int | None
    text: str


class SlipSeen(NamedTuple):
    """What the photographs say of a table: the fields of its form, why they are in doubt, cut-outs as data URLs."""

    fields: dict[str, str]
    doubts: list[DoubtSeen]
    cuts: list[str]


class Seen(NamedTuple):
    """What photographs say of a round: the slips by table, and sentences about pictures that say nothing of it."""

    slips: dict[int, SlipSeen]
    others: list[tuple[int, str]]


def find_readings(number: str, tournament: Tournament) -> Job | None:
    """Returns the finished job of the tournament's photographs with this number; None if unknown or deleted."""
    job = work.find(number)
    is_its = job is not None and job.kind == SLIPS and job.asked.get("tournament") == tournament.id
    return job if is_its and job is not None and job.status == "made" else None


def seen_in(job: Job, number: int, kind: str, differ: str) -> Seen:
    """Returns what the job's photographs say of round `number`, where slips tell `kind`: `points` or `legs`.

    `differ` is the doubt about a table whose photographs do not agree.
    """
    slips: dict[int, SlipSeen] = {}
    others = []
    for line in (job.told or {}).get("slips", []):
        doubts = [DoubtSeen(_side_of(field), say(message, params)) for field, message, params in line["doubts"]]
        if not line["is_ours"] or line["round"] != number:
            others.append((line["picture"], " ".join(doubt.text for doubt in doubts)))
            continue
        table, cuts = line["table"], [f"data:image/jpeg;base64,{line['cut']}"] if line["cut"] else []
        slip = SlipSeen(_fields(line, kind), doubts, cuts)
        slips[table] = _both(slips[table], slip, differ) if table in slips else slip
    return Seen(slips, others)


def _side_of(field: str | None) -> int | None:
    """Returns the side of a doubt's field, such as `points.1`."""
    side = (field or "").rpartition(".")[2]
    return int(side) if side.isdecimal() else None


def _fields(line: dict[str, Any], kind: str) -> dict[str, str]:
    """Returns what a slip says as texts by form field."""
    table = line["table"]
    if line["absent"] is not None:
        return {f"forfeit-{table}": str(line["absent"])}
    values = enumerate(line[kind] or (None, None))
    return {f"{kind}-{table}-{side}": str(value) for side, value in values if value is not None}


def _both(one: SlipSeen, other: SlipSeen, differ: str) -> SlipSeen:
    """Returns what two photographs of a slip say: the one without a doubt, unless both have none and differ."""
    cuts = one.cuts + other.cuts
    if not one.doubts and not other.doubts and one.fields != other.fields:
        return SlipSeen({}, [DoubtSeen(None, differ)], cuts)
    return min(one, other, key=lambda slip: len(slip.doubts))._replace(cuts=cuts)


def delete_readings(tournament: Tournament) -> None:
    """Deletes photographs of the tournament's slips, also those being read. The caller commits."""
    query = select(Job).where(Job.kind == SLIPS, Job.club_id == tournament.club_id)
    of_tournament = [job.number for job in db.session.scalars(query) if job.asked.get("tournament") == tournament.id]
    if of_tournament:
        jobs.delete_jobs(of_tournament)
