"""Tournaments of clubs: the document and the desk, the tables of the rounds, and the log."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "tournament",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "club_id", "version", "desk_version")),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("place", sa.String(80), nullable=False),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("document", "desk")),
        sa.Column("public", sa.String(32), nullable=True),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_tournament_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_index("ix_tournament_newest", "tournament", ["club_id", "day"])
    op.create_table(
        "tournament_table",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("sitting_id", "tournament_id", "round", "number")),
        *(sa.Column(name, MOMENT, nullable=True) for name in ("called_at", "ended_at")),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_tournament_table_sitting_id_sitting")),
        _of_tournament("tournament_table"),
        sa.PrimaryKeyConstraint("sitting_id", name=op.f("pk_tournament_table")),
    )
    op.create_index("ix_tournament_table_round", "tournament_table", ["tournament_id", "round", "number"])
    op.create_table(
        "tournament_change",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "tournament_id", "version")),
        sa.Column("made_at", MOMENT, nullable=False),
        *(sa.Column(name, sa.String(length), nullable=False) for name, length in (("actor", 80), ("kind", 32))),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        _of_tournament("tournament_change"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_change")),
    )
    op.create_index("ix_tournament_change_newest", "tournament_change", ["tournament_id", "id"])


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_tournament_id_tournament")
    return sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=name)
