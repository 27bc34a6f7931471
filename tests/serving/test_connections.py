"""Connections of one network are limited, and clients that do not read are disconnected."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper.serving import connections, worker
from scorekeeper.serving.answers import PATIENCE
from scorekeeper.serving.connections import Connections, limit_unread, open_connections

SERVER, CROWD, OTHER = "127.0.0.1", "127.0.0.7", "127.0.0.8"


class Listener:
    """A listening socket, its clients, and the server's ends; only these are among the open files."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self.folder, self.opened = folder, opened
        self.listening = opened.enter_context(socket.create_server((SERVER, 0)))
        self._add(self.listening)

    def _add(self, end: socket.socket) -> None:
        (self.folder / str(end.fileno())).touch()

    def connect(self, source: str) -> tuple[socket.socket, socket.socket]:
        """Returns the client's and the server's end of a new connection."""
        address = self.listening.getsockname()
        client = self.opened.enter_context(socket.create_connection(address, source_address=(source, 0)))
        end = self.opened.enter_context(self.listening.accept()[0])
        self._add(end)
        client.settimeout(5)
        return client, end


@pytest.fixture
def listener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """Returns a server without granian."""
    monkeypatch.setattr(connections, "FILES", str(tmp_path))
    with ExitStack() as opened:
        yield Listener(tmp_path, opened)


def is_closed(client: socket.socket) -> bool:
    """True if the server has closed the connection."""
    client.setblocking(False)
    try:
        return client.recv(1000, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False


def test_a_network_keeps_its_newest_connections_and_requests_being_processed(listener: Listener) -> None:
    crowd = [listener.connect(CROWD)[0] for _number in range(6)]
    other = [listener.connect(OTHER)[0] for _number in range(3)]
    watched = Connections(of_one=3)
    oldest, newest = crowd[0], listener.connect(CROWD)[0]
    watched.since = {client.getsockname(): float(place) for place, client in enumerate(crowd)}
    with watched.processing(oldest.getsockname()):
        watched.close_surplus()
    assert [is_closed(client) for client in crowd] == [False, True, True, True, True, False]
    assert not any(map(is_closed, [newest, *other]))
    assert watched.busy == {}


def test_clients_that_do_not_read_make_room_last_among_those_without_a_request(listener: Listener) -> None:
    silent, end = listener.connect(CROWD)
    end.setblocking(False)
    with suppress(BlockingIOError):
        while end.send(b"x" * 1_000_000):
            pass
    later = [listener.connect(CROWD)[0] for _number in range(2)]
    Connections(of_one=2).close_surplus()
    assert sorted(map(is_closed, later)) == [False, True]
    assert not is_closed(silent)


@pytest.mark.skipif(connections.READS_WITHIN is None, reason="the system has no such option")
def test_the_deadline_for_reading_is_that_of_every_accepted_connection(listener: Listener) -> None:
    assert limit_unread()
    _client, end = listener.connect(CROWD)
    assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == PATIENCE * 1000


@pytest.mark.parametrize(
    "settings, limit",
    [({}, connections.OF_ONE), ({"TRUSTED_PROXIES": 1}, None), ({"RATELIMIT_ENABLED": False}, connections.OF_ONE)],
    ids=["visitors connect themselves", "a proxy limits them", "no limits of rate"],
)
def test_connections_are_limited_where_no_proxy_does_it(
    settings: dict[str, object], limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = {"TRUSTED_PROXIES": 0, "RATELIMIT_ENABLED": True, **settings}
    monkeypatch.setattr(worker, "application", lambda: SimpleNamespace(config=config))
    monkeypatch.setattr(Connections, "watch", lambda self: None)
    assert worker.server().connections.of_one == limit


def test_other_sockets_are_left_alone(listener: Listener) -> None:
    client, _end = listener.connect(CROWD)
    (listener.folder / str(client.fileno())).touch()  # a connection that this process opened, as to a database
    (listener.folder / "99999").touch()  # closed meanwhile
    (connection,) = open_connections()
    with connection.socket:
        assert connection.client == client.getsockname()
