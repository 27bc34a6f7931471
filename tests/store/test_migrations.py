"""Migrations: every step can be applied, keeps the data, and together they create the schema of the models."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, inspect, select, text
from sqlalchemy.orm import Session

from scorekeeper.store import copies, database, upgrade
from scorekeeper.store.backup import verify_backup
from scorekeeper.store.copies import checksum_file, checksum_of
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Base
from scorekeeper.store.tournament_models import Tournament


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(upgrade.MIGRATIONS))
    return ScriptDirectory.from_config(config)


@pytest.fixture
def engine(new_database: str) -> Engine:
    made = create_engine(**database.engine_options(new_database, 10))
    database.prepare(made, "NORMAL")
    return made


@pytest.fixture(autouse=True)
def _closed(engine: Engine) -> object:
    yield
    engine.dispose()


def test_the_newest_step_is_the_one_that_the_code_names() -> None:
    assert scripts().get_heads() == [HEAD]


def test_an_empty_database_is_brought_to_the_newest_step_without_a_backup(engine: Engine, tmp_path: Path) -> None:
    assert upgrade.revision(engine) is None
    assert upgrade.upgrade(engine, tmp_path / "backups") is None
    assert upgrade.revision(engine) == HEAD
    assert not (tmp_path / "backups").exists()


def test_the_steps_lead_to_exactly_the_tables_of_the_models(engine: Engine, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


@pytest.mark.sqlite
def test_a_database_is_closed_to_others_whatever_it_was_before(new_database: str, tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite3"
    for beside in ("", "-wal", "-shm"):
        Path(f"{file}{beside}").touch(0o644)
    engine = create_engine(**database.engine_options(new_database, 10))
    database.prepare(engine, "NORMAL")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE one (id INTEGER)")
        connection.commit()
        found = sorted(tmp_path.glob("new.sqlite3*"))
        assert [path.name for path in found] == ["new.sqlite3", "new.sqlite3-shm", "new.sqlite3-wal"]
        assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}
    engine.dispose()


def test_an_up_to_date_database_is_left_alone(engine: Engine, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path)
    assert upgrade.upgrade(engine, tmp_path / "backups") is None
    assert not (tmp_path / "backups").exists()


def older(engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, statement: str) -> Path:
    """A database at HEAD with code that is one step ahead of it; the step runs `statement`."""
    upgrade.upgrade(engine, tmp_path)
    history = tmp_path / "migrations"
    (history / "versions").mkdir(parents=True)
    for file in ("env.py", "script.py.mako", *(f"versions/{each.name}" for each in versions())):
        (history / file).write_text((upgrade.MIGRATIONS / file).read_text(encoding="utf-8"), encoding="utf-8")
    (history / "versions" / "9999_next.py").write_text(
        f"from alembic import op\nrevision, down_revision = '9999', {HEAD!r}\n"
        f"def upgrade():\n    op.execute('CREATE TABLE half (id INTEGER)')\n    op.execute({statement!r})\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(upgrade, "MIGRATIONS", history)
    return history


def versions() -> list[Path]:
    return sorted((upgrade.MIGRATIONS / "versions").glob("*.py"))


@pytest.mark.sqlite
def test_a_copy_is_made_before_a_step_is_taken_that_nobody_else_can_read(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(engine, monkeypatch, tmp_path, "SELECT 1")
    backup = upgrade.upgrade(engine, tmp_path / "backups", to="9999")
    assert backup is not None
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700
    copy = create_engine(f"sqlite:///{backup}")
    assert (upgrade.revision(copy), upgrade.revision(engine)) == (HEAD, "9999")
    copy.dispose()
    assert checksum_file(backup).read_text(encoding="utf-8") == f"{checksum_of(backup)}  {backup.name}\n"


def test_a_step_that_fails_leaves_nothing_of_itself(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(engine, monkeypatch, tmp_path, "SELECT nonsense FROM nowhere")
    with pytest.raises(Exception, match="nowhere"):
        upgrade.upgrade(engine, tmp_path / "backups", to="9999")
    assert upgrade.revision(engine) == HEAD
    assert "half" not in inspect(engine).get_table_names()
    assert not list((tmp_path / "backups").glob("*"))


@pytest.mark.sqlite
def test_what_a_killed_migration_has_copied_is_overwritten(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(engine, monkeypatch, tmp_path, "SELECT 1")
    backups = tmp_path / "backups"

    class Killed(BaseException):
        pass

    def killed(_source: Path, target: Path, _progress: object) -> None:
        target.write_bytes(b"torn" * 100_000)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(copies, "_copy", killed)
        patched.setattr(copies.CopyBefore, "__exit__", lambda *_: None)  # a killed process cleans nothing up
        with pytest.raises(Killed):
            upgrade.upgrade(engine, backups, to="9999")
    assert [file.suffix for file in backups.iterdir()] == [".unfinished"]
    backup = upgrade.upgrade(engine, backups, to="9999")
    assert backup is not None
    assert set(backups.iterdir()) == {backup, checksum_file(backup)}
    verify_backup(backup)


@pytest.mark.sqlite
def test_a_full_disk_is_named_with_the_space_needed(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(engine, monkeypatch, tmp_path, "CREATE TABLE large AS SELECT zeroblob(1000000)")
    backups = tmp_path / "backups"
    backups.touch()  # as good as a folder that cannot be written
    with pytest.raises(
        copies.BackupError, match=r"new\.sqlite3 cannot be copied to .*backups: .*needs \d+ MB; .* free"
    ):
        upgrade.upgrade(engine, backups, to="9999")
    backups.unlink()
    event.listen(engine, "connect", lambda connection, _record: connection.execute("PRAGMA max_page_count = 1"))
    engine.dispose()
    with pytest.raises(
        upgrade.NoRoom, match=r"new\.sqlite3 needs up to \d+ MB .*; [\d,]+ MB were free\. .* as it was before"
    ):
        upgrade.upgrade(engine, backups, to="9999")
    assert not list(backups.glob("*"))


@pytest.mark.sqlite
def test_a_long_migration_shows_how_far_it_is(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older(engine, monkeypatch, tmp_path, "SELECT 1")
    monkeypatch.setattr(upgrade, "OFTEN", 0)
    monkeypatch.setattr(upgrade, "INSTRUCTIONS", 1)
    lines: list[str] = []
    upgrade.upgrade(engine, tmp_path / "backups", to="9999", report=lines.append)
    shown = list(dict.fromkeys(line.rpartition(" (")[0] for line in lines))
    assert shown == [
        "Copying the database: 100 %",
        "Migrating the database to step 9999",
        "Migrating the database, after step 9999 of 9999",
        "Checking the migrated database",
    ]
    assert len(lines) > len(shown)  # also during a statement


def with_a_hand(engine: Engine) -> None:
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO sitting (id, name, place, opened_at) VALUES (1, '', '', '2026-11-20 20:00:00')",
            "INSERT INTO match (id, sitting_id, number, key, setup, 'table', stopped, hand_count, version, started_at,"
            " changed_at) VALUES (1, 1, 1, 'k', '{}', '{}', 0, 1, 1, '2026-11-20 20:00:00', '2026-11-20 20:00:00')",
            "INSERT INTO hand (match_id, number, entry, points, lines, 'table', struck, corrected, at, version)"
            " VALUES (1, 1, '{}', '[]', '[]', '{}', 0, 0, '2026-11-20 20:00:00', 1)",
        ):
            connection.execute(text(statement))


@pytest.mark.sqlite
def test_a_table_may_be_laid_anew_though_others_refer_to_it(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = older(engine, monkeypatch, tmp_path, "SELECT 1")
    with_a_hand(engine)
    step = history / "versions" / "9999_next.py"
    lines = "    import sqlalchemy as sa\n    with op.batch_alter_table('match') as match:\n"
    lines += "        match.alter_column('key', existing_type=sa.String(64), nullable=True)\n"
    step.write_text(step.read_text(encoding="utf-8") + lines, encoding="utf-8")
    upgrade.upgrade(engine, tmp_path / "backups", to="9999")
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM hand JOIN match ON match.id = match_id")) == 1
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


@pytest.mark.sqlite
def test_a_step_that_leaves_rows_without_what_they_belong_to_is_not_taken(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(engine, monkeypatch, tmp_path, "DELETE FROM match")
    with_a_hand(engine)
    with pytest.raises(RuntimeError, match=r"in rows of hand: 1"):
        upgrade.upgrade(engine, tmp_path / "backups", to="9999")
    assert upgrade.revision(engine) == HEAD


def test_sums_of_what_was_played_before_are_there_after_the_step(engine: Engine, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path, to="0008")
    zone = "+00" if engine.dialect.name == "postgresql" else ""  # SQLite keeps none
    early, late = f"'2025-12-31 20:00:00{zone}'", f"'2025-12-31 23:59:59.999999{zone}'"
    columns = (
        "match_id, seat, club_id, player_id, name, name_key, side, game, played_at, won, lost, games, games_against,"
        " points_for, points_against, mu, sigma, rating"
    )
    with engine.begin() as connection:
        for statement in (
            f"INSERT INTO sitting (id, name, place, opened_at) VALUES (1, '', '', {early})",
            'INSERT INTO match (id, sitting_id, number, key, setup, "table", stopped, hand_count, version, started_at,'
            f" changed_at) VALUES (1, 1, 1, 'k', '{{}}', '{{}}', false, 0, 1, {early}, {early})",
            f"INSERT INTO club (id, slug, name, made_at) VALUES (1, 'c', 'C', {early})",
            "INSERT INTO player (id, club_id, name, name_key, number, active, made_at)"
            f" VALUES (1, 1, 'Anna', 'anna', '', true, {early})",
            *(
                f"INSERT INTO result ({columns})"
                f" VALUES (1, {seat}, 1, {player}, 'A', 'a', {seat}, 'truco', {late}, 1, 0, 1, 0, 12, 3, 25, 8, 1000)"
                for seat, player in enumerate(("1", "NULL"))
            ),
        ):
            connection.execute(text(statement))
    upgrade.upgrade(engine, tmp_path / "backups")
    with engine.connect() as connection:
        columns = "game, year, player_id, played, won, points_for, rating, outcomes"
        rows = connection.execute(text(f"SELECT {columns} FROM tally ORDER BY game, year")).all()
        games = connection.execute(text("SELECT year, game, played FROM game_tally ORDER BY year")).all()
        spans = connection.execute(text("SELECT span, player_id, played, won FROM span_tally")).all()
    assert [tuple(row) for row in rows] == [
        (game, year, 1, 1, 1, 12, rating, outcomes)
        for game, rating in (("", None), ("truco", 1000))
        for year, outcomes in ((0, ""), (2025, "W"))
    ]
    assert [tuple(row) for row in games] == [(0, "truco", 1), (2025, "truco", 1)]
    assert sorted(tuple(row) for row in spans) == [(span, 1, 1, 1) for span in (20254, 202512, 2025122)]


def test_points_entered_below_zero_are_totals_after_the_step(engine: Engine, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path, to="0025")
    rounds = [{"tables": [{"table": 1, "sides": [1, 2], "points": [0, -24]}, {"table": 2, "sides": [3, 4]}]}]
    moment = "'2026-11-20 20:00:00" + ("+00'" if engine.dialect.name == "postgresql" else "'")
    columns = "id, club_id, day, place, document, version, desk, desk_version, made_at"
    with engine.begin() as connection:
        connection.execute(text(f"INSERT INTO club (id, slug, name, made_at) VALUES (1, 'c', 'C', {moment})"))
        for number, game in enumerate(("scala40", "buraco"), 1):
            values = f"{number}, 1, '2026-11-20', '', :document, 0, '{{}}', 0, {moment}"
            document = json.dumps({"game": game, "rounds": rounds})
            connection.execute(text(f"INSERT INTO tournament ({columns}) VALUES ({values})"), {"document": document})
    upgrade.upgrade(engine, tmp_path / "backups")
    with Session(engine) as session:
        documents = session.scalars(select(Tournament.document).order_by(Tournament.id)).all()
    assert [each["rounds"][0]["tables"][0]["points"] for each in documents] == [[0, 24], [0, -24]]


def test_counts_of_rate_limits_are_dropped(engine: Engine, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path, to="0023")
    assert inspect(engine).has_table("rate_count")
    upgrade.upgrade(engine, tmp_path / "backups")
    assert not inspect(engine).has_table("rate_count")


def test_a_database_from_a_newer_scorekeeper_is_not_touched(engine: Engine, tmp_path: Path) -> None:
    upgrade.upgrade(engine, tmp_path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from the future'"))
    with pytest.raises(upgrade.UnknownSchema, match="from the future"):
        upgrade.upgrade(engine, tmp_path / "backups")
    assert not (tmp_path / "backups").exists()


def test_servers_that_start_at_once_take_turns(new_database: str, tmp_path: Path) -> None:
    engines = [create_engine(**database.engine_options(new_database, 10)) for _ in range(3)]
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda each: upgrade.upgrade(each, tmp_path), engines))
    assert {upgrade.revision(each) for each in engines} == {HEAD}
    for each in engines:
        each.dispose()


def test_a_new_step_can_be_drafted_from_the_models(engine: Engine, tmp_path: Path) -> None:
    """Alembic's template and environment work, so the next table can be added."""
    upgrade.upgrade(engine, tmp_path)
    config = Config()
    config.set_main_option("script_location", str(upgrade.MIGRATIONS))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.check(config)
