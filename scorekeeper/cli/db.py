"""`scorekeeper db`: migrating the database, its status, and rewriting its file after an erasure."""

import sys
from pathlib import Path
from typing import NoReturn

import click
from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.exc import OperationalError

from scorekeeper.config import BadSetting, settings
from scorekeeper.jobs.queue_file import BROKEN, OK, REPLACED, aside, queue_file, state_of
from scorekeeper.store import database
from scorekeeper.store import upgrade as schema
from scorekeeper.store.migrations import HEAD


@click.group()
def db() -> None:
    """Migrate the database, and show its status."""


@db.command()
def upgrade() -> None:
    """Apply all missing migrations; the database is backed up first."""
    bring_up_to_date(settings_or_stop())


@db.command()
def scrub() -> None:
    """Rewrite the database file, so that deleted data cannot be recovered from it."""
    if not database.scrub(open_engine(settings_or_stop())):
        stop("somebody was busy with the database; try again")
    click.echo("The database's file was written anew")


@db.command()
def status() -> None:
    """Show the database's URL, whether it is up to date, and the state of the queue of background jobs.

    Exit status 1 if the database is not up to date or the queue's file is damaged.
    """
    chosen = settings_or_stop()
    engine = open_engine(chosen)
    try:
        revision = schema.revision(engine)
    except OperationalError as error:
        stop(f"the database does not answer: {error.orig}")
    click.echo(f"database  {make_url(str(chosen['DATABASE_URL'])).render_as_string(hide_password=True)}")
    click.echo(f"step      {revision or 'none: it is empty'}")
    click.echo(f"newest    {HEAD}")
    file = queue_file(chosen)
    queue = state_of(file) if file is not None else OK
    if file is not None:
        click.echo(f"queue     {QUEUES[queue].format(aside=aside(file))}")
    sys.exit(0 if revision == HEAD and queue != BROKEN else 1)


QUEUES = {
    OK: "ok",
    BROKEN: "damaged: its file is replaced within a minute while a worker runs; no job is lost",
    REPLACED: "ok; a damaged file was moved to {aside}, which may be deleted",
}


def stop(reason: str) -> NoReturn:
    """Exit with status 1 and an error message instead of a traceback."""
    raise click.ClickException(reason)


def settings_or_stop() -> dict[str, object]:
    """The settings from the environment; exits with an error for an invalid one."""
    try:
        return settings()
    except BadSetting as error:
        stop(str(error))


def open_engine(chosen: dict[str, object]) -> Engine:
    """An engine for the database in these settings, for use outside the web application."""
    options = database.engine_options(str(chosen["DATABASE_URL"]), int(str(chosen["SQLITE_BUSY_SECONDS"])))
    engine: Engine = create_engine(**options)
    database.prepare(engine, str(chosen["SQLITE_SYNCHRONOUS"]))
    return engine


def bring_up_to_date(chosen: dict[str, object]) -> None:
    """Apply missing migrations and print what was done; exits with an error if that fails."""
    engine = open_engine(chosen)
    try:
        before = schema.revision(engine)
        backup = schema.upgrade(engine, Path(str(chosen["INSTANCE_PATH"])) / "backups")
    except schema.UnknownSchema as error:
        stop(str(error))
    except OperationalError as error:
        stop(f"the database does not answer: {error.orig}")
    finally:
        engine.dispose()
    if backup:
        click.echo(f"Copied the database to {backup}")
    if before != HEAD:
        click.echo(f"Database at step {HEAD}")
