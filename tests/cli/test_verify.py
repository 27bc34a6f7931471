"""`scorekeeper verify` finds every stored value that differs from the rules or the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Delete, Engine, Update, create_engine, delete, func, select, update

from scorekeeper import ledger, rules_version
from scorekeeper.cli import main
from scorekeeper.cli.db import open_engine, settings_or_stop
from scorekeeper.games import find_game
from scorekeeper.store.models import Base, Change, Hand, Match, db
from scorekeeper.store.sum_models import (
    GameTally,
    GuestTally,
    MatchHighlight,
    PairTally,
    PartnerTally,
    SpanTally,
    Tally,
)
from scorekeeper.store.upgrade import upgrade
from tests.clubs.evenings import a_club, play
from tests.conftest import MakeApp
from tests.support.databases import Server
from tests.support.matches import BURACO, TRESETTE, TRUCO, points, start, won, write

pytestmark = pytest.mark.each_engine

HAND_1 = update(Hand).where(Hand.match_id == 1, Hand.number == 1)
HAND_2 = update(Hand).where(Hand.match_id == 1, Hand.number == 2)
MATCH = update(Match).where(Match.id == 1)
SPOILT: dict[str, Update | Delete] = {
    "points that the rules do not give": HAND_1.values(points=[11, 0]),
    "another dealer": HAND_1.values(dealer="Dino"),
    "a line that the rules do not give": HAND_1.values(lines=[]),
    "a table that does not follow": MATCH.values(table={"status": "in_progress", "totals": [20, 9]}),
    "an entry that nobody made": HAND_2.values(entry={"points": [3, 8]}),
    "a refused entry": HAND_1.values(entry={"points": [9, 9]}),
    "a hand that is gone": delete(Hand).where(Hand.match_id == 1, Hand.number == 1),
    "a hand struck by nobody": HAND_2.values(struck=True),
    "a line of the log that is gone": delete(Change).where(Change.match_id == 1, Change.number == 2),
    "an end that nobody decided": MATCH.values(stopped=True),
}


SUMS_OF_A_CLUB: dict[type[Base], str] = {
    SpanTally: "sums of spans",
    Tally: "sums of years",
    PairTally: "sums of pairs",
    PartnerTally: "sums of partners",
    GameTally: "sums of games",
    GuestTally: "sums of guests",
    MatchHighlight: "highlights",
}


PLAYED: list[bytes] = []  # the SQLite file of the evening, once it has been played


@pytest.fixture
def database(make_app: MakeApp, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """The database of an evening with every kind of change."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", database_url)
    engine = create_engine(database_url)
    if PLAYED and engine.dialect.name == "sqlite":
        Path(str(engine.url.database)).write_bytes(PLAYED[0])
    else:
        with make_app().app_context():
            play_evening()
            db.session.commit()
            db.engine.dispose()  # closing its last connection, SQLite merges the WAL into the file
    if not PLAYED and engine.dialect.name == "sqlite":
        PLAYED.append(Path(str(engine.url.database)).read_bytes())
    yield engine
    engine.dispose()


def play_evening() -> None:
    start(TRESETTE, points(8, 3), points(5, 6))
    match = start(TRUCO, won(0, 3), won(1, 9))
    write(ledger.correct, match, 1, won(0, 6))
    write(ledger.annotate, match, 1, "after a quarrel")
    write(ledger.seat, match, 0, "Ada")  # earlier hands keep the names of their time
    write(ledger.strike, match, 2)
    write(ledger.undo, match)
    write(ledger.redo, match)
    write(ledger.finish, match)
    write(ledger.undo, match)
    start(BURACO)


def verify() -> Result:
    return CliRunner().invoke(main, ["verify"])


def test_an_evening_of_changes_undone_and_made_again_is_sound(database: Engine) -> None:
    assert (verify().output, verify().exit_code) == ("Matches: 3. Differences: 0.\n", 0)


@pytest.mark.parametrize("statement", SPOILT.values(), ids=SPOILT)
def test_everything_that_does_not_follow_is_told(database: Engine, statement: Update | Delete) -> None:
    with database.begin() as connection:
        assert connection.execute(statement).rowcount == 1
    verified = verify()
    assert verified.exit_code == 1
    assert len(verified.output.splitlines()) > 1


def test_sums_of_a_club_that_do_not_follow_are_told(database: Engine, make_app: MakeApp) -> None:
    with make_app().app_context():
        club = a_club("Anna", "Bruno", "Carla")
        play(club, "Anna", "Bruno", "Carla", "a guest")
        slug = club.slug
        db.session.commit()
    assert (verify().output, verify().exit_code) == ("Matches: 4. Differences: 0.\n", 0)
    with database.begin() as connection:
        rows = {kind: connection.scalar(select(func.count()).select_from(kind)) for kind in SUMS_OF_A_CLUB}
        connection.execute(update(Tally).values(played=Tally.played + 1))
        connection.execute(update(MatchHighlight).values(value=MatchHighlight.value + 1))
        for kind in (SpanTally, PairTally, PartnerTally, GameTally, GuestTally):
            connection.execute(delete(kind))
    told = [
        f"club {slug}: {what}: {rows[kind]} of {rows[kind]} rows differ from the results"
        for kind, what in SUMS_OF_A_CLUB.items()
    ]
    assert verify().output.splitlines() == [*told, "Matches: 4. Differences: 7."]
    with database.begin() as connection:
        connection.execute(update(Hand).values(table=7))
    assert "club with id 1: what is stored cannot be read (TypeError)" in verify().output


@pytest.mark.sqlite  # PostgreSQL enforces foreign keys
def test_a_match_of_no_sitting_is_told(database: Engine) -> None:
    with database.begin() as connection:
        connection.execute(MATCH.values(sitting_id=99))
    verified = verify()
    assert verified.exit_code == 1
    assert "belongs to something that is not there" in verified.output


def test_matches_of_games_that_are_not_installed_are_counted(database: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.cli.backup.find_game", lambda slug: None if slug == "truco" else find_game(slug))
    said = "Not recomputed: 1 of truco, which is not installed.\nMatches: 3. Differences: 0.\n"
    assert (verify().output, verify().exit_code) == (said, 0)


def test_a_database_of_another_step_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert verify().output == "Error: the database is not up to date: scorekeeper db upgrade\n"


def test_scores_of_older_rules_are_told_apart_from_spoilt_ones(
    database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_version, "digest", lambda slug: "newer")
    assert verify().exit_code == 0
    with database.begin() as connection:
        connection.execute(SPOILT["points that the rules do not give"])
    verified = verify()
    assert verified.exit_code == 1
    assert "match 1 (tresette): was scored by other rules (" in verified.output


MEDDLED = {
    "a trigger": (
        "CREATE FUNCTION cheat() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
        "CREATE TRIGGER cheat BEFORE INSERT ON hand FOR EACH ROW EXECUTE FUNCTION cheat()",
        "the trigger cheat does not belong to Scorekeeper",
    ),
    "a table that is gone": ("DROP TABLE club_act", "the table club_act is missing"),
    "a further column": ("ALTER TABLE hand ADD COLUMN secret text", "the table hand differs from Scorekeeper's"),
}


@pytest.mark.postgresql
def test_tables_of_postgresql_that_are_not_ours_are_told(
    postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", postgresql.new())
    engine = open_engine(settings_or_stop())
    upgrade(engine, tmp_path)
    assert (verify().output, verify().exit_code) == ("Matches: 0. Differences: 0.\n", 0)
    for statements, sentence in MEDDLED.values():
        with engine.begin() as connection:
            connection.exec_driver_sql(statements)
        verified = verify()
        assert verified.exit_code == 1
        assert sentence in verified.output
    engine.dispose()
