"""Submits background jobs: checks quotas, deduplicates by content, stores the files of jobs."""

import hmac
import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, text, update

from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Job, JobPiece, db, now

PIECE = 1_000_000  # bytes before compression
LARGEST = 200_000_000  # bytes of a file as stored
QUICKLY = 1  # zlib's level: match documents shrink to a tenth even so


LEASE = timedelta(seconds=20)  # a process that works on a job and does not extend its lease for so long has died
MOST_TRIES = 2  # a job that has killed two workers fails


class TooLarge(Exception):
    """Raised for a file larger than LARGEST."""


class Gone(Exception):
    """Raised if a job was deleted while its file was being stored."""


def pieces(job: str, *, sent: bool = False) -> Iterator[bytes]:
    """Yields the pieces of a job's file, or of its `sent` input file; only one is in memory at a time."""
    number = 0
    while True:
        conditions = (JobPiece.job == job, JobPiece.sent.is_(sent), JobPiece.number == number)
        packed = db.session.scalar(select(JobPiece.content).where(*conditions))
        if packed is None:
            return
        yield zlib.decompress(packed)
        number += 1


def content(job: str, *, sent: bool = False) -> bytes:
    """Returns the whole file of a job, or its whole `sent` input file."""
    return b"".join(pieces(job, sent=sent))


def in_pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Joins chunks of bytes and yields compressed pieces of about PIECE bytes. Raises TooLarge beyond LARGEST."""
    buffer, length, stored = [], 0, 0
    for part in parts:
        buffer.append(part)
        length += len(part)
        if length >= PIECE:
            packed = zlib.compress(b"".join(buffer), QUICKLY)
            stored += len(packed)
            if stored > LARGEST:
                raise TooLarge
            yield packed
            buffer, length = [], 0
    if buffer:
        yield zlib.compress(b"".join(buffer), QUICKLY)


def store_piece(connection: Connection, job: str, number: int, packed: bytes, *, sent: bool) -> None:
    """Stores one piece and extends the job's lease; the caller commits. Raises Gone."""
    set_columns(connection, job, alive_until=now() + LEASE)
    connection.execute(insert(JobPiece), {"job": job, "sent": sent, "number": number, "content": packed})


def set_columns(connection: Connection, job: str, **values: Any) -> None:
    """Sets columns of a job that is being worked on; the caller commits. Raises Gone."""
    running = (Job.number == job, Job.status == "working")
    if connection.execute(update(Job).where(*running).values(**values)).rowcount == 0:
        raise Gone


def clear(connection: Connection, job: str, *, sent: bool | None = None) -> None:
    """Deletes stored pieces of a job: its input file (`sent` True), its output file (False), or both (None)."""
    conditions = [JobPiece.job == job] + ([] if sent is None else [JobPiece.sent.is_(sent)])
    connection.execute(delete(JobPiece).where(*conditions))


KEPT = timedelta(hours=2)  # how long a job and its files are kept after it was submitted
GOING = ("waiting", "working")
OF_A_CLUB = 2  # most unfinished jobs of a club
OF_A_VISITOR = 4  # a hall full of phones may share one address
OF_STRANGERS = 8  # of all who use links to sittings together, so that members of clubs are served beside them
IN_ALL = 40
FILES_OF_A_CLUB = 20  # most finished jobs; the oldest are deleted
FILES_OF_STRANGERS = 200
LOCK = 7305721  # of the advisory lock in PostgreSQL: an arbitrary number


class Busy(Exception):
    """Raised if the visitor, the club, or all visitors together have too many unfinished jobs."""


class Order(NamedTuple):
    """The description of a background job: its kind, its parameters, and the people who may see it.

    `asked` are the parameters for the maker of that `kind`; `about` is everything else that the file depends on, so
    that a change of it results in a new job. A job of a `club` is visible to its members from `role` on; a job of a
    `sitting` to everybody with a link to it, and its club only matters when names are erased (both are ids).
    `total` counts sheets or matches; `back` is the page to return to, `root` the base URL of the site.
    """

    kind: str
    title: str
    name: str
    back: str
    total: int
    asked: dict[str, Any]
    language: str
    root: str
    visitor: str
    about: Any = ()
    club: int | None = None
    sitting: int | None = None
    role: str = "member"
    mime: str = "application/pdf"

    def number(self) -> str:
        """Returns the job's number: an HMAC over everything that the file depends on, but not over the visitor."""
        content = json.dumps(self._replace(visitor=""), sort_keys=True, default=str)
        return _secret(f"job:{content}")


def submit(order: Order, sent: Iterable[bytes] = (), told: dict[str, Any] | None = None) -> Job:
    """Stores a job for the workers; returns the existing job if the same order was submitted before. Commits.

    `sent` is a file for the job, read only if the job is new. With `told` (its result) the job is stored as finished.
    Raises Busy.
    """
    number = order.number()
    _one_at_a_time()
    existing = find(number)
    if existing is not None and existing.status != "failed":
        db.session.commit()
        return existing
    if told is None:
        _check_room(order)
    delete_jobs([number])
    _make_room(order)
    job = _job(number, order, told)
    db.session.add(job)
    db.session.commit()
    _store(number, sent)
    ready = {"status": "waiting" if told is None else "made", "tries": 0, "alive_until": None}
    db.session.execute(update(Job).where(Job.number == number).values(ready))
    db.session.commit()
    return job


def _store(number: str, sent: Iterable[bytes]) -> None:
    """Stores the input file of a job, each piece in its own transaction, so that other writers need not wait."""
    try:
        for place, packed in enumerate(in_pieces(sent)):
            store_piece(db.session.connection(), number, place, packed, sent=True)
            db.session.commit()
    except BaseException:
        db.session.rollback()
        delete_jobs([number])
        db.session.commit()
        raise


def _job(number: str, order: Order, told: dict[str, Any] | None) -> Job:
    """Returns the row of a new job, with a status by which workers ignore it until its input file is stored."""
    return Job(
        number=number,
        kind=order.kind,
        club_id=order.club,
        sitting_id=order.sitting,
        visitor=_secret(f"visitor:{order.visitor}"),
        role=order.role,
        title=order.title[:200],
        name=order.name[:120],
        mime=order.mime,
        back=order.back[:400],
        language=order.language,
        root=order.root,
        asked=order.asked,
        told=told,
        status="working",
        total=order.total,
        done=0,
        tries=MOST_TRIES,
        made_at=now(),
        alive_until=now() + LEASE,
    )


def find(number: str) -> Job | None:
    """Reads the job from the database; None if unknown or expired."""
    job = db.session.get(Job, number, populate_existing=True)
    return job if job is not None and job.made_at > now() - KEPT else None


def delete_of_club(club: int, *, others: bool = False) -> None:
    """Deletes a club's jobs and files, running ones too, because they may contain an erased name. The caller commits.

    With `others` also those that belong to no club.
    """
    condition = or_(Job.club_id == club, Job.club_id.is_(None)) if others else Job.club_id == club
    delete_jobs(list(db.session.scalars(select(Job.number).where(condition))))


def _one_at_a_time() -> None:
    """Locks out other submissions until the commit, so that the counts of jobs stay true."""
    take_turn(db.session)
    if db.engine.dialect.name == "postgresql":
        db.session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _check_room(order: Order) -> None:
    """Raises Busy if the visitor, the club (or all sittings), or all jobs together have reached their limit."""
    visitor = Job.visitor == _secret(f"visitor:{order.visitor}")
    _at_most(IN_ALL)
    _at_most(OF_A_VISITOR, visitor)
    _at_most(OF_STRANGERS if order.sitting else OF_A_CLUB, _sharing_quota_with(order))


def _at_most(most: int, *conditions: ColumnElement[bool]) -> None:
    going = Job.status.in_(GOING) & (Job.made_at > now() - KEPT)
    if (db.session.scalar(select(func.count()).select_from(Job).where(going, *conditions)) or 0) >= most:
        db.session.rollback()
        raise Busy


def _make_room(order: Order) -> None:
    """Deletes the oldest finished jobs of the club (or of all sittings) to make room for one more."""
    most = FILES_OF_STRANGERS if order.sitting else FILES_OF_A_CLUB
    finished = (
        select(Job.number).where(_sharing_quota_with(order), Job.status.not_in(GOING)).order_by(Job.made_at.desc())
    )
    delete_jobs(list(db.session.scalars(finished.offset(most - 1))))


def _sharing_quota_with(order: Order) -> ColumnElement[bool]:
    """Returns the SQL condition for the jobs that share a quota with the order: its club's, or all sittings'."""
    if order.sitting:
        return Job.sitting_id.is_not(None)
    return and_(Job.club_id == order.club, Job.sitting_id.is_(None))


def delete_jobs(numbers: list[str]) -> None:
    """Deletes these jobs with their files. The caller commits."""
    # Locked first, because a worker may be storing pieces.
    db.session.execute(select(Job.number).where(Job.number.in_(numbers)).with_for_update())
    db.session.execute(delete(JobPiece).where(JobPiece.job.in_(numbers)))
    db.session.execute(delete(Job).where(Job.number.in_(numbers)))
    for number in numbers:
        job = db.session.identity_map.get(db.session.identity_key(Job, number))
        if job is not None:
            db.session.expunge(job)


def _secret(text: str) -> str:
    return hmac.digest(str(current_app.config["SECRET_KEY"]).encode(), text.encode(), "sha256").hex()[:32]
