"""Club nights and their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_night_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
    )
    op.create_index("ix_night_newest", "night", ["club_id", "day"])
    op.create_table(
        "night_table",
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_night_table_night_id_night")),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_night_table_sitting_id_sitting")),
        sa.PrimaryKeyConstraint("night_id", "number", name=op.f("pk_night_table")),
        sa.UniqueConstraint("sitting_id", name=op.f("uq_night_table_sitting_id")),
    )
