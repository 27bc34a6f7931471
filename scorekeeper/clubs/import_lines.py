"""The lines of a file that is imported: each a document in JSON, within bounds."""

from collections.abc import Iterator
from typing import IO

from scorekeeper import bounded_json
from scorekeeper.bounded_json import BadJson

LONGEST_LINE = 4_000_000  # bytes; the largest tournament with its log has three million
LINE = bounded_json.Bounds(size=LONGEST_LINE, values=500_000)


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; those that are too long are cut, to a length that is still too long.

    A file that is one document, written over several lines, is one line.
    """
    first = file.readline(LONGEST_LINE + 1)
    file.seek(0)
    if not _is_json(first) and _is_json(whole := file.read(LONGEST_LINE + 1)):
        yield whole
        return
    file.seek(0)
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def _is_json(text: bytes) -> bool:
    try:
        bounded_json.read(text, LINE)
    except BadJson:
        return False
    return True
