"""Sends requests to addresses that users have entered: only by https, to public IP addresses, for a few seconds.

A host name is resolved once for each request, every IP address must be public, and the connection goes to one of those
that were checked; so a name that changes its meaning in between leads nowhere else. Redirects are not followed, and
nothing of a response is read but its status and headers.
"""

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

TIMEOUT = 5.0  # seconds, for all of a request
PORT = 443
LONGEST_ADDRESS = 500  # characters
HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
HANDED_OUT = IPv6Network("2000::/3")  # addresses of the internet: not local, mapped, multicast or translated ones
FORBIDDEN, TIMED_OUT, NO_ANSWER = PROBLEMS = ("forbidden", "timeout", "no_answer")


class Forbidden(OSError):
    """Raised for an address that is not requested: no https address, or one inside a private network."""


class Private(Forbidden):
    """Raised for an IP address of no host on the internet, in whatever notation."""


class Target(NamedTuple):
    """Where a request goes: the host, and the path with the query."""

    host: str
    path: str


def target_of(address: str) -> Target:
    """Returns the target of an https address. Raises Forbidden for another scheme or port, a user name, a bad host.

    An IPv4 address is a host, too (also as `127.1` or `0x7f.0.0.1`); Private if it is not public.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as failure:
        raise Forbidden from failure
    clean = address.isascii() and address.isprintable() and " " not in address and "\\" not in address
    usable = parts.scheme == "https" and port in (None, PORT) and "@" not in parts.netloc
    host = parts.hostname or ""
    if not (clean and usable and len(address) <= LONGEST_ADDRESS and HOST.fullmatch(host)):
        raise Forbidden
    literal = _literal(host)
    if literal and not is_public(literal):
        raise Private
    return Target(host, f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}")


def _literal(host: str) -> str:
    """Returns the IPv4 address that a host name is, in whatever notation; empty if it is a name."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return ""


def is_public(address: str) -> bool:
    """True if an IP address belongs to the internet.

    IPv6 addresses that contain an IPv4 address (mapped, 6to4, Teredo) are not: no server needs one.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv4Address):
        return ip.is_global and not ip.is_multicast
    return ip in HANDED_OUT and ip.is_global and ip.sixtofour is None and ip.teredo is None


def public_address_of(host: str) -> str:
    """Returns an IP address of the host. Raises Forbidden unless all of them are public, OSError if there is none."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)]
    if not all(map(is_public, found)):
        raise Forbidden
    return found[0]


class _Connection(HTTPSConnection):
    """A connection to a known IP address, with a certificate for the host's name."""

    def __init__(self, host: str, ip: str) -> None:
        self.ip, self.tls = ip, ssl.create_default_context()
        super().__init__(host, PORT, timeout=TIMEOUT, context=self.tls)

    def connect(self) -> None:
        """Connects to the checked IP address; nothing is resolved."""
        self.sock = socket.create_connection((self.ip, PORT), TIMEOUT)
        self.sock = self.tls.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """Ends the connection from another thread: whatever reads or writes there fails at once."""
        with suppress(OSError, AttributeError):  # there is none, or no longer
            self.sock.shutdown(socket.SHUT_RDWR)


class Request(NamedTuple):
    """A POST request."""

    address: str
    headers: Mapping[str, str]
    body: bytes


Transport = Callable[[Request], int]  # returns the HTTP status; raises OSError or HTTPException


def post(request: Request) -> int:
    """Sends a request and returns the status. Raises Forbidden, other kinds of OSError, and HTTPException."""
    target = target_of(request.address)
    connection = _Connection(target.host, public_address_of(target.host))
    # A time-out of the socket begins again with each byte, so an answer could go on for ever.
    deadline = threading.Timer(TIMEOUT, connection.cut)
    deadline.daemon = True
    deadline.start()
    try:
        connection.request("POST", target.path, request.body, dict(request.headers))
        return connection.getresponse().status
    finally:
        deadline.cancel()
        connection.close()


class Outcome(NamedTuple):
    """The outcome of a request: its HTTP status, or one of PROBLEMS."""

    status: int | None
    problem: str = ""

    @property
    def arrived(self) -> bool:
        """True if the receiver accepted the request."""
        return self.status is not None and 200 <= self.status < 300


def post_all(requests: Sequence[Request], transport: Transport = post) -> list[Outcome]:
    """Sends requests at the same time, and returns their outcomes in order, after TIMEOUT seconds at the latest.

    Each has a thread, because resolving a name has no time-out, and a server can send its headers byte by byte.
    """
    outcomes = [Outcome(None, TIMED_OUT)] * len(requests)

    def send(place: int) -> None:
        outcomes[place] = _outcome(requests[place], transport)

    threads = [threading.Thread(target=send, args=(place,), daemon=True) for place in range(len(requests))]
    deadline = time.monotonic() + TIMEOUT
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0))
    return list(outcomes)


def _outcome(request: Request, transport: Transport) -> Outcome:
    try:
        return Outcome(transport(request))
    except Forbidden:
        return Outcome(None, FORBIDDEN)
    except TimeoutError:
        return Outcome(None, TIMED_OUT)
    except (OSError, HTTPException):
        return Outcome(None, NO_ANSWER)
