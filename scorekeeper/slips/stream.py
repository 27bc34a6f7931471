"""Reads the frames of cameras, one after the other: a process of its own, which `web.frame_reading` starts.

It has a low priority and little memory, so that readings never hold up who records a hand.
"""

import json
import os
import resource
import sys
from functools import lru_cache
from io import BytesIO
from multiprocessing.connection import Connection
from typing import NamedTuple

from PIL import Image

from scorekeeper.slips.reading import Reading, readings_of
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament

MOST_PIXELS = 4_000_000  # of a frame; phones send about 1.5 million
MEMORY = 1_000_000_000  # bytes of address space, with all libraries
NICENESS = 10  # below the web server
IDLE = 120  # seconds without a frame, after which the process ends


class Frame(NamedTuple):
    """A picture of a camera as JPEG, and the tournament whose slips it may show: its document as JSON, its keys."""

    data: bytes
    document: bytes
    keys: tuple[bytes, ...]


def read_frame(frame: Frame) -> list[Reading]:
    """Returns the readings of the slips in a frame; an empty list if it is no JPEG, or too large."""
    try:
        with Image.open(BytesIO(frame.data), formats=("JPEG",)) as picture:
            is_large = picture.width * picture.height > MOST_PIXELS
    except Exception:  # decoders fail in many ways on broken files
        return []
    return [] if is_large else list(readings_of(frame.data, _tournament(frame.document), frame.keys))


@lru_cache(maxsize=4)
def _tournament(document: bytes) -> Tournament:
    return read(json.loads(document))


def serve(connection: Connection) -> None:
    """Answers each frame with its readings, until nothing came for a while, or the other end is closed."""
    while connection.poll(IDLE):
        try:
            frame = connection.recv()
        except EOFError:
            return
        connection.send(read_frame(frame))


if __name__ == "__main__":
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    serve(Connection(int(sys.argv[1])))
