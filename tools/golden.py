"""Writes exports of this version into `tests/golden/<version>/` (`make golden`), as tests for later versions.

It uses the application's pages and command line. Run it once per release; an existing folder is never overwritten.
"""

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper.app import create_app
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.play import score
from scorekeeper.offline.phone import dispatch
from tests.support.job_worker import work_off
from tools import schemas

TOP = Path(__file__).parents[1]
KEY = "a key for golden files"  # tests use it too, so that the links in the database are valid
PASSWORD = "four aces of coins"  # noqa: S105  # of a club only for tests
CLUB = "/c/demo-club"
PLAYED_ALONE = "2026-11-22T21:00:00+00:00"
AS_JSON = {"Accept": "application/json"}
TRESETTE = {
    "format": "scorekeeper/1",
    "game": "tresette",
    "sides": [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}],
}


def make(folder: Path) -> None:
    """Plays some matches and saves every kind of export."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as instance:
        os.environ |= {"SCOREKEEPER_INSTANCE": instance, "SECRET_KEY": KEY, "SCOREKEEPER_PASSWORD": PASSWORD}
        os.environ.pop("DATABASE_URL", None)
        run("demo", "--matches", "12")
        app = create_app({"WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False})
        client = app.test_client()
        client.post("/login", data={"login": "demo", "password": PASSWORD})
        import_agreed_matches(client)
        base = play_an_eventful_match(client)
        for name in ("matches.jsonl", "results.csv"):
            (folder / name).write_bytes(exported(app, client, name))
        with app.test_request_context():
            unsent = play_on_alone(client, base)
        (folder / "unsent.json").write_text(json.dumps(unsent, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        (folder / "scores.jsonl").write_bytes(run("score", str(folder / "matches.jsonl")))
        run("backup", f"{instance}/copy.sqlite3")
        copy = Path(instance, "copy.sqlite3").read_bytes()
        (folder / "database.sqlite3.gz").write_bytes(gzip.compress(copy, mtime=0))


def exported(app: Flask, client: FlaskClient, name: str) -> bytes:
    """Returns an export of the club; a long one is made by a job, as a worker does."""
    answer = client.get(f"{CLUB}/{name}")
    if answer.status_code == 303:
        work_off(app)
        answer = client.get(f"{answer.location}/{name}")
    return bytes(answer.data)


def run(*arguments: str) -> bytes:
    """Runs a command of Scorekeeper; returns its output."""
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=TOP).stdout


def import_agreed_matches(client: FlaskClient) -> None:
    """Imports the matches of `tests/vectors` into the club: every game with its special cases."""
    files = [file.read_text("utf-8").splitlines() for file in sorted(TOP.glob("tests/vectors/*.jsonl"))]
    vectors = [json.loads(line)["document"] for lines in files for line in lines]
    documents = [document for document in vectors if is_allowed(document)]
    for number, document in enumerate(documents):
        played = f"2026-11-{number % 20 + 1:02}T{12 + number // 60:02}:{number % 60:02}:00+00:00"  # each its own
        document["about"] = {"played": played, "table": "Bar Sport"}
    file = "\n".join(json.dumps(document) for document in documents).encode()
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as sent:
        sent.write(file)
        sent.seek(0)
        page = client.post(f"{CLUB}/import", data={"file": (sent, "agreed.jsonl")}).text
    (name,) = set(re.findall(rf"{CLUB}/import/(\w+)", page))
    client.post(f"{CLUB}/import/{name}")


def is_allowed(document: Any) -> bool:
    """True if the rules of this version accept the whole document."""
    try:
        score(document)
    except Refusal:
        return False
    return True


def play_an_eventful_match(client: FlaskClient) -> str:
    """Plays a match at the club's table with every kind of change; returns its address."""
    table = client.post(f"{CLUB}/tables", data={"name": "Table 1", "place": "Circolo"}).location
    token = str(table).split("/")[2]
    started = client.post(
        "/sync/matches", data={"key": "start", "head": json.dumps(TRESETTE), "token": token}, headers=AS_JSON
    ).get_json()
    base = f"/s/{token}/m/{started['number']}"
    steps: list[tuple[str, dict[str, str]]] = [
        ("/confirming", {"what": "hands"}),
        ("/side", {"side": "0"}),
        ("/hands", points(8, 3)),
        ("/hands", points(2, 9)),
        ("/hands/1", points(7, 4)),
        ("/hands/2/strike", {}),
        ("/undo", {}),
        ("/redo", {}),
        ("/hands/1/note", {"note": "after a long talk 🐘"}),
        ("/clock", {"minutes": "90"}),
        ("/seats/3", {"name": "Dora"}),
        ("/hands", points(5, 6)),
        ("/undo", {}),
        ("/hands", points(6, 5)),
    ]
    for seen, (path, fields) in enumerate(steps, 1):
        answer = client.post(base + path, data={**fields, "seen": str(seen), "key": f"step-{seen}"}, headers=AS_JSON)
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.text}")
    return base


def points(ours: int, theirs: int) -> dict[str, str]:
    """Returns the form of a hand with these points."""
    return {"way": "quick", "points.0": str(ours), "points.1": str(theirs)}


def play_on_alone(client: FlaskClient, base: str) -> dict[str, Any]:
    """Returns the export file of a phone that recorded and corrected a hand while it was offline."""
    stored = client.get(f"{base}/kept.json").get_json()
    copy = stored["kept"]
    pending: list[dict[str, Any]] = []
    for act, hand, fields in (("record", None, points(4, 7)), ("correct", 4, points(3, 8))):
        write = {"act": act, "hand": hand, "fields": list(fields.items()), "key": f"alone-{act}", "at": PLAYED_ALONE}
        copy = json.loads(dispatch.answer(json.dumps({"ask": "write", "kept": copy, **write})))["kept"]
        pending.append({"base": base, **write, "applied": True, "id": len(pending) + 1})
    document = json.loads(dispatch.answer(json.dumps({"ask": "document", "kept": copy})))
    match = {"address": base, "document": document, "kept": copy, "pending": pending}
    return {"format": "scorekeeper-unsent/1", "matches": [match]}


if __name__ == "__main__":
    make(TOP / "tests" / "golden" / scorekeeper.__version__)
    schemas.write(schemas.FOLDER / scorekeeper.__version__)
