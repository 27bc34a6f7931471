"""Clients record hands while the server is killed again and again: is every confirmed hand there, once, in order?

`python -m tools.trust.durability` starts a server on this machine with a database of its own and prints one line of a
table. Exit status 1 where a confirmed hand is missing or doubled, or `scorekeeper verify` finds a difference.
"""

import argparse
import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

PATIENCE = 300.0  # seconds that a client goes on trying to have one hand confirmed
SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
HEAD = {"format": "scorekeeper/1", "game": "albastini", "sides": SIDES}


class Client(threading.Thread):
    """One phone at one table: records hands one after the other, each until it is confirmed, as the pages do."""

    def __init__(self, port: int, number: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.number, self.done = port, number, done
        self.confirmed: list[str] = []  # the keys of confirmed hands, in their order
        self.retries = 0
        self.failures: list[str] = []
        self.cookie = self.form_token = self.match = ""

    def run(self) -> None:
        """Start a match, then record until it is enough."""
        self._start()
        while not self.done.is_set() and not self.failures:
            key = f"{self.number}-{len(self.confirmed)}"
            us = 60 + len(self.confirmed) % 60
            sent = {"way": "points", "points.0": us, "points.1": 120 - us, "key": key, "seen": len(self.confirmed) + 1}
            self._until_answered(f"{self.match}/hands", sent)
            self.confirmed.append(key)

    def _start(self) -> None:
        answer = self._until_answered("/sync/token", None)
        self.form_token = answer["csrf_token"]
        begun = self._until_answered("/sync/matches", {"key": f"table-{self.number}", "head": json.dumps(HEAD)})
        self.match = f"/s/{begun['token']}/m/{begun['number']}"

    def _until_answered(self, address: str, fields: dict[str, object] | None) -> dict[str, str]:
        """Ask the same again until there is an answer; a refusal of what was right is a failure."""
        given_up = time.monotonic() + PATIENCE
        while time.monotonic() < given_up:
            try:
                status, body = self._ask(address, fields)
            except (OSError, HTTPException):
                status, body = 0, b""
            if status == 200:
                answer: dict[str, str] = json.loads(body)
                return answer
            if status not in (0, 503):
                self.failures.append(f"{status} {body[:200]!r}")
                sys.exit()
            self.retries += 1
            time.sleep(random.uniform(0.1, 0.5))  # noqa: S311 (so that not all come back at once)
        self.failures.append(f"no answer for {PATIENCE:g} s")
        sys.exit()

    def _ask(self, address: str, fields: dict[str, object] | None) -> tuple[int, bytes]:
        headers = {"Accept": "application/json", "Cookie": self.cookie, "X-CSRFToken": self.form_token}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=15)) as connection:
            connection.request("POST" if fields else "GET", address, urlencode(fields or {}), headers)
            answer = connection.getresponse()
            body = answer.read()
            cookie = re.match(r"[^;]+", answer.headers.get("Set-Cookie", ""))
            if cookie and answer.status == 200:
                self.cookie = cookie[0]
            return answer.status, body


def start_server(port: int, environ: dict[str, str]) -> subprocess.Popen[bytes]:
    """The server, leading a group of processes of its own."""
    words = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port), "--no-qr"]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(words, env=environ, start_new_session=True, stdout=nowhere, stderr=nowhere)


def kill(server: subprocess.Popen[bytes]) -> None:
    """SIGKILL to every process of the server at once."""
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()


def answers(port: int) -> bool:
    """Whether the server is up."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def kill_often(port: int, environ: dict[str, str], kills: int, seconds: float) -> int:
    """Start the server, and kill it at a random moment after it answers, until it is enough. How often it was."""
    ends = time.monotonic() + seconds
    killed = 0
    server = start_server(port, environ)
    try:
        while killed < kills and time.monotonic() < ends:
            while not answers(port) and time.monotonic() < ends:
                time.sleep(0.05)
            time.sleep(random.uniform(0, 1.5))  # noqa: S311 (not a secret)
            kill(server)
            killed += 1
            server = start_server(port, environ)
        time.sleep(3)  # whoever still waits for an answer gets it
    finally:
        kill(server)
    return killed


def keys_kept(database: Path) -> dict[int, list[str]]:
    """The keys of the recorded hands by client, in the order of the hands."""
    kept: dict[int, list[str]] = {}
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute('SELECT "key" FROM "change" WHERE kind = \'record\' ORDER BY match_id, hand')
        for (key,) in rows:
            kept.setdefault(int(key.partition("-")[0]), []).append(key)
    return kept


def lost_or_doubled(client: Client, kept: list[str]) -> int:
    """How far the database is from the confirmed hands; one more at the end was written and its answer lost."""
    confirmed = client.confirmed
    if kept[: len(confirmed)] == confirmed and len(kept) <= len(confirmed) + 1:
        return 0
    return len(set(confirmed) - set(kept)) or 1


def main() -> int:
    """Run it and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=170)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-trust-") as folder:
        environ = {**os.environ, "SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": ""}
        port, done = free_port(), threading.Event()
        clients = [Client(port, number, done) for number in range(chosen.clients)]
        for client in clients:
            client.start()
        killed = kill_often(port, environ, chosen.kills, chosen.seconds)
        done.set()
        kept = keys_kept(Path(folder) / "scorekeeper.sqlite3")
        wrong = sum(lost_or_doubled(client, kept.get(client.number, [])) for client in clients)
        verified = subprocess.run([sys.executable, "-m", "scorekeeper", "verify"], env=environ, capture_output=True)
    failures = [failure for client in clients for failure in client.failures]
    confirmed, retries = sum(len(client.confirmed) for client in clients), sum(client.retries for client in clients)
    print("| Clients | Kills | Confirmed hands | Retries | Lost or doubled | Refusals | verify |")
    print("|---|---|---|---|---|---|---|")
    sound = "clean" if verified.returncode == 0 else "differences"
    print(f"| {len(clients)} | {killed} | {confirmed} | {retries} | {wrong} | {len(failures)} | {sound} |")
    for failure in failures[:5]:
        print(failure)
    return 1 if wrong or failures or verified.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
