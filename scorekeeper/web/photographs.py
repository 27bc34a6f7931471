"""Pictures of paper: sent with a background job that reads them, and deleted as soon as it has.

Only cut-outs are kept with the job's result, drawn anew in grey, without anything else that was in a picture or its
file; the result is deleted after two hours like that of every job (`orders.KEPT`).
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
LENGTH = 4  # bytes before each picture, with its size


def upload_of_pictures(pictures: Iterable[Any]) -> Iterator[bytes]:
    """Yields the bytes of uploaded pictures, each after its size, to be sent with the job; closes them."""
    for picture in pictures:
        content = picture.read()
        picture.close()
        yield len(content).to_bytes(LENGTH, "big")
        yield content


def _pictures(file: BinaryIO) -> Iterator[bytes]:
    """Yields the pictures of `upload_of_pictures`, one at a time."""
    while size := file.read(LENGTH):
        yield file.read(int.from_bytes(size, "big"))


def read_pictures(asked: Work, name: str, lines_of: Callable[[bytes], Iterable[dict[str, Any]]]) -> Iterator[bytes]:
    """Stores the lines that `lines_of` reads in each uploaded picture in the job's result, and deletes the pictures.

    The lines are under `name`, each with the number of its `picture`. Returns the job's file, which is empty.
    """
    lines: list[dict[str, Any]] = []
    with tempfile.TemporaryFile() as file:
        file.writelines(asked.sent())
        file.seek(0)
        for number, picture in enumerate(_pictures(file), 1):
            lines += [{"picture": number, **line} for line in lines_of(picture)]
            asked.report(number)
    asked.store_result({name: lines[:MOST_READ]})
    with db.engine.begin() as connection:
        orders.clear(connection, asked.number, sent=True)
    return iter(())


def jpeg_of(cutout: Image.Image | None) -> str:
    """Returns a small JPEG of a cut-out in base64; empty without one."""
    if cutout is None:
        return ""
    written = io.BytesIO()
    cutout.convert("L").save(written, "JPEG", quality=QUALITY)
    return b64encode(written.getvalue()).decode("ascii")


def addresses_of(cut: str) -> list[str]:
    """Returns the data URL of a stored cut-out; nothing without one."""
    return [f"data:image/jpeg;base64,{cut}"] if cut else []


def find_reading(number: str, kind: str, **asked: int) -> Job | None:
    """Returns the finished job with this number if it is of this kind, with these arguments; None if deleted."""
    job = work.find(number)
    if job is None or (job.kind, job.status) != (kind, "made"):
        return None
    return job if asked.items() <= job.asked.items() else None


def side_of(field: str | None) -> int | None:
    """Returns the side of a doubt's field, such as `points.1`."""
    side = (field or "").rpartition(".")[2]
    return int(side) if side.isdecimal() else None
