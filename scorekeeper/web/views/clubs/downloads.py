"""Files that the browser saves."""

from collections.abc import Iterable
from itertools import chain

from flask import Response, request

from scorekeeper.web.forms import name_file
from scorekeeper.web.work import MARK


def csv_download(lines: Iterable[str], name: str) -> Response:
    """A table as CSV. Browsers, which hand it to a spreadsheet, get the mark by which that knows UTF-8.

    `?bom=1` and `?bom=0` ask for the file with and without it.
    """
    response = download(chain([MARK] if is_marked() else [], lines), "text/csv", name)
    response.vary.add("Accept")
    return response


def is_marked() -> bool:
    """Whether the request wants the mark of UTF-8 in front of a table."""
    asked = request.args.get("bom")
    return asked == "1" or (asked is None and "text/html" in request.headers.get("Accept", ""))


def download(pieces: Iterable[str], kind: str, name: str) -> Response:
    """A short file that the browser saves; it is whole before the answer begins."""
    response = Response("".join(pieces), content_type=f"{kind}; charset=utf-8")
    name_file(response, "attachment", name)
    return response
