"""How many watchers one process can serve, and how much data an idle watcher receives.

    python -m benchmarks.watchers

A watcher polls once a second, less often after half an hour without news (docs/watching.md). Measured is one process
with one thread, by calling the application directly (no network), in its processor time, so that other programs change
little: how many 304s and how many updates it sends per second; the same over real connections, as `scorekeeper serve`
responds, with the clients on the same machine; then the bytes of a quiet minute, including headers of requests and
responses. A cache in front needs one response per second for all watchers together.
"""

import argparse
import tempfile
from itertools import repeat
from pathlib import Path
from time import process_time

from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from benchmarks.driver import Client, drive, get
from benchmarks.save_hand import HEAD, SAMPLE
from benchmarks.servers import OURS, served
from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.models import db
from scorekeeper.web import links

MINUTE = 60  # polls of a watcher in a minute
QUIET_MINUTE = 60 / 24  # polls in a minute after two hours without news
CONNECTIONS = 64
# The headers of Chromium's requests.
USUAL = {
    "Accept": "*/*", "Accept-Encoding": "gzip, deflate", "Accept-Language": "it-IT,it;q=0.9",
    "Connection": "keep-alive",
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile",
}  # fmt: skip


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="for which each request is repeated")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
            path = _match_of(20)
            db.engine.dispose()
        client = app.test_client()
        first = client.get(path, headers=USUAL)
        quiet = USUAL | {"If-None-Match": first.headers["ETag"]}
        print(
            f"{'nothing has happened (304)':34} {_rate(client, path, quiet, seconds):7.0f} a second = as many watchers"
        )
        print(f"{'the news of one hand (200)':34} {_rate(client, path, USUAL, seconds):7.0f} a second")
        print(f"{'nothing has happened, granian':34} {_rate_served(folder, path, quiet, seconds):7.0f} a second")
        environ = EnvironBuilder(path, headers=list(quiet.items())).get_environ()
        size = _size(app, environ, quiet, path) / 1000
        print(f"{'a quiet watcher':34} {MINUTE * size:7.1f} kB a minute")
        print(f"{'the same, two hours later':34} {QUIET_MINUTE * size:7.1f} kB a minute")


def _match_of(hands: int) -> str:
    """Creates a match; returns the address of its state since the last hand, by a watch link."""
    sitting = ledger.open_sitting()
    match = ledger.start_match(sitting, HEAD, actor="", key="start")
    for number in range(hands):
        ledger.record(match, SAMPLE.entry, ledger.Write("", f"hand {number}", match.version))
    token = links.token(links.make_link(sitting, "watch"))
    db.session.commit()
    return f"/s/{token}/m/1/state.json?since={match.version - 1}&lang=it"


def _rate(client: FlaskClient, path: str, headers: dict[str, str], seconds: float) -> float:
    count, start = 0, process_time()
    while process_time() - start < seconds:
        client.get(path, headers=headers)
        count += 1
    return count / (process_time() - start)


def _rate_served(folder: str, path: str, headers: dict[str, str], seconds: float) -> float:
    """Returns the responses per second of a server of one process over many keep-alive connections."""
    environ = {"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": ""}
    request = get(path, **{name.replace("-", "_"): value for name, value in headers.items()})
    with served("granian", OURS, environ, "/healthz") as (port, _pid):
        clients = [Client(port, repeat(request)) for _ in range(CONNECTIONS)]
        drive(clients, seconds / 5)  # to warm up
        measured = drive(clients, seconds)
        for client in clients:
            client.close()
    if set(measured.statuses) != {304}:
        raise SystemExit(f"answered with {dict(measured.statuses)}")
    return measured.rate


def _size(app: object, environ: object, headers: dict[str, str], path: str) -> int:
    """Returns the bytes of a request and its response in HTTP/1.1."""
    body, status, response_headers = run_wsgi_app(app, environ)  # type: ignore[arg-type]
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: scorekeeper.example",
        *(f"{name}: {text}" for name, text in headers.items()),
    ]
    lines += ["", f"HTTP/1.1 {status}", *(f"{name}: {text}" for name, text in response_headers.items()), ""]
    return sum(len(line) + 2 for line in lines) + sum(len(part) for part in body)


if __name__ == "__main__":
    main()
