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


# All statements are built once, because that takes much longer than executing them.
OF_MATCH: sa.BindParameter[int] = sa.bindparam("of_match")
NEW: sa.BindParameter[str] = sa.bindparam("new")
RENAME_MATCH = MATCH.update().where(MATCH.c.id == OF_MATCH).values(setup=sa.bindparam("new_setup", type_=sa.JSON))
RENAME_RESULT = (
    RESULT.update()
    .where(RESULT.c.match_id == OF_MATCH, RESULT.c.name == sa.bindparam("old"))
    .values(name=NEW, name_key=NEW)
)


def _rewriting(table: sa.TableClause, *columns: str) -> tuple[tuple[str, ...], sa.Select[Any], sa.Update]:
    """Returns columns of a match's rows, with the statements that read and write them."""
    of_match = table.c.match_id == OF_MATCH
    values = {column: sa.bindparam(f"new_{column}", type_=table.c[column].type) for column in columns}
    update = table.update().where(of_match, table.c.number == sa.bindparam("of_number")).values(values)
    return columns, sa.select(table).where(of_match), update


REWRITTEN = (_rewriting(HAND, "dealer", "entry", "lines", "table"), _rewriting(CHANGE, "before", "after"))


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
    connection.execute(RENAME_MATCH, {"of_match": number, "new_setup": renamed(setup, names)})
    for columns, rows, update in REWRITTEN:
        changed = []
        for row in connection.execute(rows, {"of_match": number}).mappings():
            values = {column: renamed(row[column], names) for column in columns}
            if any(values[column] != row[column] for column in columns):
                own = {"of_match": number, "of_number": row["number"]}
                changed.append(own | {f"new_{column}": value for column, value in values.items()})
        if changed:
            connection.execute(update, changed)
    connection.execute(RENAME_RESULT, [{"of_match": number, "old": old, "new": new} for old, new in names.items()])
