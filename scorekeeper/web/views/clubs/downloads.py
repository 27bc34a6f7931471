"""Files that the browser saves."""

from collections.abc import Iterable, Iterator
from itertools import chain

from flask import Response, request
from flask import stream_with_context as streamed

from scorekeeper.web.file_names import name_file


def csv_download(lines: Iterable[str], name: str) -> Response:
    """A table as CSV. Browsers, which hand it to a spreadsheet, get the mark by which that knows UTF-8.

    `?bom=1` and `?bom=0` ask for the file with and without it.
    """
    asked = request.args.get("bom")
    marked = asked == "1" or (asked is None and "text/html" in request.headers.get("Accept", ""))
    response = download(chain(["\ufeff"] if marked else [], lines), "text/csv", name)
    response.vary.add("Accept")
    return response


def download(pieces: Iterator[str], kind: str, name: str) -> Response:
    """A streamed answer that the browser saves as a file. Its first piece is made before anything is sent: a file that
    cannot be made is told as a failure, not as an empty file.
    """
    first = next(pieces, "")
    response = Response(streamed(chain([first], pieces)), content_type=f"{kind}; charset=utf-8")
    name_file(response, "attachment", name)
    return response
