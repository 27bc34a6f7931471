"""Photographs of slips: a background job reads them and stores the result of each table.

The readings are deleted after two hours, or when the next round is published.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import select

from scorekeeper import jobs
from scorekeeper.i18n import _, say
from scorekeeper.jobs import Work, maker
from scorekeeper.signatures import keys_of, sign
from scorekeeper.slips.reading import FOREIGN, Reading, readings_of
from scorekeeper.store.models import Job, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.document import read
from scorekeeper.web.photographs import SECONDS, addresses_of, find_reading, jpeg_of, read_pictures, side_of

SLIPS = "slips"  # the kind of the job
Line = dict[str, Any]  # a reading as it is stored


def slip_keys(tournament: Tournament) -> list[bytes]:
    """Returns the keys for the seals on this tournament's slips: the present one, then earlier ones still valid."""
    return [sign("slips", str(tournament.id), key).encode("ascii") for key in keys_of(current_app.config)]


@maker(SLIPS, SECONDS)
def read_slips(work: Work) -> Iterator[bytes]:
    """Reads the uploaded pictures for the `tournament`, stores the reading of each slip, and deletes the pictures."""
    if work.told:
        return iter(())  # a worker stored it, and died before it finished the job
    row = db.session.get_one(Tournament, work.asked["tournament"])
    tournament, keys = read(row.document), slip_keys(row)
    db.session.rollback()  # ends the transaction: reading takes long
    return read_pictures(
        work, "slips", lambda picture: [as_stored(reading) for reading in readings_of(picture, tournament, keys)]
    )


def as_stored(reading: Reading) -> Line:
    """Returns a reading as it is stored with its job."""
    return {
        "round": reading.round,
        "table": reading.table,
        "is_ours": reading.sides is not None,
        "sides": [list(side) for side in reading.sides] if reading.sides else None,
        "points": reading.points,
        "legs": reading.legs,
        "absent": reading.absent,
        "doubts": [[doubt.field, doubt.message, doubt.params] for doubt in reading.doubts],
        "cut": jpeg_of(reading.cutout),
    }


class DoubtSeen(NamedTuple):
    """A doubt about a slip, as text; `side` is the index of the side in doubt, None for both."""

    side: int | None
    text: str


class SlipSeen(NamedTuple):
    """The reading of a table's slip: values by form field, doubts, and cut-outs as data URLs."""

    fields: dict[str, str]
    doubts: list[DoubtSeen]
    cuts: list[str]


class Seen(NamedTuple):
    """The readings of a round: slips by table; for pictures without a slip of it, the picture's number and a text."""

    slips: dict[int, SlipSeen]
    others: list[tuple[int, str]]


def find_readings(number: str, tournament: Tournament) -> Job | None:
    """Returns the finished job with this number that read slips of the tournament; None if unknown or deleted."""
    return find_reading(number, SLIPS, tournament=tournament.id)


def kind_of(tournament: Tournament) -> str:
    """Returns the kind of results on slips: `points`, or `legs` if several matches decide a round."""
    return "legs" if (tournament.document["scoring"].get("best_of") or 1) > 1 else "points"


def lines_of(job: Job | None) -> list[Line]:
    """Returns the readings stored with a job; an empty list without one."""
    return (job.told or {}).get("slips", []) if job else []


def seen_in(lines: Iterable[Line], tournament: Tournament, number: int) -> Seen:
    """Returns what a job read of round `number`.

    A slip whose two readings have different results is in doubt; one whose table has other sides by now does not count.
    """
    kind, differ = kind_of(tournament), _("The photographs of this slip differ")
    sides = sides_of(tournament, number)
    slips: dict[int, SlipSeen] = {}
    others = []
    for line in lines:
        doubts = [DoubtSeen(side_of(field), say(message, params)) for field, message, params in line["doubts"]]
        if not line["is_ours"] or line["round"] != number or not is_current(line, sides):
            others.append((line["picture"], " ".join(doubt.text for doubt in doubts) or say(FOREIGN, {})))
            continue
        table, cuts = line["table"], addresses_of(line["cut"])
        slip = SlipSeen(_fields(line, kind), doubts, cuts)
        slips[table] = _both(slips[table], slip, differ) if table in slips else slip
    return Seen(slips, others)


def sides_of(tournament: Tournament, number: int) -> dict[int, list[list[int]]]:
    """Returns the sides at each table of round `number`."""
    tables = tournament.document["rounds"][number - 1]["tables"]
    return {table["table"]: [side if isinstance(side, list) else [side] for side in table["sides"]] for table in tables}


def is_current(line: Line, sides: dict[int, list[list[int]]]) -> bool:
    """True if the sides at a slip's table are still those on the slip; earlier versions did not store them."""
    now = sides.get(line["table"])
    return now is not None and line.get("sides", now) == now


def _fields(line: Line, kind: str) -> dict[str, str]:
    """Returns the values read from a slip, as texts by form field."""
    table = line["table"]
    if line["absent"] is not None:
        return {f"forfeit-{table}": str(line["absent"])}
    values = enumerate(line[kind] or (None, None))
    return {f"{kind}-{table}-{side}": str(value) for side, value in values if value is not None}


def _both(one: SlipSeen, other: SlipSeen, differ: str) -> SlipSeen:
    """Merges two readings of a slip: returns the one with fewer doubts; a doubt if both are sure but differ."""
    cuts = one.cuts + other.cuts
    if not one.doubts and not other.doubts and one.fields != other.fields:
        return SlipSeen({}, [DoubtSeen(None, differ)], cuts)
    return min(one, other, key=lambda slip: len(slip.doubts))._replace(cuts=cuts)


def delete_readings(tournament: Tournament) -> None:
    """Deletes the jobs that have read or are reading the tournament's slips. The caller commits."""
    query = select(Job).where(Job.kind == SLIPS, Job.club_id == tournament.club_id)
    of_tournament = [job.number for job in db.session.scalars(query) if job.asked.get("tournament") == tournament.id]
    if of_tournament:
        jobs.delete_jobs(of_tournament)
