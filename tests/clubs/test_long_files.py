"""Large exports and imports run as jobs, with the same results as small ones."""

import io
import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, exporting, import_lines, importing, results, roster
from scorekeeper.clubs.standings import Period, standings
from scorekeeper.store.models import db
from scorekeeper.web import work
from scorekeeper.web.views.clubs import import_export, log_search
from tests.clubs.conftest import the_account, the_club
from tests.clubs.evenings import a_club, play
from tests.clubs.test_import_export import a_season
from tests.support.job_worker import work_off

FOUR = ("Anna", "Bruno", "Carla", "Dino")


@pytest.fixture
def season(app: Flask, club: str) -> str:
    """The slug of olga's club with some matches."""
    with app.app_context():
        made = a_season()
        for login, role in (("olga", "owner"), ("sam", "scorer")):
            account = the_account(login)
            accounts.join(made, account, role)
        db.session.commit()
        return made.slug


@pytest.fixture
def _everything_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every export and import too long for a request."""
    monkeypatch.setattr(work, "MANY_MATCHES", 1)
    monkeypatch.setattr(import_export, "LINES_AT_ONCE", 10)
    monkeypatch.setattr(log_search, "SHORT", 1)


@pytest.mark.parametrize("path", ["matches.jsonl", "results.csv", "log.csv", "matches.jsonl?game=truco"])
def test_a_long_export_holds_what_a_short_one_would(
    owner: FlaskClient, season: str, path: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    at_once = owner.get(f"/c/{season}/{path}")
    assert at_once.status_code == 200
    request.getfixturevalue("_everything_is_long")
    page = str(owner.get(f"/c/{season}/{path}").location)
    assert owner.get(f"/c/{season}/{path}").location == page
    assert 'data-press="waiting"' in owner.get(page).text
    assert work_off(owner.application) == 1
    ready = owner.get(page).text
    assert "The file is ready." in ready
    file = owner.get(ready.partition('class="button primary wide" href="')[2].partition('"')[0])
    if path == "log.csv":  # which has lines about exports too
        assert set(at_once.data.splitlines()) <= set(file.data.splitlines())
    else:
        assert file.data == at_once.data
    assert file.content_type == at_once.content_type
    assert file.headers["Content-Disposition"] == at_once.headers["Content-Disposition"]


@pytest.mark.usefixtures("_everything_is_long")
def test_a_long_export_is_for_those_who_may_have_it(
    scorer: FlaskClient, owner: FlaskClient, member: FlaskClient, season: str
) -> None:
    page = str(owner.get(f"/c/{season}/log.csv").location)
    assert scorer.get(page).status_code == 403
    assert member.get(page).status_code == 404
    assert scorer.get(f"/c/{season}/log.csv").location != page  # without lines for owners only


def upload(client: FlaskClient, club: str, content: bytes) -> str:
    """The page of the job that previews a file."""
    answer = client.post(f"/c/{club}/import", data={"file": (io.BytesIO(content), "season.jsonl")})
    assert answer.status_code == 303
    return str(answer.location)


@pytest.mark.usefixtures("_everything_is_long")
def test_a_large_file_is_looked_at_and_taken_in_by_workers(
    app: Flask, owner: FlaskClient, season: str, club: str
) -> None:
    with app.app_context():
        lines = [line.encode() for line in exporting.match_lines(the_club(season), Period())]
        for name in FOUR:
            roster.add_player(the_club(club), name)
        db.session.commit()
    page = upload(owner, club, b"".join(lines))
    assert "In the queue." in owner.get(page).text
    work_off(app)
    seen = owner.get(page, follow_redirects=True)
    take = seen.text.split('method="post" action="')[-1].split('"')[0]
    assert "Import 4 matches" in seen.text
    taking = str(owner.post(take).location)
    assert owner.post(take).location == taking  # a second click finds the same job
    work_off(app)
    assert "4 matches imported." in owner.get(taking).text
    with app.app_context():
        other_club = the_club(club)
        assert [line.encode() for line in exporting.match_lines(other_club, Period())] == lines
        assert not results.has_backlog(db.session, other_club.id)
        ours, theirs = (standings(the_club(slug), Period("truco")) for slug in (season, club))
        assert [line[1:] for line in ours] == [line[1:] for line in theirs]
    assert "Matches imported: 4" in owner.get(f"/c/{club}/log").text


@pytest.mark.usefixtures("_everything_is_long")
def test_a_large_file_with_a_bad_line_brings_nothing(app: Flask, owner: FlaskClient, season: str, club: str) -> None:
    line = next(iter(owner.get(f"/c/{season}/matches.jsonl?from=2026-03-02").text.splitlines()))
    page = upload(owner, club, f"{line}\n{{}}\n".encode())
    work_off(app)
    seen = owner.get(page, follow_redirects=True).text
    assert "Nothing can be imported until these lines are right" in seen
    assert "Line 2" in seen
    job = page.rpartition("/")[2]
    assert owner.post(f"/c/{club}/import/{job}").status_code == 410


def test_an_import_that_was_killed_half_way_goes_on_where_it_was(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_lines, "ROWS_AT_ONCE", 1)
    with any_app.app_context():
        here, there = a_season(), a_club(*FOUR)
        db.session.commit()
        lines = [line.encode() for line in exporting.match_lines(here, Period())]
        told: list[int] = []

        def killed(count: int) -> None:
            told.append(count)
            if len(told) == 2:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            importing.import_in_batches(there, lambda: lines, actor="Olga", mark="a", report=killed)
        db.session.rollback()
        assert len(list(exporting.match_lines(there, Period()))) == 2
        importing.import_in_batches(there, lambda: lines, actor="Olga", mark="a", report=told.append)
        assert told == [1, 1, 0, 0, 1, 1]
        assert [line.encode() for line in exporting.match_lines(there, Period())] == lines


def test_a_broken_off_import_opens_no_table_twice(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_lines, "ROWS_AT_ONCE", 1)
    with any_app.app_context():
        here, there = a_club(*FOUR), a_club(*FOUR)
        first = play(here, *FOUR, day="2026-01-10")
        lines = [line.encode() for line in exporting.match_lines(here, Period())]
        again = json.loads(lines[0])
        del again["log"]
        again["hands"] = [{"winner": 1, "stake": 3}]
        both = [*lines, json.dumps(again).encode()]
        db.session.commit()
        for file in (lines, both):  # the second run reuses the table of the first
            importing.import_in_batches(there, lambda file=file: file, actor="", mark="a", report=lambda count: None)
        tables = {json.loads(line)["about"]["opened"] for line in exporting.match_lines(there, Period())}
        assert len(tables) == 1
        assert first.sitting_id
