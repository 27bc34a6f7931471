"""Responses: taken whole from the application, then sent in pieces with a deadline for each."""

import asyncio
import io
import logging
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # exported, but not in an `__all__`

IN_MEMORY = 256_000  # bytes of a response; a larger one is written to a file
PIECE = 64_000  # bytes sent at once
PATIENCE = 10.0  # seconds that a client may take to read a piece

Headers = list[tuple[str, str]]
logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """A response of the application, with its whole body in memory or in a file."""

    status: int
    headers: Headers
    body: bytes
    file: Any = None


class Refused(Exception):
    """Raised for a request that the server rejects itself, with the status and text of the response."""

    def __init__(self, status: int, text: str, again: int | None = None) -> None:
        super().__init__(text)
        self.status, self.text, self.again = status, text, again

    def answer(self) -> Answer:
        """Returns the response to send; it closes the connection, so that the rest of the body is not read."""
        more = [("retry-after", str(self.again))] if self.again else []
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *more]
        return Answer(self.status, headers, f"{self.text}\n".encode())


BUSY = "The server is busy. Nothing was changed; try again in a moment."


def answer_of(app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """Calls the WSGI application and returns its whole response; a response with status 500 if that raises."""
    started: list[tuple[str, Headers]] = []

    def start_response(status: str, headers: Headers, _failure: Any = None) -> Any:
        started[:] = [(status, headers)]

    try:
        pieces: Any = app(environ, start_response)
        try:
            body, file = _whole(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
    except Exception:  # the application has pages for its errors; this is one in a streamed response
        logger.exception("error in a streamed response")
        return Refused(500, "Something went wrong on our side. Everything saved so far is safe.").answer()
    status, headers = started[0]
    lower = [(name.lower(), value) for name, value in headers]
    if file is not None and "content-length" not in dict(lower):
        lower.append(("content-length", str(size_of(file))))  # so that the client notices an incomplete response
    return Answer(int(status[:3]), lower, body, file)


def size_of(file: Any) -> int:
    """Returns the size of a file in bytes and rewinds it."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    return int(size)


def _whole(pieces: Any) -> tuple[bytes, Any]:
    """Returns a response body as bytes and None; if larger than IN_MEMORY, b"" and a temporary file."""
    if isinstance(pieces, (list, tuple)) and len(pieces) == 1 and len(pieces[0]) <= IN_MEMORY:
        return pieces[0], None
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (closed when it has been sent)
    try:
        for piece in pieces:
            file.write(piece)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    if size_of(file) > IN_MEMORY:
        return b"", file
    with file:
        return file.read(), None


async def send(protocol: Any, answer: Answer) -> None:
    """Sends a response by granian; a file in pieces, each within PATIENCE after the one before."""
    if answer.file is None:
        protocol.response_bytes(answer.status, answer.headers, answer.body)
        return
    with answer.file as file:
        transport = protocol.response_stream(answer.status, answer.headers)
        with suppress(TimeoutError, ProtocolClosed):  # the client reads too slowly, or has disconnected
            while piece := file.read(PIECE):
                async with asyncio.timeout(PATIENCE):
                    await transport.send_bytes(piece)
