"""The example configuration of nginx is valid and does what docs/operations.md describes."""

import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.support.matches import TRUCO, start
from tests.support.polling import PATIENCE, until
from tools.trust.beside import Missing, program, running
from tools.trust.server import environ_for, free_port, serving

EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
AT_HOME = {  # not available in tests: low ports, trusted certificates, system folders
    r"listen 80;": "listen 127.0.0.1:{plain};",
    r"listen 443 ssl": "listen 127.0.0.1:{tls} ssl",
    r"    listen \[::\].*\n": "",
    r"127\.0\.0\.1:8000": "127.0.0.1:{server}",
    r"/run/|/etc/letsencrypt/live/scores\.example\.org/|/var/log/nginx/": "{folder}/",
}
AROUND = """\
{user}
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/scorekeeper.conf;
}}
"""
CERTIFICATE = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]


class Front:
    """An nginx in front of a server: its ports, its log, and the address of a match for watchers."""

    def __init__(self, folder: Path, watched: str) -> None:
        self.plain, self.tls = free_port(), free_port()
        self.log, self.watched = folder / "scorekeeper.log", watched
        self.said = b""  # the body of the last response

    def get(self, path: str, **headers: str) -> HTTPResponse:
        """Requests a page over TLS and stores its body in `said`."""
        trusting = ssl._create_unverified_context()
        connection = HTTPSConnection("127.0.0.1", self.tls, timeout=PATIENCE, context=trusting)
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        self.said = answer.read()
        connection.close()
        return answer

    def logged(self) -> list[str]:
        """The lines of its log so far."""
        return self.log.read_text("utf-8").splitlines()


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    try:
        nginx, openssl = program("nginx", "nginx-light"), program("openssl", "openssl")
    except Missing:  # installing Debian's package would start a server at port 80, so it is not required
        pytest.skip("no nginx, or no openssl")
    folder = tmp_path_factory.mktemp("nginx")
    keys = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([openssl, *CERTIFICATE, *keys], check=True, capture_output=True)
    found = Front(folder, a_watched_match(folder))
    environ = environ_for(folder) | {"SCOREKEEPER_TRUSTED_PROXIES": "1"}
    with serving(environ, folder / "server.log") as server:
        text = EXAMPLE.read_text("utf-8")
        ports = {"plain": found.plain, "tls": found.tls, "server": server.port, "folder": folder}
        for wanted, instead in AT_HOME.items():
            text, changed = re.subn(wanted, instead.format(**ports), text)
            assert changed, wanted
        (folder / "scorekeeper.conf").write_text(text, "utf-8")
        user = "" if os.geteuid() else "user root;"  # the owner of the folder
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user), "utf-8")
        with running([nginx, "-c", str(folder / "nginx.conf")], folder / "nginx.log", found.tls):
            yield found


def a_watched_match(folder: Path) -> str:
    """Creates a match in the database of this folder; returns its address for watchers."""
    app = create_app({"INSTANCE_PATH": str(folder)})
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
        token = links.token(links.make_link(start(TRUCO).sitting, "watch"))
        db.session.commit()
        db.engine.dispose()
    return f"/s/{token}/m/1"


def test_who_comes_without_tls_is_sent_to_it(front: Front) -> None:
    connection = HTTPConnection("127.0.0.1", front.plain, timeout=PATIENCE)
    connection.request("GET", "/rules/?lang=it", headers={"Host": "scores.example.org"})
    answer = connection.getresponse()
    assert answer.status == 308
    assert answer.headers["Location"] == "https://scores.example.org/rules/?lang=it"
    connection.close()


def test_what_many_watch_is_asked_of_the_application_once_a_second(front: Front) -> None:
    address, known = f"{front.watched}/state.json?since=0&lang=en", len(front.logged())

    def answered_from_memory() -> bool:
        assert front.get(address).status == 200
        return any(line.split()[5] == "HIT" for line in front.logged()[known:])

    assert until(answered_from_memory, "an answer from memory")


def test_no_address_of_a_sitting_is_in_the_log(front: Front) -> None:
    known = len(front.logged())
    assert front.get(front.watched).status == 200
    (line,) = until(lambda: front.logged()[known:], "a line")
    assert re.fullmatch(r"\S+ GET 200 \d+ [\d.]+ - [0-9a-f]{32}", line)


def test_the_application_knows_that_it_was_asked_by_tls_whatever_a_visitor_says(front: Front) -> None:
    answer = front.get("/", X_Forwarded_Proto="http", X_Forwarded_For="203.0.113.7", X_Forwarded_Host="evil.example")
    assert answer.status == 200
    assert "Strict-Transport-Security" in answer.headers
    assert b"evil.example" not in front.said
