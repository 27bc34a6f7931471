"""Migrations: the database's schema brought up to date with Alembic, after a backup."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from scorekeeper.store.migrations import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"


class UnknownSchema(Exception):
    """The database's schema is newer than this code, which must not touch it."""


def revision(engine: Engine) -> str | None:
    """The revision of the database; None for an empty one."""
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def upgrade(engine: Engine, backups: Path, to: str = HEAD) -> Path | None:
    """Apply all missing migrations in one transaction. Returns the path of the backup that was made first, if any.

    A SQLite database that is not empty is copied into `backups` before; for PostgreSQL use its own tools. Servers that
    start at the same time wait for a lock, and the later ones find nothing to do.
    Raises UnknownSchema where the database is ahead of this code.
    """
    if revision(engine) == to:
        return None
    with engine.connect() as connection:
        connection.detach()  # its settings differ from the application's: it is closed, not returned to the pool
        _lock(connection)
        standing = _revision(connection)
        if standing == to:
            return None
        steps = _steps(standing)
        backup = _back_up(connection, backups, standing)
        _apply(connection, steps, to)
        _check_references(connection)
        connection.commit()
    return backup


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Batch migrations copy a table and drop the old one, to which other tables refer.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(7305720)"))  # any number that nothing else uses


def _check_references(connection: Connection) -> None:
    """Check the foreign keys, which SQLite did not enforce during the migrations."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the steps leave rows of {broken[0][0]} without what they belong to: {len(broken)}")


def _back_up(connection: Connection, backups: Path, standing: str | None) -> Path | None:
    """Copy the database with VACUUM INTO, on another connection, as this one is in a transaction."""
    file = connection.engine.url.database
    if standing is None or connection.dialect.name != "sqlite" or not file or file == ":memory:":
        return None
    backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = backups / f"{Path(file).stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-before-{HEAD}.sqlite3"
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite fills an empty file
    with connection.engine.connect() as reader:
        reader.execute(text("VACUUM INTO :copy"), {"copy": str(copy)})
    return copy


def _steps(standing: str | None) -> "Config":
    """Alembic's configuration for `migrations/`. Importing Alembic takes a quarter of a second: only where needed."""
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
    """Raises UnknownSchema for a revision that this code does not have."""
    if standing != HEAD:
        _steps(standing)


def _apply(connection: Connection, steps: "Config", to: str) -> None:
    from alembic import command

    steps.attributes["connection"] = connection
    command.upgrade(steps, to)
