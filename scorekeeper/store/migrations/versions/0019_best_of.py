"""Sittings that are the best of several matches; default names of sides are stored as signs."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.default_words import renamed, unnamed

revision = "0019"
down_revision = "0018"

SOME = 500  # matches read at a time
MATCH = sa.table("match", sa.column("id", sa.Integer), sa.column("setup", sa.JSON))
HAND = sa.table(
    "hand", sa.column("match_id"), sa.column("number"), sa.column("dealer"),
    sa.column("entry", sa.JSON), sa.column("lines", sa.JSON), sa.column("table", sa.JSON),
)  # fmt: skip
CHANGE = sa.table(
    "change", sa.column("match_id"), sa.column("number"), sa.column("before", sa.JSON), sa.column("after", sa.JSON)
)
RESULT = sa.table("result", sa.column("match_id"), sa.column("seat"), sa.column("name"), sa.column("name_key"))


def upgrade() -> None:
    op.add_column("sitting", sa.Column("best_of", sa.Integer(), nullable=False, server_default="0"))
    connection = op.get_bind()
    for number, setup in _matches(connection):
        names = unnamed(setup["sides"])
        if names:
            _rename(connection, number, setup, names)


def _matches(connection: sa.Connection) -> Iterator[tuple[int, Any]]:
    last = 0
    while True:
        wanted = sa.select(MATCH).where(MATCH.c.id > last).order_by(MATCH.c.id).limit(SOME)
        rows = connection.execute(wanted).all()
        for row in rows:
            if isinstance(row.setup, dict) and row.setup.get("sides"):
                yield row.id, row.setup
        if len(rows) < SOME:
            return
        last = rows[-1].id


def _rename(connection: sa.Connection, number: int, setup: Any, names: dict[str, str]) -> None:
    connection.execute(MATCH.update().where(MATCH.c.id == number).values(setup=renamed(setup, names)))
    for table, columns in ((HAND, ("dealer", "entry", "lines", "table")), (CHANGE, ("before", "after"))):
        for row in connection.execute(sa.select(table).where(table.c.match_id == number)).mappings().all():
            values = {column: renamed(row[column], names) for column in columns}
            if any(values[column] != row[column] for column in columns):
                own = sa.and_(table.c.match_id == number, table.c.number == row["number"])
                connection.execute(table.update().where(own).values(values))
    for old, new in names.items():
        own = sa.and_(RESULT.c.match_id == number, RESULT.c.name == old)
        connection.execute(RESULT.update().where(own).values(name=new, name_key=new))
