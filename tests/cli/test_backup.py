"""`scorekeeper backup` and `restore`: backups made while hands are recorded are restored; damaged ones are refused."""

import gzip
import re
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import create_engine, select

from scorekeeper import ledger
from scorekeeper.cli import main
from scorekeeper.clubs import accounts
from scorekeeper.games.engine.history import MOST_HANDS
from scorekeeper.store.club_models import ClubLogLine
from scorekeeper.store.models import Hand, Match, db
from scorekeeper.store.upgrade import upgrade
from tests.conftest import MakeApp
from tests.support.matches import ALBASTINI, TRESETTE, points, start, write

pytestmark = pytest.mark.sqlite  # PostgreSQL has its own tools


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application whose database holds one match of two hands."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    application = make_app()
    with application.app_context():
        start(TRESETTE, points(8, 3), points(5, 6))
        db.session.commit()
    return application


@pytest.fixture
def copy(app: Flask, tmp_path: Path) -> Path:
    """A backup of the database."""
    assert run("backup", str(tmp_path / "copy.sqlite3")).exit_code == 0
    return tmp_path / "copy.sqlite3"


def test_a_restore_ends_all_sessions_and_is_told_to_every_club(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        club = accounts.create_club("Circolo")
        olga = accounts.create_account("olga", "Olga", "four aces of coins")
        accounts.join(club, olga, "owner")
        secret = accounts.start_session(olga, "?", "?")
        db.session.commit()
        assert run("backup", str(tmp_path / "with-a-session.sqlite3")).exit_code == 0
    assert run("restore", str(tmp_path / "with-a-session.sqlite3")).exit_code == 0
    with app.app_context():
        assert accounts.find_session(secret) is None
        assert db.session.scalars(select(ClubLogLine.kind)).all() == ["restore"]


def hands_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM hand").fetchone()
        return int(count)


def test_what_was_copied_comes_back_and_what_was_there_is_kept(app: Flask, copy: Path, tmp_path: Path) -> None:
    with app.app_context():
        write(ledger.record, db.session.get_one(Match, 1), points(4, 7))
        db.session.commit()
    result = run("restore", str(copy))
    assert result.exit_code == 0, result.output
    with app.app_context():  # the application still has the database open
        assert [hand.number for hand in db.session.query(Hand)] == [1, 2]
    (kept,) = (tmp_path / "backups").glob("*-before-restore.sqlite3")
    assert hands_in(kept) == 3
    assert run("verify").exit_code == 0


def test_a_copy_and_its_checksum_are_for_the_owner_only(copy: Path) -> None:
    for path in (copy, copy.with_name("copy.sqlite3.sha256")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not list(copy.parent.glob(".copy-*"))
    assert not list(copy.parent.glob("copy.sqlite3-wal"))


def test_sha256sum_can_check_a_copy(copy: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--quiet", "copy.sqlite3.sha256"], cwd=copy.parent, check=True)


def test_no_copy_is_written_over(copy: Path) -> None:
    before = copy.read_bytes()
    assert "is there already" in run("backup", str(copy)).output
    assert copy.read_bytes() == before


def test_a_restored_database_is_for_the_owner_only(copy: Path, tmp_path: Path) -> None:
    for old in tmp_path.glob("scorekeeper.sqlite3*"):
        old.unlink()
    assert run("restore", str(copy)).exit_code == 0
    assert stat.S_IMODE((tmp_path / "scorekeeper.sqlite3").stat().st_mode) == 0o600
    assert run("verify").output == "Matches: 1. Differences: 0.\n"


def change_step(copy: Path, step: str) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [step])
        connection.commit()


def spoil(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4096:12288] = b"\xa5" * 8192
    copy.write_bytes(content)


REFUSED: dict[str, tuple[Callable[[Path], object], list[str], str]] = {
    "one byte changed": (
        lambda copy: copy.write_bytes(copy.read_bytes() + b"x"),
        [],
        "was changed or is incomplete",
    ),
    "no checksum": (lambda copy: copy.with_name("copy.sqlite3.sha256").unlink(), [], "There is no "),
    "an empty checksum": (lambda copy: copy.with_name("copy.sqlite3.sha256").write_text(""), [], "it was changed"),
    "no copy": (lambda copy: copy.unlink(), [], "There is no "),
    "a newer Scorekeeper's": (lambda copy: change_step(copy, "2525"), ["--without-checksum"], "update this one"),
    "no database": (lambda copy: copy.write_text("a shopping list"), ["--without-checksum"], "not a database of"),
    "another's database": (lambda copy: another(copy), ["--without-checksum"], "not a database of"),
    "a damaged one": (spoil, ["--without-checksum"], " is "),
}


def another(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE shopping (thing)")


@pytest.mark.parametrize("case", REFUSED)
def test_what_must_not_come_back_is_refused_with_a_sentence(copy: Path, case: str, tmp_path: Path) -> None:
    spoil_it, options, sentence = REFUSED[case]
    spoil_it(copy)
    result = run("restore", str(copy), *options)
    assert (result.exit_code, result.output.startswith("Error: ")) == (1, True), result.output
    assert sentence in result.output
    assert hands_in(tmp_path / "scorekeeper.sqlite3") == 2


def test_the_copy_before_a_migration_can_be_put_back(copy: Path) -> None:
    copy.with_name("copy.sqlite3.sha256").unlink()
    assert run("restore", str(copy), "--without-checksum").exit_code == 0


def test_copies_made_while_hands_are_recorded_are_whole(app: Flask, tmp_path: Path) -> None:
    done = threading.Event()

    def record() -> None:
        with app.app_context():
            while not done.is_set():
                match = start(ALBASTINI)  # a match has an end: a fast machine records more than one holds
                for _ in range(MOST_HANDS):
                    write(ledger.record, match, {"points": [70, 50]})
                    db.session.commit()
                    if done.is_set():
                        break

    writer = threading.Thread(target=record)
    writer.start()
    try:
        copied = [run("backup", str(tmp_path / f"{number}.sqlite3")) for number in range(5)]
    finally:
        done.set()
        writer.join()
    assert [each.exit_code for each in copied] == [0] * 5
    assert run("restore", str(tmp_path / "3.sqlite3")).exit_code == 0
    assert run("verify").exit_code == 0


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_has_its_own_means(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://nowhere.invalid/scores")
    assert "pg_dump" in run(command, str(tmp_path / "x")).output


NOT_THE_SCHEMA = {
    "a dropped table": ("DROP TABLE club_act", "the table club_act is missing"),
    "a further table": ("CREATE TABLE spy (what)", "the table spy does not belong to Scorekeeper"),
    "a trigger": (
        "CREATE TRIGGER cheat AFTER INSERT ON hand BEGIN UPDATE hand SET points = '[11, 0]'; END",
        "the trigger cheat does not belong to Scorekeeper",
    ),
    "a view": ("CREATE VIEW best AS SELECT * FROM hand", "the view best does not belong to Scorekeeper"),
    "a dropped index": ("DROP INDEX ix_change_newest", "the index ix_change_newest is missing"),
    "a further index": ("CREATE UNIQUE INDEX one ON hand (dealer)", "the index one does not belong to Scorekeeper"),
    "a further column": ("ALTER TABLE hand ADD COLUMN secret", "the table hand differs from Scorekeeper's"),
    "a dropped column": ("ALTER TABLE account DROP COLUMN language", "the table account differs from Scorekeeper's"),
    "a table with a condition": (
        "DROP TABLE stake; CREATE TABLE stake (sitting_id INTEGER NOT NULL CHECK (0), amount INTEGER NOT NULL, "
        "decimals INTEGER NOT NULL, unit VARCHAR(12) NOT NULL, CONSTRAINT pk_stake PRIMARY KEY (sitting_id), "
        "CONSTRAINT fk_stake_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id))",
        "the table stake differs from Scorekeeper's",
    ),
    "a view in a table's place": (
        "ALTER TABLE hand RENAME TO hidden; CREATE VIEW hand AS SELECT * FROM hidden",
        "the table hand is missing",
    ),
    "no step": ("DELETE FROM alembic_version", "its schema revision is missing"),
    "two steps": ("INSERT INTO alembic_version VALUES ('0001')", "its schema revision is missing"),
    "a step that is no text": (
        "UPDATE alembic_version SET version_num = x'00'",
        "its schema revision is missing",
    ),
}


def meddled(copy: Path, statements: str) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(statements)
        connection.commit()


@pytest.mark.parametrize("case", NOT_THE_SCHEMA)
def test_a_copy_that_is_not_the_schema_and_nothing_else_is_refused(copy: Path, case: str, tmp_path: Path) -> None:
    statements, sentence = NOT_THE_SCHEMA[case]
    meddled(copy, statements)
    result = run("restore", str(copy), "--without-checksum")
    assert (result.exit_code, result.output.startswith("Error: ")) == (1, True), result.output
    assert sentence in result.output
    assert "Traceback" not in result.output
    assert hands_in(tmp_path / "scorekeeper.sqlite3") == 2


@pytest.mark.parametrize("case", [case for case in NOT_THE_SCHEMA if "step" not in case])
def test_a_database_that_is_not_the_schema_is_told(copy: Path, case: str, tmp_path: Path) -> None:
    statements, sentence = NOT_THE_SCHEMA[case]
    meddled(tmp_path / "scorekeeper.sqlite3", statements)
    result = run("verify")
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), result.exception
    assert sentence in result.output or result.output.startswith("Error: ")


OTHER_WORDS = re.compile(r"sitting \d+, match \d+ \(\S+\): (hand \d+: lines stored|was scored by other rules)")


def test_a_copy_of_every_release_is_the_schema_that_it_says(app: Flask, tmp_path: Path) -> None:
    """And its matches have the scores that the rules give them today; some lines were worded otherwise."""
    for packed in sorted((Path(__file__).parent.parent / "golden").glob("*/database.sqlite3.gz")):
        copy = tmp_path / "golden.sqlite3"
        copy.write_bytes(gzip.decompress(packed.read_bytes()))
        result = run("restore", str(copy), "--without-checksum")
        assert result.exit_code == 0, result.output
        *problems, _total = run("verify").output.splitlines()
        assert [problem for problem in problems if not OTHER_WORDS.match(problem)] == []


def test_a_copy_whose_rows_no_step_can_take_is_refused_before_anything_is_written(app: Flask, tmp_path: Path) -> None:
    copy = tmp_path / "old.sqlite3"
    engine = create_engine(f"sqlite:///{copy}")
    upgrade(engine, tmp_path, "0013")
    engine.dispose()
    meddled(copy, "PRAGMA foreign_keys = OFF; INSERT INTO club_sitting VALUES (7, 8)")
    result = run("restore", str(copy), "--without-checksum")
    assert result.exit_code == 1
    assert "cannot be brought up to date" in result.output
    assert hands_in(tmp_path / "scorekeeper.sqlite3") == 2


def test_what_lies_beside_a_copy_is_no_part_of_it(copy: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    other.write_bytes(copy.read_bytes())
    writer = sqlite3.connect(other)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("DELETE FROM hand")
    writer.commit()
    copy.with_name("copy.sqlite3-wal").write_bytes(other.with_name("other.sqlite3-wal").read_bytes())
    writer.close()
    assert run("restore", str(copy)).exit_code == 0
    assert hands_in(tmp_path / "scorekeeper.sqlite3") == 2


@pytest.mark.parametrize("content", [b"a shopping list", b"", b"SQLite format 3\0" + b"\xa5" * 5000])
def test_a_file_that_is_no_database_is_told_in_a_sentence(copy: Path, content: bytes, tmp_path: Path) -> None:
    for beside in tmp_path.glob("scorekeeper.sqlite3*"):
        beside.unlink()
    (tmp_path / "scorekeeper.sqlite3").write_bytes(content)
    result = run("verify")
    assert result.exit_code == 1
    assert result.output.startswith("Error: the database "), result.output


SPOILT_ROWS = (
    "UPDATE match SET setup = '{'", "UPDATE match SET setup = '[]'", "UPDATE hand SET entry = '7'",
    "UPDATE change SET after = 'x'", "UPDATE change SET after = '[]'", "UPDATE hand SET at = 'yesterday'",
    "UPDATE match SET setup = '{\"game\": \"chess\"}'",
)  # fmt: skip


@pytest.mark.parametrize("statement", SPOILT_ROWS)
def test_rows_that_cannot_be_read_are_told_in_a_sentence(copy: Path, statement: str, tmp_path: Path) -> None:
    meddled(tmp_path / "scorekeeper.sqlite3", statement)
    result = run("verify")
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), result.exception
    assert "cannot be read" in result.output or "Differences: 0" not in result.output
    assert "Matches: 1. Differences: " in result.output  # one row ends nothing: the others are checked, too
