"""Submits background jobs: checks quotas, deduplicates by content, stores the files of jobs."""

import hmac
import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, text

from scorekeeper.jobs import queue
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Job, JobPiece, db, now

PIECE = 1_000_000  # bytes before compression
LARGEST = 200_000_000  # bytes of a file as stored
QUICKLY = 1  # zlib's level: match documents shrink to a tenth all the same


class TooLarge(Exception):
    """The file grows beyond LARGEST."""


def pieces(job: str, *, sent: bool = False) -> Iterator[bytes]:
    """The file's pieces, read one by one, so that it never stands in memory as a whole."""
    number = 0
    while True:
        wanted = (JobPiece.job == job, JobPiece.sent.is_(sent), JobPiece.number == number)
        found = db.session.scalar(select(JobPiece.content).where(*wanted))
        if found is None:
            return
        yield zlib.decompress(found)
        number += 1


def content(job: str, *, sent: bool = False) -> bytes:
    """The whole file."""
    return b"".join(pieces(job, sent=sent))


def in_pieces(made: Iterable[bytes]) -> Iterator[bytes]:
    """Bytes of any lengths, put together into compressed pieces. Raises TooLarge."""
    held, length, stored = [], 0, 0
    for part in made:
        held.append(part)
        length += len(part)
        if length >= PIECE:
            packed = zlib.compress(b"".join(held), QUICKLY)
            stored += len(packed)
            if stored > LARGEST:
                raise TooLarge
            yield packed
            held, length = [], 0
    if held:
        yield zlib.compress(b"".join(held), QUICKLY)


def store_piece(connection: Connection, job: str, number: int, packed: bytes, *, sent: bool) -> None:
    """Write one piece; the caller commits."""
    connection.execute(insert(JobPiece), {"job": job, "sent": sent, "number": number, "content": packed})


def clear(connection: Connection, job: str, *, sent: bool | None = None) -> None:
    """Delete a job's pieces: what was sent, what was made, or (None) both."""
    wanted = [JobPiece.job == job] + ([] if sent is None else [JobPiece.sent.is_(sent)])
    connection.execute(delete(JobPiece).where(*wanted))


KEPT = timedelta(hours=2)  # a job and its files, from the wish on
GOING = ("waiting", "working")
OF_A_CLUB = 2  # jobs that are waiting or worked on
OF_A_VISITOR = 4  # a hall full of phones may share one address
OF_STRANGERS = 8  # of everybody with a link to a sitting together: members of clubs find room beside them
IN_ALL = 40
FILES_OF_A_CLUB = 20  # finished ones; the oldest go first
FILES_OF_STRANGERS = 200
LOCK = 7305721  # any number that no other advisory lock of PostgreSQL has


class Busy(Exception):
    """Too much is being made already, for this visitor, this club, or everybody together."""


class Order(NamedTuple):
    """What is wished for.

    `asked` is what the maker of that `kind` is told; `about` what else the file depends on, so that a change makes it
    another wish. `club` says whose members may see it, from `role` on; with a `sitting` those may who have a link to
    that, and the club is named for erasing alone (ids).
    `total` counts sheets or matches; `back` is the page to return to, `root` the address of the site.
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
        """The job's number: an HMAC over all that the file depends on, whoever wishes for it."""
        wished = json.dumps(self._replace(visitor=""), sort_keys=True, default=str)
        return _secret(f"job:{wished}")


def submit(order: Order, sent: Iterable[bytes] = (), told: dict[str, Any] | None = None) -> Job:
    """Write the wish down and tell the workers, or find the same one made before. Commits.

    `sent` is a file that goes with it, read only where the wish is new. With `told` there is nothing left to do: the
    job is made. Raises Busy.
    """
    number = order.number()
    _one_at_a_time()
    found = find(number)
    if found is not None and found.status != "failed":
        db.session.commit()
        return found
    if told is None:
        _check_room(order)
    delete_jobs([number])
    _make_room(order)
    job = _job(number, order, told)
    db.session.add(job)
    db.session.commit()
    _store(number, sent)
    if job.going:
        queue.put(number, first=job.sitting_id is None)
    return job


def _store(number: str, sent: Iterable[bytes]) -> None:
    """Store what goes with it piece by piece, so that others may write in between."""
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
        status="waiting" if told is None else "made",
        total=order.total,
        done=0,
        tries=0,
        made_at=now(),
    )


def find(number: str) -> Job | None:
    """The job as it stands now; None for one that there is not, or not any more."""
    found = db.session.get(Job, number, populate_existing=True)
    return found if found is not None and found.made_at > now() - KEPT else None


def delete_of_club(club: int, *, others: bool = False) -> None:
    """Delete a club's jobs and their files, running ones too: an erased name may stand in them. The caller commits.

    With `others` also those that belong to no club.
    """
    whose = or_(Job.club_id == club, Job.club_id.is_(None)) if others else Job.club_id == club
    delete_jobs(list(db.session.scalars(select(Job.number).where(whose))))


def _one_at_a_time() -> None:
    """What is counted stays true until the commit."""
    take_turn(db.session)
    if db.engine.dialect.name == "postgresql":
        db.session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _check_room(order: Order) -> None:
    """Raises Busy where too much of these, of this visitor's, or of all is pending."""
    visitor = Job.visitor == _secret(f"visitor:{order.visitor}")
    _at_most(IN_ALL)
    _at_most(OF_A_VISITOR, visitor)
    _at_most(OF_STRANGERS if order.sitting else OF_A_CLUB, _of_the_same(order))


def _at_most(most: int, *whose: ColumnElement[bool]) -> None:
    going = Job.status.in_(GOING) & (Job.made_at > now() - KEPT)
    if (db.session.scalar(select(func.count()).select_from(Job).where(going, *whose)) or 0) >= most:
        db.session.rollback()
        raise Busy


def _make_room(order: Order) -> None:
    """Delete the oldest finished jobs beyond the number that a club, or strangers together, may leave lying."""
    most = FILES_OF_STRANGERS if order.sitting else FILES_OF_A_CLUB
    finished = select(Job.number).where(_of_the_same(order), Job.status.not_in(GOING)).order_by(Job.made_at.desc())
    delete_jobs(list(db.session.scalars(finished.offset(most - 1))))


def _of_the_same(order: Order) -> ColumnElement[bool]:
    """The condition for jobs that are counted with it: those of its club, or those of all sittings' visitors."""
    if order.sitting:
        return Job.sitting_id.is_not(None)
    return and_(Job.club_id == order.club, Job.sitting_id.is_(None))


def delete_jobs(numbers: list[str]) -> None:
    """Delete these jobs with their files. The caller commits."""
    db.session.execute(select(Job.number).where(Job.number.in_(numbers)).with_for_update())  # a worker may write to it
    db.session.execute(delete(JobPiece).where(JobPiece.job.in_(numbers)))
    db.session.execute(delete(Job).where(Job.number.in_(numbers)))
    for number in numbers:
        known = db.session.identity_map.get(db.session.identity_key(Job, number))
        if known is not None:
            db.session.expunge(known)


def _secret(text: str) -> str:
    return hmac.digest(str(current_app.config["SECRET_KEY"]).encode(), text.encode(), "sha256").hex()[:32]
