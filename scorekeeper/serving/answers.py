"""Answers as a server gives them: taken whole from the application, then sent within a deadline for each piece."""

import asyncio
import io
import logging
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # exported, but not in an `__all__`

IN_MEMORY = 256_000  # bytes of an answer; a larger one goes into a file
PIECE = 64_000  # bytes sent at once
PATIENCE = 10.0  # seconds that the next piece of an answer may take to be read

Headers = list[tuple[str, str]]
logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """What the application answered: all of its body, in memory or in a file."""

    status: int
    headers: Headers
    body: bytes
    file: Any = None


class Refused(Exception):
    """A request that the application does not get: the status and the text of its answer."""

    def __init__(self, status: int, text: str, again: int | None = None) -> None:
        super().__init__(text)
        self.status, self.text, self.again = status, text, again

    def answer(self) -> Answer:
        """The refusal in plain words. It closes the connection, so that the rest of the body is not read."""
        more = [("retry-after", str(self.again))] if self.again else []
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *more]
        return Answer(self.status, headers, f"{self.text}\n".encode())


BUSY = "Too much is being done at the same time. Nothing was changed; try again in a moment."


def answer_of(app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """All that the application answers."""
    told: list[tuple[str, Headers]] = []

    def start_response(status: str, headers: Headers, _failure: Any = None) -> Any:
        told[:] = [(status, headers)]

    try:
        pieces: Any = app(environ, start_response)
        try:
            body, file = _whole(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
    except Exception:  # the application has pages for its failures; this is one of a streamed answer
        logger.exception("an answer could not be made whole")
        return Refused(500, "Something failed here. What was saved before is safe.").answer()
    status, headers = told[0]
    named = [(name.lower(), value) for name, value in headers]
    if file is not None and "content-length" not in dict(named):
        named.append(("content-length", str(size_of(file))))  # so that half an answer does not look like a whole one
    return Answer(int(status[:3]), named, body, file)


def size_of(file: Any) -> int:
    """The bytes of a file that stands at its beginning."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    return int(size)


def _whole(pieces: Any) -> tuple[bytes, Any]:
    """All pieces together, or a file of them."""
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
    """Give the answer to granian; a large one piece by piece, each when the last has gone, within its deadline."""
    if answer.file is None:
        protocol.response_bytes(answer.status, answer.headers, answer.body)
        return
    with answer.file as file:
        transport = protocol.response_stream(answer.status, answer.headers)
        with suppress(TimeoutError, ProtocolClosed):  # the client reads too slowly, or has disconnected
            while piece := file.read(PIECE):
                async with asyncio.timeout(PATIENCE):
                    await transport.send_bytes(piece)
