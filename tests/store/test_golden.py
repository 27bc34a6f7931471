"""Exports of every released version (`tests/golden/<version>`) can be read today, with the same totals.

`matches.jsonl` and `results.csv` are a club's exports, `scores.jsonl` is what `scorekeeper score` made of the first,
`unsent.json` a phone's file of unsent changes, `database.sqlite3.gz` a backup of all of it. These folders never change:
if a rule has changed on purpose, it is noted here and in the CHANGELOG.
"""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.clubs import exporting, importing
from scorekeeper.clubs.standings import Period
from scorekeeper.games import GAMES
from scorekeeper.games.engine import offline_match
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.setup import with_all_options
from scorekeeper.store.club_models import ClubSitting
from scorekeeper.store.models import Match, db
from tests.clubs.evenings import a_club
from tools import golden
from tools.golden import AS_JSON, KEY

FOLDER = Path(__file__).parents[1] / "golden"
VERSIONS = sorted(each.name for each in FOLDER.iterdir() if each.is_dir())
of_every_version = pytest.mark.parametrize("version", VERSIONS)
OUTCOME = ("status", "winner", "totals", "games")


def lines(version: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / version / name).read_text(encoding="utf-8").splitlines()]


def unsent(version: str) -> dict[str, Any]:
    (match,) = json.loads((FOLDER / version / "unsent.json").read_text(encoding="utf-8"))["matches"]
    return match  # type: ignore[no-any-return]


@pytest.fixture
def database(version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application of today on the restored backup of that version, with the secret key that it had."""
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(gzip.decompress((FOLDER / version / "database.sqlite3.gz").read_bytes()))
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", KEY)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    restored = CliRunner().invoke(main, ["restore", "--without-checksum", str(copy)])
    assert restored.exit_code == 0, restored.output
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False})


def test_there_are_golden_files_of_this_version_and_of_one_before() -> None:
    assert scorekeeper.__version__ in VERSIONS
    assert len(VERSIONS) > 1


@pytest.mark.night
def test_this_version_writes_such_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SCOREKEEPER_INSTANCE", "SCOREKEEPER_PASSWORD", "SECRET_KEY", "DATABASE_URL"):
        monkeypatch.setenv(name, "")  # set by the tool, and here again as it was afterwards
    golden.make(tmp_path / "now")
    newest = FOLDER / scorekeeper.__version__
    assert {file.name for file in (tmp_path / "now").iterdir()} == {file.name for file in newest.iterdir()}
    (unsent_now,) = json.loads((tmp_path / "now" / "unsent.json").read_text(encoding="utf-8"))["matches"]
    assert unsent_now["document"]["hands"] == unsent(scorekeeper.__version__)["document"]["hands"]


@of_every_version
def test_its_matches_score_as_they_did(version: str) -> None:
    documents, scores = lines(version, "matches.jsonl"), lines(version, "scores.jsonl")
    assert len(documents) == len(scores) > 50
    for document, scored in zip(documents, scores, strict=True):
        result = rules.score(document)
        assert [hand["points"] for hand in result["hands"]] == [hand["points"] for hand in scored["hands"]], document
        assert {name: result[name] for name in OUTCOME} == {name: scored[name] for name in OUTCOME}, document


@of_every_version
def test_a_club_takes_its_matches_in_with_their_logs_and_counts_the_same_results(app: Flask, version: str) -> None:
    file = (FOLDER / version / "matches.jsonl").read_bytes()
    with app.app_context():
        club = a_club()
        assert importing.import_matches(club, file.splitlines(), actor="") == len(file.splitlines())
        db.session.commit()
        exported = [json.loads(line) for line in exporting.match_lines(club, Period())]
        results = "".join(exporting.result_rows(club, Period()))
    assert [each["hands"] for each in exported] == [each["hands"] for each in lines(version, "matches.jsonl")]
    assert [len(each["log"]) for each in exported] == [len(each["log"]) for each in lines(version, "matches.jsonl")]
    assert counted(results) == counted((FOLDER / version / "results.csv").read_text(encoding="utf-8"))


def counted(results: str) -> list[tuple[str, ...]]:
    """Returns each player's result of a match, without the match's number.

    Until 0.2 the moment stood in one column, and games went by their slugs.
    """
    names = ("player", "side", "won", "lost", "games", "points", "points against")
    titles = {game.slug: game.title for game in GAMES}
    return sorted(
        (row["played on"][:10], titles.get(row["game"], row["game"]), *(row[name] for name in names))
        for row in csv.DictReader(results.splitlines())
    )


@of_every_version
def test_its_backup_is_restored_and_every_match_stands_as_it_did(version: str, database: Flask) -> None:
    with database.app_context():
        ours = db.session.query(Match).join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        matches = ours.order_by(Match.id).all()
        for match in matches:
            ledger.rescore(match)  # as the first page does that opens it after an upgrade
        db.session.commit()
        totals = [[side["total"] for side in ledger.state(match)["sides"]] for match in matches]
        db.engine.dispose()
    verified = CliRunner().invoke(main, ["verify"])
    assert verified.exit_code == 0, verified.output
    assert totals == [scored["totals"] for scored in lines(version, "scores.jsonl")]


@of_every_version
def test_a_phone_goes_on_with_what_it_kept(version: str) -> None:
    stored = unsent(version)
    kept = {**stored["kept"], "setup": with_all_options(stored["kept"]["setup"])}  # as the phone does for each request
    _rows, table = offline_match.played(kept)
    assert table["totals"] == rules.score(stored["document"])["totals"]
    assert offline_match.document(kept) == stored["document"]
    undone = offline_match.undo(kept, key="undone")
    assert offline_match.played(offline_match.redo(undone, key="redone"))[1] == table


@of_every_version
def test_what_a_phone_had_not_sent_arrives_by_the_link_it_had(version: str, database: Flask) -> None:
    stored = unsent(version)
    client = database.test_client()
    seen = stored["kept"]["version"] - len(stored["pending"])
    for write in stored["pending"]:
        path = {"record": "/hands", "correct": f"/hands/{write['hand']}"}[write["act"]]
        sent = {**dict(write["fields"]), "key": write["key"], "seen": str(seen)}
        answer = client.post(stored["address"] + path, data=sent, headers=AS_JSON)
        assert answer.status_code == 200, answer.text
        seen += 1
    totals = [side["total"] for side in answer.json["state"]["sides"]]
    assert totals == rules.score(stored["document"])["totals"]
    with database.app_context():
        db.engine.dispose()


@of_every_version
def test_what_a_phone_had_not_sent_can_be_saved_as_a_new_match(version: str, client: FlaskClient) -> None:
    document = dict(unsent(version)["document"])
    hands = document.pop("hands")
    sent = {"key": "anew", "head": json.dumps(document), "hands": json.dumps(hands)}
    kept = client.post("/sync/matches", data=sent).json["kept"]
    assert offline_match.played(kept)[1]["totals"] == rules.score({**document, "hands": hands})["totals"]
