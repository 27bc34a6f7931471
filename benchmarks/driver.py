"""Clients that send requests to a local server as fast as it responds: one thread for all, keep-alive connections.

Requests are prepared as bytes, and responses are read but not parsed, so that the client needs little processor time.
"""

import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from statistics import quantiles
from typing import NamedTuple

PATIENCE = 60.0  # seconds; a busy disk may be slow


class Measured(NamedTuple):
    """A measurement: responses by status, seconds of each, total seconds."""

    statuses: Counter[int]
    times: list[float]
    seconds: float

    @property
    def rate(self) -> float:
        """Responses per second."""
        return len(self.times) / self.seconds

    def percentile(self, part: int) -> float:
        """The response time in milliseconds that `part` per cent of the responses did not exceed."""
        return quantiles(self.times, n=100)[part - 1] * 1000 if len(self.times) > 1 else self.times[0] * 1000

    def and_(self, other: "Measured") -> "Measured":
        """Returns the sum of two measurements."""
        return Measured(self.statuses + other.statuses, self.times + other.times, self.seconds + other.seconds)


class Client:
    """A connection and the requests to send on it."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.port, self.requests = port, requests
        self.socket = self._connected()
        self.sent, self.read, self.is_over = 0.0, b"", False

    def _connected(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def ask(self) -> None:
        """Sends the next request."""
        request, self.read, self.sent = next(self.requests), b"", time.perf_counter()
        if self.is_over:
            self.close()
            self.socket, self.is_over = self._connected(), False
        self.socket.sendall(request)

    def answered(self) -> int:
        """Reads the available bytes; returns the status of a complete response, 0 if it is incomplete."""
        part = self.socket.recv(262_144)
        if not part:
            raise ConnectionError("the server hung up")
        self.read += part
        head, separator, body = self.read.partition(b"\r\n\r\n")
        if not separator:
            return 0
        status = int(head[9:12])
        if status not in (204, 304) and len(body) < _length(head):
            return 0
        self.is_over = b"\r\nconnection: close" in head.lower()  # sent by Werkzeug's server
        return status

    def close(self) -> None:
        """Closes the connection."""
        with suppress(OSError):
            self.socket.close()


def _length(head: bytes) -> int:
    lower = head.lower()
    start = lower.index(b"\r\ncontent-length:") + 17
    return int(lower[start:].split(b"\r\n", 1)[0])


def drive(clients: list[Client], seconds: float) -> Measured:
    """Lets each client send its next request after each response, for `seconds`; then waits for the rest."""
    waiting = selectors.DefaultSelector()
    statuses: Counter[int] = Counter()
    times: list[float] = []
    began = time.perf_counter()
    for client in clients:
        client.ask()  # may open another connection
        waiting.register(client.socket, selectors.EVENT_READ, client)
    while waiting.get_map():
        ready = waiting.select(PATIENCE)
        if not ready:
            raise TimeoutError(f"no answer within {PATIENCE:g} s")
        for key, _events in ready:
            client = key.data
            status = client.answered()
            if not status:
                continue
            now = time.perf_counter()
            statuses[status] += 1
            times.append(now - client.sent)
            waiting.unregister(key.fileobj)
            if now - began < seconds:
                client.ask()
                waiting.register(client.socket, selectors.EVENT_READ, client)
    return Measured(statuses, times, time.perf_counter() - began)


def get(path: str, **headers: str) -> bytes:
    """Returns a GET request as bytes; headers by name, with `_` for `-`."""
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def post(path: str, form: str, **headers: str) -> bytes:
    """Returns a POST request with a form as bytes."""
    body = form.encode()
    kind = {"Content_Type": "application/x-www-form-urlencoded", "Content_Length": str(len(body))}
    return get(path, **kind, **headers).replace(b"GET", b"POST", 1) + body
