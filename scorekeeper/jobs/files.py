"""Files in the database, in compressed pieces: sent for a job, and made by it."""

import zlib
from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, delete, insert, select

from scorekeeper.store.job_models import JobPiece
from scorekeeper.store.models import db

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
