"""The example configuration of Caddy is valid and does what docs/operations.md describes."""

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from tests.support.polling import PATIENCE, until
from tools.trust.beside import Missing, program, running
from tools.trust.server import Server, environ_for, free_port, serving

EXAMPLE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
FORGED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}


@pytest.fixture
def front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, Server, Path]]:
    """A Caddy in front of a server: its port, the server, its log."""
    try:
        caddy = program("caddy", "caddy")
    except Missing:  # installing Debian's package would start a server at port 80, so it is not required
        pytest.skip("no caddy")
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    with app.app_context():
        upgrade.upgrade(db.engine, tmp_path)
        db.engine.dispose()
    port, log = free_port(), tmp_path / "caddy.log"
    with serving(environ_for(tmp_path) | {"SCOREKEEPER_TRUSTED_PROXIES": "1"}, tmp_path / "server.log") as server:
        monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", f"http://127.0.0.1:{port}")  # without certificates
        monkeypatch.setenv("UPSTREAM", f"127.0.0.1:{server.port}")
        monkeypatch.setenv("HOME", str(tmp_path))
        text = EXAMPLE.read_text("utf-8").replace("{\n", "{\n\tadmin off\n", 1)  # its port may be in use
        (tmp_path / "Caddyfile").write_text(text, "utf-8")
        with running([caddy, "run", "--config", str(tmp_path / "Caddyfile")], log, port):
            yield port, server, log


def test_visitors_forge_no_headers_and_no_address_is_logged_when_the_server_is_away(
    front: tuple[int, Server, Path],
) -> None:
    port, server, log = front
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def get(path: str) -> tuple[int, str]:
        connection.request("GET", path, headers=FORGED)
        answer = connection.getresponse()
        page = answer.read().decode()
        assert "Strict-Transport-Security" not in answer.headers  # it came without https
        return answer.status, page

    status, page = get("/")
    assert (status, "evil.example" in page) == (200, False)
    server.stop()
    assert get("/s/a-secret-link")[0] == 502
    until(lambda: "502" in log.read_text("utf-8"), "a line about the server")
    assert "a-secret-link" not in log.read_text("utf-8")
    connection.close()
