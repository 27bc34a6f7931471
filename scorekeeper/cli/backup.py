"""`scorekeeper backup` and `restore` (of the SQLite database), and `scorekeeper verify` (of stored scores)."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import Engine, func, make_url, select
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
from scorekeeper.store.condition import integrity_errors
from scorekeeper.store.migrations import HEAD
from scorekeeper.store.models import Match, db

NOTE = "last_backup"  # file in the instance folder with the path of the last backup
FILE = click.Path(dir_okay=False, path_type=Path)


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
    """Note the last backup in the instance folder."""
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
    """End all sessions, because the backup may contain sessions that were ended later; note it in every club's log."""
    with create_app().app_context():
        clubs = list(db.session.scalars(select(Club)))
        accounts.end_all_sessions()
        for club in clubs:
            log.note(club, "", "restore")
        signing_in.log_event("restore", clubs)
        db.session.commit()


def database_file(chosen: dict[str, object]) -> Path:
    """The path of the SQLite database; exits with an error if it is in memory, or on PostgreSQL."""
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
            match_ids, games = _match_ids(engine), _games_not_installed(engine)
            for match_id in match_ids:
                problems += _problems_of_match(engine, match_id)
            problems += _problems_of_clubs(engine)
    except upgrade.UnknownSchema as error:
        stop(str(error))
    for problem in problems:
        click.echo(problem)
    for game, matches in games:
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


def _match_ids(engine: Engine) -> list[int]:
    with _snapshot(engine) as session:
        return list(session.scalars(select(Match.id).order_by(Match.id)))


def _games_not_installed(engine: Engine) -> list[tuple[str, int]]:
    """Returns the games of stored matches that are not installed, with the number of their matches."""
    game = Match.setup["game"].as_string()
    with _snapshot(engine) as session:
        rows = session.execute(select(game, func.count()).group_by(game).order_by(game))
        return [(slug, matches) for slug, matches in rows if find_game(slug) is None]


def _problems_of_match(engine: Engine, match_id: int) -> list[str]:
    with _snapshot(engine) as session:
        try:
            match = session.get(Match, match_id)
            if match is None:
                return []
            name = f"sitting {match.sitting_id}, match {match.number} ({match.game})"
            problems = differences(session, match)
            if problems and not needs_no_rescoring(match):
                problems.append(
                    f"was scored by other rules ({match.rules or 'unknown'}): opened once, it is scored again"
                )
        except DBAPIError:
            raise
        except Exception as error:  # whatever a row contains, check the other matches
            return [f"match with id {match_id}: what is stored cannot be read ({type(error).__name__})"]
        return [f"{name}: {problem}" for problem in problems]


def _problems_of_clubs(engine: Engine) -> Iterator[str]:
    """Yields what differs in the sums of each club, each read from one snapshot."""
    with _snapshot(engine) as session:
        clubs = session.scalars(select(Club.id).order_by(Club.id)).all()
    for club_id in clubs:
        with _snapshot(engine) as session:
            club = session.get(Club, club_id)
            if club is not None:
                yield from (f"club {club.slug}: {text}" for text in results.differences(session, club))
