"""`scorekeeper serve --demo`: an automatic club, open to everybody, and deleted every hour."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper import mail
from scorekeeper.app import create_app
from scorekeeper.cli import demo_stage, main
from scorekeeper.clubs import accounts, nights, series
from scorekeeper.clubs.demo import (
    GIVEN,
    HAND,
    MATCHES,
    NIGHT,
    PAUSES,
    REMATCH,
    ROUND,
    Evening,
    Scene,
    Step,
    Table,
    head_of,
    next_step,
    teams_of,
)
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Game
from scorekeeper.store.club_models import SignIn
from scorekeeper.store.models import Match, db, today
from scorekeeper.web import links
from scorekeeper.web.table_links import make_links_of
from scorekeeper.web.views.clubs.demonstration import SHARED, mark
from tests.conftest import USUAL, MakeApp
from tests.support.polling import PATIENCE

HOUR = 3600  # seconds
ENDS = datetime(2099, 11, 27, 15, tzinfo=UTC)
TAPS = ("owner", "scorer", "member")
PLAYS, OVER, DONE = Table(1, is_over=False), Table(2, is_over=True), Table(3, is_over=True, matches=MATCHES)


@pytest.mark.parametrize(
    "night, tournament, steps",
    [
        ((PLAYS,), (), {Step(ROUND)}),
        ((DONE,), (OVER,), {Step(ROUND)}),
        ((), (PLAYS,), {Step(NIGHT)}),
        ((DONE,), (PLAYS, OVER), {Step(NIGHT)}),
        ((OVER, DONE), (PLAYS._replace(match=7), OVER), {Step(REMATCH, 2), Step(HAND, 7)}),
        ((PLAYS, DONE), (PLAYS._replace(match=7),), {Step(HAND, 1), Step(HAND, 7)}),
    ],
)
def test_tables_play_until_all_of_them_are_done(
    night: tuple[Table, ...], tournament: tuple[Table, ...], steps: set[Step]
) -> None:
    assert {next_step(Scene(night, tournament), Random(seed)) for seed in range(20)} == steps


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_match_of_each_game_begins_with_the_players_drawn_for_it(game: Game) -> None:
    for seed in range(20):
        rules.begin(head_of(game, teams_of(game, Random(seed), GIVEN.split())))


def moves(folder: Path, seconds: float, check: Callable[[Evening], None] = lambda evening: None) -> list[Step]:
    """The steps of so many seconds in this folder's club, which are checked at the end."""
    app = create_app(USUAL | {"INSTANCE_PATH": str(folder), "DATABASE_URL": ""})
    chance, steps = Random(7), []
    with app.app_context():
        evening = Evening(1, chance, make_links_of)
        while seconds > 0:
            steps.append(evening.move())
            seconds -= chance.uniform(*PAUSES)
        check(evening)
        db.engine.dispose()
    return steps


def check_what_was_played(evening: Evening) -> None:
    """Tournaments are played to their end, players' pages are on, and all counts in the championship."""
    tournaments, all_nights = keeping.tournaments(evening.club), nights.nights(evening.club)
    finished = [each for each in tournaments if each.closed_at]
    assert finished
    assert all(len(each.document["rounds"]) == each.document["system"]["rounds"] for each in finished)
    assert len(tournaments) == len(finished) + 1
    assert all(each.public for each in (*tournaments, *all_nights))
    assert [each.id for each in nights.open_on(evening.club, today())] == [evening.night]
    at_work = [match.sitting for match in db.session.scalars(select(Match)) if match.status == "in_progress"]
    assert [{link.may for link in sitting.links} for sitting in at_work] == [set(links.MAY)] * len(at_work) != []
    (championship,) = series.list_series(evening.club)
    assert len(series.weights_of(championship)) == len(tournaments) + len(all_nights)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a club whose evening has begun."""
    folder = tmp_path / "one"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    monkeypatch.setenv("SCOREKEEPER_SQLITE_SYNCHRONOUS", "NORMAL")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    made = CliRunner().invoke(main, ["demo", "--evening", "--matches", "5", "--password", "four aces of coins"])
    assert made.exit_code == 0, made.output
    return folder


@pytest.mark.night
def test_half_an_hour_of_the_evening_is_played_by_the_rules(evening: Path) -> None:
    steps = moves(evening, HOUR / 2, check_what_was_played)
    assert {step.kind for step in steps} == {HAND, REMATCH, ROUND, NIGHT}
    assert CliRunner().invoke(main, ["verify"]).exit_code == 0


def test_the_evening_goes_on_by_the_seed(evening: Path, tmp_path: Path) -> None:
    shutil.copytree(evening, tmp_path / "other")
    steps = moves(evening, HOUR / 50)
    assert HAND in {step.kind for step in steps}
    assert moves(tmp_path / "other", HOUR / 50) == steps
    verified = CliRunner().invoke(main, ["verify"])
    assert verified.exit_code == 0, verified.output


def demonstration(make_app: MakeApp, folder: Path, key: str = "a key for tests", **settings: object) -> Flask:
    """A demonstration with a club that has an owner, on the fixture's database."""
    mark(folder, ENDS, 1)
    app = make_app(SECRET_KEY=key, **settings)
    with app.app_context():
        if accounts.find_club("circolo") is None:
            club = accounts.create_club("Circolo")
            accounts.join(club, accounts.create_account("demo", "Demo", "four aces of coins"), "owner")
            db.session.commit()
    return app


def tap(client: FlaskClient, role: str) -> str:
    """Logs in by one tap; the page that it leads to."""
    return client.post("/demonstration", data={"role": role}, follow_redirects=True).text


def test_one_tap_logs_in_with_each_role_and_each_visitor_has_an_account(make_app: MakeApp, tmp_path: Path) -> None:
    app = demonstration(make_app, tmp_path)
    home = app.test_client().get("/").text
    assert set(re.findall(r'name="role" value="(\w+)"', home)) == set(TAPS)
    assert "Demonstration: everything is deleted at" in home
    browsers = [app.test_client() for _role in TAPS]
    names = [re.findall(r"Visitor \d", tap(browser, role)) for browser, role in zip(browsers, TAPS, strict=True)]
    assert names == [["Visitor 2"], ["Visitor 3"], ["Visitor 4"]]
    opened = [[browser.get(f"/c/circolo/{page}").status_code for page in ("nights", "people")] for browser in browsers]
    assert opened == [[200, 200], [200, 403], [200, 403]]
    tap(browsers[0], "owner")
    with app.app_context():
        assert len(accounts.members(accounts.find_club("circolo") or pytest.fail("no club"))) == 1 + len(TAPS)
        confirmed = set(db.session.scalars(select(SignIn.confirmed_at)))
        assert confirmed == {ENDS}, "no password is asked for, because nobody has one"
    assert browsers[0].post("/demonstration", data={"role": "president"}).status_code == 404


def test_a_form_or_session_of_the_hour_before_leads_to_the_log_in_page(make_app: MakeApp, tmp_path: Path) -> None:
    client = demonstration(make_app, tmp_path).test_client()
    tap(client, "owner")
    cookie = client.get_cookie("scorekeeper")
    assert cookie is not None
    following = demonstration(make_app, tmp_path, key="another key, of the next hour", WTF_CSRF_ENABLED=True)
    client = following.test_client()
    client.set_cookie("scorekeeper", cookie.value)
    assert client.get("/c/circolo/nights").location == "/login?next=/c/circolo/nights"
    answer = client.post("/c/circolo/tables", data={"csrf_token": "old"}, follow_redirects=True)
    assert answer.request.path == "/login"
    assert "The demonstration has begun again" in answer.text
    refused = client.post("/c/circolo/tables", headers={"Accept": "application/json"})
    assert (refused.status_code, refused.is_json) == (400, True)


def test_no_mail_or_webhook_leaves_and_strangers_may_do_less(make_app: MakeApp, tmp_path: Path) -> None:
    sending = {"SMTP_HOST": "mail.example.org", "MAIL_FROM": "us@example.org", "PUBLIC_URL": "https://example.org"}
    app = demonstration(make_app, tmp_path, WEBHOOKS=True, TABLES_A_DAY=0, **sending)
    with app.app_context():
        assert not mail.is_on()
    left = {name: app.config[name] for name in ("WEBHOOKS", "RATELIMIT_STORAGE_URI", "TABLES_A_DAY")}
    assert left == {"WEBHOOKS": False, "RATELIMIT_STORAGE_URI": "memory://", "TABLES_A_DAY": 30}


def test_a_visitor_cannot_end_the_demonstration_for_others(make_app: MakeApp, tmp_path: Path) -> None:
    app = demonstration(make_app, tmp_path)
    owner, other = app.test_client(), app.test_client()
    tap(owner, "owner")
    tap(other, "owner")
    owner.post("/c/circolo/nights", data={"day": "2026-11-27", "tables": "2"})
    for address, form in {
        "people/3/reset": {},
        "people/3": {"role": "out"},
        "nights/1/delete": {},
    }.items():
        said = owner.post(f"/c/circolo/{address}", data=form, follow_redirects=True).text
        assert "off in the demonstration" in said
    assert {owner.get("/c/circolo/nights/1").status_code, other.get("/c/circolo/people").status_code} == {200}
    assert set(app.view_functions) >= SHARED


def test_the_folder_of_a_killed_demonstration_is_deleted_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DATABASE_URL", "SCOREKEEPER_INSTANCE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(demo_stage.Stage, "_fill", lambda stage, _ends: stage.top)
    abandoned = tmp_path / f"{demo_stage.PREFIX}of-a-killed-one"
    abandoned.mkdir()
    with demo_stage.open_stage(1) as first, demo_stage.open_stage(1) as second:
        assert {*tmp_path.iterdir()} == {first.top, second.top}
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("variable, value", [("DATABASE_URL", "sqlite://"), ("SCOREKEEPER_INSTANCE", "{used}")])
def test_a_database_or_instance_in_use_is_refused(
    variable: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (tmp_path / "scorekeeper.sqlite3").touch()
    monkeypatch.setenv(variable, value.format(used=tmp_path))
    result = CliRunner().invoke(main, ["serve", "--demo", "--host", "127.0.0.1", "--port", "18790"])
    assert (result.exit_code, variable in result.output) == (1, True), result.output


@pytest.mark.parametrize("at, hour", [((14, 30), 15), ((14, 45), 15), ((14, 46), 16)])
def test_everything_is_deleted_at_a_full_hour_that_is_not_near(at: tuple[int, int], hour: int) -> None:
    assert demo_stage.next_reset(ENDS.replace(hour=at[0], minute=at[1])) == ENDS.replace(hour=hour)


def test_each_hour_the_server_changes_to_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, replaced = threading.Event(), threading.Event()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", "")
    monkeypatch.setattr(demo_stage, "next_reset", lambda moment: moment + timedelta(seconds=0.1))
    monkeypatch.setattr(demo_stage, "GRACE", 0)
    monkeypatch.setattr(subprocess, "run", lambda *_command, **_options: None)
    before = signal.signal(signal.SIGHUP, lambda *_signal: told.set())
    try:
        stage = demo_stage.Stage(tmp_path, 1)
        first = os.environ["SCOREKEEPER_INSTANCE"]
        with stage.resetting(replaced.set):
            assert told.wait(PATIENCE)
            assert replaced.wait(PATIENCE)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert os.environ["SCOREKEEPER_INSTANCE"] == stage.folder != first
    assert not Path(first).exists()
