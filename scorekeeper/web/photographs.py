"""Uploaded pictures of paper: a background job reads them, and then deletes them at once.

Only cut-outs are stored with the job's result, redrawn in grey, without the rest of the picture or the metadata of its
file; the result is deleted after two hours, as for every job (`orders.KEPT`).
"""

import io
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from PIL import Image

from scorekeeper.jobs import Work, orders
from scorekeeper.store.models import Job, db
from scorekeeper.web import work

MOST_PICTURES = 20  # sent at once
MOST_READ = 120  # slips or sheets read in them
QUALITY = 40  # of a cut-out as JPEG
SECONDS = 120  # for reading them
LENGTH = 4  # bytes before each picture, with its size


def upload_of_pictures(pictures: Iterable[Any]) -> Iterator[bytes]:
    """Yields the bytes of uploaded pictures, each after its size in LENGTH bytes; closes them."""
    for picture in pictures:
        content = picture.read()
        picture.close()
        yield len(content).to_bytes(LENGTH, "big")
        yield content


def _pictures(file: BinaryIO) -> Iterator[bytes]:
    """Yields the pictures of `upload_of_pictures`, one at a time."""
    while size := file.read(LENGTH):
        yield file.read(int.from_bytes(size, "big"))


def read_pictures(job: Work, name: str, lines_of: Callable[[bytes], Iterable[dict[str, Any]]]) -> Iterator[bytes]:
    """Calls `lines_of` with each uploaded picture, stores the lines in the job's result, and deletes the pictures.

    The lines are under `name`, each with the number of its `picture`. Returns the job's file, which is empty.
    """
    lines: list[dict[str, Any]] = []
    with tempfile.TemporaryFile() as file:
        file.writelines(job.sent())
        file.seek(0)
        for number, picture in enumerate(_pictures(file), 1):
            lines += [{"picture": number, **line} for line in lines_of(picture)]
            job.report(number)
    job.store_result({name: lines[:MOST_READ]})
    with db.engine.begin() as connection:
        orders.clear(connection, job.number, sent=True)
    return iter(())


def jpeg_of(cutout: Image.Image | None) -> str:
    """Returns a small JPEG of a cut-out in base64; empty without one."""
    if cutout is None:
        return ""
    written = io.BytesIO()
    cutout.convert("L").save(written, "JPEG", quality=QUALITY)
    return b64encode(written.getvalue()).decode("ascii")


def addresses_of(cut: str) -> list[str]:
    """Returns the data URL of a stored cut-out, in a list; an empty list without one."""
    return [f"data:image/jpeg;base64,{cut}"] if cut else []


def find_reading(number: str, kind: str, **arguments: int) -> Job | None:
    """Returns the finished job with this number, kind and arguments; None if unknown, unfinished or deleted."""
    job = work.find(number)
    if job is None or (job.kind, job.status) != (kind, "made"):
        return None
    return job if arguments.items() <= job.asked.items() else None


def side_of(field: str | None) -> int | None:
    """Returns the index of the side in a doubt's field, e.g. 1 for `points.1`; None if it names no side."""
    side = (field or "").rpartition(".")[2]
    return int(side) if side.isdecimal() else None
