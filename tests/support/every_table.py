"""A database with data in every table, at the newest or an earlier revision.

An earlier one is created by the migrations up to there and filled with the tables and columns that it shares with the
full one. Columns and tables that exist only in it get made-up values, so that no table is empty.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Column, Connection, Engine, MetaData, Table, func, select, text

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.clubs import accounts, nights
from scorekeeper.clubs import series as club_series
from scorekeeper.clubs.demo import fill_club
from scorekeeper.clubs.series import Scheme
from scorekeeper.store import upgrade
from scorekeeper.store.club_models import Player, RosterList
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.clubs.tournaments.evening import a_tournament, play_round, publish_next
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, points, start, won, write

Rows = list[dict[str, Any]]
Content = dict[str, Rows]  # by table
STEP = "alembic_version"
NAMED = [{"name": "Gatti", "players": ["Anna", "Bruno"]}, {"name": "Cani", "players": ["Carla", "Dino"]}]
AT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def full(folder: Path) -> Content:
    """Returns the contents of a SQLite database at the newest revision, after matches with every kind of action."""
    app = create_app({"INSTANCE_PATH": str(folder), "DATABASE_URL": "", "SQLITE_SYNCHRONOUS": "NORMAL"})
    with app.app_context():
        upgrade.upgrade(db.engine, folder)
        _evenings()
        _club()
        with db.engine.connect() as connection:
            found = content(connection)
        db.engine.dispose()
    return found


def _evenings() -> None:
    tresette = start({**TRESETTE, "sides": NAMED}, points(8, 3), points(5, 6), points(4, 7))
    write(ledger.correct, tresette, 2, points(6, 5))
    write(ledger.strike, tresette, 1)
    write(ledger.undo, tresette)
    write(ledger.annotate, tresette, 3, "the Elephants’ hand 🐘")
    truco = start({**TRUCO, "sides": NAMED}, won(0), won(1, 3), won(None))
    write(ledger.undo, truco)
    write(ledger.redo, truco)
    write(ledger.finish, truco)
    start({**ALBASTINI, "sides": NAMED}, *[{"points": [70, 50]}] * 12)
    start({**BURACO, "sides": NAMED})
    links.make_link(tresette.sitting, "score", "Anna's phone")
    links.revoke(links.make_link(tresette.sitting, "watch"))
    db.session.commit()


def _club() -> None:
    club = accounts.create_club("Circolo")
    owner = accounts.create_account("anna", "Anna", "a long password")
    accounts.join(club, owner, "owner")
    accounts.invite(club, "scorer", "for Bruno")
    accounts.reset_link(club, owner)
    nights.add_tables(club, nights.plan_night(club, "Friday", "Bar Sport", "2026-11-20"), 3)
    db.session.commit()
    for _done in fill_club(club, 8, seed=3):
        pass
    made = a_tournament(club)
    play_round(made)
    publish_next(made)
    series = club_series.make(club, "Season", Scheme())
    club_series.set_parts(series, [made.id], [each.id for each in nights.nights(club)])
    first, second = db.session.scalars(select(Player).limit(2))
    assert first.id != second.id
    second.merged_into = first.id
    listed = RosterList(club_id=club.id, actor="Anna", filled={str(first.id): {"phone": ["", "0832 1"]}})
    db.session.add(listed)
    db.session.flush()
    second.list_id = listed.id
    db.session.commit()


def content(connection: Connection) -> Content:
    """Returns all rows of all tables except the revision, sorted by primary key."""
    found: Content = {}
    for table in _tables(connection):
        keys = list(table.primary_key.columns)
        found[table.name] = [dict(row) for row in connection.execute(select(table).order_by(*keys)).mappings()]
    return found


_reflected: dict[tuple[str, str], list[Table]] = {}  # by kind of database and revision, because reflecting is slow


def _tables(connection: Connection) -> list[Table]:
    """Returns the tables in an order that satisfies the foreign keys."""
    revision = connection.scalar(text(f"SELECT version_num FROM {STEP}"))
    key = (connection.dialect.name, str(revision))
    if key not in _reflected:
        metadata = MetaData()
        metadata.reflect(connection)
        _reflected[key] = [table for table in metadata.sorted_tables if table.name != STEP]
    return _reflected[key]


def live_through(engine: Engine, known: Content) -> Content:
    """Fills a database at some revision with as much of this content as fits; returns its contents."""
    with engine.begin() as connection:
        for table in _tables(connection):
            rows = [_row(connection, table, row) for row in known.get(table.name, [])]
            connection.execute(table.insert(), rows or [_row(connection, table, {})])
            _count_on(connection, table)
        return content(connection)


def _row(connection: Connection, table: Table, known: Mapping[str, Any]) -> dict[str, Any]:
    return {
        column.name: _read(column, known[column.name]) if column.name in known else _made_up(connection, column)
        for column in table.columns
    }


def _read(column: Column[Any], value: Any) -> Any:
    """Converts a value of SQLite: PostgreSQL needs true instead of 1, and moments in UTC."""
    if value is None:
        return None
    if column.type.python_type is bool:
        return bool(value)
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC) if getattr(column.type, "timezone", False) else value
    return value


def _made_up(connection: Connection, column: Column[Any]) -> Any:
    """Returns some value that fits the column."""
    for key in column.foreign_keys:
        return connection.scalar(select(func.min(key.column)))
    if isinstance(column.type, JSON):
        return {}
    usual: dict[type, Any] = {str: "x", int: 1, float: 1.0, bool: False, datetime: AT, date: AT.date(), bytes: b"x"}
    return usual[column.type.python_type]


def _count_on(connection: Connection, table: Table) -> None:
    """Sets PostgreSQL's sequence to the last id of these rows."""
    if connection.dialect.name != "postgresql" or "id" not in table.columns:
        return
    last = select(func.max(table.c.id)).scalar_subquery()
    connection.execute(select(func.setval(func.pg_get_serial_sequence(f'"{table.name}"', "id"), last)))
