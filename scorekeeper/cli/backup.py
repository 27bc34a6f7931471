"""`scorekeeper backup` and `scorekeeper restore`: of the SQLite database, also while it is in use."""

from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import make_url, select

from scorekeeper.app import create_app
from scorekeeper.cli.db import bring_up_to_date, settings_or_stop, stop
from scorekeeper.clubs import accounts, log, signing_in
from scorekeeper.store import backup as backups
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
def backup(file: Path) -> None:
    """Copy the database to FILE and its checksum to FILE.sha256; hands may be recorded meanwhile.

    Links are signed with the secret key, which is not in the copy: keep `secret_key` of the instance folder with it.
    """
    try:
        backups.back_up(database_file(settings_or_stop()), file)
    except backups.BackupError as bad:
        stop(str(bad))
    click.echo(f"Copied the database to {file}")


@click.command()
@click.argument("file", type=FILE)
@click.option("--without-checksum", is_flag=True, help="Take FILE where no FILE.sha256 lies beside it.")
def restore(file: Path, without_checksum: bool) -> None:
    """Put FILE in the database's place, brought up to date; what was there is copied first.

    Refuses a copy that is damaged, was changed, or comes from a newer Scorekeeper.
    """
    chosen = settings_or_stop()
    database = database_file(chosen)
    try:
        backups.verify_backup(file, checksum=not without_checksum)
        if database.exists():
            saved = _path_for_old(Path(str(chosen["INSTANCE_PATH"])), database)
            backups.back_up(database, saved)
            click.echo(f"Copied the database as it was to {saved}")
        backups.restore(file, database)
    except backups.BackupError as bad:
        stop(str(bad))
    click.echo(f"Restored the database from {file}")
    bring_up_to_date(chosen)
    _tell_clubs()


def _tell_clubs() -> None:
    """End all sessions, as some were ended since the copy was made, and note in each club's log what was done."""
    with create_app().app_context():
        clubs = list(db.session.scalars(select(Club)))
        accounts.end_everybodys()
        for club in clubs:
            log.note(club, "", "restore")
        signing_in.tell("restore", clubs)
        db.session.commit()


def database_file(chosen: dict[str, object]) -> Path:
    """The SQLite file of these settings; ends with a sentence where there is none."""
    url = make_url(str(chosen["DATABASE_URL"]))
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        stop("this is for SQLite; PostgreSQL has pg_dump and pg_restore")
    return Path(url.database)


def _path_for_old(instance: Path, database: Path) -> Path:
    folder = instance / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{database.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-before-restore.sqlite3"
