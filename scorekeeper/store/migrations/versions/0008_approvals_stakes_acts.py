"""Approvals by arbiters, stakes of sittings, and the log of a club."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("club", sa.Column("approving", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("membership", sa.Column("arbiter", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("match", sa.Column("locked", sa.Integer(), nullable=True))
    op.add_column("change", sa.Column("reason", sa.String(200), nullable=True))
    op.create_index("ix_change_newest", "change", ["at", "match_id", "number"])
    _stakes()
    _acts()


def _stakes() -> None:
    op.create_table(
        "stake",
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("decimals", sa.Integer(), nullable=False),
        sa.Column("unit", sa.String(12), nullable=False),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_stake_sitting_id_sitting")),
        sa.PrimaryKeyConstraint("sitting_id", name=op.f("pk_stake")),
    )


def _acts() -> None:
    op.create_table(
        "club_act",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_club_act_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_act")),
    )
    op.create_index("ix_club_act_newest", "club_act", ["club_id", "at", "id"])
