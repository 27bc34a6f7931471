"""`scorekeeper backup` and `restore` (of the SQLite database), and `scorekeeper verify` (of stored scores)."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy import Engine, make_url, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.cli.db import bring_up_to_date, database_errors, is_known, open_engine, settings_or_stop, stop
from scorekeeper.clubs import accounts, log, results, signing_in
from scorekeeper.games import find_game
from scorekeeper.ledger import needs_no_rescoring
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store import backup as backups
from scorekeeper.store import copies, upgrade
from scorekeeper.store.club_models import Club
from scorekeeper.store.database import integrity_errors
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Match, db

NOTE = "last_backup"  # file in the instance folder with the path of the last backup
FILE = click.Path(dir_okay=False, path_type=Path)
Row = TypeVar("Row", Match, Club)


@click.command()
@click.argument("file", type=FILE)
def backup(file: Path) -> None:
    """Copy the database to FILE and its checksum to FILE.sha256; the server may be running.

    The secret key, which signs links, is not in the copy: back up `secret_key` from the instance folder too.
    """
    chosen = settings_or_stop()
    try:
        copies.back_up(database_file(chosen), file)
    except copies.BackupError as bad:
        stop(str(bad))
    _note(chosen, file)
    click.echo(f"Copied the database to {file}")
    with database_errors():
        if not is_known(upgrade.revision(open_engine(chosen))):
            click.echo("The database is of a newer Scorekeeper: this one cannot restore the copy.", err=True)


def last_backup(chosen: Mapping[str, object]) -> tuple[datetime, Path] | None:
    """Returns when `scorekeeper backup` made the last copy, and its path; None if it never did."""
    note = Path(str(chosen["INSTANCE_PATH"])) / NOTE
    try:
        return datetime.fromtimestamp(note.stat().st_mtime, UTC), Path(note.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def _note(chosen: Mapping[str, object], copy: Path) -> None:
    """Writes time and path of the last backup into the instance folder."""
    (Path(str(chosen["INSTANCE_PATH"])) / NOTE).write_text(str(copy.absolute()), encoding="utf-8")


@click.command()
@click.argument("file", type=FILE)
@click.option("--without-checksum", is_flag=True, help="Accept a FILE without a FILE.sha256 beside it.")
def restore(file: Path, without_checksum: bool) -> None:
    """Replace the database by the backup FILE and migrate it; the present database is backed up first.

    Refuses a backup that is damaged, was changed, or comes from a newer Scorekeeper.
    """
    chosen = settings_or_stop()
    database = database_file(chosen)
    try:
        backups.verify_backup(file, checksum=not without_checksum)
        if database.exists():
            saved = _path_for_old(Path(str(chosen["INSTANCE_PATH"])), database)
            copies.back_up(database, saved)
            click.echo(f"Copied the database as it was to {saved}")
        backups.restore(file, database)
    except copies.BackupError as bad:
        stop(str(bad))
    click.echo(f"Restored the database from {file}")
    bring_up_to_date(chosen)
    _end_sessions()


def _end_sessions() -> None:
    """Ends all sessions, because the backup may contain some that were ended later; notes it in every club's log."""
    with create_app().app_context():
        clubs = list(db.session.scalars(select(Club)))
        accounts.end_all_sessions()
        for club in clubs:
            log.note(club, "", "restore")
        signing_in.log_event("restore", clubs)
        db.session.commit()


def database_file(chosen: dict[str, object]) -> Path:
    """Returns the path of the SQLite database; exits with an error if it is in memory, or on PostgreSQL."""
    url = make_url(str(chosen["DATABASE_URL"]))
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        stop("this is for SQLite; PostgreSQL has pg_dump and pg_restore")
    return Path(url.database)


def _path_for_old(instance: Path, database: Path) -> Path:
    folder = instance / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{database.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-before-restore.sqlite3"


@click.command()
def verify() -> None:
    """Recompute the scores of all matches and the sums of clubs, and compare; the server may be running.

    Prints one line for every problem of the file, its tables, a match or a club. Exit status 1 if there are any.
    """
    engine = open_engine(settings_or_stop())
    try:
        with database_errors():
            revision = upgrade.revision(engine)
            upgrade.check_known(revision)
            if revision != HEAD:
                stop("the database is not up to date: scorekeeper db upgrade")
            problems = [
                *integrity_errors(engine),
                *(f"database: {text}" for text in upgrade.problems_of(engine, HEAD)),
            ]
            match_ids, not_installed = _ids(engine, Match), Counter[str]()
            for match_id in match_ids:
                problems += _problems(engine, Match, match_id, partial(_in_match, not_installed))
            for club_id in _ids(engine, Club):
                problems += _problems(engine, Club, club_id, _in_club)
    except upgrade.UnknownSchema as error:
        stop(str(error))
    for problem in problems:
        click.echo(problem)
    for game, matches in sorted(not_installed.items()):
        click.echo(f"Not recomputed: {matches} of {game}, which is not installed.")
    click.echo(f"Matches: {len(match_ids)}. Differences: {len(problems)}.")
    sys.exit(1 if problems else 0)


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Session]:
    """A session in one read transaction, which reads from one snapshot of the database."""
    sqlite = engine.dialect.name == "sqlite"
    options = {} if sqlite else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection, Session(connection) as session:
        if sqlite:
            connection.exec_driver_sql("BEGIN")  # else each statement would read the newest state
        yield session


def _ids(engine: Engine, kind: type[Match | Club]) -> list[int]:
    with _snapshot(engine) as session:
        return list(session.scalars(select(kind.id).order_by(kind.id)))


def _problems(
    engine: Engine, kind: type[Row], row_id: int, problems_in: Callable[[Session, Row], Iterable[str]]
) -> list[str]:
    """Returns the problems of a match or club, read from one snapshot; a sentence if its data cannot be read."""
    with _snapshot(engine) as session:
        try:
            row = session.get(kind, row_id)
            return list(problems_in(session, row)) if row is not None else []
        except DBAPIError:
            raise
        except Exception as error:  # a broken row must not prevent checking the others
            name = kind.__name__.lower()
            return [f"{name} with id {row_id}: what is stored cannot be read ({type(error).__name__})"]


def _in_match(not_installed: Counter[str], session: Session, match: Match) -> Iterator[str]:
    """Yields the problems of a match; counts the match if its game is not installed."""
    problems = differences(session, match)
    if find_game(match.game) is None:
        not_installed[match.game] += 1
    if problems and not needs_no_rescoring(match):
        problems.append(f"was scored by other rules ({match.rules or 'unknown'}): opened once, it is scored again")
    yield from (f"sitting {match.sitting_id}, match {match.number} ({match.game}): {text}" for text in problems)


def _in_club(session: Session, club: Club) -> Iterator[str]:
    yield from (f"club {club.slug}: {text}" for text in results.differences(session, club))
