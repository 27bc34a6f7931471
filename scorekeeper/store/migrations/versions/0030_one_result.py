"""Adds to results: typed by an arbiter, confirmed; the results of nights and tournaments are to be computed again.

They are computed again when the club's standings are next opened. Tables without a name of their own have signs.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("result", sa.Column("typed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("result", sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("club", sa.Column("recount_from", sa.Integer(), nullable=True))
    op.add_column("tournament_table", sa.Column("settled", sa.JSON(), nullable=True))
    op.execute(
        "UPDATE club SET recount_from = 0 WHERE id IN (SELECT club_id FROM night) "
        "OR id IN (SELECT club_id FROM tournament)"
    )
    _rename_tables()


TABLES = ("Table {table}", "Tavolo {table}", "Mesa {table}", "Meza {table}", "第{table}卓")
ROUNDS = (
    "Round {round} · Table {table}",
    "Turno {round} · Tavolo {table}",
    "Rodada {round} · Mesa {table}",
    "Ronda {round} · Mesa {table}",
    "Raundi ya {round} · Meza {table}",
    "第{round}回戦・第{table}卓",
)


def _rename_tables() -> None:
    """Replaces generated names of tables by signs, which are the same in every language."""
    connection = op.get_bind()
    nights = (
        "SELECT s.id, s.name, 0 AS round, n.number AS number FROM sitting s JOIN night_table n ON n.sitting_id = s.id"
    )
    tournaments = "SELECT s.id, s.name, t.round, t.number FROM sitting s JOIN tournament_table t ON t.sitting_id = s.id"
    signs = []
    for row in connection.execute(sa.text(f"{nights} UNION ALL {tournaments}")):
        words = ROUNDS if row.round else TABLES
        if row.name in [word.format(round=row.round, table=row.number) for word in words]:
            sign = f"▦{row.round}/{row.number}" if row.round else f"▦{row.number}"
            signs.append({"of_sitting": row.id, "sign": sign})
    if signs:
        connection.execute(sa.text("UPDATE sitting SET name = :sign WHERE id = :of_sitting"), signs)
