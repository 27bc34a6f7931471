"""The database's tables brought up to date, after a copy of what was there."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from scorekeeper.store.migrations import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"


class UnknownSchema(Exception):
    """The database was written by a newer Scorekeeper; this one must not touch it."""


def revision(engine: Engine) -> str | None:
    """The step at which the database stands; None for an empty one."""
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def upgrade(engine: Engine, backups: Path, to: str = HEAD) -> Path | None:
    """Apply every step that is missing, all of them or none. Answers the backup that was made first, if one was.

    A SQLite database with something in it is copied into `backups` before; on PostgreSQL copies are the database's own
    business. Servers that start at the same time take turns, and the later ones find nothing to do.
    Raises UnknownSchema where the database is ahead of this code.
    """
    if revision(engine) == to:
        return None
    with engine.connect() as connection:
        connection.detach()  # set up otherwise than the application's connections: it is closed, not used again
        _take_turn(connection)
        standing = _revision(connection)
        if standing == to:
            return None
        steps = _steps(standing)
        backup = _back_up(connection, backups, standing)
        _apply(connection, steps, to)
        _check_references(connection)
        connection.commit()
    return backup


def _take_turn(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # A column is changed by copying its table and dropping the old one; what refers to it must not mind.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(7305720)"))  # any number that nothing else uses


def _check_references(connection: Connection) -> None:
    """What SQLite did not watch during the steps: that every row still refers to one that is there."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the steps leave rows of {broken[0][0]} without what they belong to: {len(broken)}")


def _back_up(connection: Connection, backups: Path, standing: str | None) -> Path | None:
    """Copy the database file as it is, by SQLite's own means (another connection: this one is in a transaction)."""
    file = connection.engine.url.database
    if standing is None or connection.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = backups / f"{Path(file).stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}-before-{HEAD}.sqlite3"
    with connection.engine.connect() as reader:
        reader.execute(text("VACUUM INTO :copy"), {"copy": str(copy)})
    copy.chmod(0o600)
    return copy


def _steps(standing: str | None) -> "Config":
    """Alembic's view of `migrations/`. It takes a quarter of a second to load: only where there is work."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    steps = Config()
    steps.set_main_option("script_location", str(MIGRATIONS))
    known = {step.revision for step in ScriptDirectory.from_config(steps).walk_revisions()}
    if standing is not None and standing not in known:
        raise UnknownSchema(
            f"The database stands at step {standing}, which this Scorekeeper does not know (its newest is {HEAD}). "
            "It was written by a newer Scorekeeper: update this one."
        )
    return steps


def check_known(standing: str | None) -> None:
    """Raises UnknownSchema for a step that this code does not know."""
    if standing != HEAD:
        _steps(standing)


def _apply(connection: Connection, steps: "Config", to: str) -> None:
    from alembic import command

    steps.attributes["connection"] = connection
    command.upgrade(steps, to)
