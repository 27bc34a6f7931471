"""`scorekeeper db`: migrating the database, its status, and rewriting its file after an erasure."""

import logging
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

import click
from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.exc import DBAPIError, OperationalError

from scorekeeper.config import BadSetting, settings
from scorekeeper.store import database
from scorekeeper.store import upgrade as schema
from scorekeeper.store.copies import BackupError
from scorekeeper.store.migrations import HEAD


@click.command()
def upgrade() -> None:
    """Apply all missing migrations; the database is backed up first."""
    bring_up_to_date(settings_or_stop())


@click.command()
def scrub() -> None:
    """Rewrite the database file, so that deleted data cannot be recovered from it."""
    with database_errors():
        scrubbed = database.scrub(open_engine(settings_or_stop()))
    if not scrubbed:
        stop("somebody was busy with the database; try again")
    click.echo("The database's file was written anew")


@click.command()
def status() -> None:
    """Show the database's URL, and whether it is up to date; if not, the exit status is 1."""
    chosen = settings_or_stop()
    engine = open_engine(chosen)
    with database_errors():
        revision = schema.revision(engine)
    click.echo(f"database  {make_url(str(chosen['DATABASE_URL'])).render_as_string(hide_password=True)}")
    click.echo(f"step      {revision or 'none: it is empty'}{'' if is_known(revision) else NEWER}")
    click.echo(f"newest    {HEAD}")
    sys.exit(0 if revision == HEAD else 1)


NEWER = " (of a newer Scorekeeper; this one cannot use it)"


json_lines = logging.getLogger("scorekeeper.console")  # enabled by `begin_log`


def begin_log() -> None:
    """Makes this process write JSON lines only, if SCOREKEEPER_LOG asks for them."""
    if os.environ.get("SCOREKEEPER_LOG") == "json":
        from scorekeeper.web.request_log import write_json

        write_json()


def say(text: str) -> None:
    """Prints a sentence; as a line of JSON on standard error after `begin_log`."""
    if json_lines.isEnabledFor(logging.INFO):
        json_lines.info(text)
    else:
        click.echo(text)
        sys.stdout.flush()  # output to a file is buffered, and other processes write to the same console


class Stop(click.ClickException):
    """Ends the command with an error message, written as `say` does."""

    def show(self, file: IO[Any] | None = None) -> None:
        if json_lines.isEnabledFor(logging.INFO):
            json_lines.error(self.message)
        else:
            super().show(file)


def stop(reason: str) -> NoReturn:
    """Exits with status 1 and an error message instead of a traceback."""
    raise Stop(reason)


@contextmanager
def database_errors() -> Iterator[None]:
    """Context manager that exits with an error message if the database is unreachable or damaged."""
    try:
        yield
    except OperationalError as error:
        stop(f"the database does not answer: {error.orig}")
    except (DBAPIError, sqlite3.DatabaseError) as error:
        why = getattr(error, "orig", error)
        what_to_do = ". Move its files away; then restore a backup with scorekeeper restore, or begin with an empty one"
        hint = what_to_do if isinstance(why, sqlite3.DatabaseError) else ""
        stop(f"the database is damaged, or is not one of Scorekeeper: {why}{hint}")


def is_known(revision: str | None) -> bool:
    """True if this version knows the schema revision, or the database is empty."""
    try:
        schema.check_known(revision)
    except schema.UnknownSchema:
        return False
    return True


def settings_or_stop() -> dict[str, object]:
    """Returns the settings from the environment; exits with an error for an invalid one."""
    try:
        return settings()
    except BadSetting as error:
        stop(str(error))


def open_engine(chosen: dict[str, object]) -> Engine:
    """Returns an engine for the database in these settings, for use outside the web application."""
    options = database.engine_options(str(chosen["DATABASE_URL"]), int(str(chosen["SQLITE_BUSY_SECONDS"])))
    engine: Engine = create_engine(**options)
    database.prepare(engine, str(chosen["SQLITE_SYNCHRONOUS"]))
    return engine


def bring_up_to_date(chosen: dict[str, object]) -> None:
    """Applies missing migrations and prints what was done; exits with an error if that fails."""
    engine = open_engine(chosen)
    try:
        with database_errors():
            before = schema.revision(engine)
            backup = schema.upgrade(engine, Path(str(chosen["INSTANCE_PATH"])) / "backups", report=say)
    except (schema.UnknownSchema, schema.NoRoom, BackupError) as error:
        stop(str(error))
    finally:
        engine.dispose()
    if backup:
        say(f"Copied the database to {backup}")
    if before != HEAD:
        say(f"Database at step {HEAD}")
