"""How many watchers one process sustains, and how much an idle one is sent.

    python -m benchmarks.watchers

A watcher asks once a second, less often after half an hour without news (docs/watching.md). Measured is one process
with one thread, by calling the application itself (no network), in seconds of its own processor time, so that what else
the machine does changes little: how often a second it can say that nothing has happened, and how often it can tell
news; the same over real connections, as `scorekeeper serve` answers them, with whoever asks on the same machine; then
the bytes of a quiet minute, headers of both directions included. A cache in front needs one answer a second for all
watchers together.
"""

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

SECONDS = 5  # that each question is asked for
MINUTE = 60  # questions of a watcher in a minute
QUIET_MINUTE = 60 / 24  # and of one who has watched for two hours without news
CONNECTIONS = 64
# What Chromium sends along with a question.
USUAL = {
    "Accept": "*/*", "Accept-Encoding": "gzip, deflate", "Accept-Language": "it-IT,it;q=0.9",
    "Connection": "keep-alive",
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile",
}  # fmt: skip


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder})
        with app.app_context():
            upgrade.upgrade(db.engine, Path(folder))
            path = _match_of(20)
            db.engine.dispose()
        client = app.test_client()
        first = client.get(path, headers=USUAL)
        quiet = USUAL | {"If-None-Match": first.headers["ETag"]}
        print(f"{'nothing has happened (304)':34} {_rate(client, path, quiet):7.0f} a second = as many watchers")
        print(f"{'the news of one hand (200)':34} {_rate(client, path, USUAL):7.0f} a second")
        print(f"{'nothing has happened, granian':34} {_rate_served(folder, path, quiet):7.0f} a second")
        environ = EnvironBuilder(path, headers=list(quiet.items())).get_environ()
        size = _size(app, environ, quiet, path) / 1000
        print(f"{'a quiet watcher':34} {MINUTE * size:7.1f} kB a minute")
        print(f"{'the same, two hours later':34} {QUIET_MINUTE * size:7.1f} kB a minute")


def _match_of(hands: int) -> str:
    """The address of the news of a match's last hand, by a link that watches."""
    sitting = ledger.open_sitting()
    match = ledger.start_match(sitting, HEAD, actor="", key="start")
    for number in range(hands):
        ledger.record(match, SAMPLE.entry, ledger.Write("", f"hand {number}", match.version))
    token = links.token(links.make_link(sitting, "watch"))
    db.session.commit()
    return f"/s/{token}/m/1/state.json?since={match.version - 1}&lang=it"


def _rate(client: FlaskClient, path: str, headers: dict[str, str]) -> float:
    asked, start = 0, process_time()
    while process_time() - start < SECONDS:
        client.get(path, headers=headers)
        asked += 1
    return asked / (process_time() - start)


def _rate_served(folder: str, path: str, headers: dict[str, str]) -> float:
    """The same by a server of one process, over many connections that are kept open."""
    environ = {"SCOREKEEPER_INSTANCE": folder, "DATABASE_URL": ""}
    request = get(path, **{name.replace("-", "_"): value for name, value in headers.items()})
    with served("granian", OURS, environ, "/healthz") as (port, _pid):
        clients = [Client(port, repeat(request)) for _ in range(CONNECTIONS)]
        drive(clients, 1)  # to warm up
        found = drive(clients, SECONDS)
        for client in clients:
            client.close()
    if set(found.statuses) != {304}:
        raise SystemExit(f"answered with {dict(found.statuses)}")
    return found.rate


def _size(app: object, environ: object, headers: dict[str, str], path: str) -> int:
    """Bytes of a question and its answer as HTTP/1.1 writes them."""
    body, status, found = run_wsgi_app(app, environ)  # type: ignore[arg-type]
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: scorekeeper.example",
        *(f"{name}: {text}" for name, text in headers.items()),
    ]
    lines += ["", f"HTTP/1.1 {status}", *(f"{name}: {text}" for name, text in found.items()), ""]
    return sum(len(line) + 2 for line in lines) + sum(len(part) for part in body)


if __name__ == "__main__":
    main()
