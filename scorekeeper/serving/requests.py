"""Requests as the server reads them: bodies within a size and a deadline, then the WSGI environment (PEP 3333)."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from wsgiref.types import WSGIEnvironment

from scorekeeper.serving.answers import BUSY, Refused
from scorekeeper.web.rate_limits import network_of

FIXED: WSGIEnvironment = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
BARE = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


def length_of(scope: Any) -> int | None:
    """The bytes of the body as its sender says; None where it comes in pieces."""
    text = scope.headers.get("content-length")
    if text is not None:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 10**15
    return None if scope.headers.get("transfer-encoding") else 0


def client_of(scope: Any) -> str:
    """The address of whoever is connected."""
    return str(scope.client).rpartition(":")[0].strip("[]")


def environ_of(scope: Any, body: bytes) -> WSGIEnvironment:
    """The environment of a request with this body."""
    name, _colon, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        **FIXED,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),  # decoded by granian; so PEP 3333 wants text
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": client_of(scope),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
    }
    for header, value in scope.headers.items():
        if "_" in header:
            continue  # it would pass for one with a hyphen, such as a proxy's own
        key = BARE.get(header) or "HTTP_" + header.upper().replace("-", "_")
        between = "; " if header == "cookie" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    if body:
        environ["CONTENT_LENGTH"] = str(len(body))
    if scope.authority and "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority
    return environ


SMALL = 64_000  # bytes of a body that are always read; what is larger shares ROOM
LARGEST = 21_000_000  # bytes of a body; what each address takes of it: `web.request_limits`
ROOM = 64_000_000  # bytes of larger bodies that are held at the same time, beyond those
OF_ONE = 100  # a hall full of phones has one address, and each of them is through in no time
IN_ALL = 1_000
USUAL = 1.0  # seconds in which nearly every body is here

PATIENCE = 10.0  # seconds that a small body may take
SLOWEST = 30_000  # bytes a second that larger bodies have to come with

TOO_LARGE = "What was sent is too large."
TOO_SLOW = "What was sent did not arrive in time."


class Bodies:
    """The bodies that one process reads. `proxies`: how many stand in front of it and set X-Forwarded-For."""

    def __init__(self, proxies: int = 0) -> None:
        self.proxies = proxies
        self.room = ROOM
        self.waited_for: dict[asyncio.Timeout, _Wait] = {}  # the oldest first

    @asynccontextmanager
    async def arrived(self, scope: Any, protocol: Any) -> AsyncIterator[bytes]:
        """The whole body, which is held inside. Raises Refused where it is too large, or comes too slowly."""
        length = length_of(scope)
        most = LARGEST if length is None else length
        if most > LARGEST:
            raise Refused(413, TOO_LARGE)
        share = _Share(self)
        try:
            yield await self._read(scope, protocol, most, share) if most else b""
        finally:
            share.give_back()

    async def _read(self, scope: Any, protocol: Any, most: int, share: "_Share") -> bytes:
        deadline = asyncio.timeout(PATIENCE + (most / SLOWEST if most > SMALL else 0))
        self._let_in(deadline, sender_of(scope, self.proxies))
        pieces: list[bytes] = []
        try:
            async with deadline:
                async for piece in protocol:
                    share.take(len(piece))
                    if share.size > most:
                        raise Refused(413, TOO_LARGE)
                    pieces.append(piece)
        except TimeoutError:
            given_up = deadline not in self.waited_for
            raise (Refused(503, BUSY, 5) if given_up else Refused(408, TOO_SLOW)) from None
        finally:
            self.waited_for.pop(deadline, None)
        return b"".join(pieces)

    def _let_in(self, deadline: asyncio.Timeout, sender: str) -> None:
        """Count one more body. Given up are slow ones of its sender beyond OF_ONE, and the oldest beyond IN_ALL."""
        now = asyncio.get_running_loop().time()
        of_sender = [each for each, wait in self.waited_for.items() if wait.sender == sender]
        too_many = of_sender[: max(len(of_sender) - OF_ONE + 1, 0)]
        given_up = [each for each in too_many if now - self.waited_for[each].since >= USUAL]
        if len(self.waited_for) - len(given_up) >= IN_ALL:
            given_up.append(next(each for each in self.waited_for if each not in given_up))
        for each in given_up:
            del self.waited_for[each]
            if not each.expired():
                each.reschedule(now)
        self.waited_for[deadline] = _Wait(sender, now)


class _Wait(NamedTuple):
    """A body that is being read: whose it is, and since when (the loop's time)."""

    sender: str
    since: float


class _Share:
    """How much of the room a body takes."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies, self.size = bodies, 0

    def take(self, more: int) -> None:
        """Count `more` bytes that have come; the first SMALL take no room. Raises Refused where there is none left."""
        self.bodies.room -= _beyond(self.size + more) - _beyond(self.size)
        self.size += more
        if self.bodies.room < 0:
            raise Refused(503, BUSY, 5)

    def give_back(self) -> None:
        """Free the body's room."""
        self.bodies.room += _beyond(self.size)


def sender_of(scope: Any, proxies: int) -> str:
    """The network that a request comes from, by what the outermost of so many trusted proxies has added."""
    told = [text for name, each in scope.headers.items() if name == "x-forwarded-for" for text in each.split(",")]
    return network_of(told[-proxies].strip() if 0 < proxies <= len(told) else client_of(scope))


def _beyond(size: int) -> int:
    """The bytes of a body that take room."""
    return max(size - SMALL, 0)
