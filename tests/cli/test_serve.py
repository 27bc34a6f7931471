"""`scorekeeper serve`, run as a process."""

import errno
import json
import os
import queue
import re
import resource
import select
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from scorekeeper import local_authority
from scorekeeper.cli import job_worker, main, serve
from scorekeeper.serving import worker
from scorekeeper.serving.connections import OF_ONE
from scorekeeper.serving.https import AT_HOME
from scorekeeper.web.public_address import SERVED_AT
from tests.support.machine import needs
from tests.support.polling import PATIENCE, until
from tools.install.debian import PRINTING


def a_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


port, secure = pytest.fixture(a_port, name="port"), pytest.fixture(a_port, name="secure")


@pytest.fixture
def server(tmp_path: Path, port: int, secure: int) -> Iterator["subprocess.Popen[str]"]:
    """A running server of a machine with https at two addresses of before; its output goes to a file."""
    (tmp_path / "instance").mkdir()
    for address in ("127.0.0.1", "127.0.0.2"):
        local_authority.keep(tmp_path / "instance", local_authority.host_of(address))
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)],
            env={
                **os.environ,
                "SCOREKEEPER_INSTANCE": str(tmp_path / "instance"),
                AT_HOME: f"0.0.0.0 {port} {secure}",
            },
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    yield process
    process.terminate()  # SIGTERM, because its workers would survive SIGKILL
    process.wait(timeout=PATIENCE)


def answer(port: int) -> str:
    """The response of the health page, requested until there is one."""

    def ask() -> str:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as response:
                return str(response.read().decode())
        except OSError:
            return ""

    return until(ask, f"an answer from port {port}")


def is_free(port: int, address: str = "127.0.0.1") -> bool:
    """True if nothing listens on the port."""
    with socket.socket() as trial:
        return bool(trial.connect_ex((address, port)))


def has_loaded(server: "subprocess.Popen[str]", library: str) -> bool:
    """True if a worker of the server has loaded this shared library."""
    workers = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return any(library in Path(f"/proc/{worker}/maps").read_text() for worker in workers)


def a_sheet_that_is_being_set(server: "subprocess.Popen[str]", port: int) -> "Future[bytes]":
    """The response to a request for a sheet, after the server has begun to set it."""

    def ask() -> bytes:
        with urlopen(f"http://127.0.0.1:{port}/blank/albastini.pdf?lang=ja", timeout=PATIENCE) as response:
            return bytes(response.read())

    asking = ThreadPoolExecutor().submit(ask)
    until(lambda: has_loaded(server, "libpango"), "a sheet that is being set")  # Japanese fonts take a second
    return asking


def assert_limits_connections(port: int) -> None:
    """Checks that the server keeps OF_ONE connections of an address, and speaks no HTTP/2, which has no deadlines."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as other:
        other.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")
        while answered := other.recv(1000):
            assert answered.startswith(b"HTTP/1.1 400")
    with ExitStack() as opened:
        crowd = [opened.enter_context(socket.create_connection(("127.0.0.1", port))) for _each in range(OF_ONE + 5)]
        poll = select.poll()
        for connection in crowd:
            poll.register(connection, select.POLLIN)
        closed = until(lambda: (found := poll.poll(0))[4:] and found, "surplus connections closed")
        assert len(closed) == 5
    answer(port)


def assert_answers_securely(address: str, secure: int, instance: Path) -> None:
    """Checks that those who trust the address's authority, and no others, can open the page of trust by https."""
    authority = instance / "https" / address / "authority.crt"
    until(lambda: not is_free(secure, address), "a port for https")
    page = f"https://{address}:{secure}/trust"
    with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urlopen(page, timeout=PATIENCE)
    with urlopen(page, timeout=PATIENCE, context=ssl.create_default_context(cafile=str(authority))) as answered:
        assert "This device trusts the table" in answered.read().decode()


def test_a_first_start_makes_the_database_and_answers_and_a_polite_end_is_an_end(
    server: "subprocess.Popen[str]", port: int, secure: int, tmp_path: Path
) -> None:
    """Before it ends, it finishes the sheet that it is making."""
    needs(PRINTING)
    assert '"ok"' in answer(port)
    for address in ("127.0.0.1", "127.0.0.2"):
        assert_answers_securely(address, secure, tmp_path / "instance")
    assert {path.name for path in (tmp_path / "instance").iterdir()} >= {"scorekeeper.sqlite3", "secret_key"}
    assert_limits_connections(port)
    asking = a_sheet_that_is_being_set(server, port)
    server.send_signal(signal.SIGTERM)
    assert asking.result(timeout=PATIENCE).startswith(b"%PDF")
    assert server.wait(timeout=PATIENCE) == 0
    said = (tmp_path / "output").read_text()
    assert f"Scorekeeper is at http://127.0.0.1:{port}/" in said
    assert re.search(
        rf"To set up a club: http://127.0.0.1:{port}/club/set-up\?code=([A-Z2-7]{{4}}-[A-Z2-7]{{4}}) ", said
    )
    assert "Traceback" not in said


OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def test_asked_for_json_the_server_writes_nothing_else_and_killed_it_leaves_nobody_at_its_port(
    tmp_path: Path, port: int
) -> None:
    environ = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_LOG": "json"}
    words = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port), "--no-qr"]
    log = tmp_path / "log"
    with log.open("w") as told:
        process = subprocess.Popen(words, env=environ, stdout=told, stderr=told)
    answer(port)
    until(lambda: "/healthz" in log.read_text(), "a line of the log")
    process.kill()  # the first process only starts the serving one
    process.wait()
    assert until(lambda: is_free(port), f"nobody at port {port}")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert any({"method": "GET", "route": "/healthz", "status": 200}.items() <= line.items() for line in lines)
    events = " ".join(line["event"] for line in lines)
    assert f"Scorekeeper is at http://127.0.0.1:{port}/" in events
    assert "/club/set-up?code=" in events
    documented = re.search(r"journalctl -u scorekeeper -o cat \| (jq '.*?')`", OPERATIONS.read_text())
    assert documented
    if shutil.which("jq"):
        assert subprocess.run([*shlex.split(documented[1]), str(log)], check=True, capture_output=True).stdout == b""


def test_a_port_that_is_taken_is_told_with_a_sentence(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "PORT_RETRY", 0.1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        refused = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--port", str(port)])
    assert refused.exit_code == 1
    assert f"cannot listen on 127.0.0.1:{port}" in refused.output


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The workers that a server starts, which are no processes."""
    begun: list[object] = []

    def begin() -> object:
        begun.append(SimpleNamespace(is_alive=lambda: True, terminate=lambda: None, join=lambda: None))
        return begun[-1]

    monkeypatch.setattr(job_worker, "_start", begin)
    return begun


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of servers that are not started: the first one makes its database."""
    return tmp_path_factory.mktemp("instance")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, instance: Path, workers: list[object]) -> list[dict[str, object]]:
    """The arguments of a server, which is not started, nor are its workers."""
    told: list[dict[str, object]] = []

    class Told:
        def __init__(self, _target: str, **settings: object) -> None:
            told.append(settings)

        def serve(self) -> None:
            pass

    monkeypatch.setattr(serve, "Granian", Told)
    for name in (SERVED_AT, AT_HOME):
        monkeypatch.setenv(name, "")  # undo what `serve` sets in the environment
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    return told


@pytest.mark.parametrize("words, wanted", [((), 1), (("--no-jobs",), 0)])
def test_a_server_without_jobs_starts_no_worker(
    started: list[dict[str, object]], workers: list[object], port: int, words: tuple[str, ...], wanted: int
) -> None:
    result = CliRunner().invoke(main, ["serve", "--no-qr", "--port", str(port), *words])
    assert (result.exit_code, len(started), len(workers)) == (0, 1, wanted)


@pytest.mark.parametrize("words, code", [((), True), (("--no-qr",), False)])
def test_phones_are_told_the_address_in_their_network(
    started: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch, port: int, words: tuple[str, ...], code: bool
) -> None:
    monkeypatch.setattr(local_authority, "address_in_network", lambda: "192.0.2.7")
    output = CliRunner().invoke(main, ["serve", "--port", str(port), *words]).output
    assert f"Scorekeeper is at http://localhost:{port}/\n" in output
    assert f"For the phones in this network: http://192.0.2.7:{port}/\n" in output
    assert ("█" in output) is code
    assert [(each["address"], each["port"]) for each in started] == [("0.0.0.0", port)]


@pytest.mark.parametrize(
    "address, words, environ, offered",
    [
        ("192.168.1.20", (), {}, True),
        ("192.168.1.20", ("--no-https",), {}, False),
        ("93.184.216.34", (), {}, False),
        ("192.168.1.20", (), {"SCOREKEEPER_PUBLIC_URL": "https://cards.example"}, False),
        ("192.168.1.20", (), {"SCOREKEEPER_TRUSTED_PROXIES": "1"}, False),
    ],
)
@pytest.mark.usefixtures("started")
def test_https_is_offered_in_a_local_network_that_has_no_other(
    monkeypatch: pytest.MonkeyPatch,
    port: int,
    address: str,
    words: tuple[str, ...],
    environ: dict[str, str],
    offered: bool,
) -> None:
    monkeypatch.setattr(local_authority, "address_in_network", lambda: address)
    monkeypatch.setattr(serve, "_is_free", lambda _host, _port: True)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    output = CliRunner().invoke(main, ["serve", "--no-qr", "--port", str(port), *words]).output
    assert (f"http://{address}:{port}/trust" in output) is offered
    assert os.environ[AT_HOME] == (f"0.0.0.0 {port} {port + 443}" if offered else "")


@pytest.mark.parametrize(
    "limits, wanted, connections",
    [
        ((1024, 500_000), (4500, 500_000), serve.CONNECTIONS),
        ((1024, 2048), (2048, 2048), 1548),
        ((100, 100), (100, 100), 50),
        ((1024, resource.RLIM_INFINITY), (4500, resource.RLIM_INFINITY), serve.CONNECTIONS),
        ((9000, 9000), None, serve.CONNECTIONS),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), None, serve.CONNECTIONS),
    ],
)
def test_a_server_may_have_as_many_connections_as_the_machine_allows(
    started: list[dict[str, object]],
    monkeypatch: pytest.MonkeyPatch,
    limits: tuple[int, int],
    wanted: Any,
    connections: int,
    port: int,
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(serve.resource, "getrlimit", lambda _what: limits)
    monkeypatch.setattr(serve.resource, "setrlimit", lambda _what, both: told.append(both))
    result = CliRunner().invoke(main, ["serve", "--no-qr", "--port", str(port)])
    assert result.exit_code == 0
    assert told == ([] if wanted is None else [wanted])
    assert [each["backpressure"] for each in started] == [connections]
    warned = f"open files are permitted (ulimit -n): {connections:,} connections at a time" in result.output
    assert warned is (connections < serve.CONNECTIONS)


def test_a_server_that_may_open_hardly_any_files_does_not_start(
    started: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    monkeypatch.setattr(serve.resource, "getrlimit", lambda _what: (24, 24))
    result = CliRunner().invoke(main, ["serve", "--no-qr", "--port", str(port)])
    assert result.exit_code == 1
    assert "only 24 open files are permitted" in result.output
    assert started == []


def test_a_server_on_a_damaged_database_says_so(
    started: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch, port: int, tmp_path: Path
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    file = tmp_path / "scorekeeper.sqlite3"
    file.write_bytes(b"SQLite format 3\0" + b"\xff" * 10_000)
    result = CliRunner().invoke(main, ["serve", "--no-qr", "--port", str(port)])
    assert result.exit_code == 1
    assert "Error: the database is damaged, or is not one of Scorekeeper: " in result.output
    assert started == []


@pytest.mark.parametrize("own, address", [("192.0.2.7", "192.0.2.7"), ("127.0.0.1", None), (None, None)])
def test_a_machine_without_a_network_has_no_address_for_phones(
    monkeypatch: pytest.MonkeyPatch, own: str | None, address: str | None
) -> None:
    class Probe(socket.socket):
        def connect(self, _address: object) -> None:
            if own is None:
                raise OSError(errno.ENETUNREACH, "Network is unreachable")

        def getsockname(self) -> tuple[str | None, int]:
            return own, 50_000

    monkeypatch.setattr(socket, "socket", Probe)
    assert local_authority.address_in_network() == address


def test_a_worker_asks_the_kernel_to_end_it_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []
    ended: list[int] = []
    kernel = SimpleNamespace(prctl=lambda *words: asked.append(words))
    monkeypatch.setattr(worker.ctypes, "CDLL", lambda _name: kernel)
    monkeypatch.setattr(worker.sys, "platform", "linux")
    monkeypatch.setattr(worker.os, "_exit", ended.append)
    for parents, codes in (([7, 7], []), ([7, 1], [1])):  # the second parent exited before the call
        monkeypatch.setattr(worker.os, "getppid", iter(parents).__next__)
        worker.end_with_parent()
        assert ended == codes
    assert asked == [(worker.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)] * 2


def test_where_the_kernel_cannot_be_asked_a_worker_looks_for_its_parent_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: queue.Queue[int] = queue.Queue()
    parents = iter([7, 7, 7])
    monkeypatch.setattr(worker.sys, "platform", "darwin")
    monkeypatch.setattr(worker.os, "getppid", lambda: next(parents, 1))
    monkeypatch.setattr(worker.os, "_exit", ended.put)
    monkeypatch.setattr(worker, "POLL", 0.0)
    worker.end_with_parent()
    assert ended.get(timeout=PATIENCE) == 1
