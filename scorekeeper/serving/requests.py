"""Requests: reading bodies within limits of size and time, and building the WSGI environment (PEP 3333)."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from wsgiref.types import WSGIEnvironment

from scorekeeper.serving.answers import BUSY, Refused
from scorekeeper.web.visitors import network_of

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
    """Returns the length of the body; None if it is chunked, a number above LARGEST if its header is invalid."""
    text = scope.headers.get("content-length")
    if text is not None:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 10**15
    return None if scope.headers.get("transfer-encoding") else 0


def client_of(scope: Any) -> str:
    """Returns the IP address of the other end of the connection: the client, or the nearest proxy."""
    return end_of(scope)[0]


def end_of(scope: Any) -> tuple[str, int]:
    """Returns IP address and port of the other end of the connection."""
    host, _colon, port = str(scope.client).rpartition(":")
    return host.strip("[]").partition("%")[0], int(port)


def environ_of(scope: Any, body: bytes) -> WSGIEnvironment:
    """Returns the WSGI environment of a request with this body."""
    name, _colon, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        **FIXED,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),  # PEP 3333 expects the bytes of the path as Latin-1
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
            continue  # in the environment it would equal the header with a hyphen, which a proxy may have set
        key = BARE.get(header) or "HTTP_" + header.upper().replace("-", "_")
        separator = "; " if header == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    if body:
        environ["CONTENT_LENGTH"] = str(len(body))
    if scope.authority and "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority
    return environ


SMALL = 64_000  # bytes that every body may have; more of it is counted in ROOM
LARGEST = 21_000_000  # bytes of any body; the limits of routes are in `web.request_limits`
ROOM = 64_000_000  # bytes beyond SMALL of all bodies together that are in memory at the same time
OF_ONE = 100  # slow bodies of one network; a hall full of phones shares one address, but is quick
IN_ALL = 1_000  # bodies being read
USUAL = 1.0  # seconds; a body that takes longer is slow

PATIENCE = 10.0  # seconds that a small body may take
SLOWEST = 30_000  # bytes a second, for larger bodies

TOO_LARGE = "The request is too large."
TOO_SLOW = "The request did not arrive in time."


class Bodies:
    """The request bodies being read in this process; `proxies` is the number of trusted proxies before it."""

    def __init__(self, proxies: int = 0) -> None:
        self.proxies = proxies
        self.room = ROOM
        self.waited_for: dict[asyncio.Timeout, _Wait] = {}  # bodies being read, by deadline, oldest first

    @asynccontextmanager
    async def arrived(self, scope: Any, protocol: Any) -> AsyncIterator[bytes]:
        """Yields the whole body and frees its memory afterwards. Raises Refused if it is too large or too slow."""
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
        self._admit(deadline, sender_of(scope, self.proxies))
        pieces: list[bytes] = []
        try:
            async with deadline:
                async for piece in protocol:
                    share.take(len(piece))
                    if share.size > most:
                        raise Refused(413, TOO_LARGE)
                    pieces.append(piece)
        except TimeoutError:
            cancelled = deadline not in self.waited_for
            raise (Refused(503, BUSY, 5) if cancelled else Refused(408, TOO_SLOW)) from None
        finally:
            self.waited_for.pop(deadline, None)
        return b"".join(pieces)

    def _admit(self, deadline: asyncio.Timeout, sender: str) -> None:
        """Registers a body being read; cancels the sender's slow ones beyond OF_ONE, and the oldest beyond IN_ALL."""
        now = asyncio.get_running_loop().time()
        of_sender = [other for other, wait in self.waited_for.items() if wait.sender == sender]
        too_many = of_sender[: max(len(of_sender) - OF_ONE + 1, 0)]
        cancelled = [other for other in too_many if now - self.waited_for[other].since >= USUAL]
        if len(self.waited_for) - len(cancelled) >= IN_ALL:
            cancelled.append(next(other for other in self.waited_for if other not in cancelled))
        for other in cancelled:
            del self.waited_for[other]
            if not other.expired():
                other.reschedule(now)
        self.waited_for[deadline] = _Wait(sender, now)


class _Wait(NamedTuple):
    """A body being read: the network of its sender, and the event loop's time when reading began."""

    sender: str
    since: float


class _Share:
    """The number of bytes of a body in memory; bytes beyond SMALL count towards ROOM."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies, self.size = bodies, 0

    def take(self, more: int) -> None:
        """Counts `more` received bytes; bytes beyond SMALL count towards ROOM. Raises Refused if ROOM is used up."""
        self.bodies.room -= _beyond(self.size + more) - _beyond(self.size)
        self.size += more
        if self.bodies.room < 0:
            raise Refused(503, BUSY, 5)

    def give_back(self) -> None:
        """Frees the part of ROOM that the body used."""
        self.bodies.room += _beyond(self.size)


def sender_of(scope: Any, proxies: int) -> str:
    """Returns the client's network, by the address that the outermost trusted proxy added to X-Forwarded-For."""
    lines = [line for name, line in scope.headers.items() if name == "x-forwarded-for"]
    addresses = [address.strip() for line in lines for address in line.split(",")]
    return network_of(addresses[-proxies] if 0 < proxies <= len(addresses) else client_of(scope))


def _beyond(size: int) -> int:
    """Returns the number of bytes of a body that count towards ROOM."""
    return max(size - SMALL, 0)
