"""Each part at its smallest, as the command runs it."""

import argparse
import sys
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from benchmarks import growth
from benchmarks.load import measure
from scorekeeper import ledger
from scorekeeper.store.models import db
from tests.support.fuzzing import FUZZING, in_turn
from tests.support.matches import ALBASTINI, start
from tools.trust import __main__ as trust
from tools.trust import claims, concurrency, durability, load, machines, memory, schedules, siege
from tools.trust.beside import Missing, program
from tools.trust.cluster import NoPostgreSQL, programs
from tools.trust.lines import Line, failed, table
from tools.trust.report import write_report

SOUND = Line("kept", "7 hands", "7", True)
WRONG = Line("lost", "1 hand", "none", False)
ONLY_TOLD = Line("it took", "3 s")


def engine_or_skip(engine: str) -> str:
    try:
        if engine == "postgresql":
            programs()
    except NoPostgreSQL as missing:
        pytest.skip(str(missing))
    return engine


ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest.mark.parametrize("engine", in_turn(ENGINES, 0))
def test_a_few_kills_lose_nothing(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By day one kill, of the whole server, soon after its start; `test_worker` kills its first process only."""
    monkeypatch.setattr(durability, "UP", durability.UP if FUZZING else 0.5)
    options = argparse.Namespace(kills=2 if FUZZING else 1, clients=3, engine=[engine_or_skip(engine)])
    assert failed(durability.run(options)) == []


@pytest.mark.parametrize("engine", in_turn(ENGINES, 1))
def test_a_few_phones_make_one_history(engine: str) -> None:
    options = argparse.Namespace(clients=6, writes=4, workers=2, engine=[engine_or_skip(engine)])
    assert failed(concurrency.run(options)) == []


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.skipif(not FUZZING, reason="takes two minutes: `make fuzz`, `make trust`")
@pytest.mark.parametrize("storage", machines.STORAGES)
def test_two_machines_of_which_one_is_killed_are_one(storage: str) -> None:
    engine_or_skip("postgresql")
    try:
        program("haproxy", "haproxy")
        program("redis-server", "redis-server")
    except Missing as missing:
        pytest.skip(str(missing))
    options = argparse.Namespace(kills=2, phones=3, limits=[storage])
    assert failed(machines.run(options)) == []


@pytest.mark.parametrize("failures, faults, sound", [(0, ": found by schedule 12", True), (2, ": NOT FOUND", False)])
def test_schedules_that_fail_and_faults_that_are_not_found_are_told(failures: int, faults: str, sound: bool) -> None:
    counts = (
        f"1,000 schedules up to seed 2, 9 log lines\n2,000 schedules, 7 a minute, 61 log lines, {failures} failed\n"
    )
    (played, failing), found = schedules.played(counts), schedules.found(f"a: found by schedule 3\nb{faults}\n")
    assert (played.figure, failing.sound, found.sound) == ("2,000 (61)", sound, sound)
    assert found.figure == ("2 of 2, within 12 schedules each" if sound else "1 of 2, within 3 schedules each, not b")


@pytest.mark.parametrize("an_hour, sound", [(0.4, True), (0.6, False)])
def test_memory_that_grows_from_hour_to_hour_fails(an_hour: float, sound: bool) -> None:
    loading = [100.0, 140.0, 150.0]
    line = memory.growth(loading + [151 + an_hour * hour for hour in range(21)])
    assert line.figure == f"151 MB after 4 hours, {151 + 20 * an_hour:.0f} MB after 24; +{an_hour:.2f} MB an hour"
    assert line.sound is sound


@pytest.mark.night
def test_a_few_who_dawdle_leave_a_server_to_others() -> None:
    """`make trust` measures how long others wait; here every request must be served."""
    options = argparse.Namespace(seconds=0.1, hands=[1], senders=5, readers=2, printers=1)
    lines = list(siege.run(options))
    assert len(lines) == 6
    assert not [line for line in lines if "answered" in line.figure]


def test_a_hand_that_was_confirmed_and_is_not_there_is_told(app: Flask, database_url: str) -> None:
    client = durability.Client(0, 0, durability.threading.Event())
    client.confirmed = [f"0-{hand}" for hand in range(3)]
    with app.app_context():
        match = start(ALBASTINI)
        for key in client.confirmed:
            ledger.record(match, {"points": [70, 50]}, ledger.Write("", key, match.version))
        db.session.commit()
    kept = durability.keys_kept(database_url)
    assert failed(durability.verdicts("", [client], kept, 1)) == []
    (lost,) = failed(durability.verdicts("", [client], {0: kept[0][1:]}, 1))
    assert lost.figure == "1 tables"


def test_the_page_says_what_is_not_so(tmp_path: Path) -> None:
    write_report({"Kept": [SOUND, ONLY_TOLD], "Lost": [WRONG]}, tmp_path / "trust.md")
    page = (tmp_path / "trust.md").read_text()
    assert "1 of 2 targets" in page
    write_report({"Lost": [WRONG._replace(figure="nothing", sound=True)]}, tmp_path / "trust.md")
    again = (tmp_path / "trust.md").read_text()
    assert "2 of 2 targets" in again
    assert "| lost | nothing | none | yes |" in again
    assert "| kept | 7 hands | 7 | yes |" in again
    assert "| lost | 1 hand | none | **NO** |" in page
    assert "| it took | 3 s |  |  |" in table([ONLY_TOLD])


@pytest.mark.night
def test_a_moment_of_load_has_its_lines() -> None:
    options = argparse.Namespace(clients=[2], seconds=0.3, servers=["granian"])
    (result,) = measure(tuple(options.servers), options.clients, options.seconds)
    lines = list(load.of_server(result))
    assert [line.what.partition(": ")[2] for line in lines] == list(result.measured)
    assert all(line.sound is not None for line in lines if line.wanted)
    assert sum(bool(line.wanted) for line in lines) == 2


@pytest.mark.night
def test_growth_is_measured_on_databases_of_the_sizes_that_it_names() -> None:
    for found in growth.measure([1, 12], [1, 250], rounds=2):
        assert found.of_small > 0
        assert found.of_large > 0
    with growth.new_app() as app:
        table_of_phones = growth.Table(app)
        with app.app_context():
            growth.fill(db.engine, table_of_phones, 250)
            counts = [db.session.scalar(text(f'SELECT count(*) FROM "{each}"')) for each in ("hand", "change", "match")]
    assert counts == [300, 303, 3]


def test_claims_are_what_their_tests_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(claims.CLAIMS, "logs", ("a line", ["trust/test_one_history.py"]))
    (line,) = claims.run(argparse.Namespace(only=["logs"]))
    assert line == Line("a line (`trust/test_one_history.py`)", "12 tests pass", "all", True)
    monkeypatch.setitem(claims.CLAIMS, "logs", ("a line", ["trust/test_no_such.py"]))
    (line,) = claims.run(argparse.Namespace(only=["logs"]))
    assert (line.figure, line.sound) == ("no test", False)


def test_an_unknown_part_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["trust", "nonsense"])
    with pytest.raises(SystemExit, match="2"):
        trust.main()
    assert "durability" in capsys.readouterr().err


def test_every_file_of_a_claim_is_there() -> None:
    patterns = [(claim, pattern) for claim, (_text, files) in claims.CLAIMS.items() for pattern in files]
    assert [each for each in patterns if not list((claims.ROOT / "tests").glob(each[1]))] == []
