"""`scorekeeper verify`: verifies stored scores against the rules and the log."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy import Engine, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from scorekeeper.cli.db import open_engine, settings_or_stop, stop
from scorekeeper.ledger import is_scored_by_these
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store import upgrade
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Match


@click.command()
def verify() -> None:
    """Score every match again from its entries and compare; hands may be recorded meanwhile.

    Says what differs, a line each: the file, its tables, its matches. Exit status 1 where anything does.
    """
    engine = open_engine(settings_or_stop())
    try:
        if upgrade.revision(engine) != HEAD:
            stop("the database is not up to date: scorekeeper db upgrade")
        found = [*_integrity_errors(engine), *(f"database: {each}" for each in upgrade.problems_of(engine, HEAD))]
        matches = _ids(engine)
        for number in matches:
            found += _of_match(engine, number)
    except OperationalError as error:
        stop(f"the database does not answer: {error.orig}")
    except DBAPIError as error:
        stop(f"the database is not one of Scorekeeper, or is damaged: {error.orig}")
    for each in found:
        click.echo(each)
    click.echo(f"Matches: {len(matches)}. Differences: {len(found)}.")
    sys.exit(1 if found else 0)


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Session]:
    """A session in one read transaction: it sees one state of the database, whatever is written meanwhile."""
    sqlite = engine.dialect.name == "sqlite"
    options = {} if sqlite else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection, Session(connection) as session:
        if sqlite:
            connection.exec_driver_sql("BEGIN")  # without it each statement would see the newest state
        yield session


def _ids(engine: Engine) -> list[int]:
    with _snapshot(engine) as session:
        return list(session.scalars(select(Match.id).order_by(Match.id)))


def _of_match(engine: Engine, number: int) -> list[str]:
    with _snapshot(engine) as session:
        try:
            match = session.get(Match, number)
            if match is None:
                return []
            name = f"sitting {match.sitting_id}, match {match.number} ({match.game})"
            found = differences(session, match)
            if found and not is_scored_by_these(match):
                found.append(f"was scored by other rules ({match.rules or 'unknown'}): opened once, it is scored again")
        except DBAPIError:
            raise
        except Exception as error:  # whatever stands in its rows: the other matches are looked at all the same
            return [f"match with id {number}: what is stored cannot be read ({type(error).__name__})"]
        return [f"{name}: {each}" for each in found]


def _integrity_errors(engine: Engine) -> Iterator[str]:
    """What SQLite's own checks find wrong with the file. PostgreSQL has tools of its own."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            for (result,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if result != "ok":
                    yield f"database file: {result}"
            for table, row, *_rest in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield f"row {row} of {table} belongs to something that is not there"
