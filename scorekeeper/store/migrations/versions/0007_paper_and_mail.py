"""Codes on sheets can be revoked; clubs have a logo, accounts a mail address."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("sitting", sa.Column("papers", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("account", sa.Column("email", sa.String(254), nullable=True))
    op.create_index(op.f("ix_account_email"), "account", ["email"])
    op.create_table(
        "club_logo",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_club_logo_club_id_club")),
        sa.PrimaryKeyConstraint("club_id", name=op.f("pk_club_logo")),
    )
