"""Files that the browser saves."""

from collections.abc import Iterator

from flask import Response
from flask import stream_with_context as streamed


def download(pieces: Iterator[str], kind: str, name: str) -> Response:
    """A streamed answer that the browser saves as a file."""
    response = Response(streamed(pieces), content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
