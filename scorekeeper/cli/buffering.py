"""Between granian and the application: no thread is taken before a request is here, none kept while its answer goes.

granian's own WSGI interface reads the body and sends the answer while a thread waits: four slow senders stop a server
of four threads for as long as they like. So requests come by its asynchronous interface (RSGI), where a connection that
waits costs no thread. A body is read first, within a size and a deadline. Then the application answers, in one of two
lanes of threads: what may take long (paper, exports, uploads) has its own, so that hands and `/healthz` never stand
behind it. The whole answer is taken from the application before the first byte goes out; a large one waits in a file.
"""

import asyncio
import io
import logging
from asyncio import AbstractEventLoop
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from scorekeeper.cli.wsgi_environ import environ_of, length_of

QUICK_THREADS = 4  # writes wait for one lock anyway; more threads only contend for the GIL
SLOW_THREADS = 2
MOST_WAITING = {"quick": 1_000, "slow": 40}  # requests in a lane; the next is told to come again
SLOW_ENDINGS = (".pdf", ".csv", ".jsonl", "/import", "/logo")

SMALL = 64_000  # bytes of a body that are always read; what is larger shares ROOM
LARGEST = 21_000_000  # bytes of a body; what each address takes of it: `web.request_limits`
ROOM = 64_000_000  # bytes of larger bodies that are held at the same time, beyond those
IN_MEMORY = 256_000  # bytes of an answer; a larger one goes into a file
PIECE = 64_000  # bytes sent at once

PATIENCE = 10.0  # seconds that a small body, and the next piece of an answer, may take
SLOWEST = 30_000  # bytes a second that larger bodies have to come with

Headers = list[tuple[str, str]]
logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """What the application answered: all of its body, in memory or in a file."""

    status: int
    headers: Headers
    body: bytes
    file: Any = None


class Refused(Exception):
    """A request that is not passed on, and what it is told."""

    def __init__(self, status: int, text: str, again: int | None = None) -> None:
        super().__init__(text)
        self.status, self.text, self.again = status, text, again

    def answer(self) -> Answer:
        """The refusal in plain words. The connection ends: what else comes by it was not asked for."""
        more = [("retry-after", str(self.again))] if self.again else []
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *more]
        return Answer(self.status, headers, f"{self.text}\n".encode())


TOO_LARGE = "What was sent is too large."
TOO_SLOW = "What was sent did not arrive in time."
BUSY = "Too much is being done at the same time. Nothing was changed; try again in a moment."


class Buffered:
    """A WSGI application as granian serves it by RSGI."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        threads = {"quick": QUICK_THREADS, "slow": SLOW_THREADS}
        self.pools = {lane: ThreadPoolExecutor(count, thread_name_prefix=lane) for lane, count in threads.items()}
        self.waiting = dict.fromkeys(threads, 0)
        self.room = ROOM

    def __rsgi_del__(self, _loop: AbstractEventLoop) -> None:
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Answer one request."""
        try:
            if scope.proto != "http":
                raise Refused(400, "Only HTTP is spoken here.")
            body = await self._body(scope, protocol)
            answer = await self._answer(scope, body)
        except Refused as refused:
            answer = refused.answer()
        await send(protocol, answer)

    async def _body(self, scope: Any, protocol: Any) -> bytes:
        """The whole body. Raises Refused where it is too large, or comes too slowly."""
        length = length_of(scope)
        if length == 0:
            return b""
        most = LARGEST if length is None else length
        if most > LARGEST:
            raise Refused(413, TOO_LARGE)
        pieces: list[bytes] = []
        try:
            async with asyncio.timeout(PATIENCE + (most / SLOWEST if most > SMALL else 0)):
                await self._read(protocol, most, pieces)
        except TimeoutError:
            raise Refused(408, TOO_SLOW) from None
        finally:
            self.room += _beyond(sum(map(len, pieces)))
        return b"".join(pieces)

    async def _read(self, protocol: Any, most: int, pieces: list[bytes]) -> None:
        """Add the body's pieces as they come. What a small body has not is counted: all of them share the room."""
        size = 0
        async for piece in protocol:
            pieces.append(piece)
            self.room -= _beyond(size + len(piece)) - _beyond(size)
            size += len(piece)
            if size > most:
                raise Refused(413, TOO_LARGE)
            if self.room < 0:
                raise Refused(503, BUSY, 5)

    async def _answer(self, scope: Any, body: bytes) -> Answer:
        """The application's answer, from a thread of the request's lane."""
        lane = "slow" if scope.path.endswith(SLOW_ENDINGS) or len(body) > SMALL else "quick"
        if self.waiting[lane] >= MOST_WAITING[lane]:
            raise Refused(503, BUSY, 5)
        self.waiting[lane] += 1
        try:
            asked = environ_of(scope, body)
            return await asyncio.get_running_loop().run_in_executor(self.pools[lane], answer_of, self.app, asked)
        finally:
            self.waiting[lane] -= 1


def _beyond(size: int) -> int:
    """How much larger than a small one a body is."""
    return max(size - SMALL, 0)


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
        with suppress(TimeoutError, RuntimeError):  # who reads no more, or has gone (granian's RSGIProtocolClosed)
            while piece := file.read(PIECE):
                async with asyncio.timeout(PATIENCE):
                    await transport.send_bytes(piece)
