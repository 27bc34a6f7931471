"""Tokens of clubs for programs."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    op.create_table(
        "club_token",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "club_id")),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_club_token_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_token")),
    )
    op.create_index(op.f("ix_club_token_club_id"), "club_token", ["club_id"])
    op.create_index(op.f("ix_club_token_digest"), "club_token", ["digest"], unique=True)
