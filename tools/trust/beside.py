"""Starts Debian's HAProxy in front of the servers and Redis behind them, each in its own folder."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.install.debian import SYSTEM_PATH
from tools.trust.cluster import end_with_parent
from tools.trust.server import Server, free_port

PATIENCE = 10.0  # seconds
FRONT = """\
global
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout queue 10s
    option redispatch
    option forwardfor
    retries 3
frontend phones
    bind 127.0.0.1:{port}
    default_backend machines
backend machines
    balance roundrobin
    option httpchk GET /healthz
{machines}
"""
MACHINE = "    server {name} 127.0.0.1:{port} check inter 200ms fall 1 rise 1"


class Missing(Exception):
    """Raised if a program is not installed; the text is how to install it."""


def program(name: str, package: str) -> str:
    """Returns the path of a program. Raises Missing."""
    found = shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        raise Missing(f"{name} is not there: apt-get install {package}")
    return found


@contextmanager
def proxy(folder: Path, servers: Sequence[Server]) -> Iterator[int]:
    """Runs HAProxy, which balances requests between the servers that respond; yields its port."""
    port = free_port()
    machines = [MACHINE.format(name=f"machine{number}", port=server.port) for number, server in enumerate(servers)]
    file = folder / "haproxy.cfg"
    file.write_text(FRONT.format(port=port, machines="\n".join(machines)), encoding="ascii")
    with running([program("haproxy", "haproxy"), "-db", "-f", str(file)], folder / "haproxy.log", port):
        yield port


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Runs a Redis without persistence; yields its address."""
    port = free_port()
    words = [program("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with running([*words, "--dir", str(folder)], folder / "redis.log", port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def running(words: list[str], log: Path, port: int) -> Iterator[None]:
    """Runs a program that listens on the port and stops it afterwards. Raises TimeoutError if it does not listen."""
    with log.open("wb") as said:
        process = subprocess.Popen(words, stdout=said, stderr=said, preexec_fn=end_with_parent)
    try:
        _wait(port, process, log)
        yield
    finally:
        process.terminate()
        process.wait()


def _wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    ends = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as trial:
            if not trial.connect_ex(("127.0.0.1", port)):
                return
        if time.monotonic() > ends or process.poll() is not None:
            raise TimeoutError(f"nothing at port {port}; it said: {log.read_text(errors='replace')[-500:]}")
        time.sleep(0.05)
