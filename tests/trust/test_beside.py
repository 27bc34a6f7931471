"""The example configuration of HAProxy limits the connections of one address."""

import re
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

from tests.support.machine import needs
from tests.support.polling import until
from tools.install import debian
from tools.trust.beside import program, running
from tools.trust.server import free_port

EXAMPLE = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
AT_HOME = {  # not available in tests: a certificate, an account, low ports, so many open files
    r"    bind :443 .*\n": "",
    r"    (user|group) haproxy\n": "",
    r"bind :80": "bind 127.0.0.1:{port}",
    r"maxconn 20000": "maxconn 100",
    r"gt 400": "gt 3",
}


def is_answered(connection: socket.socket) -> bool:
    """True if HAProxy responds on this connection with the redirect to https; the connection stays open."""
    with suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.1\r\nHost: cards.example.org\r\n\r\n")
        return connection.recv(1000).startswith(b"HTTP/1.1 308")
    return False


def test_one_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    needs(debian.HAPROXY)
    haproxy = program("haproxy", "haproxy")
    port, text = free_port(), EXAMPLE.read_text("utf-8")
    for wanted, instead in AT_HOME.items():
        text, found = re.subn(wanted, instead.format(port=port), text)
        assert found, wanted
    (tmp_path / "haproxy.cfg").write_text(text, "utf-8")
    words = [haproxy, "-db", "-f", str(tmp_path / "haproxy.cfg")]
    with running(words, tmp_path / "log", port), ExitStack() as opened:
        crowd = [opened.enter_context(socket.create_connection(("127.0.0.1", port))) for _each in range(10)]
        answered = [connection for connection in crowd if is_answered(connection)]
        assert len(answered) in {2, 3}  # 2 if the connection of the readiness check still counts
        for connection in answered:
            connection.close()
        until(lambda: is_answered(opened.enter_context(socket.create_connection(("127.0.0.1", port)))), "an answer")
