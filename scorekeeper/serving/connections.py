"""Open connections: a limit for each network, and a deadline for clients that stop reading.

granian accepts connections without asking us, up to a limit for all. A thread therefore looks at the sockets of this
process (`/dev/fd`) four times a second. It closes those of a network beyond OF_ONE: first connections that wait for a
request, the oldest first, then those whose client does not read, and requests being processed last. So phones that
share an address with an attacker get through. The system closes a connection whose client has read nothing for a
while (`TCP_USER_TIMEOUT`, where it has that option), also if the whole response is in the system's buffers.
"""

import fcntl
import os
import socket
import stat
import struct
import termios
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from scorekeeper.serving.answers import PATIENCE
from scorekeeper.web.visitors import network_of

OF_ONE = 400  # open connections of a network; the proxies of `deploy/` have the same limit
INTERVAL = 0.25  # seconds between two looks
FILES = "/dev/fd"  # has an entry for each open file of the process
READS_WITHIN: int | None = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux only

Address = tuple[str, int]  # IP address and port


class Connection(NamedTuple):
    """An open connection: a copy of its socket, and the client's address."""

    socket: socket.socket
    client: Address


class Connections:
    """The connections of this process. `of_one` is the limit for a network; None: no limit, as behind a proxy."""

    def __init__(self, of_one: int | None = OF_ONE) -> None:
        self.of_one = of_one
        self.busy: Counter[Address] = Counter()  # clients whose requests are being processed
        self.since: dict[Address, float] = {}  # when a connection was first seen

    @contextmanager
    def processing(self, client: Address) -> Iterator[None]:
        """Marks the client's connection as busy while a request is processed."""
        self.busy[client] += 1
        try:
            yield
        finally:
            self.busy[client] -= 1
            if not self.busy[client]:
                del self.busy[client]

    def watch(self) -> None:
        """Starts the thread."""
        threading.Thread(target=self._watch, name="connections", daemon=True).start()

    def _watch(self) -> None:
        while not limit_unread():
            time.sleep(INTERVAL)  # granian is about to listen
        while self.of_one is not None:
            if len(os.listdir(FILES)) > self.of_one:
                self.close_surplus()
            time.sleep(INTERVAL)

    def close_surplus(self) -> None:
        """Closes the connections of each network beyond the limit."""
        of_network: defaultdict[str, list[Connection]] = defaultdict(list)
        now, since = time.monotonic(), self.since
        self.since = {}
        for connection in open_connections():
            of_network[network_of(connection.client[0])].append(connection)
            self.since[connection.client] = since.get(connection.client, now)
        for connections in of_network.values():
            if len(connections) > (self.of_one or 0):
                connections.sort(key=self._order)
            for place, connection in enumerate(connections):
                with connection.socket, suppress(OSError):
                    if place < len(connections) - (self.of_one or 0):
                        connection.socket.shutdown(socket.SHUT_RDWR)  # granian sees the end and closes its own copy

    def _order(self, connection: Connection) -> tuple[bool, bool, float]:
        return connection.client in self.busy, bool(unread(connection.socket)), self.since[connection.client]


def sockets() -> Iterator[socket.socket]:
    """Yields a copy of each TCP socket of this process. A copy stays valid when granian closes its own."""
    for name in os.listdir(FILES):
        with suppress(OSError):  # closed meanwhile
            if stat.S_ISSOCK(os.stat(int(name)).st_mode):
                copy = socket.socket(fileno=os.dup(int(name)))
                if copy.family in {socket.AF_INET, socket.AF_INET6} and copy.type == socket.SOCK_STREAM:
                    yield copy
                else:
                    copy.close()


def open_connections() -> Iterator[Connection]:
    """Yields the connections that clients have opened to this process."""
    copies = list(sockets())
    ports = {copy.getsockname()[1] for copy in copies if _is_listening(copy)}
    for copy in copies:
        client = _client_of(copy, ports)
        if client is None:
            copy.close()
        else:
            yield Connection(copy, client)


def _client_of(copy: socket.socket, ports: set[int]) -> Address | None:
    """Returns the client's address; None if the socket is no open connection to one of our ports."""
    with suppress(OSError):
        if copy.getsockname()[1] in ports:
            host, port, *_flow_and_scope = copy.getpeername()
            return host.partition("%")[0], port
    return None


def limit_unread() -> bool:
    """Sets the deadline for reading on the sockets that listen; accepted ones inherit it. False if there are none."""
    is_any = False
    for copy in listening():
        is_any = True
        if READS_WITHIN is not None:
            copy.setsockopt(socket.IPPROTO_TCP, READS_WITHIN, int(PATIENCE * 1000))
    return is_any


def listening() -> Iterator[socket.socket]:
    """Yields a copy of each socket that accepts connections, and closes it afterwards."""
    for copy in sockets():
        with copy:
            if _is_listening(copy):
                yield copy


def _is_listening(copy: socket.socket) -> bool:
    return bool(copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def unread(copy: socket.socket) -> int:
    """Returns the number of bytes that were sent and that the client has not received."""
    size = struct.pack("i", 0)
    with suppress(OSError):
        size = fcntl.ioctl(copy.fileno(), termios.TIOCOUTQ, size)
    return int(struct.unpack("i", size)[0])
